import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { PrintedColumn, PrintedDocument } from './document.ts'
import { SetText, type Style } from './set-text.ts'
import { fonts } from './typeface.ts'

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 50 }
const WIDTH = PAGE.width - 2 * PAGE.margin
/** Below it is the foot of the page. */
const BOTTOM = PAGE.height - PAGE.margin - 14
const FOOT = PAGE.height - PAGE.margin

const INK = '#16202a'
const QUIET = '#5b6670'
const RULE = '#c9d0d6'

const styles = {
  title: { size: 18, weight: 700, color: INK },
  issuer: { size: 12, weight: 700, color: INK },
  body: { size: 10, weight: 400, color: INK },
  strong: { size: 10, weight: 700, color: INK },
  label: { size: 10, weight: 400, color: QUIET },
  quiet: { size: 9, weight: 400, color: QUIET },
  smallBody: { size: 8, weight: 400, color: INK },
  smallStrong: { size: 8, weight: 700, color: INK },
  foot: { size: 8, weight: 400, color: QUIET },
} as const satisfies Record<string, Style>

/** A table of more columns is set smaller, so that amounts of billions are next to each other; so is one of details. */
const MOST_LARGE_COLUMNS = 4
const LINE_HEIGHT = 1.45
const GAP = 14
const CELL = 5
/** Between two figures next to each other, at least. */
const LEAST_GAP = 2
/** The most that a logo takes, in points. */
const LOGO = { width: 150, height: 56 }
const SIGNATURE = { height: 40, width: 180 }

/** A PDF document with its fonts embedded. Between two rows others have a turn, so that a long one delays no short one. */
export async function pdfOf(document: PrintedDocument): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    // No standard font: every text is drawn with one that is embedded.
    font: '',
    lang: document.language,
    displayTitle: true,
    // The foot of the first page says how many there are.
    bufferPages: true,
    info: { Title: document.title, Author: document.issuer[0] },
  })
  for (const { name, font } of fonts) pdf.registerFont(name, font as never)
  const pieces: Buffer[] = []
  pdf.on('data', (piece: Buffer) => pieces.push(piece))
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(pieces))))
    pdf.on('error', reject)
  })
  await new Sheet(pdf, document).write()
  pdf.end()
  return done
}

/** A text in a column, on as many lines as it needs. */
interface Cell {
  readonly text: string
  readonly style: Style
}
type Place = Pick<PrintedColumn, 'align' | 'share'>

/** A row of cells that is broken into lines and has its place across the page. */
interface PlacedRow {
  readonly cells: readonly {
    readonly lines: readonly string[]
    readonly style: Style
    readonly align: PrintedColumn['align']
    readonly left: number
    readonly width: number
  }[]
  readonly lineHeight: number
  readonly count: number
}

/** Sets a document from top to bottom, on as many pages as it takes. */
class Sheet {
  readonly #pdf: PDFKit.PDFDocument
  readonly #document: PrintedDocument
  readonly #text: SetText
  #y = PAGE.margin
  /** What a page begins with inside a table: its headings. */
  #headings: PlacedRow | undefined

  constructor(pdf: PDFKit.PDFDocument, document: PrintedDocument) {
    this.#pdf = pdf
    this.#document = document
    this.#text = new SetText(pdf)
  }

