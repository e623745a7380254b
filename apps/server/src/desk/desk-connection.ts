import type { Connection } from '../store/connection.ts'

/**
 * The desk's one connection to its record. The deadlines of its statements are the store's; here it
 * is known whether it stands, and for how long the database has not answered.
 */
export class DeskConnection {
  readonly #connect: () => Promise<Connection>
  readonly #now: () => number
  readonly #onLost: (reason: Error) => void
  #connection: Connection | undefined
  #askedAt: number | undefined
  #closed = false

  /** @param now milliseconds, never running backwards. */
  constructor(connect: () => Promise<Connection>, now: () => number, onLost: (reason: Error) => void) {
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

  /** Connect, where there is no connection. */
  async open(): Promise<Connection> {
    if (this.#connection) return this.#connection
    const connection = await this.#connect()
    if (this.#closed) {
      connection.cut()
      throw new Error('the desk has stopped')
    }
    connection.on('error', (error) => {
      if (this.#connection !== connection) return
      this.#connection = undefined
      this.#onLost(error)
    })
    this.#connection = connection
    return connection
  }

  /** Ask the database something. @throws Error when there is no connection: nothing was asked. */
  async ask<Answer>(question: (connection: Connection) => Promise<Answer>): Promise<Answer> {
    if (!this.#connection) throw new Error('the desk has no database connection')
    this.#askedAt = this.#now()
    try {
      return await question(this.#connection)
    } finally {
      this.#askedAt = undefined
    }
  }

  /** Cut it. A polite end would wait for a database that may be frozen. */
  drop(): void {
    const connection = this.#connection
    this.#connection = undefined
    if (connection) connection.cut()
  }

  /** Cut it for good. */
  close(): void {
    this.#closed = true
    this.drop()
  }
}
