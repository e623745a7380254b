import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { Connection } from './connection.ts'
import { DatabaseUnavailable, whyUnavailable } from './unavailable.ts'

/** A database on several hosts, of which one at a time is read-write: PostgreSQL replicates it, something else elects. */

/** How long a host may take to say whether it is the one. */
const TIMEOUTS = { connectMs: 2_000, answerMs: 2_000 }

/**
 * One URL for each host of `postgres://user:password@one:5432,two:5432/database` (libpq's form, PostgreSQL §34.1.1.2).
 * `target_session_attrs` is left out: whatever it says, only a host that is read-write is of use.
 */
export function hostUrls(databaseUrl: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] =
    /^([^:]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? []
  const rest = after.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_, first, last) => (last ? first : ''))
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}

/** The host of a URL, as operators are told of it. */
export const hostOf = (url: string): string => new URL(url).host

/** Where the database is now; it is looked for again whenever it was lost. */
export class Primary {
  readonly #urls: readonly string[]
  readonly #log: Pick<Logger, 'warn'>
  #url: string | undefined

  constructor(urls: readonly string[], log: Pick<Logger, 'warn'>) {
    this.#urls = urls
    this.#log = log
  }

  /** How to connect to it. */
  get config(): ClientConfig {
    return { connectionString: this.#url ?? this.#urls[0] ?? '' }
  }

  /**
   * Asks all hosts at once which one is read-write. The first that says so is it: whatever elects hosts makes sure that
   * no second one is.
   *
   * @throws DatabaseUnavailable naming every host with why it is not the one.
   */
  async find(): Promise<void> {
    const found = await Promise.any(this.#urls.map(askReadWrite)).catch(({ errors }: AggregateError) => {
      const whys = this.#urls.map(
        (url, index) => `${hostOf(url)}: ${whyUnavailable(errors[index]) ?? String(errors[index])}`,
      )
      throw new DatabaseUnavailable(`No host of the database is read-write. ${whys.join(' ')}`)
    })
    if (this.#url !== undefined && found !== this.#url)
      this.#log.warn({ host: hostOf(found) }, 'another host of the database is read-write now')
    this.#url = found
  }
}

/** @returns the URL. @throws DatabaseUnavailable, and whatever a connection fails with, unless the host is read-write. */
async function askReadWrite(url: string): Promise<string> {
  const connection = new Connection(() => ({ connectionString: url }), TIMEOUTS)
  try {
    await connection.connect()
    const { rows } = await connection.query<{ isReadOnly: string }>(
      `SELECT current_setting('transaction_read_only') AS "isReadOnly"`,
    )
    if (rows[0]?.isReadOnly !== 'off') throw new DatabaseUnavailable('The database only reads.')
    return url
  } finally {
    connection.cut()
  }
}
