import { Query } from 'pg'

/** A statement of a transaction. PostgreSQL prepares it once for a connection, under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** In PostgreSQL's text form; bytes are in its binary form. */
  readonly values: readonly (string | Buffer | null)[]
}

/** What PostgreSQL or the connection said instead of carrying a transaction out. */
export interface Failure {
  /** The number of the statement that failed, from 0; that of the statements where the end of the transaction did. */
  readonly at: number
  readonly error: Error
}

/** What PostgreSQL's driver has for the messages of its protocol; its types leave them out. */
interface Messages {
  close(statement: { type: 'S'; name: string }): void
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: Statement['values'] }): void
  execute(): void
  sync(): void
}

/**
 * Statements that are sent behind one another with a single end (Sync): PostgreSQL carries them out as one
 * transaction, of which nothing is kept where any of them fails, and answers all of them at once. A transaction
 * of single queries costs both sides a message to write, to send and to read for each statement.
 */
export class TransactionQuery extends Query {
  readonly #statements: readonly Statement[]
  readonly #prepared: Set<string>
  readonly #ended: (failure?: Failure) => void
  #done = 0

  /**
   * @param prepared the names that this connection has prepared; changed by what this transaction prepares.
   * @param ended called once.
   */
  constructor(statements: readonly Statement[], prepared: Set<string>, ended: (failure?: Failure) => void) {
    super('a transaction')
    this.#statements = statements
    this.#prepared = prepared
    this.#ended = ended
  }

  /** Called by the driver to send it. */
  override submit = (connection: unknown): null => {
    const messages = connection as Messages
    for (const { name, text, values } of this.#statements) {
      if (!this.#prepared.has(name)) {
        // One that failed before may have been prepared or not; to close what is not there is no error.
        messages.close({ type: 'S', name })
        messages.parse({ name, text })
        this.#prepared.add(name)
      }
      messages.bind({ statement: name, values })
      messages.execute()
    }
    messages.sync()
    return null
  }

  handleCommandComplete(): void {
    this.#done += 1
  }

  handleDataRow(): void {}

  /** PostgreSQL skips what follows a failure: what was to be prepared there is not. */
  handleError(error: Error): void {
    this.#prepared.clear()
    this.#ended({ at: this.#done, error })
  }

  handleReadyForQuery(): void {
    this.#ended()
  }
}
