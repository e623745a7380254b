import { type BasketLine, english, MOST_BASKET_LINES } from '@tradebook/contract'
import { type TFunction, t } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { wordsOf } from '../../ui/worded.ts'
import { EMPTY_LINE, importedLines } from './imported-lines.ts'
import { readLine } from './read-line.ts'
import { rowsOfFile } from './sheet-file.ts'
import { rowsOfText } from './sheet-text.ts'
import { workbookOf } from './workbook.fixture.ts'

beforeAll(() => loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } }))

const translate = t as TFunction
const line = (cells: Partial<BasketLine>): BasketLine => ({ ...EMPTY_LINE, ...cells })
const good = { account: 'MSL1', side: 'Buy', securityID: 'gtco', orderQty: '1,000', price: '58.40' }

test.each<[what: string, cells: Partial<BasketLine>, order: object]>([
  [
    'a limit order',
    {},
    {
      account: 'MSL1',
      side: '1',
      securityID: 'GTCO',
      ordType: '2',
      orderQty: 1000,
      price: 58.4,
      timeInForce: '0',
    },
  ],
  ['without a price, a market order', { price: '' }, { ordType: '1' }],
  ['with a stop price, a stop order', { price: '', stopPx: '60' }, { ordType: '3', stopPx: 60 }],
  ['with both, a stop limit order', { stopPx: '60' }, { ordType: '4', price: 58.4, stopPx: 60 }],
  ['a quantity as dealers write it', { orderQty: '2.5k' }, { orderQty: 2_500 }],
  ['a price with a comma', { price: '58,4' }, { price: 58.4 }],
  ['a sale, by its letter', { side: 's' }, { side: '2' }],
  [
    'until a day',
    { timeInForce: 'gtd', expireDate: '31/12/2026' },
    { timeInForce: '6', expireDate: '2026-12-31' },
  ],
  [
    'until a day as workbooks store it',
    { timeInForce: 'GTD', expireDate: '46387' },
    { expireDate: '2026-12-31' },
  ],
])('a line is read as an order: %s', (_, cells, order) => {
  expect(readLine(line({ ...good, ...cells }), translate)).toMatchObject({ order, faults: [] })
})

test.each<[what: string, cells: Partial<BasketLine>, faults: string[]]>([
  [
    'nothing but a note',
    { ...EMPTY_LINE, text: 'x' },
    ['Enter an account.', 'Enter Buy or Sell.', 'Enter a security.', 'Enter a quantity.'],
  ],
  [
    'a figure with two meanings',
    { orderQty: '1.000' },
    ['1.000 can mean 1 or 1,000. Enter the one you mean.'],
  ],
  ['a formula', { orderQty: '=1+1' }, [english['Trading.Ticket.QuantityInvalid']]],
  ['a negative price', { price: '-5' }, [english['Trading.Ticket.PriceNotPositive']]],
  ['a side that is none', { side: 'Hold' }, ['Enter Buy or Sell.']],
  ['a name that every object has', { side: 'constructor' }, ['Enter Buy or Sell.']],
  [
    'a last day that the order does not take',
    { expireDate: '2026-12-31' },
    ['Only a GTD order has a last day.'],
  ],
  ['no last day', { timeInForce: 'GTD' }, ['Enter the last day of a GTD order.']],
  [
    'a day that there is not',
    { timeInForce: 'GTD', expireDate: '2026-02-30' },
    ['Enter a day, such as 31 Dec 2026.'],
  ],
])('a line with a mistake is not an order, and says why: %s', (_, cells, faults) => {
  const read = readLine(line({ ...good, ...cells }), translate)
  expect(read.order).toBeUndefined()
  expect(read.faults.map((fault) => wordsOf(fault, translate))).toEqual(faults)
})

test('both meanings of an ambiguous number are offered', () => {
  const { faults } = readLine(line({ ...good, price: '1.250' }), translate)
  expect(faults).toMatchObject([
    { column: 'price', choices: ['1.250', '1,250'].map(() => expect.any(String)) },
  ])
})

