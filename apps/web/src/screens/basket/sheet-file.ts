import { rowsOfText } from './sheet-text.ts'
import { rowsOfWorkbook } from './workbook-rows.ts'
import { UnreadableArchive } from './zip-entries.ts'

/** A sheet of orders is far smaller; what is larger would keep the page busy. */
const MOST_BYTES = 8 * 1024 * 1024

/** The rows of a file that a person chose, by what is in it, whatever it is called; `undefined` for anything that is not a sheet. */
export async function rowsOfFile(file: Blob): Promise<string[][] | undefined> {
  if (file.size > MOST_BYTES) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    if (isArchive(bytes)) return await rowsOfWorkbook(bytes)
  } catch (error) {
    if (error instanceof UnreadableArchive) return undefined
    throw error
  }
  const text = textOf(bytes)
  return text === undefined ? undefined : rowsOfText(text)
}

const isArchive = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b

/** UTF-8, or UTF-16 with its mark, or what older spreadsheets write; `undefined` for anything that is not text. */
function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
