import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { PrintedColumn, PrintedDocument } from './document.ts'
import { fonts, runsOf, type Weight } from './typeface.ts'

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 50 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin

const INK = '#16202a'
const QUIET = '#5b6670'
const RULE = '#c9d0d6'

/** How a text is set. */
interface Style {
  /** Points. */
  readonly size: number
  readonly weight: Weight
  readonly color: string
}

const styles = {
  title: { size: 18, weight: 700, color: INK },
  issuer: { size: 12, weight: 700, color: INK },
  body: { size: 10, weight: 400, color: INK },
  strong: { size: 10, weight: 700, color: INK },
  label: { size: 10, weight: 400, color: QUIET },
  quiet: { size: 9, weight: 400, color: QUIET },
  smallBody: { size: 8, weight: 400, color: INK },
  smallStrong: { size: 8, weight: 700, color: INK },
} as const satisfies Record<string, Style>

/** A table of more columns is set smaller, so that amounts of billions stand beside each other. */
const MOST_LARGE_COLUMNS = 4
const LINE_HEIGHT = 1.45
const GAP = 14
const CELL = 5

/** A PDF document with its fonts embedded. Between two rows others have a turn, so that a long one delays no short one. */
export async function pdfOf(document: PrintedDocument): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    // No standard font: every text is drawn with one that is embedded.
    font: '',
    lang: document.language,
    displayTitle: true,
    info: { Title: document.title, Author: document.issuer[0] },
  })
  for (const { name, font } of fonts) pdf.registerFont(name, font as never)
  const pieces: Buffer[] = []
  pdf.on('data', (piece: Buffer) => pieces.push(piece))
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(pieces))))
    pdf.on('error', reject)
  })
  await new Sheet(pdf).write(document)
  pdf.end()
  return done
}

