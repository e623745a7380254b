import { ExecType } from '@tradebook/contract'
import { type MovingEntry, movementsBy } from '@tradebook/ledger'
import type { EntryLine, ExecutionLine } from '../../apps/server/src/desk/decisions/batch-changes.ts'
import type { RecordedTrade } from '../../apps/server/src/desk/decisions/trade-correction-request.ts'
import type { RecordedLedger } from './recorded-ledger.ts'
import type { RecordedOrders } from './recorded-orders.ts'

/** What a record has of one order's side of a trade, for who cancels or corrects it; `undefined` of no such trade. */
export function recordedSide(
  orders: RecordedOrders,
  ledger: RecordedLedger,
  tradeNumber: number,
  orderID: string,
): RecordedTrade | undefined {
  const { order } = orders.lines.get(orderID) ?? {}
  const executions = orders.executionsOf(tradeNumber).filter((line) => line.order.orderID === orderID)
  const [first, last] = [executions[0], executions.at(-1)]
  if (!order || !first || !last) return undefined
  const { tenantId, account, securityID, side } = order
  const entries = ledger.moving(tenantId, account, securityID)
  const marketDate = entries.find(({ sequence }) => sequence === first.sequence)?.entry.date
  const note = [...ledger.notes.values()].find(
    ({ note: each, ...of }) =>
      of.tenantId === tenantId &&
      each.replacedBy === null &&
      [each.account, each.securityID, each.side, each.tradeDate].join() ===
        [account, securityID, side, marketDate].join(),
  )?.note
  const position = ledger.positions.get([tenantId, account, securityID].join())
  if (!marketDate || !note || !position) throw new Error(`trade ${tradeNumber} of ${orderID} has no note`)
  const { settled, unsettledIn, unsettledOut, cost } = position
  return {
    ...{ tradeNumber, securityID, marketDate, bulkOrders: [] },
    sides: [
      {
        ...{ order, note, cost, execution: last.sequence, first: first.sequence, traded: tradedBy(last) },
        owned: settled + unsettledIn - unsettledOut,
        movements: movementsBy(entries.map(moving)),
      },
    ],
  }
}

const tradedBy = ({ execType, lastPx: price, lastQty: quantity }: ExecutionLine) =>
  execType === ExecType.tradeCanceled || price === null || quantity === null ? null : { price, quantity }

const moving = ({ sequence, entry }: EntryLine): MovingEntry => {
  const { kind, side, price, reverses, quantity, postings } = entry
  const cash = postings.find(({ ledgerAccount, asset }) => ledgerAccount === 'customer' && asset === 'NGN')
  return {
    ...{ sequence, kind, side, price, reverses },
    quantity: quantity ?? (0n as MovingEntry['quantity']),
    cash: (cash?.amount ?? 0n) as MovingEntry['cash'],
  }
}
