import { createHash, randomBytes } from 'node:crypto'
import { type CallOutput, type CallRequest, isRefusal, type Refusal, refuse } from '@tradebook/contract'
import type { CallContext } from '../../http/handlers.ts'
import { openDevices } from '../../platform/devices.ts'
import type { IdentityProvider, IdentityProviders } from '../../platform/identity-providers.ts'
import { type BegunSignIn, type Claims, faultOf, redeem, signInUrl } from '../../platform/provider-client.ts'
import { redirectUriOf } from '../../platform/provider-pages.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { type FoundTenant, findTenant } from '../../platform/tenants.ts'
import type { TokenBearer } from '../../platform/tokens.ts'
import { HOST } from '../../store/host.ts'
import type { Tx } from '../../store/store.ts'
import { unlessTaken } from '../../store/users.ts'
import { openSessionOf, recordEntry } from './entering.ts'
import { hider, keepAttempt, type LoginAttempt, LoginResult } from './login-attempts.ts'
import { openProviderUsers } from './provider-users.ts'
import { refuseFirm, type SignedInBearer, type SignInParts } from './sign-in.ts'

export interface ProviderSignInParts extends SignInParts {
  readonly providers: IdentityProviders
  /** The address of the web page. */
  readonly publicUrl: () => string
}

/** The cookie of a browser that begins to sign in at a provider: no other browser ends that sign-in. */
const BROWSER_COOKIE = { name: 'Tradebook.Provider', path: '/api/TokenAuth' } as const
const RANDOM_BYTES = 32
/** How long a person has at the provider, which may ask for a password and a second factor. */
const SIGN_IN_MS = 10 * 60_000
/** What is read of a person in addition to the groups. */
const wanted = ['email', 'preferred_username']

const random = () => randomBytes(RANDOM_BYTES).toString('base64url')
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const browserOf = ({ cookie }: Pick<CallContext, 'cookie'>): string | undefined =>
  /^[\w-]{43}$/.exec(cookie(BROWSER_COOKIE.name) ?? '')?.[0]

