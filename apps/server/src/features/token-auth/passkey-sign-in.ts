import { randomBytes } from 'node:crypto'
import { type CallOutput, type CallRequest, isRefusal, type Refusal, refuse } from '@tradebook/contract'
import type { CallContext } from '../../http/handlers.ts'
import { addressBlock } from '../../platform/address.ts'
import { openDevices } from '../../platform/devices.ts'
import type { Passkeys, ShownPasskey } from '../../platform/passkeys.ts'
import { providerNeededBy } from '../../platform/provider-rule.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { type Guess, subjectOfUser } from '../../platform/sign-in-failures.ts'
import { type FoundTenant, findTenant } from '../../platform/tenants.ts'
import type { TokenBearer } from '../../platform/tokens.ts'
import type { Tx } from '../../store/store.ts'
import { type EnteringUser, openSessionOf, recordEntry, selectEntering } from './entering.ts'
import { hider, keepAttempt, type LoginAttempt, LoginResult } from './login-attempts.ts'
import { refuseFirm, type SignedInBearer, type SignInParts } from './sign-in.ts'

export interface PasskeySignInParts extends SignInParts {
  readonly passkeys: Passkeys
}

/** The cookie of a browser that begins to sign in with a passkey: no other browser ends that sign-in. */
const BROWSER_COOKIE = { name: 'Tradebook.Passkey', path: '/api/TokenAuth' } as const
const BROWSER_BYTES = 32
const browserOf = ({ cookie }: Pick<CallContext, 'cookie'>): string | undefined =>
  /^[\w-]{43}$/.exec(cookie(BROWSER_COOKIE.name) ?? '')?.[0]

type SignInInput = CallRequest<'TokenAuth/AuthenticateByPasskey'>

/** Sign-in with a passkey, which proves both factors. Nobody guesses one, so that wrong passwords neither lock it nor are counted by it. */
export function openPasskeySignIn(parts: PasskeySignInParts) {
  const { store, clock, passkeys } = parts
  const devices = openDevices(parts.keyFor('device'), clock)
  const hide = hider(parts.keyFor('name'))

  return { begin, signIn }

  async function begin(
    { tenancyName }: CallRequest<'TokenAuth/BeginPasskeySignIn'>,
    context: CallContext,
  ): Promise<CallOutput<'TokenAuth/BeginPasskeySignIn'> | Refusal> {
    const { tenant, typedFirm } = await firmOf(tenancyName, context)
    if (!tenant) return refuse('noTenantWithName', { tenancyName: typedFirm ?? '' })
    if (!tenant.isActive) return refuse('tenantIsNotActive', { tenancyName: tenant.tenancyName })
    const known = browserOf(context)
    const browser = known ?? randomBytes(BROWSER_BYTES).toString('base64url')
    const options = await passkeys.beginSignIn(tenant.id, browser, context.origin)
    if (!isRefusal(options) && !known)
      context.reply.setCookie(BROWSER_COOKIE.name, browser, { path: BROWSER_COOKIE.path })
    return options
  }

  async function signIn(input: SignInInput, context: CallContext): Promise<SignedInBearer | Refusal> {
    const startedAt = clock.now()
    const { tenant, typedFirm } = await firmOf(input.tenancyName, context)
    const tenantId = tenant?.id ?? 0
    const attempt: LoginAttempt = {
      ...{ method: 'AuthenticateByPasskey', startedAt, tenantId },
      tenancyName: typedFirm && (tenant ? typedFirm : hide(0, typedFirm)),
      userName: hide(tenantId, input.credential.id),
      ...{ clientIpAddress: context.clientIpAddress, browserInfo: context.browserInfo },
    }
    if (!tenant?.isActive) return refuseFirm(parts, attempt, tenant, typedFirm)
    const scope = store.forTenant(tenantId)
    const shown = await passkeys.verifySignIn(tenantId, browserOf(context) ?? '', input.credential)
    if (isRefusal(shown)) {
      await scope.write((tx) =>
        keepAttempt(clock, tx, attempt, LoginResult.failedForOtherReason, undefined, {
          refused: shown.refusal,
        }),
      )
      return shown
    }
    const { userId } = shown
    const settings = await settingsInForce(store, tenantId, null)
    const device = devices.recognise(context.cookie, tenantId, userId)
    const guess: Guess = {
      ...{ tenantId, subject: subjectOfUser(userId), isKnownDevice: device !== undefined },
      place: device ? `device ${device}` : addressBlock(context.clientIpAddress),
    }
    const outcome = await scope.write(async (tx): Promise<TokenBearer | Refusal> => {
      const user = await selectEntering(tx).where('id', '=', userId).executeTakeFirst()
      const named = { ...attempt, userName: user?.user_name ?? attempt.userName }
      const refused = await refusalOf(tx, shown, user, input)
      if (refused || !user) {
        const [result, refusal] = refused ?? passkeyRefused('passkeyNotAccepted')
        await keepAttempt(clock, tx, named, result, user, { refused: refusal.refusal })
        return refusal
      }
      await recordEntry(parts, tx, { attempt: named, guess, user })
      return openSessionOf(parts, tx, {
        attempt: named,
        user,
        settings,
        rememberClient: input.rememberClient,
      })
    })
    if (isRefusal(outcome)) return outcome
    return { ...outcome, deviceCookie: devices.issueCookie(tenantId, userId, device) }
  }

  /** Why who has the passkey is not let in, as it is kept and as it is answered. */
  async function refusalOf(
    tx: Tx,
    shown: ShownPasskey,
    user: EnteringUser | undefined,
    { userId }: SignInInput,
  ): Promise<Refused | undefined> {
    const isOther = typeof userId === 'number' && userId !== shown.userId
    if (!user || user.is_registering || isOther) return passkeyRefused('passkeyNotAccepted')
    if (!user.is_active)
      return [LoginResult.userIsNotActive, refuse('userIsNotActive', { userName: user.user_name })]
    if (!user.is_email_confirmed)
      return [LoginResult.userEmailIsNotConfirmed, refuse('userEmailIsNotConfirmed')]
    const provider = await providerNeededBy(tx, user.id)
    if (provider !== undefined)
      return [LoginResult.failedForOtherReason, refuse('staffUseProvider', { provider })]
    const refusal = await passkeys.use(tx, shown)
    return refusal && [LoginResult.failedForOtherReason, refusal]
  }

  async function firmOf(
    tenancyName: string | null | undefined,
    context: CallContext,
  ): Promise<{ readonly tenant: FoundTenant | undefined; readonly typedFirm: string | null }> {
    const typedFirm = tenancyName?.trim() || null
    const tenant = await findTenant(store, typedFirm ? { tenancyName: typedFirm } : { id: context.tenantId })
    return { tenant, typedFirm }
  }
}

type Refused = readonly [LoginResult, Refusal]
const passkeyRefused = (name: 'passkeyNotAccepted'): Refused => [
  LoginResult.failedForOtherReason,
  refuse(name),
]
