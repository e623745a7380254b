import { type BankCode, type CashRoute, type CashTerms, refuse } from '@tradebook/contract'
import type { Desk } from '../../desk/desk.ts'
import { originOf } from '../../desk/inputs.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findAccount } from '../../platform/account-access.ts'
import type { Store, Tx } from '../../store/store.ts'

export interface AccountTermsDependencies {
  readonly store: Pick<Store, 'forTenant'>
  readonly desk: Pick<Desk, 'submit'>
}

/** What was agreed for an account. The desk settles by it, so the desk writes its row and the audit row. */
export const accountTermsHandlers = ({
  store,
  desk,
}: AccountTermsDependencies): Handlers<`BackOffice/${'Get' | 'Update'}AccountTerms`> => ({
  'BackOffice/GetAccountTerms': ({ cscsAcct }, { caller }) =>
    store.forTenant(caller.tenantId).read(async (tx) => {
      const account = await findAccount(tx, caller, cscsAcct)
      if (!account) return refuse('unknownAccount', { account: cscsAcct })
      const row = await termsOf(tx, account)
      return {
        cashRoute: row.cash_route as CashRoute,
        bankCode: row.bank_code as BankCode | null,
        bankAccount: row.bank_account,
      }
    }),

  'BackOffice/UpdateAccountTerms': async ({ cscsAcct, cashRoute, bankCode, bankAccount }, context) => {
    const { caller } = context
    const known = await store.forTenant(caller.tenantId).read(async (tx) => {
      const account = await findAccount(tx, caller, cscsAcct)
      return account === undefined ? undefined : termsOf(tx, account)
    })
    if (!known) return refuse('unknownAccount', { account: cscsAcct })
    const { account } = known
    const cash: CashTerms = {
      route: cashRoute,
      bankAccount: bankCode && bankAccount ? { bankCode, number: bankAccount } : null,
    }
    // A bank without a number, or a number without a bank, is no account.
    if (!cash.bankAccount && (bankCode || bankAccount)) return refuse('noBankAccount', { account })
    const answer = await desk.submit({
      kind: 'changeTerms',
      origin: originOf(context),
      account: {
        account,
        cscsAccount: known.cscs_account,
        customerId: known.customer_id,
        customerName: known.name,
        cash,
      },
    })
    if (answer.kind === 'refused') return answer.refusal
    if (answer.kind !== 'done') throw new Error(`the desk answered ${answer.kind}`)
    return {}
  },
})

const termsOf = (tx: Tx, account: string) =>
  tx
    .selectFrom('trading_accounts')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.tenant_id', '=', 'trading_accounts.tenant_id')
        .onRef('customers.id', '=', 'trading_accounts.customer_id'),
    )
    .select(['account', 'cscs_account', 'customer_id', 'name', 'cash_route', 'bank_code', 'bank_account'])
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
