import type { Duplex } from 'node:stream'
import type { Client } from 'pg'

/**
 * The desk's one connection to its record. The deadlines of its statements are the store's; here it
 * is known whether it stands, and for how long the database has not answered.
 */
export class Connection {
  readonly #connect: () => Promise<Client>
  readonly #now: () => number
  readonly #onLost: (reason: Error) => void
  #client: Client | undefined
  #askedAt: number | undefined
  #closed = false

  /** @param now milliseconds, never running backwards. */
  constructor(connect: () => Promise<Client>, now: () => number, onLost: (reason: Error) => void) {
    this.#connect = connect
    this.#now = now
    this.#onLost = onLost
  }

  get stands(): boolean {
    return this.#client !== undefined
  }

  /** For how many milliseconds an answer has been awaited; 0 when none is. */
  get silentForMs(): number {
    return this.#askedAt === undefined ? 0 : this.#now() - this.#askedAt
  }

  /** Connect, where there is no connection. */
  async open(): Promise<Client> {
    if (this.#client) return this.#client
    const client = await this.#connect()
    if (this.#closed) {
      destroy(client)
      throw new Error('the desk has stopped')
    }
    client.on('error', (error) => {
      if (this.#client !== client) return
      this.#client = undefined
      this.#onLost(error)
    })
    this.#client = client
    return client
  }

  /** Ask the database something. @throws Error when there is no connection: nothing was asked. */
  async ask<Answer>(question: (client: Client) => Promise<Answer>): Promise<Answer> {
    if (!this.#client) throw new Error('the desk has no database connection')
    this.#askedAt = this.#now()
    try {
      return await question(this.#client)
    } finally {
      this.#askedAt = undefined
    }
  }

  /** Cut it. A polite end would wait for a database that may be frozen. */
  drop(): void {
    const client = this.#client
    this.#client = undefined
    if (client) destroy(client)
  }

  /** Cut it for good. */
  close(): void {
    this.#closed = true
    this.drop()
  }
}

/** The driver's types do not name the socket; `end` would wait for PostgreSQL to close it. */
const destroy = (client: Client): void => {
  ;(client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy()
}
