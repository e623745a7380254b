import { HUB_PATH, INT32_LIMIT } from '@tradebook/contract'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { HOST } from '../store/host.ts'
import type { Clock } from './clock.ts'
import type { Keys } from './keys.ts'
import { openSealing } from './sealing.ts'

/** The hub reads its token from a cookie that no script can read, on its own paths alone. */
export const hubCookiePaths = ['/signalr', HUB_PATH] as const

/** The claims of a token about its bearer. Whether they still hold is decided by the session. */
export interface TokenClaims {
  readonly sessionId: string
  readonly tenantId: number
  readonly userId: number
}

export interface TokenBearer extends TokenClaims {
  readonly userName: string
  readonly roles: readonly string[]
  readonly securityStamp: string
  /** For so long the token and its session are good. */
  readonly seconds: number
}

export interface Tokens {
  /** A JWT with ABP's claims. */
  sign(bearer: TokenBearer): Promise<string>
  /**
   * `null` for a token that is not ours, was changed, is over, or is spelled otherwise than it was
   * made: the last character of base64url has bits that nobody reads.
   */
  verify(token: string): Promise<TokenClaims | null>
  /** The token as the hub's cookie carries it: opaque, and of no use as a bearer token. */
  encrypt(token: string): string
  /** `null` for a text that `encrypt` did not make. */
  decrypt(encrypted: string): string | null
}

const ISSUER = 'Tradebook'

const Claim = {
  nameIdentifier: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier',
  name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  role: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role',
  securityStamp: 'AspNet.Identity.SecurityStamp',
  tenantId: 'http://www.aspnetboilerplate.com/identity/claims/tenantId',
} as const

/** A row's id as a claim has it: the text of an integer that its column holds. */
const id = z
  .string()
  .regex(/^(0|[1-9]\d{0,9})$/)
  .transform(Number)
  .refine((value) => value < INT32_LIMIT)

const claimsOfToken = z.object({ jti: z.uuid(), sub: id, [Claim.tenantId]: id.default(0) }).transform(
  (claims): TokenClaims => ({
    sessionId: claims.jti,
    tenantId: claims[Claim.tenantId],
    userId: claims.sub,
  }),
)

/** Tokens under the installation's keys. */
export function openTokens(keyFor: Keys, clock: Clock): Tokens {
  const signing = keyFor('sign')
  const sealing = openSealing(keyFor('seal'))
  return {
    sign({ sessionId, tenantId, userId, userName, roles, securityStamp, seconds }) {
      const issued = Math.floor(clock.now() / 1000)
      return new SignJWT({
        [Claim.nameIdentifier]: String(userId),
        [Claim.name]: userName,
        [Claim.role]: roles,
        [Claim.securityStamp]: securityStamp,
        // The host has no tenant claim.
        ...(tenantId === HOST ? {} : { [Claim.tenantId]: String(tenantId) }),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setSubject(String(userId))
        .setJti(sessionId)
        .setIssuedAt(issued)
        .setNotBefore(issued)
        .setExpirationTime(issued + seconds)
        .sign(signing)
    },

    async verify(token) {
      if (!token.split('.').every(isCanonical)) return null
      try {
        const { payload } = await jwtVerify(token, signing, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: ISSUER,
          requiredClaims: ['jti', 'sub', 'exp', 'nbf'],
          currentDate: new Date(clock.now()),
        })
        // A token with a valid signature may still have claims that no token of ours has.
        return claimsOfToken.safeParse(payload).data ?? null
      } catch {
        return null
      }
    },

    encrypt: (token) => sealing.seal(token).toString('base64url'),

    decrypt: (encrypted) =>
      isCanonical(encrypted) ? sealing.unseal(Buffer.from(encrypted, 'base64url')) : null,
  }
}

/** Whether a text is the base64url of some bytes as they are written, and no other spelling of it. */
const isCanonical = (text: string): boolean => Buffer.from(text, 'base64url').toString('base64url') === text
