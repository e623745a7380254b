import { randomUUID } from 'node:crypto'
import { type RefusalName, type RefusalValues, refuse } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from './store.ts'

/** Who a new user is. */
export interface NewPerson {
  readonly userName: string
  readonly name: string
  readonly surname: string
  readonly emailAddress: string
  readonly phoneNumber?: string | null | undefined
  /** Whether the user may sign in; true unless set. */
  readonly isActive?: boolean
  /** Whether the e-mail address is known to be the user's; true unless set. */
  readonly isEmailConfirmed?: boolean
  /** Whether somebody else chose the password; false unless set. */
  readonly mustChangePassword?: boolean
}

/**
 * Inserts a user without roles. Answers the user's id.
 *
 * @throws a violation of uniqueness where the name or the address is another user's: see `unlessTaken`.
 */
export async function insertUser(
  tx: Tx,
  tenantId: number,
  user: NewPerson,
  passwordHash: string,
): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({
      tenant_id: tenantId,
      user_name: user.userName,
      name: user.name,
      surname: user.surname,
      email_address: user.emailAddress,
      phone_number: user.phoneNumber || null,
      is_active: user.isActive ?? true,
      is_email_confirmed: user.isEmailConfirmed ?? true,
      must_change_password: user.mustChangePassword ?? false,
      password_hash: passwordHash,
      security_stamp: randomUUID(),
      creation_time: sql`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives a user roles of the firm besides those that the user has. */
export async function giveRoles(
  tx: Tx,
  tenantId: number,
  userId: number,
  roleIds: readonly number[],
): Promise<void> {
  if (roleIds.length === 0) return
  await tx
    .insertInto('user_roles')
    .values(roleIds.map((role_id) => ({ tenant_id: tenantId, user_id: userId, role_id })))
    .execute()
}

/** The refusal of each name that no two rows of a firm, or no two firms, share, by the index that keeps it so. */
const takenBy: Readonly<Record<string, RefusalName>> = {
  users_by_name: 'userNameTaken',
  users_by_email: 'emailAddressTaken',
  roles_by_name: 'roleNameTaken',
  tenants_by_name: 'tenancyNameTaken',
}

/**
 * What a transaction answers, or a refusal where it was rolled back because a name that it writes is another's.
 * The index decides it, so that of two at once one is refused.
 *
 * @param values what the refusals' words mention
 */
export async function unlessTaken<T>(written: Promise<T>, values: RefusalValues): Promise<T> {
  try {
    return await written
  } catch (error) {
    const { code, constraint = '' } = error as { code?: string; constraint?: string }
    const refusal = code === UNIQUE_VIOLATION ? takenBy[constraint] : undefined
    if (refusal === undefined) throw error
    return refuse(refusal, values) as T
  }
}

const UNIQUE_VIOLATION = '23505'
