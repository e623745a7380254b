import { type AgreedCharges, type FeeRate, type Quantity, Side } from '@tradebook/contract'
import type { AgreedAccount, OpenOrder } from '../src/balances.ts'
import type { Fill } from '../src/entries.ts'

/**
 * The same figures as the ledger's by other means: it keeps nothing but the list of events, and
 * computes every figure again from the whole list, with the tariff written out as a broker reads it.
 * It is slow and plain on purpose; tests compare the ledger with it.
 */

/** Σ of a note's charges in kobo: percentages of the tariff, each line rounded by itself. */
export function tariff(side: Side, consideration: bigint, agreed?: AgreedCharges): bigint {
  if (consideration === 0n) return 0n
  const percent = (base: bigint, numerator: bigint, denominator: bigint) =>
    (2n * base * numerator + denominator) / (2n * denominator)
  const taxed = [percent(consideration, BigInt(agreed?.commissionPpm ?? 13_500), 1_000_000n)]
  const untaxed = [400n]
  if (side === Side.buy) taxed.push(percent(consideration, 3n, 1000n))
  else taxed.push(percent(consideration, 3n, 1000n), percent(consideration, 3n, 1000n))
  if (!agreed?.stampDutyExempt) untaxed.push(percent(consideration, 8n, 10_000n))
  const vat = taxed.map((line) => percent(line, 75n, 1000n))
  return [...taxed, ...untaxed, ...vat].reduce((sum, line) => sum + line, 0n)
}

/** The same by any fee table: the newest row of each item, with the customer's newest agreement put in its place. */
export function tariffBy(
  table: readonly FeeRate[],
  { side, tradeDate }: { readonly side: Side; readonly tradeDate: string },
  { consideration, quantity, trades }: { consideration: bigint; quantity: bigint; trades: number },
  agreements: readonly AgreedCharges[],
): bigint {
  if (consideration === 0n) return 0n
  const inForce = <Row extends { readonly dateFrom: string }>(rows: readonly Row[]) =>
    rows
      .filter(({ dateFrom }) => dateFrom <= tradeDate)
      .sort((a, b) => a.dateFrom.localeCompare(b.dateFrom))
      .at(-1)
  const millionths = (base: bigint, ppm: number) => (base * BigInt(ppm) + 500_000n) / 1_000_000n
  const agreed = inForce(agreements)
  let sum = 0n
  for (const item of new Set(table.map((row) => row.item))) {
    const row = inForce(table.filter((other) => other.item === item && other.side === side))
    if (!row) continue
    let charge = millionths(consideration, row.ratePpm)
    charge += (row.perShare ?? 0n) * quantity + (row.perTrade ?? 0n) * BigInt(trades)
    if (row.maximum !== undefined && charge > row.maximum) charge = row.maximum
    if (charge < row.minimum) charge = row.minimum
    const isOnSale = row.ratePpm > 0 || row.minimum > 0n || Boolean(row.perShare ?? row.perTrade)
    if (item === 'commission' && agreed?.commissionPpm != null && isOnSale)
      charge = millionths(consideration, agreed.commissionPpm)
    if (item === 'stampDuty' && agreed?.stampDutyExempt) charge = 0n
    sum += charge + millionths(charge, row.vatPpm)
  }
  return sum
}

export type Event =
  | { readonly kind: 'cash'; readonly account: string; readonly amount: bigint }
  | { readonly kind: 'shares'; readonly account: string; readonly securityID: string; readonly count: bigint }
  | { readonly kind: 'order'; readonly order: OpenOrder }
  | { readonly kind: 'release'; readonly orderID: string }
  | { readonly kind: 'fill'; readonly fill: Fill }
  /** A market day begins: what is due settles, and every open order may trade in it from now on. */
  | { readonly kind: 'day'; readonly date: string }

