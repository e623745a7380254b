import { expect, test } from 'vitest'
import { pdfOf } from './layout.ts'
import { note } from './note.fixture.ts'
import { linesOf, pagesOf, placedOf } from './pdf-text.fixture.ts'

test('a document has all its texts, in their order', async () => {
  expect(linesOf(await pdfOf(note))).toEqual([
    ...['Firm', 'Member', 'Purchase', 'Provisional', 'NameỌlá ƁúbàNumber7', 'SecurityGTCO'],
    ...['ItemAmount (₦)', 'Consideration368,000.00', 'To pay374,825.80', 'A remark.'],
  ])
})

test('names with marked letters of Yoruba, Igbo and Hausa, composed or not, and the naira sign are in embedded fonts', async () => {
  const letters = 'ɓ ɗ ƙ ẹ ọ ṣ ị ụ ṅ Ɓ Ɗ Ƙ Ẹ Ọ Ṣ Ị Ụ Ṅ á à ń ₦'
  const decomposed = 'e\u0323\u0301 o\u0323\u0300'
  for (const title of [letters, decomposed]) {
    const pdf = await pdfOf({ ...note, title })
    expect(linesOf(pdf)).toContain(title.normalize('NFC'))
    // A font of the reader's computer would be named, and have none of these letters.
    expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/\/Subtype \/Type1/)
  }
})

test('a long text continues on further lines, and a long table on further pages', async () => {
  const words = Array.from({ length: 80 }, (_, index) => `word${index}`)
  const rows = Array.from({ length: 100 }, (_, index) => [`Row ${index}`, `${index}.00`])
  const pdf = await pdfOf({ ...note, rows, remarks: [words.join(' ')] })
  const lines = linesOf(pdf)
  expect(lines.join(' ')).toContain(words.join(' '))
  expect(lines.filter((line) => line.startsWith('Row '))).toEqual(rows.map((row) => row.join('')))
  expect(pagesOf(pdf)).toHaveLength(4)
})

/** As a firm sends it: to whom, whose, when printed, a second table and who signs. */
const sent = {
  ...note,
  ...{ addressee: ['Ada Obi', '3 Palm Grove Close, Lagos'], holder: 'Ada Obi, MSL7' },
  foot: { printed: 'Printed 26 Nov 2026', page: 'Page {page} of {pages}' },
  signatory: ['For Firm', 'Bola Ade, Compliance'],
}
const numbered = (count: number, name = 'Row') =>
  Array.from({ length: count }, (_, index) => [`${name} ${index}`, `${index}.00`])

test('every page names the firm, the customer, the day of printing, its number and the columns', async () => {
  const pages = pagesOf(await pdfOf({ ...sent, rows: numbered(100), signatory: [] }))
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, lines] of pages.entries()) {
    expect(lines.at(-1)).toBe(
      `Firm · Ada Obi, MSL7Printed 26 Nov 2026 · Page ${index + 1} of ${pages.length}`,
    )
    if (index > 0) expect(lines.slice(0, 2)).toEqual(['Firm · Purchase · Ada Obi, MSL7', 'ItemAmount (₦)'])
  }
  expect(pages[0]?.slice(0, 4)).toEqual(['Firm', 'Member', 'Ada Obi', '3 Palm Grove Close, Lagos'])
  expect(linesOf(await pdfOf(sent))).toEqual(expect.arrayContaining(['For Firm', 'Bola Ade, Compliance']))
})

test('however long a table is, no heading is at the foot of a page without a row, nor a sum at its head without one', async () => {
  const detail = { heading: 'Trades', columns: note.columns }
  for (let rows = 20; rows < 50; rows += 1) {
    const document = { ...sent, rows: numbered(rows), detail: { ...detail, rows: numbered(3, 'Trade') } }
    for (const lines of pagesOf(await pdfOf(document))) {
      const body = lines.slice(0, -1)
      for (const [index, line] of body.entries()) {
        const next = body[index + 1] ?? ''
        if (line === 'Trades') expect(next).toBe('ItemAmount (₦)')
        if (line === 'ItemAmount (₦)') expect(next).toMatch(/^(Row|Trade) /)
        if (line.startsWith('To pay')) expect(body[index - 1]).toMatch(/^Row /)
      }
    }
  }
})

test('remarks below a table and signatures are on the page of its last row', async () => {
  const detail = { heading: 'Trades', columns: note.columns }
  for (const trades of [0, 3])
    for (let rows = 20; rows < 50; rows += 1) {
      const rest = trades === 0 ? {} : { detail: { ...detail, rows: numbered(trades, 'Trade') } }
      const last = pagesOf(await pdfOf({ ...sent, rows: numbered(rows), ...rest })).at(-1) ?? []
      expect(last).toEqual(expect.arrayContaining(['A remark.', 'For Firm']))
      expect(last.some((line) => /^(Row|Trade) /.test(line))).toBe(true)
    }
})

test('a figure wider than its column is printed smaller, so that it does not overlap and is complete', async () => {
  const headings = ['Cost', 'Value', 'Gain', 'Other', 'More']
  const columns = headings.map((heading) => ({ heading, share: 1, align: 'right' as const }))
  const figures = headings.map((_, index) => `${index + 1}36,400,000,000,000,000,000.50`)
  const [lines = []] = placedOf(await pdfOf({ ...note, columns, rows: [figures], sums: [] }))
  const placed = lines.find((texts) => texts.some(({ text }) => text.includes('000,000')))
  expect(placed?.map(({ text }) => text)).toEqual(figures)
  // Five columns of a page of 495 points, whose margin is 50: no figure begins in the column before its own.
  for (const [index, { x }] of (placed ?? []).entries()) expect(x).toBeGreaterThan(50 + 99 * index)
})

test('a cell that is higher than a page continues on the next one', async () => {
  const orders = Array.from({ length: 1_000 }, (_, index) => `${100_000_000 + index}`)
  const pdf = await pdfOf({ ...note, facts: [{ label: 'Orders', value: orders.join(', ') }] })
  const lines = linesOf(pdf).join(' ')
  expect(orders.filter((order) => !lines.includes(order))).toEqual([])
  // A page has room for 51 lines of 14.5 points, and no line has more than three orders.
  expect(pagesOf(pdf).length).toBeGreaterThanOrEqual(6)
})

test('a word that is wider than its cell is broken, so that it covers no figure next to it', async () => {
  const word = 'W'.repeat(256)
  const lines = linesOf(await pdfOf({ ...note, rows: [[word, '368,000.00']] }))
  const [first = '', ...further] = lines.filter((line) => line.includes('W'))
  expect(first).toMatch(/^W+368,000\.00$/)
  expect(first.length).toBeLessThan(60)
  expect(first.replace('368,000.00', '') + further.join('')).toBe(word)
})

test('letters that turn the direction or show nothing are not printed, and a line feed is a blank', async () => {
  const lines = linesOf(await pdfOf({ ...note, remarks: ['12\u202e34\u200b56\nTo\u2028pay\u0007.'] }))
  expect(lines.at(-1)).toBe('123456 To pay .')
})
