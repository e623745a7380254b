import { openAsSuperuser } from '../test/faults/audit.ts'

/** What the database's check that entries sum to zero has cost so far. */
export interface ZeroSums {
  /** Microseconds since the watch began. */
  soFar(): Promise<number>
  end(): Promise<void>
}

/** Has the product's PostgreSQL time the trigger that refuses entries which do not sum to zero. */
export async function watchZeroSums(dataFolder: string): Promise<ZeroSums> {
  const client = await openAsSuperuser(dataFolder)
  await client.query("ALTER SYSTEM SET track_functions = 'pl'")
  await client.query('SELECT pg_reload_conf()')
  return {
    async soFar() {
      const { rows } = await client.query<{ us: number }>(
        `SELECT coalesce(sum(total_time), 0) * 1000 AS us FROM pg_stat_user_functions
         WHERE funcid = (SELECT tgfoid FROM pg_trigger WHERE tgname = 'entries_sum_to_zero')`,
      )
      return Number(rows[0]?.us)
    },
    end: () => client.end(),
  }
}
