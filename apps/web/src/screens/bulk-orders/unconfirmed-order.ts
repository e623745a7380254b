import type { CallInput } from '@tradebook/contract'

export type BulkOrderInput = CallInput<'Order/SendBulkOrder'>

/** A bulk order that was sent, while it is unknown what became of it. */
export interface UnconfirmedOrder {
  readonly input: BulkOrderInput
  /** The market day on which it was sent: its `clOrdID` is recognised on that day. */
  readonly marketDate: string | undefined
}

/** In the tab, until it is closed or its user signs out: closing the drawer or reloading the page loses none. */
const PLACE = 'unconfirmed bulk orders'

export const unconfirmedOrders = (): readonly UnconfirmedOrder[] =>
  JSON.parse(sessionStorage.getItem(PLACE) ?? '[]') as UnconfirmedOrder[]

/** Kept before it is sent, so that not even a page that ends meanwhile loses its id. */
export const keepUnconfirmed = (order: UnconfirmedOrder): void => keep([...others(order.input), order])

/** What became of it is known. */
export const forgetUnconfirmed = (input: Pick<BulkOrderInput, 'clOrdID'>): void => keep(others(input))

const others = ({ clOrdID }: Pick<BulkOrderInput, 'clOrdID'>): readonly UnconfirmedOrder[] =>
  unconfirmedOrders().filter(({ input }) => input.clOrdID !== clOrdID)

const keep = (orders: readonly UnconfirmedOrder[]): void =>
  sessionStorage.setItem(PLACE, JSON.stringify(orders))

/** The same content goes under the id of its unconfirmed order, and is entered once; any other gets an id of its own. */
export function withID(
  content: Omit<BulkOrderInput, 'clOrdID'>,
  marketDate: string | undefined,
): BulkOrderInput {
  const kept = unconfirmedOrders().find(
    (order) => order.marketDate === marketDate && isSame(order.input, content),
  )
  return kept?.input ?? { ...content, clOrdID: crypto.randomUUID() }
}

const isSame = ({ clOrdID: _, ...sent }: BulkOrderInput, content: Omit<BulkOrderInput, 'clOrdID'>): boolean =>
  inOrder(sent) === inOrder(content)

/** The order of the fields means nothing, that of the lines does. */
const inOrder = (content: object): string =>
  JSON.stringify(Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1)))