/** Sign-in of staff at the identity provider of their firm (OpenID Connect Core 1.0, authorization code flow). */
export function openProviderSignIn(parts: ProviderSignInParts) {
  const { store, clock, sessions, providers } = parts
  const devices = openDevices(parts.keyFor('device'), clock)
  const hide = hider(parts.keyFor('name'))
  const users = openProviderUsers(parts)

  return { begin, signIn }

  async function begin(
    { tenancyName }: CallRequest<'TokenAuth/BeginProviderSignIn'>,
    context: CallContext,
  ): Promise<CallOutput<'TokenAuth/BeginProviderSignIn'> | Refusal> {
    const tenant = await findTenant(store, { tenancyName })
    if (!tenant) return refuse('noTenantWithName', { tenancyName })
    if (!tenant.isActive) return refuse('tenantIsNotActive', { tenancyName })
    const scope = store.forTenant(tenant.id)
    const provider = await scope.read((tx) => providers.find(tx))
    if (!provider) return refuse('providerOff')
    const state = `${tenant.id}.${random()}`
    const url = await asked(provider, async () =>
      signInUrl(await providers.configurationOf(provider), begunBy(state, context), provider.scopes),
    )
    if (isRefusal(url)) return url
    const browser = browserOf(context) ?? random()
    const now = clock.now()
    await scope.write(async (tx) => {
      await tx.deleteFrom('provider_sign_ins').where('expires_at', '<=', new Date(now)).execute()
      await tx
        .insertInto('provider_sign_ins')
        .values({
          ...{ tenant_id: tenant.id, state: digestOf(state), bound_to: digestOf(browser) },
          expires_at: new Date(now + SIGN_IN_MS),
        })
        .execute()
    })
    context.reply.setCookie(BROWSER_COOKIE.name, browser, { path: BROWSER_COOKIE.path })
    return { url }
  }

  async function signIn(
    { providerAnswer }: CallRequest<'TokenAuth/AuthenticateByProvider'>,
    context: CallContext,
  ): Promise<SignedInBearer | Refusal> {
    const startedAt = clock.now()
    const answer = new URLSearchParams(providerAnswer)
    const state = answer.get('state') ?? ''
    const [, id = ''] = /^(\d{1,9})\.[\w-]{43}$/.exec(state) ?? []
    const tenant = id === '' || Number(id) === HOST ? undefined : await findTenant(store, { id: Number(id) })
    const tenantId = tenant?.id ?? HOST
    const attempt: LoginAttempt = {
      ...{ method: 'AuthenticateByProvider', startedAt, tenantId, tenancyName: tenant?.tenancyName ?? null },
      userName: hide(tenantId, ''),
      ...{ clientIpAddress: context.clientIpAddress, browserInfo: context.browserInfo },
    }
    if (tenant && !tenant.isActive) return refuseFirm(parts, attempt, tenant, null)
    const proved = tenant ? await proofOf(tenant, answer, state, context) : refuse('providerSignInOver')
    if (isRefusal(proved)) {
      await store.forTenant(tenantId).write((tx) => keepRefused(tx, attempt, proved))
      return proved
    }
    return enter(proved, { ...attempt, userName: hide(tenantId, proved.claims.sub) }, context)
  }

  /** Who the person is according to the provider, for a sign-in that this browser started. */
  async function proofOf(
    { id: tenantId }: FoundTenant,
    answer: URLSearchParams,
    state: string,
    context: CallContext,
  ): Promise<{ readonly provider: IdentityProvider; readonly claims: Claims } | Refusal> {
    const scope = store.forTenant(tenantId)
    const begun = await scope.write((tx) =>
      tx
        .deleteFrom('provider_sign_ins')
        .where('state', '=', digestOf(state))
        .where('bound_to', '=', digestOf(browserOf(context) ?? ''))
        .returning('expires_at')
        .executeTakeFirst(),
    )
    if (!begun || begun.expires_at.getTime() <= clock.now()) return refuse('providerSignInOver')
    const provider = await scope.read((tx) => providers.find(tx))
    if (!provider) return refuse('providerOff')
    const claims = await asked(provider, async () => {
      const configuration = await providers.configurationOf(provider)
      return redeem(configuration, answer, begunBy(state, context), [...wanted, provider.groupsClaim])
    })
    return isRefusal(claims) ? claims : { provider, claims }
  }

  /** Signs in the person that the provider has identified, with the roles that the groups give now. */
  async function enter(
    { provider, claims }: { readonly provider: IdentityProvider; readonly claims: Claims },
    attempt: LoginAttempt,
    context: CallContext,
  ): Promise<SignedInBearer | Refusal> {
    const { tenantId, issuer } = provider
    const scope = store.forTenant(tenantId)
    const settings = await settingsInForce(store, tenantId, null)
    const rules = await users.rulesOf(tenantId)
    const taken = {
      userName: String(claims.preferred_username ?? ''),
      emailAddress: String(claims.email ?? ''),
    }
    const outcome = await unlessTaken(
      scope.write(async (tx): Promise<Entered> => {
        const found = await users.bring(tx, { provider, claims, rules, attempt })
        const named = { ...attempt, userName: found.user?.user_name ?? attempt.userName }
        if (found.refusal || !found.user) {
          const refusal = found.refusal ?? refuse('providerGivesNoRole', { provider: provider.name })
          await keepRefused(tx, named, refusal, found.user)
          return { refused: refusal, userId: found.user?.id }
        }
        await recordEntry(parts, tx, { attempt: named, user: found.user })
        const session = typeof claims.sid === 'string' ? claims.sid : undefined
        const bearer: TokenBearer = await openSessionOf(parts, tx, {
          ...{ attempt: named, user: found.user, settings, rememberClient: false },
          provider: { issuer, subject: claims.sub, session },
        })
        return { bearer, userId: found.user.id }
      }),
      taken,
    )
    if (isRefusal(outcome)) return outcome
    if (outcome.refused) {
      const { refused: refusal, userId } = outcome
      // Without a role, earlier sessions end too.
      if (refusal.refusal === 'providerGivesNoRole' && userId !== undefined)
        await sessions.endAllOf({ tenantId, userId }, (endSessions) => scope.write(endSessions))
      return refusal
    }
    const { userId } = outcome
    sessions.invalidate(tenantId, userId)
    const device = devices.recognise(context.cookie, tenantId, userId)
    return { ...outcome.bearer, deviceCookie: devices.issueCookie(tenantId, userId, device) }
  }

  function keepRefused(
    tx: Tx,
    attempt: LoginAttempt,
    { refusal }: Refusal,
    user?: { readonly id: number; readonly user_name: string },
  ): Promise<void> {
    return keepAttempt(clock, tx, attempt, LoginResult.failedForOtherReason, user, { refused: refusal })
  }

  function begunBy(state: string, { origin }: Pick<CallContext, 'origin'>): BegunSignIn {
    const redirectUri = redirectUriOf(parts.publicUrl(), origin)
    return { redirectUri, state, ...providers.unguessableOf(state) }
  }
}

/** The result of a sign-in, once the user is known. */
type Entered =
  | { readonly refused: Refusal; readonly userId: number | undefined }
  | { readonly refused?: undefined; readonly bearer: TokenBearer; readonly userId: number }

/** What a provider answered, or why it did not, in words. */
async function asked<T>(
  { name: provider }: Pick<IdentityProvider, 'name'>,
  ask: () => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await ask()
  } catch (error) {
    const fault = faultOf(error)
    if (fault.fault === 'refused') return refuse('providerRefused', { provider, error: fault.error })
    if (fault.fault === 'invalid') return refuse('providerAnswerInvalid', { provider, reason: fault.reason })
    return refuse('providerUnavailable', { provider })
  }
}
