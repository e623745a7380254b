import { type AdoptionBar, lagosDate, OrdType, Side, TimeInForce } from '@tradebook/contract'
import { type Fields, instantOf } from '@tradebook/fix'
import type { OrderThere } from '@tradebook/orders'
import { koboOf, whole } from './decimals.ts'
import type { KnownOrders } from './known-orders.ts'
import type { GatewayProfile } from './profile.ts'

type Terms = GatewayProfile['terms']

/** How long an order can last that an account here adopts; immediate ones are never open. */
const lasting: ReadonlySet<string> = new Set([
  TimeInForce.day,
  TimeInForce.goodTillCancel,
  TimeInForce.goodTillDate,
])
const timeInForceOf = (row: Fields): string => row.get(59) ?? TimeInForce.day

/** OrdType (40), which the answer may leave out: an order with a price is a limit order. */
const ordTypeOf = (row: Fields): string =>
  row.get(40) ?? (row.get(44) === undefined ? OrdType.market : OrdType.limit)
const priceOf = (row: Fields): number | null | undefined =>
  ordTypeOf(row) === OrdType.market ? null : koboOf(row.get(44) ?? '')
const quantityOf = (row: Fields): number => (whole(row.get(14)) ?? Number.NaN) + (whole(row.get(151)) ?? 0)
const expiryOf = (row: Fields): string | undefined =>
  row.get(432)?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

/** ExecInst (18), MaxFloor (111), MinQty (110), StopPx (99), ExpireTime (126) and DisplayQty (1138). */
const instructions = [18, 111, 110, 99, 126, 1138]

/** What an order can have at the exchange and not here, so that it can only be cancelled; the first is the reason. */
const bars: readonly (readonly [AdoptionBar, (row: Fields, terms: Terms) => boolean])[] = [
  ['side', (row) => !(Object.values(Side) as string[]).includes(row.get(54) ?? '')],
  ['ordType', (row, { ordTypes }) => !(ordTypes as string[]).includes(ordTypeOf(row))],
  [
    'timeInForce',
    (row, { timeInForce }) =>
      !lasting.has(timeInForceOf(row)) || !(timeInForce as string[]).includes(timeInForceOf(row)),
  ],
  [
    'expireDate',
    (row) =>
      timeInForceOf(row) === TimeInForce.goodTillDate && !/^\d{4}-\d{2}-\d{2}$/.test(expiryOf(row) ?? ''),
  ],
  [
    'price',
    (row, { priceStepKobo }) => {
      const price = priceOf(row)
      return price !== null && (price === undefined || price < 1 || price % priceStepKobo !== 0)
    },
  ],
  [
    'quantity',
    (row, { mostQty }) => {
      // Not `>`: a quantity that cannot be read is too much.
      const isOpen = (whole(row.get(151)) ?? 0) > 0
      return !isOpen || !(quantityOf(row) <= mostQty)
    },
  ],
  ['instructions', (row) => instructions.some((tag) => row.get(tag) !== undefined)],
]

/** An order in the answer to a mass status request. Whatever it says, nothing of it is unreadable. */
export function orderThere(row: Fields, known: KnownOrders, terms: Terms): OrderThere {
  const order = known.about(row)
  const clOrdID = row.get(11)
  const isTaken = !order && known.named(clOrdID) !== undefined
  const [bar] = bars.find(([, isBarred]) => isBarred(row, terms)) ?? []
  const sentAt = instantOf(row.get(52) ?? '')
  return {
    orderID: order?.orderID ?? null,
    venueOrderID: row.get(37) ?? null,
    securityID: row.get(55) ?? '',
    side: row.get(54) ?? '',
    price: (priceOf(row) ?? null) as OrderThere['price'],
    cumQty: whole(row.get(14)) ?? 0,
    leavesQty: whole(row.get(151)) ?? 0,
    clOrdID,
    timeInForce: timeInForceOf(row) as TimeInForce,
    expireDate: expiryOf(row),
    day: sentAt === undefined ? undefined : lagosDate(sentAt),
    bar: isTaken ? 'clOrdIDTaken' : bar,
  }
}

/** The ClOrdID (11) of an order distinguishes it only where no other has the same one. */
export function withoutNamesakes(orders: readonly OrderThere[]): OrderThere[] {
  const counts = new Map<string | undefined, number>()
  for (const { clOrdID } of orders) counts.set(clOrdID, (counts.get(clOrdID) ?? 0) + 1)
  return orders.map((order) =>
    order.clOrdID !== undefined && order.orderID === null && (counts.get(order.clOrdID) ?? 0) > 1
      ? { ...order, bar: 'clOrdIDTaken' }
      : order,
  )
}
