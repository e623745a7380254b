import { kobo, type Quantity } from '@tradebook/contract'
import type { Traded } from '@tradebook/ledger'
import { atAverage, proRata } from '@tradebook/orders'
import type { RecordedAllotment, RecordedBulkOrder, RecordedPart } from './trade-correction-request.ts'

/** How one execution of a part is corrected. Where nothing was traded by it, it is another rest of the allocation. */
export interface AllotmentChange extends RecordedAllotment {
  readonly becomes: Traded | null
}

/** How a part of a bulk order is corrected. */
export interface PartChange {
  readonly part: RecordedPart
  readonly changes: readonly AllotmentChange[]
}

/** Whether what a bulk order has got of a trade is allocated. */
export const isAllocated = ({ first, lastAllocation }: Pick<RecordedBulkOrder, 'first' | 'lastAllocation'>) =>
  first < lastAllocation

/**
 * Allocates again what a bulk order has allocated, after one of the trades in it was cancelled or corrected: in
 * proportion to what each account has got, at the average of what is left. So nobody gets more than before.
 *
 * @param becomes the trade as it is from now on; `null` where it is cancelled.
 */
export function reallocated(
  parts: readonly RecordedPart[],
  traded: Traded,
  becomes: Traded | null,
): PartChange[] {
  const before = parts.map(({ allotted }) => quantityOf(allotted.map((each) => each.traded)))
  const quantity = before.reduce((sum, each) => sum + each, 0) - traded.quantity + (becomes?.quantity ?? 0)
  const value =
    parts.reduce((sum, { allotted }) => sum + worthOf(allotted.map((each) => each.traded)), 0n) -
    worthOf([traded]) +
    worthOf(becomes ? [becomes] : [])
  const after = atAverage(proRata(quantity, before), kobo(value))
  return parts.map((part, index) => ({ part, changes: changesOf(part.allotted, after[index] ?? []) }))
}

/** Its first execution and the rest of that become what the account gets; what it got by other allocations is cancelled. */
function changesOf(allotted: readonly RecordedAllotment[], after: readonly Traded[]): AllotmentChange[] {
  const [main, ...others] = allotted
  if (!main) return []
  const [first = null, second = null] = after
  const rest = others.find(({ isRest, tradeNumber }) => isRest && tradeNumber === main.tradeNumber)
  const changes = [
    { ...main, becomes: first },
    ...others.map((other) => ({ ...other, becomes: other === rest ? second : null })),
  ]
  const isNew = second !== null && rest === undefined
  const another = { ...main, isRest: true, traded: { price: main.traded.price, quantity: 0 as Quantity } }
  return [...changes, ...(isNew ? [{ ...another, becomes: second }] : [])].filter(
    ({ traded, becomes }) => traded.price !== becomes?.price || traded.quantity !== becomes.quantity,
  )
}

const quantityOf = (trades: readonly Traded[]): number =>
  trades.reduce((sum, { quantity }) => sum + quantity, 0)

const worthOf = (trades: readonly Traded[]): bigint =>
  trades.reduce((sum, { quantity, price }) => sum + BigInt(quantity) * BigInt(price), 0n)
