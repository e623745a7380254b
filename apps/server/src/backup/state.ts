import { Client, type ClientConfig } from 'pg'

/** The tables that only the desk writes, a batch in one transaction. */
const DESK_TABLES = [
  'desk',
  'journal_batches',
  'orders',
  'order_requests',
  'executions',
  'ledger_entries',
  'cash_balances',
  'positions',
  'contract_notes',
  'transfer_requests',
] as const

/** What a table holds: its rows, and a sum of their hashes, which does not depend on their order. */
interface Contents {
  readonly rows: string
  readonly hash: string
}

/** The last link of a firm's chain of audit rows. */
interface AuditHead {
  readonly tenant: number
  readonly position: string
  readonly hash: string
}

/** What a database has at an instant: all that the desk acknowledged before, nothing of what it did after. */
export interface State {
  /** Of the database, ISO 8601 in UTC to the microsecond. */
  readonly at: string
  /** The number of the desk's last input. */
  readonly sequence: string
  /** The cash of all accounts, kobo. */
  readonly cash: string
  readonly tables: Readonly<Record<string, Contents>>
  readonly auditHeads: readonly AuditHead[]
}

/**
 * Records what a database has, while the desk works: its next commit waits a few milliseconds for the table that each of
 * its commits changes first, during which a snapshot is taken, and what is there is read from that.
 */
export async function stateNow(access: ClientConfig): Promise<State> {
  return withClient(access, (pausing) =>
    withClient(access, async (reading) => {
      await pausing.query('BEGIN')
      await pausing.query(`SET LOCAL lock_timeout = '5s'`)
      // Nobody waits for long, should this process be gone before it ends the transaction.
      await pausing.query(`SET LOCAL idle_in_transaction_session_timeout = '2s'`)
      await pausing.query('LOCK TABLE desk IN SHARE MODE')
      await reading.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const { rows } = await reading.query(`SELECT ${ISO_NOW} AS at`)
      await pausing.query('COMMIT')
      const state = { at: String(rows[0]?.at), ...(await contentsOf(reading)) }
      await reading.query('COMMIT')
      return state
    }),
  )
}

const ISO_NOW = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** How what a database has differs from what it should have; nothing where it does not. */
export async function differences(access: ClientConfig, expected: State): Promise<string[]> {
  return withClient(access, async (client) => {
    const found = await contentsOf(client)
    const tables = DESK_TABLES.filter((table) => {
      const [one, other] = [found.tables[table], expected.tables[table]]
      return one?.rows !== other?.rows || one?.hash !== other?.hash
    }).map((table) => {
      const [have, had] = [found.tables[table]?.rows, expected.tables[table]?.rows]
      return have === had ? `rows of ${table} differ` : `${table} has ${have} rows, not ${had}`
    })
    const numbers = (['sequence', 'cash'] as const)
      .filter((name) => found[name] !== expected[name])
      .map((name) => `${name} is ${found[name]}, not ${expected[name]}`)
    const heads: string[] = []
    // The chain may have grown between the snapshot and the instant: its link then is still in it.
    for (const { tenant, position, hash } of expected.auditHeads) {
      const { rows } = await client.query(
        `SELECT encode(hash, 'hex') AS hash FROM audit_hashes WHERE tenant_id = $1 AND position = $2`,
        [tenant, position],
      )
      if (rows[0]?.hash !== hash) heads.push(`the audit chain of firm ${tenant} differs at row ${position}`)
    }
    return [...numbers, ...tables, ...heads]
  })
}

async function contentsOf(client: Client): Promise<Omit<State, 'at'>> {
  // Who would not see all rows is refused instead.
  await client.query(`SET row_security = off; SET TIME ZONE 'UTC'`)
  const tables: Record<string, Contents> = {}
  for (const table of DESK_TABLES) {
    const { rows } = await client.query(
      `SELECT count(*)::text AS rows, coalesce(sum(hashtextextended(row_of::text, 0)::numeric), 0)::text AS hash
       FROM ${table} AS row_of`,
    )
    tables[table] = rows[0]
  }
  const { rows: numbers } = await client.query(
    `SELECT (SELECT sequence::text FROM desk WHERE id = 1) AS sequence,
            (SELECT coalesce(sum(balance), 0)::text FROM cash_balances) AS cash`,
  )
  const { rows: auditHeads } = await client.query(
    `SELECT tenant_id AS tenant, position::text AS position, encode(hash, 'hex') AS hash
     FROM audit_heads WHERE position > 0 ORDER BY tenant_id`,
  )
  return { ...numbers[0], tables, auditHeads }
}

async function withClient<Result>(
  access: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ ...access, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const CONNECT_MS = 5_000
