import { crc32, inflateRawSync } from 'node:zlib'
import {
  english,
  executionList,
  firmTradeList,
  type List,
  list,
  orderList,
  type TextKey,
} from '@tradebook/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLines } from './csv.ts'
import { listFile } from './list-file.ts'
import { workbook } from './workbook.ts'

interface Row {
  readonly when: string
  readonly who: string | null
  readonly side: string
  readonly price: number | null
}

const rowsOfTest = list<Row>()({
  title: 'List.File.orders',
  key: 'who',
  sorting: 'when desc',
  columns: {
    when: { title: 'Trading.Column.time', kind: 'time' },
    who: { title: 'Trading.Column.account', kind: 'text' },
    side: { title: 'Trading.Column.side', kind: 'code', codes: { 1: 'List.Side.1', 2: 'List.Side.2' } },
    price: { title: 'Trading.Column.price', kind: 'price' },
  },
})

const rows: readonly Row[] = [
  { when: '2026-11-20T23:30:00.500Z', who: '=cmd|A1', side: '1', price: -12.5 },
  { when: '2026-11-20T10:00:00.000Z', who: 'Obi, "Ada"\nNwa & <Sons>', side: '9', price: null },
  { when: '2026-11-20T09:00:00.000Z', who: null, side: '2', price: 1_000_000 },
]

const NUMBER = [{ heading: 'No.', width: 12 }]

const translate = (key: TextKey) => english[key]

async function* inPieces<T>(all: readonly T[], size = 2): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

async function bytesOf(body: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(Buffer.from(piece as Uint8Array))
  return Buffer.concat(pieces)
}

describe('a list as CSV', () => {
  test('says of an open order that its firm is halted, as the screen does', async () => {
    const orders = [true, false].map((isHalted) => ({
      orderID: '1',
      account: 'A1',
      ordStatus: '0',
      isHalted,
    }))
    const { body } = listFile(orderList, inPieces(orders), {
      ...{ format: 'csv', columns: ['ordStatus'], translate },
    })
    const [, halted, open] = String(await bytesOf(body)).split('\r\n')
    expect(halted).toContain(english['Trading.Status.halted'])
    expect(open).toMatch(/,Open$/)
  })

  test('has its columns’ titles, its codes as words, Lagos times, and no formula', async () => {
    const { name, type, body } = listFile(rowsOfTest, inPieces(rows), { format: 'csv', translate })
    expect([name, type]).toEqual(['Orders.csv', 'text/csv; charset=utf-8'])
    expect(String(await bytesOf(body))).toBe(
      '\uFEFFTime,Account,Side,Price\r\n' +
        "2026-11-21T00:30:00.500+01:00,'=cmd|A1,Buy,-12.5\r\n" +
        '2026-11-20T11:00:00.000+01:00,"Obi, ""Ada""\nNwa & <Sons>",9,\r\n' +
        '2026-11-20T10:00:00.000+01:00,,Sell,1000000\r\n',
    )
  })

  test('of orders has order number and account whatever was asked for, and no average of 0 where nothing was filled', async () => {
    const orders = [
      { orderID: '7', account: 'A1', securityID: 'GTCO', cumQty: 0, avgPx: 0 },
      { orderID: '8', account: 'A2', securityID: 'GTCO', cumQty: 10, avgPx: 58.4 },
    ]
    const fileOf = async (columns: readonly string[], list: List = orderList) =>
      String(
        await bytesOf(listFile(list, inPieces(orders), { format: 'csv', translate, columns }).body),
      ).split('\r\n')
    expect(await fileOf(['securityID', 'avgPx'])).toEqual([
      ...['\uFEFFOrder no.,Account,Security,Average', '7,A1,GTCO,', '8,A2,GTCO,58.4', ''],
    ])
    expect((await fileOf(['account', 'avgPx', 'orderID']))[0]).toBe('\uFEFFAccount,Average,Order no.')
    for (const list of [executionList, firmTradeList] as readonly List[])
      for (const key of list.inEveryFile ?? [])
        expect((await fileOf(['securityID'], list))[0]).toContain(
          translate(list.columns[key]?.title as TextKey),
        )
  })

  test('has the columns that were asked for, in that order, and a name that says of what it is', async () => {
    const { name, body } = listFile(rowsOfTest, inPieces(rows), {
      format: 'csv',
      columns: ['price', 'side'],
      translate,
      of: ['2026-11-20', 'A/B: "C"'],
    })
    expect(name).toBe('Orders 2026-11-20 A-B- -C-.csv')
    expect(String(await bytesOf(body)).split('\r\n')[0]).toBe('\uFEFFPrice,Side')
  })

  test('whatever was typed, no cell begins like a formula, and each can be read back', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .tuple(
          fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '"=', 'a;=', 'a\n-', 'a\t@'),
          fc.string(),
        )
        .map((it) => it.join('')),
    )
    fc.assert(
      fc.property(fc.array(text, { minLength: 2 }), (cells) => {
        const line = csvLines([cells])
        const read = cellsIn(line)
        // Where a semicolon parts cells, none stands outside the quotes.
        expect(line.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toContain(';')
        for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
        // Where it parts cells whatever stands around it, as a tab or a line end may, no part is a formula.
        expect(line.split(/[;\t\r\n]/).filter((part) => /^[=+\-@＝＋－＠]/.test(part))).toEqual([])
        // Texts that differ in the apostrophes before such signs alone are one text.
        const plain = (cell: string) => cell.replaceAll(/(?<=^|[;\t\r\n])'+(?=[=+\-@\t\r\n＝＋－＠])/g, '')
        expect(read.map(plain)).toEqual(cells.map(plain))
      }),
    )
  })
})

