import type { Duplex } from 'node:stream'
import { Client, type ClientConfig } from 'pg'
import { type Failure, type Statement, TransactionQuery } from './transaction.ts'
import { DatabaseUnavailable, OutcomeUnknown } from './unavailable.ts'

/** Where the database is and who enters it: asked at each connect, for it may have moved. */
export type ConnectAs = () => ClientConfig

/** How long a connection waits for the database, in milliseconds. */
export interface Timeouts {
  readonly connectMs: number
  /** For the answer to one statement, from when it was asked. */
  readonly answerMs: number
}

/**
 * PostgreSQL's own `statement_timeout` needs a PostgreSQL that runs. This deadline is ours: a
 * connection whose statement is not answered in time is cut, so that its transaction ends and
 * nobody gets it from a pool again.
 */
export class Connection extends Client {
  readonly #answerMs: number
  /** The statements of transactions that PostgreSQL has prepared for this connection, by their names. */
  readonly #prepared = new Set<string>()
  /** A change was committed here that the standby may not have. */
  #isUnreplicated = false

  constructor(connectAs: ConnectAs, { connectMs, answerMs }: Timeouts, settings: ClientConfig = {}) {
    super({ ...settings, ...connectAs(), connectionTimeoutMillis: connectMs })
    this.#answerMs = answerMs
    // A lost connection rejects the answers that are waited for; without a listener its event would end the process.
    this.on('error', () => {})
    this.on('notice', ({ message }) => {
      if (message !== undefined && UNREPLICATED.test(message)) this.#isUnreplicated = true
    })
    const ask = this.query.bind(this) as (...given: unknown[]) => unknown
    this.query = ((...given: unknown[]) => {
      const answer = ask(...given)
      if (!(answer instanceof Promise)) return answer
      this.#mustEnd(answer)
      return answer.then((result: unknown) => {
        const unknown = this.#outcomeUnknown()
        if (unknown) throw unknown
        return result
      })
    }) as Client['query']
  }

  /**
   * Carries statements out as one transaction, of which nothing is kept where any of them fails. They leave in one
   * write: one at a time, each would wake PostgreSQL.
   *
   * @returns what failed; nothing once all of it is committed.
   */
  transact(statements: readonly Statement[]): Promise<Failure | undefined> {
    const { stream } = this.#link
    const ended = new Promise<Failure | undefined>((resolve) => {
      stream.cork()
      const end = (failure?: Failure) => {
        const error = failure ? undefined : this.#outcomeUnknown()
        resolve(error ? { at: statements.length, error } : failure)
      }
      this.query(new TransactionQuery(statements, this.#prepared, end))
      stream.uncork()
    })
    this.#mustEnd(ended)
    return ended
  }

  /**
   * PostgreSQL reports a commit as successful whose wait for the synchronous standby was cancelled, with a warning: it
   * is lost with this machine. That counts as unknown, and nothing more is asked on this connection.
   */
  #outcomeUnknown(): OutcomeUnknown | undefined {
    if (!this.#isUnreplicated) return undefined
    const error = new OutcomeUnknown('The standby has not confirmed the change.')
    this.cut(error)
    return error
  }

  /** Cuts this connection when an answer does not come in time. */
  #mustEnd(answer: Promise<unknown>): void {
    const timer = setTimeout(() => this.cut(new DatabaseUnavailable(SILENT)), this.#answerMs)
    const stopTimer = () => clearTimeout(timer)
    answer.then(stopTimer, stopTimer)
  }

  /** The process at the other end. */
  get backend(): number | undefined {
    return (this as { processID?: number | null }).processID ?? undefined
  }

  /**
   * Have PostgreSQL end processes that served earlier connections of this login, where it still has
   * them: of a link that fell silent it knows nothing, and keeps the transaction with all its locks.
   */
  async endBackends(backends: readonly number[]): Promise<void> {
    // A role that was taken may not end what the login itself began.
    await this.query('SET ROLE NONE')
    await this.query(
      `SELECT pg_terminate_backend(pid, ${END_BACKEND_MS}) FROM pg_stat_activity
       WHERE pid = ANY($1) AND usename = session_user AND datname = current_database()
         AND application_name = current_setting('application_name')`,
      [backends],
    )
    await this.query('RESET ROLE')
  }

  /** Destroys it without a message to the database; statements in flight fail with the reason. */
  cut(reason?: Error): void {
    this.#link.stream.destroy(reason)
  }

  get #link(): { readonly stream: Duplex } {
    return (this as unknown as { connection: { stream: Duplex } }).connection
  }
}

/** PostgreSQL's warnings (SyncRepWaitForLSN) where the wait for a synchronous standby ended before its answer. */
const UNREPLICATED = /^canceling (the )?wait for synchronous replication/

/** How long PostgreSQL waits for a process of its own to end; one that is suspended does not. */
const END_BACKEND_MS = 500

export const SILENT = 'The database does not answer.'
