import { type CallOutput, kobo, type Refusal, refuse, toNaira } from '@tradebook/contract'
import { findAccount, shownBalances } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'

/** What an account owns, has on hold and can spend, as committed. */
export async function balanceOf(
  store: Store,
  caller: Caller,
  cscsAccount: string,
): Promise<CallOutput<'Order/GetDashAccountBalance'> | Refusal> {
  const isShown = await shownBalances(store, caller)
  return store.forTenant(caller.tenantId).read(async (tx) => {
    const account = await findAccount(tx, caller, cscsAccount)
    if (!account) return refuse('unknownAccount', { account: cscsAccount })
    if (!isShown(account)) return refuse('balanceNotShown', { account })
    const row = await tx
      .selectFrom('cash_balances')
      .selectAll()
      .where('account', '=', account)
      .executeTakeFirst()
    const naira = (amount: bigint | undefined) => toNaira(kobo(amount ?? 0n))
    return {
      ledgerBalance: naira(row?.balance),
      availableBalance: naira(row?.available),
      heldAmount: naira(row?.held),
      unsettledBuys: naira(row?.unsettled_buys),
      unsettledSells: naira(row?.unsettled_sells),
      buyingPower: naira(row?.available),
      currency: 'NGN',
    }
  })
}
