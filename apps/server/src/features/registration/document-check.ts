import { crc32 } from 'node:zlib'
import { documentLimits, type FileKind } from '@tradebook/contract'
import { isPlainPdf } from './pdf-check.ts'

/**
 * Whether a document is what its first bytes claim, whole, and nothing besides. Nothing is drawn or run: pictures are
 * walked through segment by segment, and of a PDF the names of its objects are read (`pdf-check.ts`).
 */

/** The bytes of a document as they are kept; `undefined` for one that is refused. */
export function documentBytes(type: FileKind, bytes: Buffer): Buffer | undefined {
  switch (type) {
    case 'image/png':
      return isPng(bytes) ? bytes : undefined
    case 'image/jpeg':
      return wholeJpeg(bytes)
    case 'application/pdf':
      return isPlainPdf(bytes) ? bytes : undefined
    default:
      return undefined
  }
}

const hasRoom = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width * height <= documentLimits.pixels

/** What a browser or an interpreter would run if it took the bytes for something else. */
const ACTIVE_TEXT = /<\s*(script|html|svg|iframe|object|!doctype)|<\?php/i
const isActive = (bytes: Buffer): boolean => ACTIVE_TEXT.test(bytes.toString('latin1'))

/** Chunks of a PNG picture that hold texts and profiles; compressed ones may hold anything. */
const PNG_NOTES = new Set(['tEXt', 'iTXt', 'zTXt', 'iCCP', 'eXIf'])
const PNG_NOTE_BYTES = 1024 * 1024
const PNG_HEADER = 13

/** Source: W3C PNG (Third Edition), sections 5 and 11. */
function isPng(bytes: Buffer): boolean {
  let at = 8
  let hasData = false
  for (let first = true; at + 12 <= bytes.length; first = false) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return false
    const name = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (!/^[A-Za-z]{4}$/.test(name)) return false
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(end - 4)) return false
    if (first !== (name === 'IHDR')) return false
    if (first && (length !== PNG_HEADER || !hasRoom(data.readUInt32BE(0), data.readUInt32BE(4)))) return false
    if (PNG_NOTES.has(name) && (length > PNG_NOTE_BYTES || isActive(data))) return false
    if (name === 'IDAT') hasData = true
    // Nothing follows the end: another file could.
    if (name === 'IEND') return hasData && end === bytes.length
    at = end
  }
  return false
}

const JPEG_SCANS = 100

/**
 * A JPEG picture up to its end. Telephones put further pictures and films behind it, which are cut off; anything else
 * there is another file, and refused. Source: ITU-T T.81, annex B.
 */
function wholeJpeg(bytes: Buffer): Buffer | undefined {
  let at = 2
  let scans = 0
  let hasFrame = false
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) break
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    if (isAlone || marker === 0x00 || marker === 0xd8) return undefined
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    const data = bytes.subarray(at + 4, end)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      // A second frame would draw another picture over the first.
      if (hasFrame || data.length < 6 || !hasRoom(data.readUInt16BE(3), data.readUInt16BE(1)))
        return undefined
      hasFrame = true
    }
    const isNote = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)
    if (isNote && isActive(data)) return undefined
    at = end
    if (marker === 0xda) {
      scans += 1
      if (!hasFrame || scans > JPEG_SCANS) return undefined
      at = endOfScan(bytes, at)
    }
  }
  const end = at + 2
  if (scans === 0 || bytes[at] !== 0xff || bytes[at + 1] !== 0xd9) return undefined
  const rest = bytes.subarray(end)
  return rest.length === 0 || isOfTelephone(rest) ? bytes.subarray(0, end) : undefined
}

/** Where the coded data of a scan ends: at the first marker that is none of its own. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    const isOwn = next === 0x00 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isOwn) return at
  }
  return bytes.length
}

/** Another JPEG picture, a film (MP4), or Samsung's trailer; also padding by zeros before them. */
function isOfTelephone(rest: Buffer): boolean {
  const begin = rest.findIndex((byte) => byte !== 0)
  if (begin < 0) return true
  const data = rest.subarray(begin)
  const isPicture = data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  const isFilm = rest.toString('latin1', Math.max(begin - 3, 0), begin + 12).includes('ftyp')
  const isTrailer = rest.subarray(-4).toString('latin1') === 'SEFT'
  return isPicture || isFilm || isTrailer
}
