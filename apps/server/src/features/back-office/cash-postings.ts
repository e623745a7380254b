import {
  type CallOutput,
  type CashRequest,
  cashRequestList,
  kobo,
  nairaToKobo,
  type Refusal,
  refuse,
  type TransferState,
  toNaira,
  withoutBalance,
} from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import type { Desk } from '../../desk/desk.ts'
import { type DeskAnswer, originOf } from '../../desk/inputs.ts'
import { listFile } from '../../files/list-file.ts'
import type { Caller, Handlers } from '../../http/handlers.ts'
import { findAccount, shownBalances } from '../../platform/account-access.ts'
import { auditOnly } from '../../platform/audited-write.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { allRows, type ListSource, readPage, rowOrder } from '../../store/list-rows.ts'
import type { TransferRequests } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'

export interface CashPostingDependencies {
  readonly store: Store
  readonly desk: Pick<Desk, 'submit'>
}

type CashPostingCalls =
  `BackOffice/${'PostCashEntry' | 'GetCashApprovals' | 'DownloadCashApprovals' | 'ApproveCashEntry' | 'RejectCashEntry'}`

type Posted = CallOutput<'BackOffice/PostCashEntry'>

/** Cash posted by hand: asked for by one person and, above the firm's threshold, decided by another. The desk decides. */
export const cashPostingHandlers = ({ store, desk }: CashPostingDependencies): Handlers<CashPostingCalls> => {
  const decide = async (
    { caller, ...request }: Parameters<typeof originOf>[0] & { readonly caller: Caller },
    {
      id,
      approves,
      reason,
    }: { readonly id: number; readonly approves: boolean; readonly reason: string | null },
  ): Promise<Posted | Refusal> => {
    const kept = await store.forTenant(caller.tenantId).read((tx) => cashRequest(tx, id))
    if (!kept) return refuse('unknownTransfer', { id })
    const wanted: TransferState = approves ? 'approved' : 'rejected'
    // Whoever sends a decision again whose answer was lost is answered what came of it.
    if (kept.state === wanted && kept.decider_id === caller.userId) return { id, status: statuses[wanted] }
    const origin = originOf({ caller, ...request })
    const answer = await desk.submit({ kind: 'decideTransfer', origin, id, approves, reason })
    return answerOf(answer, (await shownBalances(store, caller))(kept.account))
  }
  return {
    'BackOffice/PostCashEntry': async ({ cscsAcct, amount: naira, postingID, ...asked }, context) => {
      const { caller } = context
      const amount = nairaToKobo(naira)
      if (amount === undefined) return refuse('amountInvalid')
      const found = await store.forTenant(caller.tenantId).read(async (tx) => ({
        account: await findAccount(tx, caller, cscsAcct),
        // The desk knows the requests of the day and those that wait; older ones are on record.
        earlier: await requestOf(tx, caller.userId, postingID),
      }))
      const { account, earlier } = found
      if (!account) return refuse('unknownAccount', { account: cscsAcct })
      if (earlier) {
        const isSame =
          earlier.account === account &&
          earlier.amount === amount &&
          (['type', 'reference', 'narration'] as const).every((field) => earlier[field] === asked[field])
        return isSame
          ? { id: Number(earlier.id), status: statuses[earlier.state as TransferState] }
          : refuse('postingIDUsed', { postingID })
      }
      const { cashApprovalThreshold } = await settingsInForce(store, caller.tenantId, null)
      const isShown = (await shownBalances(store, caller))(account)
      return answerOf(
        await desk.submit({
          kind: 'requestTransfer',
          origin: originOf(context),
          postingID,
          transfer: { ...asked, account, amount },
          approvalAbove: nairaToKobo(cashApprovalThreshold) ?? kobo(0),
        }),
        isShown,
      )
    },
    'BackOffice/ApproveCashEntry': ({ id }, context) => decide(context, { id, approves: true, reason: null }),
    'BackOffice/RejectCashEntry': ({ id, reason }, context) =>
      decide(context, { id, approves: false, reason }),
    'BackOffice/GetCashApprovals': (input, { caller }) =>
      readPage(store.forTenant(caller.tenantId), requestSource(caller, input), input),
    'BackOffice/DownloadCashApprovals': async (input, { caller, translate, write }) => {
      await write(auditOnly)
      const rows = allRows(store.forTenant(caller.tenantId), requestSource(caller, input))
      return listFile(cashRequestList, rows, { ...input, translate })
    },
  }
}

