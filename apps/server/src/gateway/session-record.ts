import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Numbers } from '@tradebook/fix'
import type { Connection } from '../store/connection.ts'
import type { KeptOrder } from './kept-order.ts'
import type { Commits, SessionChange } from './line.ts'

/** The pause between two attempts to write while the database is unavailable. */
const RETRY_MS = 250
/** Days for which an order is kept after its last change: once it has ended there, and however it stands. */
const [ENDED_DAYS, MOST_DAYS] = [10, 400]
const PREFIX_LENGTH = 4

/** What the record has of a session when the gateway starts. */
export interface RecordedSession {
  readonly numbers: Numbers | undefined
  readonly orders: readonly KeptOrder[]
  /** The prefix of the ClOrdIDs (11) of this database, which no other database uses. */
  readonly prefix: string
}

/**
 * The record of a session in PostgreSQL. Numbers and orders are written before what they belong to is sent. A message
 * that arrived counts as received once the desk has committed what it said: until then its number is asked for again
 * after a restart.
 */
export class SessionRecord implements Commits {
  readonly #connect: () => Promise<Connection>
  readonly #name: string
  readonly #log: (text: string) => void
  readonly #now: () => number
  #prefix = ''
  #connection: Connection | undefined
  #numbers: Numbers | undefined
  #changed = new Map<string, KeptOrder>()
  #acts: (() => void)[] = []
  #hasChanged = false
  #writing: Promise<void> | undefined
  #isClosed = false
  /** The first number that has arrived and that the desk has not accepted; `undefined` if it has accepted all. */
  untaken: () => number | undefined = () => undefined

  /** @param connect a new connection under the desk's role. */
  constructor(parts: {
    readonly connect: () => Promise<Connection>
    readonly name: string
    readonly log: (text: string) => void
    readonly now: () => number
  }) {
    this.#connect = parts.connect
    this.#name = parts.name
    this.#log = parts.log
    this.#now = parts.now
  }

  /** Reads what the record has; a session that is new gets its prefix. */
  async open(): Promise<RecordedSession> {
    const connection = await this.#connected()
    await connection.query(
      `DELETE FROM exchange_orders WHERE changed_at < now() - interval '${MOST_DAYS} days'
        OR (changed_at < now() - interval '${ENDED_DAYS} days' AND (kept ->> 'hasEnded')::boolean)`,
    )
    const sessions = await connection.query(
      'SELECT next_in, next_out, since, prefix FROM exchange_sessions WHERE name = $1',
      [this.#name],
    )
    const orders = await connection.query('SELECT kept FROM exchange_orders WHERE session = $1', [this.#name])
    const [row] = sessions.rows
    this.#prefix = row?.prefix ?? newPrefix()
    this.#numbers = row && {
      nextIn: Number(row.next_in),
      nextOut: Number(row.next_out),
      since: new Date(row.since).getTime(),
    }
    return {
      numbers: this.#numbers,
      orders: orders.rows.map(({ kept }) => kept),
      prefix: this.#prefix,
    }
  }

  record({ numbers }: SessionChange): void {
    if (numbers) this.#numbers = numbers
    this.#change()
  }

  /** Keeps an order as it is when it is written. */
  keep(order: KeptOrder): void {
    this.#changed.set(order.orderID, order)
    this.#change()
  }

  /** The desk has accepted more of what arrived. */
  taken(): void {
    this.#change()
  }

  after(act: () => void): void {
    this.#acts.push(act)
    this.#work()
  }

  /** Resolves once all is written that was recorded. */
  async close(): Promise<void> {
    await this.#writing
    this.#isClosed = true
    await this.#connection?.end().catch(() => {})
  }

  #change(): void {
    this.#hasChanged = true
    this.#work()
  }

  /** One write at a time: what is recorded meanwhile is written together. */
  #work(): void {
    if (this.#isClosed) return
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
      if (this.#hasChanged || this.#acts.length > 0) this.#work()
    })
  }

  async #write(): Promise<void> {
    // What one turn of the event loop records is written together.
    await new Promise(setImmediate)
    const acts = this.#acts
    this.#acts = []
    if (this.#hasChanged) {
      this.#hasChanged = false
      const orders = [...this.#changed.values()].map((kept) => ({ id: kept.orderID, kept }))
      this.#changed.clear()
      const text = JSON.stringify(orders)
      const values = [this.#name, ...this.#numbersToWrite(), this.#prefix, text, new Date(this.#now())]
      while (!this.#isClosed && !(await this.#wrote(values))) await pause(RETRY_MS)
      if (this.#isClosed) return
    }
    for (const act of acts) act()
  }

  #numbersToWrite(): readonly (number | Date)[] {
    const { nextIn = 1, nextOut = 1, since = this.#now() } = this.#numbers ?? {}
    return [Math.min(nextIn, this.untaken() ?? nextIn), nextOut, new Date(since)]
  }

  async #wrote(values: readonly unknown[]): Promise<boolean> {
    try {
      const connection = await this.#connected()
      await connection.query(WRITE, [...values])
      return true
    } catch (error) {
      this.#log(`the record of the exchange's session cannot be written yet: ${(error as Error).message}`)
      this.#connection?.end().catch(() => {})
      this.#connection = undefined
      return false
    }
  }

  async #connected(): Promise<Connection> {
    this.#connection ??= await this.#connect()
    return this.#connection
  }
}

/** One statement, so one transaction. */
const WRITE = `
WITH numbered AS (
  INSERT INTO exchange_sessions (tenant_id, name, next_in, next_out, since, prefix)
  VALUES (0, $1, $2, $3, $4, $5)
  ON CONFLICT (tenant_id, name)
  DO UPDATE SET next_in = excluded.next_in, next_out = excluded.next_out, since = excluded.since
)
INSERT INTO exchange_orders (tenant_id, session, order_id, kept, changed_at)
SELECT 0, $1, (row->>'id')::bigint, row->'kept', $7 FROM json_array_elements($6::json) AS row
ON CONFLICT (tenant_id, session, order_id) DO UPDATE SET kept = excluded.kept, changed_at = excluded.changed_at`

const newPrefix = () => String(randomInt(10 ** (PREFIX_LENGTH - 1), 10 ** PREFIX_LENGTH))
