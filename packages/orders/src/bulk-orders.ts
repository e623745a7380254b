import {
  type AllocationRule,
  ExecType,
  type Kobo,
  kobo,
  OrdStatus,
  type PriceKobo,
  type Quantity,
  Side,
  type StoredText,
} from '@tradebook/contract'
import { canceledFor } from './expiry.ts'
import type { NewOrder, Order } from './order.ts'
import type { AwaitedAllocation, OrderEnd } from './reports.ts'

export { isBulkOrder, isPart } from '@tradebook/contract'

/** One account's part of a bulk order that is asked for, with the client's instruction that it draws on. */
type NewPart = Pick<NewOrder, 'account' | 'orderQty' | 'instructionID' | 'mandate'>

/** A bulk order that is asked for. */
export interface NewBulkOrder extends Omit<NewOrder, keyof NewPart> {
  readonly allocation: AllocationRule
  readonly parts: readonly NewPart[]
}

/** The order for all accounts together. @param account under which the firm's own orders are kept. */
export function wholeOf({ parts, ...order }: NewBulkOrder, account: string): NewOrder {
  const orderQty = parts.reduce((sum, part) => sum + part.orderQty, 0) as Quantity
  return { ...order, account, orderQty }
}

/** The orders of its accounts. They do not take over how the whole is shown and filled in the market. */
export function partsOf({
  parts,
  allocation: _,
  displayQty: __,
  minQty: ___,
  execInst: ____,
  ...order
}: NewBulkOrder): NewOrder[] {
  return parts.map((part) => ({ ...order, ...part }))
}

/**
 * What the parts of a bulk order hold for once it is over and awaits its allocation: each can get no more than has
 * traded, and at no worse price than the next whole kobo to the average.
 *
 * @param traded what the bulk order has traded and not allocated.
 * @returns what each of the parts awaits, in their order.
 */
export function awaitedAllocations(
  parts: readonly Pick<Order, 'leavesQty' | 'side'>[],
  { quantity, value }: { readonly quantity: number; readonly value: Kobo },
): AwaitedAllocation[] {
  const lower = value / BigInt(quantity)
  const isWhole = value % BigInt(quantity) === 0n
  const quantities = proRata(
    quantity,
    parts.map(({ leavesQty }) => leavesQty),
  )
  const shares = atAverage(quantities, value)
  return parts.map(({ leavesQty, side }, index) => ({
    leaves: Math.min(leavesQty, quantity) as Quantity,
    worstPx: Number(side === Side.sell || isWhole ? lower : lower + 1n) as PriceKobo,
    share: kobo(
      (shares[index] ?? []).reduce(
        (sum, allotment) => sum + BigInt(allotment.quantity) * BigInt(allotment.price),
        0n,
      ),
    ),
  }))
}

/** What a bulk order has traded that its parts do not have yet. */
export function unallocated(
  { cumQty, filledValue }: Filled,
  parts: Iterable<Filled>,
): { readonly quantity: number; readonly value: Kobo } {
  let quantity: number = cumQty
  let value: bigint = filledValue
  for (const part of parts) {
    quantity -= part.cumQty
    value -= part.filledValue
  }
  return { quantity, value: kobo(value) }
}

type Filled = Pick<Order, 'cumQty' | 'filledValue'>

/** Some shares at one price. */
export interface Allotment {
  readonly quantity: Quantity
  readonly price: PriceKobo
}

/**
 * Divides a quantity in proportion to weights: each gets its share rounded down, and those with the largest remainders
 * one unit more, of equal ones the first. So no share is a whole unit away from the exact one, and none is above its
 * weight while the quantity is not above their sum.
 */
export function proRata(quantity: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (sum === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(quantity) * BigInt(weight))
  const shares = exact.map((each) => Number(each / sum))
  const left = quantity - shares.reduce((total, share) => total + share, 0)
  const byRemainder = exact
    .map((each, index) => ({ index, remainder: each % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/**
 * Gives each quantity the average price of all of them. The average is seldom a whole number of kobo: so many shares
 * trade at the kobo above it that together they are worth exactly `value`, divided pro rata. What a quantity is worth is
 * therefore less than a kobo away from the exact average.
 *
 * @param value kobo that all quantities together are worth.
 * @returns for each quantity what trades at the lower price, and what at the higher one, as far as there is any.
 */
export function atAverage(quantities: readonly number[], value: Kobo): Allotment[][] {
  const sum = quantities.reduce((total, quantity) => total + quantity, 0)
  if (sum === 0) return quantities.map(() => [])
  const lower = value / BigInt(sum)
  const dearer = proRata(Number(value % BigInt(sum)), quantities)
  return quantities.map((quantity, index) => {
    const above = dearer[index] ?? 0
    return [
      { quantity: (quantity - above) as Quantity, price: Number(lower) as PriceKobo },
      { quantity: above as Quantity, price: Number(lower + 1n) as PriceKobo },
    ].filter((allotment) => allotment.quantity > 0)
  })
}

/** What ends a bulk order and is the same for all of its accounts: every part says it. */
const ofAllAccounts: readonly (string | null)[] = [
  'Trading.Order.CanceledFirmStopped',
  'Trading.Order.CanceledDelisted',
  'Trading.Order.CanceledExDay',
  'Trading.Order.CanceledAll',
  'Trading.Order.CanceledNeverArrived',
  'Trading.Order.CanceledInDoubt',
] satisfies StoredText[]

/**
 * The end of a part whose bulk order is over. What is about one account alone, such as its freeze, the parts of the
 * others do not say: they ended with the bulk order.
 */
export function endWith({ ordStatus, text }: Pick<Order, 'ordStatus' | 'text'>): OrderEnd {
  if (ordStatus === OrdStatus.rejected) return canceledFor('Trading.Order.CanceledBulkOrderRejected')
  if (ordStatus === OrdStatus.expired)
    return { execType: ExecType.expired, text: 'Trading.Order.ExpiredWithBulkOrder' }
  return canceledFor(
    ofAllAccounts.includes(text) ? (text as StoredText) : 'Trading.Order.CanceledWithBulkOrder',
  )
}
