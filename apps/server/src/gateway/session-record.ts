import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Numbers } from '@tradebook/fix'
import type { Connection } from '../store/connection.ts'
import { HOLDS_LOCK } from '../store/server-lock.ts'
import type { KeptOrder } from './kept-order.ts'
import type { Commits, SessionChange } from './line.ts'

/** The pause between two attempts to write while the database is unavailable. */
const RETRY_MS = 250
/** Days for which an order is kept after its last change: once it has ended there, and however it stands. */
const [ENDED_DAYS, MOST_DAYS] = [10, 400]
/** How long a record that is closed may take to write what it was given. */
const CLOSE_MS = 2_000

/** What the record has of a session when the gateway starts. */
export interface RecordedSession {
  readonly numbers: Numbers
  readonly orders: readonly KeptOrder[]
}

export interface SessionRecordParts {
  /** A new connection under the desk's role. */
  readonly connect: () => Promise<Connection>
  /** Both CompIDs. */
  readonly name: string
  readonly log: (text: string) => void
  readonly now: () => number
  /** Called once when another process has opened the record: nothing is written or sent from then on. */
  readonly lost: () => void
}

/**
 * The record of a session in PostgreSQL. Numbers and orders are written before what they belong to is sent. A message
 * that arrived counts as received once the desk has committed what it said: until then its number is asked for again
 * after a restart.
 *
 * The process that opened the record last holds it. A process that was suspended, and replaced meanwhile, writes
 * nothing when it continues, so it sends nothing either: its successor has read the record, and has said what became
 * of its orders.
 */
export class SessionRecord implements Commits {
  readonly #parts: SessionRecordParts
  readonly #holder = randomUUID()
  #connection: Connection | undefined
  #numbers: Numbers | undefined
  #changed = new Map<string, KeptOrder>()
  #acts: (() => void)[] = []
  #hasChanged = false
  #writing: Promise<void> | undefined
  #isClosed = false
  /** The first number that has arrived and that the desk has not accepted; `undefined` if it has accepted all. */
  untaken: () => number | undefined = () => undefined

  constructor(parts: SessionRecordParts) {
    this.#parts = parts
  }

  /** Takes hold of the session, and reads what the record has of it. @throws Error if this process does not lead. */
  async open(): Promise<RecordedSession> {
    const { name, now } = this.#parts
    const connection = await this.#connected()
    const {
      rows: [row],
    } = await connection.query(HOLD, [name, new Date(now()), this.#holder])
    if (!row) throw new Error('this process does not lead the database')
    await connection.query(
      `DELETE FROM exchange_orders WHERE changed_at < now() - interval '${MOST_DAYS} days'
        OR (changed_at < now() - interval '${ENDED_DAYS} days' AND (kept ->> 'hasEnded')::boolean)`,
    )
    const orders = await connection.query('SELECT kept FROM exchange_orders WHERE session = $1', [name])
    this.#numbers = {
      nextIn: Number(row.next_in),
      nextOut: Number(row.next_out),
      since: new Date(row.since).getTime(),
    }
    return { numbers: this.#numbers, orders: orders.rows.map(({ kept }) => kept) }
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

  /** Resolves once all that was recorded is written and done, or after the limit if it cannot be written. */
  async close(withinMs = CLOSE_MS): Promise<void> {
    const limit = pause(withinMs, false, { ref: false })
    const isDone = await Promise.race([this.#drain().then(() => true), limit])
    this.#isClosed = true
    if (isDone) await this.#connection?.end().catch(() => {})
    else this.#connection?.cut()
  }

  async #drain(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
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
      const values = [
        ...[this.#parts.name, this.#holder, ...this.#numbersToWrite()],
        ...[JSON.stringify(orders), new Date(this.#parts.now())],
      ]
      while (!this.#isClosed && !(await this.#wrote(values))) await pause(RETRY_MS)
      if (this.#isClosed) return
    }
    for (const act of acts) act()
  }

  #numbersToWrite(): readonly (number | Date)[] {
    const { nextIn = 1, nextOut = 1, since = this.#parts.now() } = this.#numbers ?? {}
    return [Math.min(nextIn, this.untaken() ?? nextIn), nextOut, new Date(since)]
  }

  /** @returns whether the attempt was the last. */
  async #wrote(values: readonly unknown[]): Promise<boolean> {
    try {
      const connection = await this.#connected()
      const { rowCount } = await connection.query(WRITE, [...values])
      if (rowCount === 0) this.#lose()
      return true
    } catch (error) {
      if (this.#isClosed) return true
      this.#parts.log(
        `the record of the exchange's session cannot be written yet: ${(error as Error).message}`,
      )
      this.#connection?.end().catch(() => {})
      this.#connection = undefined
      return false
    }
  }

  #lose(): void {
    this.#isClosed = true
    this.#connection?.end().catch(() => {})
    this.#parts.log('another server has opened the session: nothing more is sent from here')
    this.#parts.lost()
  }

  async #connected(): Promise<Connection> {
    if (this.#connection) return this.#connection
    const connection = await this.#parts.connect()
    if (this.#isClosed) {
      await connection.end()
      throw new Error('the record is closed')
    }
    this.#connection = connection
    return connection
  }
}

/**
 * A write of the holder before that is under way is over before this reads the row, and its next one finds another
 * holder.
 */
const HOLD = `
INSERT INTO exchange_sessions (tenant_id, name, next_in, next_out, since, holder)
SELECT 0, $1::text, 1, 1, $2::timestamptz, $3::uuid WHERE ${HOLDS_LOCK}
ON CONFLICT (tenant_id, name) DO UPDATE SET holder = excluded.holder
RETURNING next_in, next_out, since`

/** One statement, so one transaction. It changes and returns nothing for a process that no longer holds the session. */
const WRITE = `
WITH held AS (
  UPDATE exchange_sessions SET next_in = $3, next_out = $4, since = $5 WHERE name = $1 AND holder = $2
  RETURNING name
), kept AS (
  INSERT INTO exchange_orders (tenant_id, session, order_id, kept, changed_at)
  SELECT 0, held.name, (row->>'id')::bigint, row->'kept', $7 FROM held, json_array_elements($6::json) AS row
  ON CONFLICT (tenant_id, session, order_id) DO UPDATE SET kept = excluded.kept, changed_at = excluded.changed_at
)
SELECT FROM held`
