import { applicantName, type BankCode } from '@tradebook/contract'
import type { AccountTerms } from '../../desk/decisions/accounts.ts'
import { addTrader } from '../../platform/customer-sign-in.ts'
import { particularsOf, postalAddress } from '../../platform/particulars.ts'
import type { Tx } from '../../store/store.ts'
import { fieldsOf, type RequestRow, typeOf } from './request-rows.ts'

/** What an account request becomes: a customer of the firm, with an account that trades by these terms. */

/**
 * Adds the customer of a request, and makes its user, if it has one, trade for the account. Called under the lock of the
 * firm's account numbers. Answers the customer's id.
 */
export async function addCustomer(
  tx: Tx,
  row: RequestRow,
  { account, chn, now }: { readonly account: string; readonly chn: string; readonly now: number },
): Promise<number> {
  const { last } = await tx
    .selectFrom('customers')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const id = Number(last ?? 0) + 1
  const fields = fieldsOf(row)
  const emailAddress = typeof fields.emailAddress === 'string' ? fields.emailAddress : null
  await tx
    .insertInto('customers')
    .values({
      ...{ tenant_id: row.tenant_id, id, name: applicantName(typeOf(row), fields), chn },
      ...{ email_address: emailAddress, phone_number: String(fields.phoneNumber) },
      ...{ address: postalAddress(fields), account_type: row.account_type, opened_at: new Date(now) },
      particulars: JSON.stringify(particularsOf(fields)),
    })
    .execute()
  if (row.user_id !== null) await addTrader(tx, { tenantId: row.tenant_id, userId: row.user_id }, [account])
  return id
}

/** The terms of the account of a completed request. */
export function termsOf(row: RequestRow): AccountTerms {
  const { account, cscs_account: cscsAccount, customer_id: customerId } = row
  if (account === null || cscsAccount === null || customerId === null)
    throw new Error('a completed request has an account')
  return termsWith(row, { account, cscsAccount, customerId })
}

/** Stands for the number of an account that has none yet. */
export const NOT_GIVEN = '-'

/** What the desk trades by: proceeds stay with the broker until the firm agrees otherwise, and the bank account is on file. */
export function termsWith(
  row: RequestRow,
  assigned: Pick<AccountTerms, 'account' | 'cscsAccount' | 'customerId'>,
): AccountTerms {
  const fields = fieldsOf(row)
  const bankAccount = {
    bankCode: fields.bankSortCode as BankCode,
    number: String(fields.bankAccountNumber),
  }
  return {
    ...assigned,
    customerName: applicantName(typeOf(row), fields),
    cash: { route: 'broker', bankAccount },
    ...(typeof fields.bankAccountName === 'string' && { bankAccountName: fields.bankAccountName }),
  }
}
