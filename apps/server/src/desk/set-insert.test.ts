import { toStorableText } from '@tradebook/contract'
import fc from 'fast-check'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { testStore } from '../store/test-database.ts'
import { columnsOf, rowsOf } from './set-insert.ts'

test('every text that PostgreSQL can keep comes back as it was sent, and nothing as NULL', async () => {
  const { access, close } = await testStore()
  const client = new Client(access.admin)
  await client.connect()
  const kept = fc.oneof(
    fc.string({ unit: 'binary' }).map(toStorableText),
    fc.json(),
    fc.constantFrom(
      '"',
      '\\',
      '\\"',
      'NULL',
      '{}',
      ',',
      '',
      ' ',
      'a\nb\tc',
      '\u2028',
      '\u007f\u0085',
      'Ṣàngó 😀',
    ),
    fc.constant(null),
  )
  const rows = fc.sample(kept, { numRuns: 2_000, seed: 7 }).map((text) => ({ text }))
  try {
    const [values] = columnsOf(rows, { text: ['text', (row) => row.text] })
    const { rows: read } = await client.query('SELECT * FROM unnest($1::text[]) AS text', [values])
    // One that differs is enough to see: the whole would be printed for minutes.
    expect(read).toHaveLength(rows.length)
    expect(rows.find(({ text }, at) => read[at].text !== text)).toBeUndefined()

    await client.query('CREATE TYPE two AS (number int, text text)')
    const sent = rowsOf(rows, { number: ['int', () => 7], text: ['text', (row) => row.text] })
    const { rows: inRows } = await client.query('SELECT * FROM unnest($1::two[])', [sent])
    expect(inRows).toHaveLength(rows.length)
    expect(rows.find(({ text }, at) => inRows[at].number !== 7 || inRows[at].text !== text)).toBeUndefined()
  } finally {
    await client.end()
    await close()
  }
})
