import type { Order } from '@tradebook/orders'
import { isId } from '../decisions/account-terms.ts'
import type { BatchChanges } from '../decisions/batch-changes.ts'
import type { RecordedTrade } from '../decisions/trade-correction-request.ts'
import { isWorthKeeping } from '../record/commit.ts'
import { FencedOut } from '../record/failures.ts'
import type { RecordConnection } from '../record/record-connection.ts'
import { type LeadingDesk, type Takeover, takeOver } from './takeover.ts'

/** The market's time is persisted at least about so often, so that it goes on from there after a crash. */
const KEEP_TIME_AFTER_MS = 60_000
/** The database is asked something at least about so often, so that one that froze is noticed. */
const ASK_AFTER_MS = 500

/**
 * The desk's one connection to its record, and its election as the only one that may write it. The
 * deadlines of statements are the store's; here it is known for how long the database has not answered.
 */
export class DeskConnection {
  readonly #connect: () => Promise<RecordConnection>
  readonly #now: () => number
  readonly #onLost: () => void
  #connection: RecordConnection | undefined
  #fence = 0n
  /** The market time that was persisted last, epoch milliseconds. */
  #keptTime = 0
  /** Since when answers are awaited, the first first, and when the last one came. */
  readonly #askedAt: number[] = []
  #answeredAt = 0
  #closed = false

  /**
   * @param now milliseconds, never running backwards.
   * @param onLost the connection is gone while nothing was asked.
   */
  constructor(connect: () => Promise<RecordConnection>, now: () => number, onLost: () => void) {
    this.#connect = connect
    this.#now = now
    this.#onLost = onLost
  }

  get stands(): boolean {
    return this.#connection !== undefined
  }

  /** For how many milliseconds an answer has been awaited; 0 when none is. */
  get silentForMs(): number {
    const [first] = this.#askedAt
    return first === undefined ? 0 : this.#now() - first
  }

  /** Connects where there is no connection, takes part in the election, and rebuilds. @throws as `takeOver` does. */
  async takeOver(takeover: Omit<Takeover, 'connected'>): Promise<LeadingDesk> {
    const leading = await takeOver({
      ...takeover,
      connected: async (work) => {
        await this.#open()
        return this.#ask(work)
      },
    })
    this.#fence = leading.fence
    this.#keptTime = takeover.clock.stamp()
    return leading
  }

  /** Persists the changes, if there are any. @throws as `commit` does. */
  async commit(changes: BatchChanges): Promise<void> {
    const isDue = changes.time - this.#keptTime >= KEEP_TIME_AFTER_MS
    if (isDue || isWorthKeeping(changes)) await this.keep(changes)
  }

  /** Persists the changes of a batch, were it only the time. @throws as `commit` does. */
  async keep(changes: BatchChanges): Promise<void> {
    await this.#ask((connection) => connection.commit(this.#fence, changes))
    this.#keptTime = changes.time
  }

  /** Persists what is left when the desk ends: the time, from which the next one goes on. Nothing is lost where it fails. */
  async keepLast(changes: BatchChanges): Promise<void> {
    if (this.stands) await this.keep(changes).catch(() => {})
  }

  /** Where nothing was asked for a while: does the database answer, and is this desk still the elected one? */
  async confirm(): Promise<void> {
    if (this.#now() - this.#answeredAt < ASK_AFTER_MS) return
    const elected = await this.#ask((connection) => connection.fence())
    if (elected !== this.#fence) throw new FencedOut()
  }

  /** Whether there is a tenant of this id. */
  async isTenant(tenantId: number): Promise<boolean> {
    return isId(tenantId) && this.#ask((connection) => connection.isTenant(tenantId))
  }

  /** A trade of the market as the record has it, or one order's side of a trade. */
  async trade(tradeNumber: number, orderID?: string | null): Promise<RecordedTrade | undefined> {
    return this.#ask((connection) => connection.trade(tradeNumber, orderID))
  }

  /** An order as the record has it; `null` where there is none. */
  async order(orderID: string): Promise<Order | null> {
    return this.#ask((connection) => connection.order(orderID))
  }

  /** Destroys the connection. An orderly end would wait for a database that may be frozen. */
  drop(): void {
    const connection = this.#connection
    this.#connection = undefined
    connection?.cut()
  }

  /** Destroys the connection for good. */
  close(): void {
    this.#closed = true
    this.drop()
  }

  async #open(): Promise<void> {
    if (this.#connection) return
    const connection = await this.#connect()
    if (this.#closed) {
      connection.cut()
      throw new Error('the desk has ended')
    }
    connection.onLost(() => {
      if (this.#connection !== connection) return
      this.#connection = undefined
      this.#onLost()
    })
    this.#connection = connection
  }

  /** @throws Error when there is no connection: nothing was asked. */
  async #ask<Answer>(question: (connection: RecordConnection) => Promise<Answer>): Promise<Answer> {
    if (!this.#connection) throw new Error('the desk has no database connection')
    this.#askedAt.push(this.#now())
    try {
      const answer = await question(this.#connection)
      this.#answeredAt = this.#now()
      return answer
    } finally {
      // One connection answers in the order in which it was asked.
      this.#askedAt.shift()
    }
  }
}
