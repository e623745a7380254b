import type { Phase } from '@tradebook/contract'
import type { Person } from '../person.ts'
import { openAsSuperuser } from './audit.ts'

/** An open order of a book that is published, as in its row: stops wait at the desk until they are triggered, and what has no price is shown to nobody. */
export interface OpenOrder {
  readonly orderID: string
  readonly securityID: string
  readonly side: string
  readonly price: number
  readonly leaves: number
  readonly timeInForce: string
}

/** The market as its record has it while no server runs. */
export interface MarketRecord {
  readonly phase: Phase
  readonly marketDate: string
  readonly isHalted: boolean
  /** The securities that market control has halted. */
  readonly halted: readonly string[]
  /** In the order of their places in the books. */
  readonly openOrders: readonly OpenOrder[]
}

/** Reads the market from the tables of a data folder's database. */
export async function readMarketRecord(dataFolder: string): Promise<MarketRecord> {
  const client = await openAsSuperuser(dataFolder)
  try {
    const market = await client.query(
      `SELECT phase, market_date::text AS "marketDate", halted_since IS NOT NULL AS "isHalted" FROM market_state`,
    )
    const halted = await client.query('SELECT security_id FROM security_state WHERE halted ORDER BY 1')
    const orders = await client.query<OpenOrder>(
      `SELECT order_id::text AS "orderID", security_id AS "securityID", side, price, leaves_qty AS leaves,
         time_in_force AS "timeInForce" FROM orders WHERE ord_status IN ('0', '1') AND ord_type NOT IN ('3', '4') AND price IS NOT NULL ORDER BY priority`,
    )
    return {
      ...market.rows[0],
      halted: halted.rows.map(({ security_id }) => security_id),
      openOrders: orders.rows,
    }
  } finally {
    await client.end()
  }
}

/** A line of a book: a side, a price in kobo, and a quantity. */
export type BookLine = readonly [side: string, price: number, quantity: number]

/** The books that open orders make: each side the best price first, of one price the earliest place first. */
export const booksOf = (orders: readonly OpenOrder[], securityID: string): BookLine[] =>
  ['1', '2'].flatMap((side) =>
    orders
      .filter((order) => order.securityID === securityID && order.side === side)
      .sort((a, b) => (side === '1' ? b.price - a.price : a.price - b.price))
      .map(({ price, leaves }): BookLine => [side, price, leaves]),
  )

/** The book of a security as the server publishes it. */
export async function publishedBook(person: Person, security: string): Promise<BookLine[]> {
  const { items } = await person.get('MarketData/getMarketOrders', { security })
  const lines = items.map(
    ({ mdEntryType, mdEntryPx, mdEntrySize }): BookLine => [
      mdEntryType === '0' ? '1' : '2',
      Math.round(mdEntryPx * 100),
      mdEntrySize,
    ],
  )
  return [...lines.filter(([side]) => side === '1'), ...lines.filter(([side]) => side === '2')]
}