/** What a request came to, as its maker is answered. */
const statuses: Readonly<Record<TransferState, Posted['status']>> = {
  posted: 'posted',
  approved: 'posted',
  pending: 'awaitingApproval',
  rejected: 'rejected',
}

/** @param isShown whether the caller is shown what the account has in cash. */
function answerOf(answer: DeskAnswer, isShown: boolean): Posted | Refusal {
  if (answer.kind === 'refused') return isShown ? answer.refusal : withoutBalance(answer.refusal)
  if (answer.kind !== 'transfer') throw new Error(`the desk answered ${answer.kind}`)
  return { id: answer.id, status: statuses[answer.state] }
}

const requestOf = (tx: Tx, makerId: number, postingID: string) =>
  tx
    .selectFrom('transfer_requests')
    .selectAll()
    .where('maker_id', '=', makerId)
    .where('posting_id', '=', postingID)
    .executeTakeFirst()

const cashRequest = (tx: Tx, id: number) =>
  tx
    .selectFrom('transfer_requests')
    .selectAll()
    .where('id', '=', BigInt(id))
    .where('type', 'in', ['deposit', 'withdrawal'])
    .executeTakeFirst()

const id = sql.ref('transfer_requests.id')

const storedRequests: StoredList<(typeof cashRequestList)['columns']> = {
  list: cashRequestList,
  key: id,
  columns: {
    // Requests are numbered in the order in which they were made.
    madeAt: { value: sql.ref('transfer_requests.made_at'), order: id },
    customerName: stored('customers.name'),
    account: stored('transfer_requests.account'),
    type: stored('transfer_requests.type'),
    amount: stored('transfer_requests.amount'),
    reference: stored('transfer_requests.reference'),
    state: stored('transfer_requests.state'),
    makerName: stored('transfer_requests.maker_name'),
    id: { value: id, order: id },
  },
}

type RequestRow = Selectable<TransferRequests> & { cscs_account: string; name: string }

const requestSource = (
  caller: Caller,
  input: Parameters<typeof filtered>[2],
): ListSource<RequestRow, CashRequest> => ({
  parts: (tx) => [
    {
      rows: filtered(
        tx
          .selectFrom('transfer_requests')
          .innerJoin('trading_accounts', (join) =>
            join
              .onRef('trading_accounts.tenant_id', '=', 'transfer_requests.tenant_id')
              .onRef('trading_accounts.account', '=', 'transfer_requests.account'),
          )
          .innerJoin('customers', (join) =>
            join
              .onRef('customers.tenant_id', '=', 'trading_accounts.tenant_id')
              .onRef('customers.id', '=', 'trading_accounts.customer_id'),
          )
          .where('transfer_requests.type', 'in', ['deposit', 'withdrawal'])
          .selectAll('transfer_requests')
          .select(['trading_accounts.cscs_account', 'customers.name']),
        storedRequests,
        input,
      ),
    },
  ],
  order: rowOrder(storedRequests, input.sorting),
  item: (row) => ({
    id: Number(row.id),
    madeAt: row.made_at.toISOString(),
    account: row.account,
    cscsAccount: row.cscs_account,
    customerName: row.name,
    type: row.type as CashRequest['type'],
    amount: toNaira(kobo(row.amount ?? 0n)),
    reference: row.reference,
    narration: row.narration,
    state: row.state as TransferState,
    makerName: row.maker_name,
    deciderName: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    isOwn: row.maker_id === caller.userId,
  }),
})
