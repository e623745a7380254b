import { compareNames, folded, hasKeyword } from '@tradebook/contract'
import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { testStore } from '../../testing/test-database.ts'

/** The contract and the database fold and order names by the same rules: each row is held to both. */
let client: Client

beforeAll(async () => {
  const database = await testStore()
  client = new Client(database.access.admin)
  await client.connect()
  return async () => {
    await client.end()
    await database.close()
  }
})

const byDatabase = async (text: string) =>
  (await client.query<{ folded: string }>('SELECT folded($1) AS folded', [text])).rows[0]?.folded

test.each([
  ['Adédayọ̀', 'adedayo'],
  ['Adédayọ̀'.normalize('NFD'), 'adedayo'],
  ['Adé̩dayò̩', 'adedayo'],
  ['ṢẸ́GUN', 'segun'],
  ['Ńkọlị', 'nkoli'],
  ['Nwaṅyị', 'nwanyi'],
  ['Ɓala Ɗanladi Ƙofa Ƴar’adua', "bala danladi kofa yar'adua"],
  ['Gɔ̃ɛ Ŋ', 'goe n'],
  ['İstanbul Iı', 'istanbul ii'],
  ['ΣΟΦΟΣ', 'σοφοσ'],
  ['Straße ẞ', 'straße ß'],
  ['O’Brien‐Adé', "o'brien-ade"],
  ['ﬁrst\u00a0bank', 'first bank'],
  ['₦5 & Sons 100%', '₦5 & sons 100%'],
  ['中村 Ёлка', '中村 елка'],
  ['', ''],
])('%j is looked for as %j, on the page and in the database', async (text, expected) => {
  expect(folded(text)).toBe(expected)
  expect(await byDatabase(text)).toBe(expected)
})

test('a name is found without its marks, and with them where a keyword has them', () => {
  for (const keyword of ['Adedayo', 'dayo', 'ADÉDAYỌ̀', 'Adédayọ̀'.normalize('NFD')])
    expect(hasKeyword('Adédayọ̀ Ṣówándé', keyword), keyword).toBe(true)
  expect(hasKeyword('Adédayọ̀', 'Adedapo')).toBe(false)
})

/** In the order that they have. */
const names = [
  ...[
    '',
    '1st Bank',
    'Abiola',
    'ade',
    'Ade',
    'adé',
    'Adé',
    'Adédayọ̀',
    'Ademola',
    'Bala',
    'Bzz',
    'Ɓala',
    'Cole',
  ],
  ...['Dzz', 'Ɗanladi', 'Eze', 'Ezz', 'Ẹbun', 'Ẹ́bun', 'Ẹzẹ', 'Faith', 'Ike', 'Izu', 'Ịbẹ', 'Ịzụ', 'Jude'],
  ...[
    'Kzz',
    'Ƙofa',
    'Nwa',
    'Nzz',
    'Ṅwa',
    "O'Brien",
    'Obi',
    'Ozz',
    'Ọbi',
    'Ọláwálé',
    'Pius',
    'Sule',
    'Szz',
    'Ṣadé',
  ],
  ...['Tolu', 'Ugo', 'Uzo', 'Ụgọ', 'Ụzọ', 'Vera', 'Yusuf', 'Yzz', 'Ƴar', 'Zainab'],
]
const shuffled = names.toSorted((a, b) => a.codePointAt(2)! - b.codePointAt(2)! || (a < b ? 1 : -1))

test('names have the order of their alphabets, on the page and in the database', async () => {
  expect(shuffled.toSorted(compareNames)).toEqual(names)
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name ORDER BY name COLLATE names',
    [shuffled],
  )
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test('an index can have what is looked for', async () => {
  await client.query('CREATE TEMP TABLE people (name text); CREATE INDEX ON people (folded(name))')
})