/** Sets a document from top to bottom, on as many pages as it takes. */
class Sheet {
  readonly #pdf: PDFKit.PDFDocument
  #y = PAGE.margin
  readonly #letterWidths = new Map<Style, Map<string, number>>()

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
  }

  async write({
    issuer,
    title,
    notice,
    facts,
    columns,
    rows,
    sums,
    remarks,
  }: PrintedDocument): Promise<void> {
    const [name, ...lines] = issuer
    this.#paragraph(name, styles.issuer)
    for (const line of lines) this.#paragraph(line, styles.quiet)
    this.#y += GAP
    this.#paragraph(title, styles.title)
    if (notice) {
      this.#y += CELL
      this.#paragraph(notice, styles.strong)
    }
    this.#y += GAP
    for (let index = 0; index < facts.length; index += 2)
      this.#cells(
        facts.slice(index, index + 2).flatMap(({ label, value }) => [
          { text: label, style: styles.label },
          { text: value, style: styles.body },
        ]),
        FACT_COLUMNS,
      )
    this.#y += GAP
    const isSmall = columns.length > MOST_LARGE_COLUMNS
    const [body, strong] = isSmall ? [styles.smallBody, styles.smallStrong] : [styles.body, styles.strong]
    this.#cells(
      columns.map(({ heading }) => ({ text: heading, style: strong })),
      columns,
    )
    for (const row of rows) {
      this.#row(row, columns, body)
      await nextTurn()
    }
    for (const row of sums) this.#row(row, columns, strong)
    this.#y += GAP
    for (const remark of remarks) this.#paragraph(remark, styles.quiet)
  }

  #row(row: readonly string[], columns: readonly PrintedColumn[], style: Style): void {
    this.#rule()
    this.#cells(
      row.map((text) => ({ text, style })),
      columns,
    )
  }

  #paragraph(text: string, style: Style): void {
    for (const line of this.#linesOf(text, style, WIDTH)) {
      this.#room(style.size * LINE_HEIGHT)
      this.#line(line, style, PAGE.margin, this.#y)
      this.#y += style.size * LINE_HEIGHT
    }
  }

  /** Texts beside each other, each on as many lines as it needs. */
  #cells(
    cells: readonly { readonly text: string; readonly style: Style }[],
    columns: readonly Pick<PrintedColumn, 'align' | 'share'>[],
  ): void {
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    let x = PAGE.margin
    const placed = cells.map(({ text, style }, index) => {
      const { align, share } = columns[index] ?? { align: 'left', share: 0 }
      const width = (WIDTH * share) / shares
      const left = x
      x += width
      // Figures stay whole.
      const lines = this.#linesOf(text, style, width - CELL, align === 'left')
      return { lines, style, align, left, width }
    })
    const lineHeight = Math.max(...placed.map(({ style }) => style.size)) * LINE_HEIGHT
    const count = Math.max(...placed.map(({ lines }) => lines.length))
    // What one page can hold stays on one page; a longer row continues on the next.
    this.#room(Math.min(count * lineHeight + CELL, BOTTOM - PAGE.margin))
    for (let index = 0; index < count; index += 1) {
      this.#room(lineHeight)
      for (const { lines, style, align, left, width } of placed) {
        const line = lines[index]
        if (line === undefined) continue
        const start = align === 'right' ? left + width - this.#widthOf(line, style) : left
        this.#line(line, style, start, this.#y)
      }
      this.#y += lineHeight
    }
    this.#y += CELL
  }

  #rule(): void {
    this.#pdf
      .moveTo(PAGE.margin, this.#y)
      .lineTo(PAGE.margin + WIDTH, this.#y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke()
    this.#y += CELL
  }

  /** Begins a page where the height is more than is left of this one. */
  #room(height: number): void {
    if (this.#y + height <= BOTTOM) return
    this.#pdf.addPage()
    this.#y = PAGE.margin
  }

  #line(text: string, style: Style, x: number, y: number): void {
    let left = x
    this.#pdf.fillColor(style.color)
    for (const run of runsOf(text, style.weight)) {
      this.#pdf.font(run.font).fontSize(style.size)
      // Letters of all fonts stand on one line.
      this.#pdf.text(run.text, left, y + style.size, { lineBreak: false, baseline: 'alphabetic' })
      left += this.#pdf.widthOfString(run.text)
    }
  }

  #widthOf(text: string, { size, weight }: Style): number {
    return runsOf(text, weight).reduce(
      (sum, run) => sum + this.#pdf.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    )
  }

  /** A text in lines of at most a width, broken between words; a word that is longer is broken, too, unless it stays whole. */
  #linesOf(text: string, style: Style, width: number, breaksWords = true): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of printable(text).split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.#widthOf(longer, style) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      const pieces = breaksWords ? this.#piecesOf(word, style, width) : [word]
      line = pieces.pop() ?? ''
      lines.push(...pieces)
    }
    return [...lines, line]
  }

  /** A word in pieces of at most a width, each of one letter at least. */
  #piecesOf(word: string, style: Style, width: number): string[] {
    if (this.#widthOf(word, style) <= width) return [word]
    const pieces: string[] = []
    let piece = ''
    let pieceWidth = 0
    for (const letter of word.normalize('NFC').match(LETTER) ?? []) {
      const letterWidth = this.#widthOfLetter(letter, style)
      if (piece !== '' && pieceWidth + letterWidth > width) {
        pieces.push(piece)
        piece = letter
        pieceWidth = letterWidth
      } else {
        piece += letter
        pieceWidth += letterWidth
      }
    }
    return [...pieces, piece]
  }

  /** Alone: beside another letter it may be some hundredths of a point narrower, for which cells have room. */
  #widthOfLetter(letter: string, style: Style): number {
    const known = this.#letterWidths.get(style)
    const widths = known ?? new Map<string, number>()
    if (!known) this.#letterWidths.set(style, widths)
    const width = widths.get(letter) ?? this.#widthOf(letter, style)
    widths.set(letter, width)
    return width
  }
}

/**
 * A text without what changes how others are read: letters that show nothing and turn the direction of what
 * follows (Unicode Cf) are left out, line feeds and other controls are blanks.
 */
const printable = (text: string): string =>
  text.replace(/\p{Cf}/gu, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/** A letter with its marks. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gu

/** Two facts beside each other, each a label and a value. */
const FACT_COLUMNS = [
  { align: 'left', share: 3 },
  { align: 'left', share: 4 },
  { align: 'left', share: 3 },
  { align: 'left', share: 4 },
] as const
