import { randomUUID } from 'node:crypto'
import { allFields, type RegistrationField } from '@tradebook/contract/schemas/registration'
import { sql } from 'kysely'
import type { Tx } from '../store/store.ts'
import { insertUser, type NewPerson } from '../store/users.ts'
import { recordInfluences } from './influences.ts'
import { hashPassword } from './passwords.ts'

/** How a customer that staff entered signs in: as a user with the e-mail address. Without an address there is no sign-in. */

const LONGEST_NAME = 64

/** Who a customer is as a user, by the answers of the form; `undefined` while name or address are missing. */
export function personFrom(answers: Readonly<Record<string, unknown>>): NewPerson | undefined {
  const textOf = (name: RegistrationField) => (typeof answers[name] === 'string' ? answers[name].trim() : '')
  const emailAddress = textOf('emailAddress').toLowerCase()
  const name = textOf('firstName') || textOf('companyName')
  const surname = textOf('surname') || textOf('companyName')
  if (!name || !surname || !allFields.emailAddress.safeParse(emailAddress).success) return undefined
  return {
    ...{ userName: emailAddress, emailAddress, isEmailConfirmed: false },
    ...{ name: name.slice(0, LONGEST_NAME), surname: surname.slice(0, LONGEST_NAME) },
  }
}

/**
 * Makes the user of a customer, with a password that nobody knows: the person chooses one by a link. Answers the user's
 * id.
 *
 * @param byId who of the staff made it, and may know the address.
 * @throws as `insertUser` does
 */
export async function addSignIn(
  tx: Tx,
  person: NewPerson,
  { tenantId, byId, at }: { readonly tenantId: number; readonly byId: number; readonly at: number },
): Promise<number> {
  const userId = await insertUser(tx, tenantId, person, await hashPassword(randomUUID()))
  await recordInfluences(tx, [{ tenantId, userId, byId, kind: 'created', at }])
  return userId
}

/** Makes a user a customer, who trades for these accounts. */
export async function addTrader(
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: number },
  accounts: readonly string[],
): Promise<void> {
  await tx
    .insertInto('user_roles')
    .columns(['tenant_id', 'user_id', 'role_id'])
    .expression((eb) =>
      eb
        .selectFrom('roles')
        .select(['tenant_id', eb.val(userId).as('user_id'), 'id'])
        .where(sql`upper(name)`, '=', 'CUSTOMER')
        .where('deletion_time', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (accounts.length === 0) return
  await tx
    .insertInto('user_trading_accounts')
    .values(accounts.map((account) => ({ tenant_id: tenantId, user_id: userId, account })))
    .execute()
}
