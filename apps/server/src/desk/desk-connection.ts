import type { Connection } from '../store/connection.ts'
import { commit, isWorthKeeping } from './commit.ts'
import { Candidate } from './election.ts'
import { FencedOut } from './failures.ts'
import type { DeskRecord } from './record.ts'
import { type Restoration, type Restored, restore } from './restore.ts'

/** The database is asked something at least about so often, so that one that froze is noticed. */
const ASK_AFTER_MS = 500

/**
 * The desk's one connection to its record, and its election as the only one that may write it. The
 * deadlines of statements are the store's; here it is known for how long the database has not answered.
 */
export class DeskConnection {
  readonly #connect: () => Promise<Connection>
  readonly #now: () => number
  readonly #onLost: () => void
  readonly #candidate = new Candidate()
  #connection: Connection | undefined
  /** The database's processes for connections that were lost: they may still have the desk's row locked. */
  readonly #left = new Set<number>()
  #fence = 0n
  /** Since when an answer is awaited, and when the last one came. */
  #askedAt: number | undefined
  #answeredAt = 0
  #closed = false

  /**
   * @param now milliseconds, never running backwards.
   * @param onLost the connection is gone while nothing was asked.
   */
  constructor(connect: () => Promise<Connection>, now: () => number, onLost: () => void) {
    this.#connect = connect
    this.#now = now
    this.#onLost = onLost
  }

  get stands(): boolean {
    return this.#connection !== undefined
  }

  /** For how many milliseconds an answer has been awaited; 0 when none is. */
  get silentForMs(): number {
    return this.#askedAt === undefined ? 0 : this.#now() - this.#askedAt
  }

  /** Connect where there is no connection, be elected, and rebuild. @throws as `restore` does. */
  async restore(restoration: Omit<Restoration, 'client' | 'candidate'>): Promise<Restored> {
    await this.#open()
    const restored = await this.#ask(async (client) => {
      if (this.#left.size > 0) await client.endBackends([...this.#left])
      return restore({ ...restoration, client, candidate: this.#candidate })
    })
    // What was left behind is not elected any more, whatever becomes of it.
    this.#left.clear()
    this.#fence = restored.fence
    return restored
  }

  /** Keep what is worth keeping. @throws as `commit` does. */
  async commit(record: DeskRecord): Promise<void> {
    if (isWorthKeeping(record)) await this.#ask((client) => commit(client, this.#fence, record))
  }

  /** Where nothing was asked for a while: does the database answer, and is this desk still the elected one? */
  async confirm(): Promise<void> {
    if (this.#now() - this.#answeredAt < ASK_AFTER_MS) return
    const { rows } = await this.#ask((client) => client.query('SELECT fence FROM desk WHERE id = 1'))
    if (BigInt(rows[0]?.fence ?? 0) !== this.#fence) throw new FencedOut()
  }

  /** Cut it. A polite end would wait for a database that may be frozen. */
  drop(): void {
    const connection = this.#connection
    this.#leave(connection)
    connection?.cut()
  }

  #leave(connection: Connection | undefined): void {
    this.#connection = undefined
    if (connection?.backend !== undefined) this.#left.add(connection.backend)
  }

  /** Cut it for good. */
  close(): void {
    this.#closed = true
    this.drop()
  }

  async #open(): Promise<void> {
    if (this.#connection) return
    const connection = await this.#connect()
    if (this.#closed) {
      connection.cut()
      throw new Error('the desk has stopped')
    }
    connection.on('error', () => {
      if (this.#connection !== connection) return
      this.#leave(connection)
      this.#onLost()
    })
    this.#connection = connection
  }

  /** @throws Error when there is no connection: nothing was asked. */
  async #ask<Answer>(question: (connection: Connection) => Promise<Answer>): Promise<Answer> {
    if (!this.#connection) throw new Error('the desk has no database connection')
    this.#askedAt = this.#now()
    try {
      const answer = await question(this.#connection)
      this.#answeredAt = this.#now()
      return answer
    } finally {
      this.#askedAt = undefined
    }
  }
}
