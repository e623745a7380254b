import type { Store, Tx } from '../store/store.ts'
import type { Depository, DepositoryAccount } from './depository.ts'

/**
 * No depository is connected: who approves a request enters the numbers that the depository gave the applicant on
 * paper. A request without them waits.
 */
export const openNumbersByHand = (store: Store): Depository => ({
  isByHand: true,
  async open({ tenantId, requestId }) {
    const kept = await store
      .forTenant(tenantId)
      .read((tx) =>
        tx
          .selectFrom('depository_accounts')
          .select(['cscs_account as cscsAccount', 'chn'])
          .where('request_id', '=', requestId)
          .executeTakeFirst(),
      )
    return kept ? { kind: 'assigned', ...kept } : { kind: 'silent' }
  },
})

/** Keeps the numbers of a request, in the transaction that approves it. */
export async function keepNumbers(
  tx: Tx,
  tenantId: number,
  requestId: number,
  { cscsAccount, chn }: DepositoryAccount,
): Promise<void> {
  const numbers = { cscs_account: cscsAccount, chn }
  await tx
    .insertInto('depository_accounts')
    .values({ tenant_id: tenantId, request_id: requestId, ...numbers })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'request_id']).doUpdateSet(numbers))
    .execute()
}
