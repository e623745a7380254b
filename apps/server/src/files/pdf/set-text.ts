import { runsOf, type Weight } from './typeface.ts'

/** How a text is set. */
export interface Style {
  /** Points. */
  readonly size: number
  readonly weight: Weight
  readonly color: string
}

/** Measures texts, breaks them into lines, and draws these, with the fonts that are embedded in a PDF. */
export class SetText {
  readonly #pdf: PDFKit.PDFDocument
  readonly #letterWidths = new Map<Style, Map<string, number>>()

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
  }

  /** Draws a line with its top left corner at these points. */
  draw(text: string, style: Style, x: number, y: number): void {
    let left = x
    this.#pdf.fillColor(style.color)
    for (const run of runsOf(text, style.weight)) {
      this.#pdf.font(run.font).fontSize(style.size)
      // Letters of all fonts are on one line.
      this.#pdf.text(run.text, left, y + style.size, { lineBreak: false, baseline: 'alphabetic' })
      left += this.#pdf.widthOfString(run.text)
    }
  }

  /** Points. */
  widthOf(text: string, { size, weight }: Style): number {
    return runsOf(text, weight).reduce(
      (sum, run) => sum + this.#pdf.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    )
  }

  /** A text in lines of at most a width, broken between words; a word that is longer is broken, too, unless it stays whole. */
  linesOf(text: string, style: Style, width: number, breaksWords = true): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of printable(text).split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.widthOf(longer, style) <= width) {
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

  /** A text on one line of at most a width; what does not fit is cut off and shown as an ellipsis. */
  oneLine(text: string, style: Style, width: number): string {
    const [first = '', ...rest] = this.linesOf(text, style, width)
    if (rest.length === 0) return first
    return `${this.linesOf(text, style, width - this.widthOf(ELLIPSIS, style))[0] ?? ''}${ELLIPSIS}`
  }

  /** A word in pieces of at most a width, each of one letter at least. */
  #piecesOf(word: string, style: Style, width: number): string[] {
    if (this.widthOf(word, style) <= width) return [word]
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

  /** Alone: next to another letter it may be a few hundredths of a point narrower, for which cells have room. */
  #widthOfLetter(letter: string, style: Style): number {
    const known = this.#letterWidths.get(style)
    const widths = known ?? new Map<string, number>()
    if (!known) this.#letterWidths.set(style, widths)
    const width = widths.get(letter) ?? this.widthOf(letter, style)
    widths.set(letter, width)
    return width
  }
}

const ELLIPSIS = '…'

/**
 * A text without what changes how others are read: letters that show nothing and turn the direction of what
 * follows (Unicode Cf) are left out, line feeds and other controls are blanks.
 */
const printable = (text: string): string =>
  text.replace(/\p{Cf}/gu, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/** A letter with its marks. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gu
