import { type AccountType, type BankCode, type CashRoute, type CashTerms, refuse } from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf } from '../../desk/inputs.ts'
import { answerAgain, postingAnswer, recordedRequest } from '../../desk/record/recorded-requests.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findAccount } from '../../platform/account-access.ts'
import { postingRulesOf } from '../../platform/influences.ts'
import { customerOfAccount } from '../../store/account-joins.ts'
import type { Store, Tx } from '../../store/store.ts'

export interface AccountTermsDependencies {
  readonly store: Store
  readonly desk: Pick<DeskPort, 'submit'>
  /** As of `CashPostingDependencies`. */
  readonly marketDate: () => string
}

/**
 * What was agreed for an account. The desk settles by it, so that the desk decides a change, as it does postings: one
 * person asks for it and another one approves it.
 */
export const accountTermsHandlers = ({
  store,
  desk,
  marketDate,
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

  'BackOffice/UpdateAccountTerms': async (asked, context) => {
    const { postingID, cscsAcct, cashRoute, bankCode, bankAccount, accountName } = asked
    const { caller } = context
    const { account, accountType, earlier } = await store.forTenant(caller.tenantId).read(async (tx) => {
      const account = await findAccount(tx, caller, cscsAcct)
      return {
        account,
        accountType: account && (await accountTypeOf(tx, account)),
        earlier: await recordedRequest(tx, caller.userId, postingID),
      }
    })
    if (!account) return refuse('unknownAccount', { account: cscsAcct })
    // A bank without a number, or a number without a bank, is not an account.
    if (!bankCode !== !bankAccount) return refuse('noBankAccount', { account })
    const cash: CashTerms = {
      route: cashRoute,
      bankAccount: bankCode && bankAccount ? { bankCode, number: bankAccount } : null,
    }
    const named = { ...(accountName && { accountName }), ...(accountType && { accountType }) }
    const transfer = { type: 'cashTerms', account, cash, ...named } as const
    if (earlier) return answerAgain(earlier, transfer)
    const request = { kind: 'requestTransfer', origin: originOf(context), postingID, transfer } as const
    const rules = await postingRulesOf(store, caller, marketDate())
    return postingAnswer(await desk.submit({ ...request, ...rules, approvalAbove: null }), true)
  },
})

/** Of the customer whose account it is; `undefined` of one that was opened before the type was kept. */
async function accountTypeOf(tx: Tx, account: string): Promise<AccountType | undefined> {
  const row = await tx
    .selectFrom('trading_accounts')
    .innerJoin('customers', customerOfAccount)
    .select('account_type')
    .where('account', '=', account)
    .executeTakeFirst()
  return (row?.account_type ?? undefined) as AccountType | undefined
}

const termsOf = (tx: Tx, account: string) =>
  tx
    .selectFrom('trading_accounts')
    .select(['cash_route', 'bank_code', 'bank_account'])
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
