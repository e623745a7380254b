import { ExecType, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { OrderReport, OrderThere, SaidTradeChange } from '@tradebook/orders'
import { beforeAll, beforeEach } from 'vitest'
import { HOST } from '../../store/host.ts'
import { type NumberedCommand, orderOf, type VenueLine } from '../../venue/commands.ts'
import { RESERVED_ORDERS } from '../../venue/embedded/embedded.fixture.ts'
import { EmbeddedVenue, openedVenue } from '../../venue/embedded/embedded.ts'
import { overLine } from '../../venue/line-venue.ts'
import type { OpenVenue } from '../../venue/venue.ts'
import type { ReadProposal } from '../decisions/reconciliation-lines.ts'
import { BUYER, of, order } from '../desk.fixture.ts'
import { type DeskAnswer, installation } from '../inputs.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

/** A desk whose venue is on a line. What is sent over it is kept; what the venue says is up to the test. */

class TestLine implements VenueLine {
  isReady = true
  isLoggingOn = false
  readonly sent: NumberedCommand[] = []
  readonly asked: NumberedCommand[] = []
  #listener = () => {}

  send(command: NumberedCommand): void {
    this.sent.push(command)
  }
  ask(command: NumberedCommand): void {
    this.asked.push(command)
  }
  /** The orders that the venue was asked about, and how often for all of them. */
  readonly queried: string[] = []
  askedForAll = 0
  askOrder(orderID: string): void {
    this.queried.push(orderID)
  }
  askOpenOrders(): void {
    this.askedForAll += 1
  }
  /** The orders that the venue was told to cancel, because only it has them. */
  readonly canceledThere: OrderThere[] = []
  cancelUnclaimed(order: OrderThere): void {
    this.canceledThere.push(order)
  }
  onReady(listener: () => void): void {
    this.#listener = listener
  }
  becomeReady(): void {
    this.isReady = true
    this.#listener()
  }
}

/** The line of the desk that was started last. */
export let line = new TestLine()

/** The name of the exchange on the line. */
export const EXCHANGE = 'Exchange on a line'

export const openVenue: OpenVenue = (listings, opened) => {
  const embedded = openedVenue(new EmbeddedVenue(listings, opened, RESERVED_ORDERS))
  return overLine({
    ...embedded,
    name: EXCHANGE,
    capabilities: { ...embedded.capabilities, replacesToFilled: true },
  })
}

/** Starts a desk on a line before each test of a file, or one for all of them. */
export function shareDeskOnLine(
  options: Parameters<typeof shareDesk>[0],
  forWhat: 'each test' | 'all tests' = 'each test',
): void {
  shareDesk(options)
  if (forWhat === 'each test') beforeEach(() => restart())
  else beforeAll(() => restart())
}

/** Ends the desk and starts another on its record; what the line held is gone. */
export async function restart(isReady = true): Promise<void> {
  await desk.end()
  line = new TestLine()
  line.isReady = isReady
  await startDesk({ line, openVenue })
}

let count = 0
/** The number of the next request or report. */
export const next = (): number => ++count

/** Enters a bid of the buyer. @returns its order. */
export async function bid(quantity = 100, px: number = price - 10): Promise<string> {
  const answer = await desk.submit(order(BUYER, `o${next()}`, Side.buy, px as PriceKobo, quantity))
  if (answer.kind !== 'order') throw new Error(`the order was refused: ${JSON.stringify(answer)}`)
  return answer.order.orderID
}

/** Cancels an order of the buyer, under the clOrdID `c` with the number. */
export const cancel = (orderID: string, clOrdID = `c${next()}`): Promise<DeskAnswer> =>
  desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID, orderID })

/** What the venue says of an order. */
export const says = (
  orderID: string | null,
  report: OrderReport | SaidTradeChange,
  execID = `x${next()}`,
): Promise<DeskAnswer> =>
  desk.submit({
    kind: 'venueReport',
    origin: installation(HOST),
    said: {
      ...{ orderID, execID, report },
      line: { sequence: next(), venueOrderID: 'V', venueTime: stage.now },
    },
  })

export const accepted: OrderReport = { execType: ExecType.new }
export const canceled = (clOrdID: string | null): OrderReport => ({
  ...{ execType: ExecType.canceled, clOrdID, text: null },
})
export const traded = (lastQty: number, lastPx: number = price - 10): OrderReport => ({
  ...{ execType: ExecType.trade, lastQty: lastQty as Quantity, lastPx: lastPx as PriceKobo },
  tradeNumber: 900_000 + next(),
})

/** The state of an order, what is left of it, and its text. */
export const stateOf = async (orderID: string) =>
  (await stage.rows(`SELECT ord_status, leaves_qty, text FROM orders WHERE order_id = ${orderID}`))[0]

/** The proposal that waits for a second person, as somebody reads it before confirming it. */
export async function proposalOf(
  table: 'venue_doubts' | 'unclaimed_orders',
  where: string,
): Promise<ReadProposal | null> {
  const [row] = await stage.rows(
    `SELECT proposer_id, proposed_at FROM ${table} WHERE ${where} AND proposer_id IS NOT NULL AND ended_at IS NULL`,
  )
  return row ? { byId: Number(row[0]), at: (row[1] as Date).getTime() } : null
}

/** The commands of an order: their kinds, whether they may have been sent, and whether they are answered. */
export const commandsOf = (orderID: string) =>
  stage.rows(
    `SELECT kind, released_at IS NOT NULL, answered_at IS NOT NULL FROM venue_commands WHERE order_id = ${orderID} ORDER BY id`,
  )
export const kinds = (commands: readonly NumberedCommand[], orderID: string) =>
  commands.filter(({ command }) => orderOf(command) === orderID).map(({ command }) => command.kind)
