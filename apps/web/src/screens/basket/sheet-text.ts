/** Rows of cells from text: copied from a spreadsheet, or the contents of a CSV file (RFC 4180). */

/**
 * What may separate cells. A copy from a spreadsheet has tabs; a file of a country that writes decimals with a comma,
 * semicolons.
 */
const marks = ['\t', ';', ','] as const
type Mark = (typeof marks)[number]

/** The mark that is in the first line, outside of quotes; a tab before a semicolon before a comma. */
function markOf(text: string): Mark {
  const first = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)[0] ?? ''
  return marks.find((mark) => first.includes(mark)) ?? ','
}

/** In files that we write, a text that a spreadsheet would read as a formula begins with an apostrophe. */
const LED = /^'(?=[=+\-@＝＋－＠])/

/** The rows of a text, empty ones included. Quotes that do not end are read to the end of the text. */
export function rowsOfText(text: string): string[][] {
  const whole = text.replace(/^\uFEFF/, '')
  const mark = markOf(whole)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell.replace(LED, ''))
    cell = ''
  }
  for (let at = 0; at < whole.length; at += 1) {
    const character = whole[at] as string
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (whole[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === mark) endCell()
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && whole[at + 1] === '\n') at += 1
      endCell()
      rows.push(row)
      row = []
    } else cell += character
  }
  if (cell !== '' || row.length > 0) {
    endCell()
    rows.push(row)
  }
  return rows
}

/** Whether a text that is pasted is several cells. */
export const isSheet = (text: string): boolean => /[\t\n\r]/.test(text.trimEnd())
