import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Store, Tx } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Keys } from './keys.ts'

/** What a registration token stands for. */
export interface Registration {
  readonly tenantId: number
  readonly id: string
  /** Who registers; `null` for an address that is taken, of which nothing comes. */
  readonly person: RegisteringPerson | null
}

export interface RegisteringPerson {
  readonly userId: number
  readonly userName: string
  readonly isEmailVerified: boolean
}

/** What a registration without a user keeps from others, so that nobody can see that it has none. */
export interface Reserved {
  readonly userName: string
  readonly emailDigest: Buffer
}

/**
 * Registration tokens: JWTs of a key and an audience of their own, which the calls of a registration take as
 * `accessToken`. Anywhere else their bearer is anonymous. A token names its row alone, so that one of a registration
 * without a user looks like any other.
 */
export interface Registrations {
  /** Opens a registration of a user, or of nobody, in the transaction that it begins with. Answers its token. */
  open(
    tx: Tx,
    tenantId: number,
    of: { readonly userId: number; readonly securityStamp: string } | Reserved,
  ): Promise<{ readonly id: string; readonly token: string }>
  /**
   * `undefined` for a token that is not ours or is over: after a day, with the submission of the request, and with a
   * user who was disabled or has another password.
   */
  find(token: string): Promise<Registration | undefined>
  /**
   * The registration as it is once no other transaction changes its user, who is locked from then on: another
   * registration may have taken the user's place since the token was read.
   */
  lock(tx: Tx, registration: Registration): Promise<Registration | undefined>
}

const TOKEN_SECONDS = 86_400
const ISSUER = 'Tradebook'
const AUDIENCE = 'Tradebook registration'

const claims = z.object({ jti: z.uuid(), tenant: z.number().int().positive() })

export function openRegistrations(store: Store, keyFor: Keys, clock: Clock): Registrations {
  const key = keyFor('register')
  return {
    async open(tx, tenantId, of) {
      const id = clock.newId()
      const issued = Math.floor(clock.now() / 1000)
      const [creation_time, expires_at] = [new Date(clock.now()), new Date((issued + TOKEN_SECONDS) * 1000)]
      await tx.deleteFrom('registrations').where('expires_at', '<=', creation_time).execute()
      await tx
        .insertInto('registrations')
        .values({
          ...{ tenant_id: tenantId, id, creation_time, expires_at },
          ...('userId' in of
            ? { user_id: of.userId, security_stamp: of.securityStamp }
            : { user_name: of.userName, email_digest: of.emailDigest }),
        })
        .execute()
      const token = await new SignJWT({ tenant: tenantId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setJti(id)
        .setIssuedAt(issued)
        .setNotBefore(issued)
        .setExpirationTime(issued + TOKEN_SECONDS)
        .sign(key)
      return { id, token }
    },

    async find(token) {
      const named = await read(token)
      return named && store.forTenant(named.tenantId).read((tx) => findRow(tx, named))
    },

    async lock(tx, registration) {
      const { person } = registration
      if (person)
        await tx
          .selectFrom('users')
          .select('id')
          .where('id', '=', person.userId)
          .forNoKeyUpdate()
          .executeTakeFirst()
      return findRow(tx, registration)
    },
  }

  async function read(token: string): Promise<{ tenantId: number; id: string } | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['jti', 'exp', 'nbf'],
        currentDate: new Date(clock.now()),
      })
      const { data } = claims.safeParse(payload)
      return data && { tenantId: data.tenant, id: data.jti }
    } catch {
      return undefined
    }
  }

  async function findRow(
    tx: Tx,
    { tenantId, id }: { tenantId: number; id: string },
  ): Promise<Registration | undefined> {
    const row = await tx
      .selectFrom('registrations')
      .innerJoin('tenants', 'tenants.id', 'registrations.tenant_id')
      .leftJoin('users', (join) =>
        join
          .onRef('users.id', '=', 'registrations.user_id')
          .onRef('users.security_stamp', '=', 'registrations.security_stamp')
          .on('users.is_active', '=', true)
          .on('users.is_registering', '=', true)
          .on('users.deletion_time', 'is', null),
      )
      .select([
        'registrations.user_id as registered',
        'users.id',
        'users.user_name',
        'users.is_email_confirmed',
      ])
      .where('registrations.id', '=', id)
      .where('registrations.expires_at', '>', new Date(clock.now()))
      .where('tenants.is_active', '=', true)
      .where('tenants.deletion_time', 'is', null)
      .executeTakeFirst()
    if (!row || (row.registered !== null && row.id === null)) return undefined
    const { id: userId, user_name: userName, is_email_confirmed: isEmailVerified } = row
    const person =
      userId === null || userName === null
        ? null
        : { userId, userName, isEmailVerified: isEmailVerified === true }
    return { tenantId, id, person }
  }
}