describe('a text is read as a sheet', () => {
  test.each<[what: string, text: string, rows: string[][]]>([
    [
      'copied cells',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['commas in quotes', 'a,"1,000","say ""hi"""\n', [['a', '1,000', 'say "hi"']]],
    [
      'semicolons with decimal commas',
      'a;58,40\nb;59,00',
      [
        ['a', '58,40'],
        ['b', '59,00'],
      ],
    ],
    [
      'lines within a cell',
      'a,"one\ntwo"\nb,c',
      [
        ['a', 'one\ntwo'],
        ['b', 'c'],
      ],
    ],
    ['quotes that do not end', 'a,"b\nc', [['a', 'b\nc']]],
    ['a mark of its encoding', '\uFEFFa,b', [['a', 'b']]],
    ['a text that was kept from being a formula', "'=1+1,b", [['=1+1', 'b']]],
    ['nothing', '', []],
  ])('%s', (_, text, rows) => {
    expect(rowsOfText(text)).toEqual(rows)
  })
})

describe('lines are taken from a sheet', () => {
  const rows = (text: string) => importedLines(rowsOfText(text), translate)

  test('by headings of any order, and columns that have no place are named', () => {
    const { lines, unused } = rows('Symbol,Broker,Qty,Client\nGTCO,Ada,100,MSL1\n\nMTNN,Bola,5,MSL2')
    expect(lines).toEqual([
      line({ account: 'MSL1', securityID: 'GTCO', orderQty: '100' }),
      line({ account: 'MSL2', securityID: 'MTNN', orderQty: '5' }),
    ])
    expect(unused).toEqual(['Broker'])
  })

  test('by their place without headings', () => {
    expect(rows('MSL1,Buy,GTCO,1.000,58.40').lines).toEqual([
      line({ account: 'MSL1', side: 'Buy', securityID: 'GTCO', orderQty: '1.000', price: '58.40' }),
    ])
  })

  test('all or none of them: lines that do not fit are not cut off', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `MSL${n},Buy,GTCO,1,58`).join('\n')
    expect(rows(many)).toMatchObject({ lines: [], tooMany: 10_000 })
    const most = Array.from({ length: MOST_BASKET_LINES }, () => 'MSL1,Buy,GTCO,1,58').join('\n')
    expect(rows(most).lines).toHaveLength(MOST_BASKET_LINES)
  })

  test('a cell that is too long is shortened, with a notice', () => {
    const { lines, cut } = rows(`MSL1,Buy,GTCO,1,58,,,,${'x'.repeat(300)}`)
    expect([lines[0]?.text.length, cut]).toEqual([256, 1])
  })
})

describe('a workbook is read', () => {
  const rowsOf = async (bytes: Uint8Array) => rowsOfFile(new Blob([bytes as BlobPart]))

  test('with shared and own texts, figures, gaps, and formulas by their last value', async () => {
    const sheet = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>own</t></is></c></row>
      <row r="2"><c r="A2"><v>1000</v></c><c r="B2"><v>58.400000000000006</v></c><c r="C2"><f>1+1</f><v>2</v></c>
      <c r="D2"><f>NOW()</f></c></row>`
    const bytes = workbookOf(sheet, '<si><t>sha</t></si>'.replace('sha', 'shared'))
    expect(await rowsOf(bytes)).toEqual([
      ['shared', '', 'own'],
      ['1000', '58.4', '2', ''],
    ])
  })

  test.each([
    ['_x005F_x0041_', '_x0041_'],
    ['a_x0042_c', 'aBc'],
    ['one_x000D_two', 'one\rtwo'],
    ['_x00_ and _xyzuv_', '_x00_ and _xyzuv_'],
  ])('with the characters that are written by their numbers: %s', async (written, read) => {
    const own = `<row r="1"><c r="A1" t="inlineStr"><is><t>${written}</t></is></c></row>`
    expect(await rowsOf(workbookOf(own, ''))).toEqual([[read]])
    const shared = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
    expect(await rowsOf(workbookOf(shared, `<si><t>${written}</t></si>`))).toEqual([[read]])
  })

  test('but not if it is not a workbook, declares entities, or unpacks without end', async () => {
    const none = new TextEncoder().encode('PK nothing of the kind')
    const entities = workbookOf('<row/>', '', '<!DOCTYPE x [<!ENTITY a "b">]>')
    const bomb = workbookOf(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>${' '.repeat(30_000_000)}</t></is></c></row>`,
      '',
    )
    expect(bomb.length).toBeLessThan(100_000)
    for (const bytes of [none, entities, bomb, bomb.slice(0, 500)])
      expect(await rowsOf(bytes)).toBeUndefined()
  })

  test('and other files are texts, or none', async () => {
    expect(await rowsOf(new TextEncoder().encode('a;b'))).toEqual([['a', 'b']])
    expect(await rowsOf(new Uint8Array([0xff, 0xfe, 0x61, 0, 0x09, 0, 0x62, 0]))).toEqual([['a', 'b']])
    expect(await rowsOf(new Uint8Array([0x61, 0x2c, 0xe9]))).toEqual([['a', 'é']])
    expect(await rowsOf(new Uint8Array([1, 2, 0, 3]))).toBeUndefined()
  })
})