/** The figures of an account, from everything that ever happened to it. */
export function figures(
  events: readonly Event[],
  { account, agreed }: Pick<AgreedAccount, 'account' | 'agreed'>,
  unsettledProceedsUsable: boolean,
) {
  const days = ['', '', ...events.flatMap((each) => (each.kind === 'day' ? [each.date] : []))].sort()
  const settledBy = days.at(-1) ?? ''
  const settledBefore = days.at(-2) ?? ''
  const orders = openOrders(events).filter((order) => order.account === account)
  const fills = events.flatMap((each) =>
    each.kind === 'fill' && each.fill.account === account ? [each.fill] : [],
  )
  const noteOf = ({ side, securityID, tradeDate }: Pick<Fill, 'side' | 'securityID' | 'tradeDate'>) =>
    [side, securityID, tradeDate].join()

  let balance = 0n
  for (const each of events) if (each.kind === 'cash' && each.account === account) balance += each.amount
  let held = 0n
  let unsettledBuys = 0n
  let unsettledSells = 0n
  let received = 0n
  for (const note of new Set([...fills, ...orders].map(noteOf))) {
    const traded = fills.filter((fill) => noteOf(fill) === note)
    const open = orders.filter((order) => noteOf(order) === note)
    const { side } = (traded[0] ?? open[0])!
    const consideration = traded.reduce((sum, fill) => sum + BigInt(fill.quantity) * BigInt(fill.price), 0n)
    const cashAt = (amount: bigint) =>
      (side === Side.buy ? -amount : amount) - tariff(side, amount, agreed[0])
    const cash = cashAt(consideration)
    balance += cash
    const settles = traded[0]?.settlementDate ?? ''
    if (settles > settledBy) {
      if (cash < 0n) unsettledBuys -= cash
      else unsettledSells += cash
    } else if (settles > settledBefore && cash > 0n) received += cash
    if (open.length === 0) continue
    if (side === Side.buy) {
      const worst = open.reduce((sum, order) => sum + BigInt(order.leaves) * BigInt(order.worstPx), 0n)
      held += cash - cashAt(consideration + worst)
    } else {
      // Try every amount a first trade could bring, far past where the charges can matter.
      const lowest = Math.min(...open.map(({ worstPx }) => worstPx))
      const floor = unsettledProceedsUsable || cash < 0n ? cash : 0n
      let shortfall = 0n
      for (let brings = lowest; brings <= lowest + 600; brings++) {
        const short = floor - cashAt(consideration + BigInt(brings))
        if (short > shortfall) shortfall = short
      }
      held += shortfall
    }
  }
  return {
    balance,
    held,
    unsettledBuys,
    unsettledSells,
    available: balance - held - (unsettledProceedsUsable ? 0n : unsettledSells),
    /** What the sales brought that settled as the last day began. */
    received,
    settledBy,
  }
}

/** An account's shares of a security, from everything that ever happened to them. */
export function holding(events: readonly Event[], account: string, securityID: string) {
  let settled = 0n
  let unsettledIn = 0n
  let unsettledOut = 0n
  const settledBy = events.reduce(
    (latest, each) => (each.kind === 'day' && each.date > latest ? each.date : latest),
    '',
  )
  for (const each of events) {
    if (each.kind === 'shares' && each.account === account && each.securityID === securityID)
      settled += each.count
    if (each.kind !== 'fill' || each.fill.account !== account || each.fill.securityID !== securityID) continue
    const count = BigInt(each.fill.quantity)
    const bought = each.fill.side === Side.buy
    if (each.fill.settlementDate <= settledBy) settled += bought ? count : -count
    else if (bought) unsettledIn += count
    else unsettledOut += count
  }
  const held = openOrders(events)
    .filter(
      (order) => order.account === account && order.securityID === securityID && order.side === Side.sell,
    )
    .reduce((sum, { leaves }) => sum + BigInt(leaves), 0n)
  return { settled, unsettledIn, unsettledOut, held, available: settled - unsettledOut - held }
}

export function openOrders(events: readonly Event[]): OpenOrder[] {
  const open = new Map<string, OpenOrder>()
  for (const each of events) {
    if (each.kind === 'order') open.set(each.order.orderID, each.order)
    if (each.kind === 'release') open.delete(each.orderID)
    if (each.kind === 'day') {
      for (const order of open.values()) open.set(order.orderID, { ...order, tradeDate: each.date })
    }
    if (each.kind !== 'fill') continue
    const order = open.get(each.fill.orderID)!
    const leaves = (order.leaves - each.fill.quantity) as Quantity
    if (leaves === 0) open.delete(order.orderID)
    else open.set(order.orderID, { ...order, leaves, tradeDate: each.fill.tradeDate })
  }
  return [...open.values()]
}
