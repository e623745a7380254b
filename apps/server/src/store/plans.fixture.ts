import { Client } from 'pg'
import { afterAll, vi } from 'vitest'
import type { TestDatabase } from '../../testing/test-database.ts'
import { Role } from './roles.ts'

/**
 * Explains what the tests of a file ask of the database.
 *
 * @param isExplained which statements, by their text.
 * @param role who asks them.
 * @returns the plans of what `ask` asks, as PostgreSQL makes them for that role.
 */
export function explainQueries(database: () => TestDatabase, isExplained: RegExp, role: Role = Role.tenant) {
  // Receives every statement; connections keep the function they were made with.
  const query = vi.spyOn(Client.prototype, 'query')
  afterAll(() => query.mockRestore())
  return async (ask: () => Promise<unknown>, tenantId = 1): Promise<string[]> => {
    query.mockClear()
    await ask()
    const asked = query.mock.calls
      .map(([text, values]) => ({ text: String(text), values: values as unknown as unknown[] }))
      .filter(({ text }) => isExplained.test(text))
    const client = new Client(database().access.admin)
    await client.connect()
    await client.query(`SET ROLE ${role}; SET app.tenant_id = '${tenantId}'`)
    const plans: string[] = []
    for (const { text, values } of asked) {
      const { rows } = await client.query(`EXPLAIN ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    await client.end()
    return plans
  }
}
