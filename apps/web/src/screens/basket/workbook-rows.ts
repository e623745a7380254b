import { UnreadableArchive, ZipEntries } from './zip-entries.ts'

/** Bytes that the parts of a workbook that are read may have together, unpacked. */
const MOST_BYTES = 24 * 1024 * 1024
/** Rows that are read of a sheet. Those beyond are only counted. */
const MOST_ROWS = 10_000
const MOST_COLUMNS = 64

/**
 * The rows of the first sheet of an Excel workbook (ECMA-376, SpreadsheetML) as texts: figures as they are stored, and
 * of a formula the value that was calculated last. Formulas are never evaluated.
 *
 * @throws UnreadableArchive for anything that is not a workbook.
 */
export async function rowsOfWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const entries = new ZipEntries(bytes, MOST_BYTES)
  const sheet = await entries.text(await firstSheet(entries))
  if (sheet === undefined) throw new UnreadableArchive('there is no sheet')
  const shared = await entries.text('xl/sharedStrings.xml')
  const texts = shared === undefined ? [] : elements(parsed(shared), 'si').map(textOf)
  return elements(parsed(sheet), 'row')
    .slice(0, MOST_ROWS)
    .map((row) => cellsOf(row, texts))
}

async function firstSheet(entries: ZipEntries): Promise<string> {
  const [workbook, relations] = [
    await entries.text('xl/workbook.xml'),
    await entries.text('xl/_rels/workbook.xml.rels'),
  ]
  if (workbook === undefined || relations === undefined) throw new UnreadableArchive('there is no workbook')
  const [sheet] = elements(parsed(workbook), 'sheet')
  const id = [...(sheet?.attributes ?? [])].find(
    ({ localName, name }) => localName === 'id' || name === 'r:id',
  )
  const relation = elements(parsed(relations), 'Relationship').find(
    (element) => element.getAttribute('Id') === id?.value,
  )
  const target = relation?.getAttribute('Target') ?? 'worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

function parsed(xml: string): Document {
  // A workbook declares no entities: a file that does could expand beyond the memory.
  if (/<!DOCTYPE/i.test(xml)) throw new UnreadableArchive('a part declares a document type')
  return new DOMParser().parseFromString(xml, 'application/xml')
}

/** Elements by their local name, whatever prefix a program writes. */
const elements = (within: Document | Element, name: string): Element[] => [
  ...within.getElementsByTagNameNS('*', name),
]

/** The text of a string item: its runs, without phonetic readings. */
const textOf = (item: Element): string =>
  elements(item, 't')
    .filter((run) => run.parentElement?.localName !== 'rPh')
    .map((run) => unescaped(run.textContent ?? ''))
    .join('')

/** A character can be written by its number, `_x000D_`; an underscore that would begin one is written so, too. */
const unescaped = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, number: string) => String.fromCharCode(Number.parseInt(number, 16)))

function cellsOf(row: Element, texts: readonly string[]): string[] {
  const cells: string[] = []
  for (const cell of elements(row, 'c')) {
    const column = columnOf(cell.getAttribute('r')) ?? cells.length
    if (column >= MOST_COLUMNS) continue
    while (cells.length < column) cells.push('')
    cells[column] = cellText(cell, texts)
  }
  return cells
}

/** The column of a reference, from 0: `C7` is 2. */
function columnOf(reference: string | null): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Digits that a spreadsheet keeps of a figure; those behind them are of its binary form. */
const DIGITS = 15

function cellText(cell: Element, texts: readonly string[]): string {
  const type = cell.getAttribute('t') ?? 'n'
  if (type === 'inlineStr') return textOf(cell)
  const value = elements(cell, 'v')[0]?.textContent ?? ''
  if (type === 's') return texts[Number(value)] ?? ''
  if (type !== 'n' || value === '' || Number.isNaN(Number(value))) return value
  const figure = Number(Number(value).toPrecision(DIGITS))
  return Math.abs(figure) < 1e15 ? figure.toLocaleString('en', plain) : value
}

const plain = { useGrouping: false, maximumFractionDigits: 10 } as const
