import { Side } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { Connection } from '../../store/connection.ts'
import { BUYER, order, SELLER } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../shared-desk.fixture.ts'

/** The rows that every order writes travel as arrays of composite types: a field too many or in another place would be another column. */

shareDesk({ funds: { naira: 10_000_000n, gtco: 100_000 } })

test('each type has the columns that the desk writes, in their order, with the types of the table', async () => {
  const transact = vi.spyOn(Connection.prototype, 'transact')
  await desk.submit(order(SELLER, 's1', Side.sell, price, 10))
  await desk.submit(order(BUYER, 'b1', Side.buy, price, 10))
  const sent = transact.mock.calls.flatMap(([statements]) => statements)
  transact.mockRestore()
  const written = sent.flatMap(({ text }) => {
    const [, table, columns] =
      /^INSERT INTO (\w+) \(([^)]*)\) SELECT \* FROM unnest\(\$1::written_\1\[\]\)/.exec(text) ?? []
    return table ? [[table, columns]] : []
  })

  const types = await stage.rows(`
    SELECT substr(t.typname, 9), string_agg(a.attname, ', ' ORDER BY a.attnum)
    FROM pg_type t JOIN pg_attribute a ON a.attrelid = t.typrelid
    WHERE starts_with(t.typname, 'written_') AND t.typtype = 'c' GROUP BY 1`)
  expect(new Map(written as [string, string][])).toEqual(new Map(types as [string, string][]))
  const others = await stage.rows(`
    SELECT t.typname, a.attname FROM pg_type t JOIN pg_attribute a ON a.attrelid = t.typrelid
    WHERE starts_with(t.typname, 'written_') AND t.typtype = 'c' AND NOT EXISTS (
      SELECT FROM pg_attribute c WHERE c.attrelid = to_regclass(substr(t.typname, 9))
        AND (c.attname, c.atttypid) = (a.attname, a.atttypid))`)
  expect(others).toEqual([])
})