  async write(): Promise<void> {
    const { title, notice, facts, columns, rows, sums, detail } = this.#document
    this.#letterhead()
    this.#paragraph(title, styles.title)
    if (notice) {
      this.#y += CELL
      this.#paragraph(notice, styles.strong)
    }
    this.#y += GAP
    for (let index = 0; index < facts.length; index += 2)
      this.#row(
        facts.slice(index, index + 2).flatMap(({ label, value }) => [
          { text: label, style: styles.label },
          { text: value, style: styles.body },
        ]),
        FACT_COLUMNS,
      )
    const closing = this.#closing()
    await this.#table('', { columns, rows, sums, below: detail ? 0 : closing.height })
    if (detail) await this.#table(detail.heading, { ...detail, sums: [], below: closing.height })
    closing.draw()
    this.#feet()
  }

  /** Who issues it, and below whom it is sent to. */
  #letterhead(): void {
    const { issuer, logo, addressee = [] } = this.#document
    const [name, ...lines] = issuer
    const top = this.#y
    if (logo)
      this.#pdf.image(Buffer.from(logo), PAGE.margin + WIDTH - LOGO.width, top, {
        ...{ fit: [LOGO.width, LOGO.height], align: 'right' },
      })
    const width = logo ? WIDTH - LOGO.width - GAP : WIDTH
    this.#paragraph(name, styles.issuer, width)
    for (const line of lines) this.#paragraph(line, styles.quiet, width)
    if (logo) this.#y = Math.max(this.#y, top + LOGO.height)
    this.#y += GAP
    if (addressee.length === 0) return
    for (const line of addressee) this.#paragraph(line, styles.body)
    this.#y += GAP
  }

  /**
   * Its heading and its column headings are above one row at least, and the column headings on every page.
   *
   * @param below what follows the table takes this height, on the page of its last row.
   */
  async #table(
    heading: string,
    {
      columns,
      rows,
      sums,
      below,
    }: Pick<PrintedDocument, 'columns' | 'rows' | 'sums'> & { readonly below: number },
  ): Promise<void> {
    this.#y += GAP
    const isSmall = heading !== '' || columns.length > MOST_LARGE_COLUMNS
    const [body, strong] = isSmall ? [styles.smallBody, styles.smallStrong] : [styles.body, styles.strong]
    const placed = (row: readonly string[], style: Style) =>
      this.#placed(
        row.map((text) => ({ text, style })),
        columns,
      )
    const headings = placed(
      columns.map((column) => column.heading),
      strong,
    )
    const [first = sums[0]] = rows
    const above = (heading === '' ? 0 : heightOfLine(styles.strong) + CELL) + heightOf(headings)
    this.#room(above + (first ? heightOf(placed(first, body)) + CELL : 0))
    if (heading !== '') {
      this.#paragraph(heading, styles.strong)
      this.#y += CELL
    }
    this.#draw(headings)
    this.#headings = headings
    for (const [index, row] of rows.entries()) {
      const isLast = index === rows.length - 1
      // The sums, and what is said below the table, are below one row at least.
      const ofSums = sums.reduce((sum, of) => sum + heightOf(placed(of, strong)) + CELL, 0)
      this.#ruled(placed(row, body), isLast ? ofSums + below : 0)
      await nextTurn()
    }
    for (const row of sums) this.#ruled(placed(row, strong))
    this.#headings = undefined
  }

  /** A row below a rule, which is on the page of its row. */
  #ruled(row: PlacedRow, below = 0): void {
    this.#room(Math.min(heightOf(row) + CELL + below, this.#mostOfPage))
    this.#rule()
    this.#draw(row)
  }

  #row(cells: readonly Cell[], columns: readonly Place[]): void {
    const row = this.#placed(cells, columns)
    this.#room(Math.min(heightOf(row), this.#mostOfPage))
    this.#draw(row)
  }

  #paragraph(text: string, style: Style, width = WIDTH): void {
    for (const line of this.#text.linesOf(text, style, width)) {
      this.#room(heightOfLine(style))
      this.#text.draw(line, style, PAGE.margin, this.#y)
      this.#y += heightOfLine(style)
    }
  }

  #placed(cells: readonly Cell[], columns: readonly Place[]): PlacedRow {
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    let x = PAGE.margin
    const placed = cells.map(({ text, style }, index) => {
      const { align, share } = columns[index] ?? { align: 'left', share: 0 }
      const width = (WIDTH * share) / shares
      const left = x
      x += width
      // Figures stay whole.
      const lines = this.#text.linesOf(text, style, width - CELL, align === 'left')
      const widest = Math.max(...lines.map((line) => this.#text.widthOf(line, style)))
      // One that is wider than its column is set smaller, so that it covers no figure next to it.
      const most = width - LEAST_GAP
      const fitted = widest <= most ? style : { ...style, size: (style.size * most) / widest }
      return { lines, style: fitted, align, left, width }
    })
    return {
      cells: placed,
      lineHeight: Math.max(...placed.map(({ style }) => heightOfLine(style))),
      count: Math.max(...placed.map(({ lines }) => lines.length)),
    }
  }

  /** A row that no page can hold continues on the next. */
  #draw({ cells, lineHeight, count }: PlacedRow): void {
    for (let index = 0; index < count; index += 1) {
      this.#room(lineHeight)
      for (const { lines, style, align, left, width } of cells) {
        const line = lines[index]
        if (line === undefined) continue
        const start = align === 'right' ? left + width - this.#text.widthOf(line, style) : left
        // Smaller figures are on the line of the others.
        this.#text.draw(line, style, start, this.#y + lineHeight / LINE_HEIGHT - style.size)
      }
      this.#y += lineHeight
    }
    this.#y += CELL
  }

  #rule(): void {
    this.#line(PAGE.margin, WIDTH)
    this.#y += CELL
  }

  #line(left: number, width: number): void {
    this.#pdf
      .moveTo(left, this.#y)
      .lineTo(left + width, this.#y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke()
  }

  /** The remarks, and below them who signs: on one page where one can hold them. */
  #closing(): { readonly height: number; draw(): void } {
    const { remarks, signatory = [] } = this.#document
    const lines = remarks.flatMap((remark) => this.#text.linesOf(remark, styles.quiet, WIDTH))
    const signature =
      signatory.length === 0
        ? 0
        : GAP + SIGNATURE.height + CELL + signatory.length * heightOfLine(styles.body)
    const height = GAP + lines.length * heightOfLine(styles.quiet) + signature
    const draw = () => {
      if (height <= this.#mostOfPage) this.#room(height)
      this.#y += GAP
      for (const remark of remarks) this.#paragraph(remark, styles.quiet)
      if (signature === 0) return
      this.#y += GAP + SIGNATURE.height
      this.#line(PAGE.margin, SIGNATURE.width)
      this.#y += CELL
      for (const line of signatory) this.#paragraph(line, styles.body)
    }
    return { height, draw }
  }

  /** The height that rows have on a page besides its headings. */
  get #mostOfPage(): number {
    return BOTTOM - PAGE.margin - CONTINUED - (this.#headings ? heightOf(this.#headings) : 0)
  }

  /** Begins a page where the height is more than is left of this one. */
  #room(height: number): void {
    if (this.#y + height <= BOTTOM) return
    this.#pdf.addPage()
    this.#y = PAGE.margin
    this.#continued()
    const headings = this.#headings
    if (!headings) return
    // Headings that are as long as a page begin no further one.
    this.#headings = undefined
    this.#draw(headings)
    this.#headings = headings
  }

  /** What every page but the first begins with: whose document it is, and which. */
  #continued(): void {
    const { issuer, title, holder } = this.#document
    const text = [issuer[0], title, holder].filter((part) => part).join(' · ')
    this.#text.draw(this.#text.oneLine(text, styles.foot, WIDTH), styles.foot, PAGE.margin, this.#y)
    this.#y += CONTINUED
  }

  /** The foot of every page. */
  #feet(): void {
    const { issuer, holder, foot } = this.#document
    if (!foot) return
    const { count } = this.#pdf.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page)
      const right = [
        foot.printed,
        foot.page.replace('{page}', String(page + 1)).replace('{pages}', String(count)),
      ].join(' · ')
      const width = this.#text.widthOf(right, styles.foot)
      const left = [issuer[0], holder].filter((part) => part).join(' · ')
      const y = FOOT - styles.foot.size
      this.#text.draw(this.#text.oneLine(left, styles.foot, WIDTH - width - GAP), styles.foot, PAGE.margin, y)
      this.#text.draw(right, styles.foot, PAGE.margin + WIDTH - width, y)
    }
  }
}

const heightOfLine = ({ size }: Style): number => size * LINE_HEIGHT
const heightOf = ({ count, lineHeight }: PlacedRow): number => count * lineHeight + CELL
/** What the first line of a further page takes. */
const CONTINUED = heightOfLine(styles.foot) + GAP / 2

/** Two facts next to each other, each a label and a value. */
const FACT_COLUMNS = [
  { align: 'left', share: 3 },
  { align: 'left', share: 4 },
  { align: 'left', share: 3 },
  { align: 'left', share: 4 },
] as const
