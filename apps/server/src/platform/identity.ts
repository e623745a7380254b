import type { Logger } from 'pino'
import { InProcessBus } from '../bus/in-process.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import { openDevices } from './devices.ts'
import { type Keys, openKeys } from './keys.ts'
import { type MailOutbox, openMailOutbox } from './mail-outbox.ts'
import { openRegistrations, type Registrations } from './registrations.ts'
import { openSessions, type Sessions, type SessionsOptions } from './sessions.ts'
import { openTenants, type Tenants } from './tenants.ts'
import { openTokens, type Tokens } from './tokens.ts'
import { openTwoFactor, type TwoFactor } from './two-factor.ts'
import { openVerificationCodes, type VerificationCodes } from './verification-codes.ts'

/** The parts that identify a caller; the edge, the hub and the identity features share them. */
export interface Identity {
  readonly keyFor: Keys
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly tenants: Tenants
  readonly outbox: MailOutbox
  readonly twoFactor: TwoFactor
  readonly registrations: Registrations
  readonly verificationCodes: VerificationCodes
  readonly authenticate: Sessions['authenticate']
  /** Whether there is a tenant of this id. */
  isTenant(tenantId: number): Promise<boolean>
  /** Whose browser made a request, by its cookies: a user who signed in with it before. */
  browserOf(cookies: Readonly<Record<string, string | undefined>>): string | undefined
  readonly onSessionEnded: Sessions['onEnded']
}

/** Opens them with the installation's keys. */
export const openIdentity = async (
  store: Store,
  clock: Clock,
  log: Logger,
  options?: SessionsOptions,
): Promise<Identity> => openIdentityWith(await openKeys(store), store, clock, log, options)

export function openIdentityWith(
  keyFor: Keys,
  store: Store,
  clock: Clock,
  log: Logger,
  { bus = new InProcessBus(), ...comparison }: SessionsOptions = {},
): Identity {
  const tokens = openTokens(keyFor, clock)
  const sessions = openSessions(store, tokens, clock, log, { ...comparison, bus })
  const tenants = openTenants(store, clock.now, bus)
  return {
    keyFor,
    tokens,
    sessions,
    tenants,
    outbox: openMailOutbox(store, keyFor, clock, bus),
    twoFactor: openTwoFactor(keyFor, clock),
    registrations: openRegistrations(store, keyFor, clock),
    verificationCodes: openVerificationCodes(keyFor, clock),
    authenticate: sessions.authenticate,
    onSessionEnded: sessions.onEnded,
    isTenant: async (id) => (await tenants.find(id)) !== undefined,
    browserOf: openDevices(keyFor('device'), clock).ownerOf,
  }
}
