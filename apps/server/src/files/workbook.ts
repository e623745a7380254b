import { ZipWriter } from './zip.ts'

/**
 * An Excel workbook (ECMA-376, SpreadsheetML) written row by row. Texts are in the cells as texts,
 * so that none is taken for a formula.
 */

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** How a figure is shown, by the place of its format in the style sheet. */
export const cellStyles = {
  general: 0,
  heading: 1,
  whole: 2,
  money: 3,
  average: 4,
  time: 5,
  date: 6,
  /** An order or a note: digits without separators. */
  number: 7,
} as const
export type CellStyle = keyof typeof cellStyles

export interface Cell {
  /** Times and dates are days since 30 December 1899. */
  readonly value: string | number | null
  readonly style: CellStyle
}

/** A sheet of Excel has no more rows; the rest goes on another. */
const MAX_ROWS = 1_048_576

/** What is above a column, and how many characters wide the column is. */
export interface WorkbookColumn {
  readonly heading: string
  readonly width: number
}

/** The bytes of a workbook: the headings on top of each sheet, then the rows as they come. */
export async function* workbook(
  title: string,
  columns: readonly WorkbookColumn[],
  rows: AsyncIterable<readonly (readonly Cell[])[]>,
  rowsASheet = MAX_ROWS,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  const heading = columns.map(({ heading: value }): Cell => ({ value, style: 'heading' }))
  const start = sheetStart(columns)
  const pieces = rows[Symbol.asyncIterator]()
  let waiting: readonly (readonly Cell[])[] = []
  let sheets = 0

  const areThereMore = async (): Promise<boolean> => {
    while (waiting.length === 0) {
      const next = await pieces.next()
      if (next.done) return false
      waiting = next.value
    }
    return true
  }

  async function* sheet(): AsyncGenerator<string> {
    yield start + rowOf(heading, 1)
    for (let room = rowsASheet - 1; room > 0 && (await areThereMore()); ) {
      const here = waiting.slice(0, room)
      waiting = waiting.slice(room)
      const above = rowsASheet - room + 1
      room -= here.length
      yield here.map((row, index) => rowOf(row, above + index)).join('')
    }
    yield SHEET_END
  }

  try {
    do {
      sheets += 1
      yield* zip.file(`xl/worksheets/sheet${sheets}.xml`, sheet())
    } while (await areThereMore())
    for (const [name, text] of frame(title, sheets)) yield* zip.file(name, [text])
    yield zip.end()
  } finally {
    await pieces.return?.()
  }
}

/** @param number from 1 on the sheet. Some readers do not find a row or cell that does not say where it is. */
function rowOf(cells: readonly Cell[], number: number): string {
  return `<row r="${number}">${cells.map((cell, index) => cellOf(cell, `${lettersOf(index)}${number}`)).join('')}</row>`
}

function cellOf({ value, style }: Cell, place: string): string {
  const s = `r="${place}" s="${cellStyles[style]}"`
  if (value === null || value === '') return `<c ${s}/>`
  return typeof value === 'number'
    ? `<c ${s}><v>${value}</v></c>`
    : `<c ${s} t="inlineStr"><is><t xml:space="preserve">${escaped(value.replace(ESCAPE, '_x005F_'))}</t></is></c>`
}

const A = 65
const LETTERS = 26

/** The letters of a column, counted from 0: A to Z, then AA. */
const lettersOf = (column: number): string =>
  (column < LETTERS ? '' : lettersOf(Math.floor(column / LETTERS) - 1)) +
  String.fromCharCode(A + (column % LETTERS))

/** The underscore of what a workbook would read as the number of a character: `_x0041_` is an A there. */
const ESCAPE = /_(?=x[\dA-Fa-f]{4}_)/g

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as XML holds it; what no XML can hold is shown as the sign for that. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** How a sheet begins: its headings stay where they are while the rows are scrolled, and columns are as wide as what is in them. */
const sheetStart = (columns: readonly WorkbookColumn[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('')}</cols><sheetData>`
const SHEET_END = '</sheetData></worksheet>'

/** The formats of the figures, in the order of `cellStyles`. */
const FORMATS = [
  'General',
  'General',
  '#,##0',
  '#,##0.00',
  '#,##0.0000',
  'yyyy-mm-dd hh:mm:ss',
  'yyyy-mm-dd',
  '0',
]

/** A sheet's name is at most 31 characters, none of them one that Excel gives a meaning. */
const sheetName = (title: string, sheet: number): string => {
  const number = sheet === 1 ? '' : ` ${sheet}`
  return escaped(title.replace(/[\][*/\\?:']/g, ' ').slice(0, 31 - number.length) + number)
}

/** The files of a workbook besides its sheets. */
function frame(title: string, sheets: number): readonly (readonly [name: string, text: string])[] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const part = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="${CONTENT}.${type}+xml"/>`
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers
        .map((id) => `<sheet name="${sheetName(title, id)}" sheetId="${id}" r:id="s${id}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${RELATIONS}">${numbers
        .map((id) => relation(`s${id}`, 'worksheet', `worksheets/sheet${id}.xml`))
        .join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', styleSheet()],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${RELATIONS}">${relation('workbook', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${numbers.map((id) => part(`xl/worksheets/sheet${id}.xml`, 'worksheet')).join('')}</Types>`,
    ],
  ]
}

/** Ids below 164 are Excel's own formats. */
const FIRST_FORMAT = 164

const styleSheet = (): string =>
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${FORMATS.length}">${FORMATS.map(
    (format, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escaped(format)}"/>`,
  ).join(
    '',
  )}</numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FORMATS.length}">${FORMATS.map(
    (_, index) =>
      `<xf numFmtId="${FIRST_FORMAT + index}" fontId="${index === cellStyles.heading ? 1 : 0}" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  ).join(
    '',
  )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
