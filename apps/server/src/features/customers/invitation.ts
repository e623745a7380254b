import { type CallRequest, type Refusal, refuse } from '@tradebook/contract'
import { sql } from 'kysely'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { addSignIn, addTrader, personFrom } from '../../platform/customer-sign-in.ts'
import { recordInfluences } from '../../platform/influences.ts'
import { type InvitationParts, invite } from '../../platform/invitations.ts'
import type { Tx } from '../../store/store.ts'
import { unlessTaken } from '../../store/users.ts'
import { accountsOf, currentOf, customerLocked, refusalOfOwnCustomer } from './changes.ts'
import { signsIn } from './record.ts'

type Asked = CallRequest<'Customer/InviteCustomer'>

/**
 * Gives a customer whom staff opened without a sign-in a user by the e-mail address on file, who trades for all of the
 * customer's accounts, and mails the link to choose a password.
 */
export async function inviteCustomer(
  parts: InvitationParts,
  { id }: Asked,
  { caller, culture, write }: CallContext<Caller>,
) {
  const at = parts.clock.now()
  const { tenantId, userId: byId } = caller
  const taken = { emailAddress: '', userName: '' }
  return unlessTaken(
    write<Refusal | { userName: string }>(async (tx, changed) => {
      const customer = await customerLocked(tx, id)
      if (!customer) return refuse('unknownCustomer', { customerId: id })
      const own = await refusalOfOwnCustomer(tx, caller, id)
      if (own) return own
      if (await signsIn(tx, id)) return refuse('customerSignsIn')
      // Of a customer who never made a request only the whole name is known.
      const person = personFrom({ companyName: customer.name, ...currentOf(customer) })
      if (!person) return refuse('customerHasNoAddress')
      const { name, userName, emailAddress } = person
      Object.assign(taken, { userName, emailAddress })
      const userId = await addSignIn(tx, person, { tenantId, byId, at })
      await addTrader(tx, { tenantId, userId }, await accountsOf(tx, id))
      const chosenBy = await whoEntered(tx, id, customer.email_address)
      if (chosenBy !== undefined && chosenBy !== byId)
        await recordInfluences(tx, [{ tenantId, userId, byId: chosenBy, kind: 'address', at }])
      const { name: firm, tenancy_name: tenancyName } = await tx
        .selectFrom('tenants')
        .select(['name', 'tenancy_name'])
        .executeTakeFirstOrThrow()
      const to = { tenantId, userId, emailAddress, language: culture }
      await invite(tx, parts, to, { name, userName, firm, tenancyName })
      changed({ entity: 'User', id: String(userId), before: null, after: { userName, emailAddress } })
      return { userName }
    }),
    taken,
  )
}

/** Who of the staff entered the address as a correction: that person may read what goes there. */
const whoEntered = async (
  tx: Tx,
  customerId: number,
  emailAddress: string | null,
): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('customer_changes')
      .select('maker_id')
      .where('customer_id', '=', customerId)
      .where('state', '=', 'made')
      .where(sql<string>`after ->> 'emailAddress'`, '=', emailAddress)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.maker_id
