import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { Tx } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Keys } from './keys.ts'
import { openSealing } from './sealing.ts'

/** Whose second factor it is. */
export interface TwoFactorUser {
  readonly tenantId: number
  readonly userId: number
  /** By which the person recognises it in the app. */
  readonly label: string
}

/** What a person needs to set the second factor up; shown once. */
export interface TwoFactorSetup {
  /** In base32, for apps that read no picture. */
  readonly secret: string
  readonly otpauthUri: string
  readonly qrCodeSvg: string
  readonly recoveryCodes: string[]
}

/** The second factor of sign-in: time-based one-time codes (RFC 6238) and recovery codes. */
export interface TwoFactor {
  /** Begins a setup, instead of one that was not finished; `undefined` where the second factor is on. */
  begin(tx: Tx, user: TwoFactorUser): Promise<TwoFactorSetup | undefined>
  /** Turns the second factor of an unfinished setup on, by a first code. Answers whether the code was right. */
  enable(tx: Tx, userId: number, code: string): Promise<boolean>
  isOn(tx: Tx, userId: number): Promise<boolean>
  /**
   * Whether a code of the app or a recovery code is right. It serves no second time; after too many wrong codes none of
   * the app serves.
   */
  accept(tx: Tx, userId: number, code: string): Promise<boolean>
  disable(tx: Tx, userId: number): Promise<void>
  /** How many recovery codes still serve. */
  recoveryCodesLeft(tx: Tx, userId: number): Promise<number>
  /** Other recovery codes instead of all those before. */
  renewRecoveryCodes(tx: Tx, user: Pick<TwoFactorUser, 'tenantId' | 'userId'>): Promise<string[]>
}

const ISSUER = 'Tradebook'
const SECRET_BYTES = 20
/** What every app knows: six digits, for half a minute each. */
const CODE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** A code is taken one step early or late, for a clock that is off and a person who types. */
const STEPS_OFF = 1
/** After so many wrong codes since the last sign-in (NIST SP 800-63B allows a hundred) the app's codes are no longer accepted. */
export const MOST_WRONG_CODES = 50

const RECOVERY_CODES = 10
/** Digits alone, because the field shows the keyboard of digits: 66 random bits in four groups. */
const RECOVERY_GROUPS = 4
const GROUP = 100_000

/** Whether a user has an authenticator app. */
async function hasAuthenticator(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

async function disable(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('two_factors').where('user_id', '=', userId).execute()
}

export function openTwoFactor(keyFor: Keys, clock: Clock): TwoFactor {
  const sealing = openSealing(keyFor('twoFactor'))
  const recoveryKey = keyFor('recovery')

  const digestOf = (userId: number, digits: string): Buffer =>
    createHmac('sha256', recoveryKey).update(`${userId} ${digits}`).digest()

  /** The step whose code it is, of the steps that are taken now; `undefined`: of none. */
  const stepOf = (sealed: Uint8Array, code: string): number | undefined => {
    const secret = sealing.unseal(sealed)
    if (secret === null) return undefined
    const timestamp = clock.now()
    const totp = new TOTP({ ...CODE, secret: Secret.fromBase32(secret) })
    const off = totp.validate({ token: code, timestamp, window: STEPS_OFF })
    return off === null ? undefined : totp.counter({ timestamp }) + off
  }

  const acceptStep = async (tx: Tx, userId: number, code: string, isOn: boolean): Promise<boolean> => {
    const row = await tx
      .selectFrom('two_factors')
      .select('sealed_secret')
      .where('user_id', '=', userId)
      .where('enabled_at', isOn ? 'is not' : 'is', null)
      .executeTakeFirst()
    const step = row && stepOf(row.sealed_secret, code)
    if (step === undefined) return false
    // Of two requests with one code the second waits for the first and finds the step taken.
    const { numUpdatedRows } = await tx
      .updateTable('two_factors')
      .set({ last_step: BigInt(step), ...(isOn ? {} : { enabled_at: new Date(clock.now()) }) })
      .where('user_id', '=', userId)
      .where('last_step', '<', BigInt(step))
      .where('wrong_codes', '<', MOST_WRONG_CODES)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  const acceptRecovery = async (tx: Tx, userId: number, digits: string): Promise<boolean> => {
    const { numUpdatedRows } = await tx
      .updateTable('recovery_codes')
      .set({ used_at: new Date(clock.now()) })
      .where('user_id', '=', userId)
      .where('digest', '=', digestOf(userId, digits))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  const addRecoveryCodes = async (tx: Tx, tenantId: number, userId: number): Promise<string[]> => {
    const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
    await tx
      .insertInto('recovery_codes')
      .values(
        codes.map((code) => ({
          ...{ tenant_id: tenantId, user_id: userId, digest: digestOf(userId, digitsOf(code)) },
        })),
      )
      .execute()
    return codes
  }

  return {
    async begin(tx, { tenantId, userId, label }) {
      const secret = new Secret({ size: SECRET_BYTES })
      // Requests of one user take their turn: none replaces what another has just turned on.
      await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
      if (await hasAuthenticator(tx, userId)) return undefined
      await disable(tx, userId)
      await tx
        .insertInto('two_factors')
        .values({
          ...{ tenant_id: tenantId, user_id: userId, sealed_secret: sealing.seal(secret.base32) },
          creation_time: new Date(clock.now()),
        })
        .execute()
      const recoveryCodes = await addRecoveryCodes(tx, tenantId, userId)
      const otpauthUri = new TOTP({ ...CODE, issuer: ISSUER, label, secret }).toString()
      return { secret: secret.base32, otpauthUri, qrCodeSvg: renderSVG(otpauthUri), recoveryCodes }
    },

    enable: (tx, userId, code) => acceptStep(tx, userId, digitsOf(code), false),

    isOn: hasAuthenticator,

    async accept(tx, userId, code) {
      const digits = digitsOf(code)
      return digits.length === CODE.digits
        ? acceptStep(tx, userId, digits, true)
        : acceptRecovery(tx, userId, digits)
    },

    disable,

    async recoveryCodesLeft(tx, userId) {
      const { left } = await tx
        .selectFrom('recovery_codes')
        .innerJoin('two_factors', 'two_factors.user_id', 'recovery_codes.user_id')
        .select(({ fn }) => fn.countAll<bigint>().as('left'))
        .where('recovery_codes.user_id', '=', userId)
        .where('used_at', 'is', null)
        .where('enabled_at', 'is not', null)
        .executeTakeFirstOrThrow()
      return Number(left)
    },

    async renewRecoveryCodes(tx, { tenantId, userId }) {
      await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      return addRecoveryCodes(tx, tenantId, userId)
    },
  }
}

const recoveryCode = (): string =>
  Array.from({ length: RECOVERY_GROUPS }, () =>
    String(randomInt(GROUP)).padStart(String(GROUP).length - 1, '0'),
  ).join('-')

/** However a person groups the digits. */
const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, '')