/** The cells of one line of CSV, by RFC 4180. */
function cellsIn(line: string): string[] {
  const cells: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  for (let found = cell.exec(line); found; found = cell.exec(line)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
  }
  return cells
}

describe('a list as a workbook', () => {
  test('has figures as figures, times as times of Lagos and texts as texts', async () => {
    const { name, body } = listFile(rowsOfTest, inPieces(rows), { format: 'xlsx', translate })
    expect(name).toBe('Orders.xlsx')
    const sheet = filesIn(await bytesOf(body)).get('xl/worksheets/sheet1.xml')!
    const cells = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row]) => row)
    expect(cells).toHaveLength(4)
    // 46347 is 21 November 2026.
    expect(cells[1]).toContain(`<c r="A2" s="5"><v>${46_347 + 1_800_500 / 86_400_000}</v></c>`)
    expect(cells[1]).toContain('<is><t xml:space="preserve">=cmd|A1</t></is>')
    expect(cells[1]).toContain('<c r="D2" s="3"><v>-12.5</v></c>')
    expect(cells[2]).toContain('Obi, &quot;Ada&quot;\nNwa &amp; &lt;Sons&gt;')
    expect(cells[3]).toContain('<c r="B4" s="0"/>')
  })

  test('has columns as wide as what is in them, a heading that stays, and numbers of orders as numbers', async () => {
    const orders = [{ orderID: '123456789012', account: 'A1' }]
    const columns = ['orderID', 'account']
    const { body } = listFile(orderList, inPieces(orders), { format: 'xlsx', translate, columns })
    const sheet = filesIn(await bytesOf(body)).get('xl/worksheets/sheet1.xml')!
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect([...sheet.matchAll(/<col min="(\d)" max="\1" width="(\d+)" /g)].map((col) => col[2])).toEqual([
      ...['12', '24'],
    ])
    // By the schema of a sheet the columns come before the rows.
    expect(sheet.indexOf('</cols>')).toBe(sheet.indexOf('<sheetData>') - '</cols>'.length)
    expect(sheet).toContain('<c r="A2" s="7"><v>123456789012</v></c>')
  })

  test('continues on another sheet when one is full, and names all of them', async () => {
    const many = Array.from({ length: 7 }, (_, value) => [{ value, style: 'whole' as const }])
    for (const [rowsASheet, sheets] of [
      [4, 3],
      [8, 1],
      [9, 1],
    ] as const) {
      const files = filesIn(await bytesOf(workbook('Or/ders', NUMBER, inPieces(many, 3), rowsASheet)))
      const written = [...files].flatMap(([name, text]) =>
        name.includes('/sheet') ? [...text.matchAll(/<v>(\d+)<\/v>/g)].map(([, value]) => Number(value)) : [],
      )
      expect(written).toEqual([0, 1, 2, 3, 4, 5, 6])
      for (const [name, text] of files)
        if (name.includes('/sheet')) {
          const places = [...text.matchAll(/<row r="(\d+)"><c r="A(\d+)"/g)]
          expect(places.map(([, row]) => Number(row))).toEqual(places.map((_, index) => index + 1))
          expect(places.every(([, row, cell]) => row === cell)).toBe(true)
        }
      expect(files.get('xl/workbook.xml')?.match(/<sheet /g)).toHaveLength(sheets)
      expect(files.get('xl/workbook.xml')).toContain('name="Or ders"')
    }
  })

  test.each([
    ['_x0041_', '_x005F_x0041_'],
    ['_x0041_x0042_', '_x005F_x0041_x005F_x0042_'],
    ['a_x00e9_b _x41_ x0041_', 'a_x005F_x00e9_b _x41_ x0041_'],
  ])('keeps %s unchanged, which Excel would read as a character', async (value, written) => {
    const cell = { value, style: 'general' as const }
    const files = filesIn(await bytesOf(workbook('t', NUMBER, inPieces([[cell]]))))
    expect(files.get('xl/worksheets/sheet1.xml')).toContain(`>${written}</t>`)
  })

  test('holds what no XML can hold as the sign for that', async () => {
    const cell = { value: 'a\u0000b\u000Bc\uFFFEd😀', style: 'general' as const }
    const files = filesIn(await bytesOf(workbook('t', NUMBER, inPieces([[cell]]))))
    expect(files.get('xl/worksheets/sheet1.xml')).toContain('a\uFFFDb\uFFFDc\uFFFDd😀')
  })
})

/** The files of a ZIP archive by its directory, their lengths and check sums checked. */
function filesIn(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [crc, compressed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field))
    const name = String(archive.subarray(at + 46, at + 46 + archive.readUInt16LE(at + 28)))
    const start = archive.readUInt32LE(at + 42)
    const data = start + 30 + archive.readUInt16LE(start + 26)
    const content = inflateRawSync(archive.subarray(data, data + compressed!))
    expect([name, crc32(content), content.length]).toEqual([name, crc, size])
    files.set(name, String(content))
    at += 46 + Buffer.byteLength(name)
  }
  return files
}
