import { constants, inflateSync } from 'node:zlib'
import { named, pattern } from './pdf-names.ts'
import { OPENING, Openings } from './pdf-openings.ts'

/**
 * Whether a PDF file holds nothing that runs, fetches, carries other files, or keeps it from being read. The file is
 * walked through once, forward, and within the bounds below; what is beyond them, or cannot be read, is refused.
 *
 * A reader of PDF finds objects by byte offsets that the file chooses, so an object may begin within a string, a
 * comment or the data of a stream. The check therefore follows no offsets: it reads every name of the file wherever
 * it stands, and inflates whatever follows any `stream`.
 *
 * Source: ISO 32000-1, 7.3.5 (names), 7.3.8 (streams), 7.4 (filters), 7.5 (structure), 7.5.7 (object streams).
 */

const STREAMS = 10_000
const DICTIONARY_BYTES = 64 * 1024
/** The bytes that the streams of a file may have together, compressed and inflated: two coloured pages at 300 dpi. */
const STREAM_BYTES = 60 * 1024 * 1024
/** A stream may be compressed this many times over. */
const INFLATIONS = 3
/** What looks deflated by chance cannot be inflated even so far. */
const PROBE_BYTES = 512
/** A byte of deflated data inflates to this many at most. */
const INFLATED_BYTES = 1032
const TAIL_BYTES = 1024

/**
 * Refused wherever they stand. None is so short that it is in the data of a picture by chance. A file may open at
 * a page, there or by reference; anything else that it does when it is opened is an action. A link may lead to a page
 * of the web, to a mailbox or to a telephone, and says so where it stands: a path would lead into the reader's network.
 */
const ACTIVE = new RegExp(
  [
    pattern([
      ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'Thread', 'GoTo3DView'],
      ...['Rendition', 'RichMedia', 'RichMediaExecute', 'Movie', 'Sound', 'XFA', '3DD'],
      ...['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment', 'Filespec', 'Encrypt'],
      ...['FFilter', 'FDecodeParms'],
    ]),
    `${pattern(['OpenAction'])}(?!${OPENING})`,
    `${pattern(['URI'])}(?![\\s\\0]{0,40}(?:/|>>|\\((?:[hH][tT]{2}[pP][sS]?:|[mM][aA][iI][lL][tT][oO]:|[tT][eE][lL]:|[wW]{3}\\.)))`,
    `${pattern(['FS'])}(?:[\\s\\0]|%[^\\r\\n]{0,60}[\\r\\n]){0,20}${pattern(['URL'])}`,
  ].join('|'),
)
/**
 * Refused in objects: short names of actions, of files elsewhere and of 3D models, and filters whose data the check does
 * not decode. `F` is a file unless a number or a name follows: then it is the flags of an annotation.
 */
const UNREAD = new RegExp(
  [
    pattern([
      ...['JS', 'AA', 'FS', 'UF', 'EF', '3D', 'U3D', 'PRC'],
      ...['Crypt', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL'],
      ...['ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85'],
    ]),
    `${pattern(['F'])}(?![\\s\\0]{0,40}(?:\\d{1,10}(?!\\d|[\\s\\0]{1,40}\\d{1,5}[\\s\\0]{1,40}R)|/|>>|\\]))`,
  ].join('|'),
)
/** Encodings of pictures and of cross-reference streams. As those of other objects they would hide names. */
const ENCODED = named(
  ...['Predictor', 'CCITTFaxDecode', 'CCF', 'DCTDecode', 'DCT', 'JPXDecode', 'JBIG2Decode'],
)
/**
 * How data are encoded is in their dictionary itself: what it refers to elsewhere could be read as something else
 * than the check reads. Allowed are a name, a dictionary, null, and a short array of these.
 */
const ELSEWHERE = new RegExp(
  `${pattern(['DecodeParms', 'DP', 'Filter'])}(?![\\s\\0]{0,40}(?:/|<<|null|\\[(?![^\\]]{0,400}\\d[\\s\\0]{1,40}R)[^\\]%]{0,400}\\]))`,
)
const PICTURE_OR_TABLE = named('Image', 'XRef')
const OBJECTS = named('ObjStm', 'First')
const OBJECT_COUNT = named('N')
const DEFLATED = named('FlateDecode', 'Fl')
const DEFLATED_AGAIN = new RegExp(`${DEFLATED.source}[^]*${DEFLATED.source}`)

/** Whether a word may begin behind it. */
const isBoundary = (byte: number): boolean => '\0\t\n\f\r ()<>[]{}/%'.includes(String.fromCharCode(byte))

/** Whether the file is whole and harmless. Time and memory grow no faster than the bytes of the file and its streams. */
export function isPlainPdf(bytes: Buffer): boolean {
  if (!isWhole(bytes) || hasActiveName(bytes)) return false
  const openings = new Openings()
  openings.read(bytes.toString('latin1'))
  return areStreamsPlain(bytes, openings) && openings.arePlain
}

function isWhole(bytes: Buffer): boolean {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8))) return false
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))
  const end = tail.lastIndexOf('%%EOF')
  return end >= 0 && /^[\s\0]*$/.test(tail.slice(end + 5)) && bytes.includes('startxref')
}

const hasActiveName = (bytes: Buffer): boolean => ACTIVE.test(bytes.toString('latin1'))

function areObjectsPlain(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return !UNREAD.test(text) && !ENCODED.test(text)
}

function areStreamsPlain(bytes: Buffer, openings: Openings): boolean {
  const inflation = new Inflation(openings)
  let from = 0
  let dataEnd = 0
  let streams = 0
  for (let at = nextStream(bytes, from); at >= 0; at = nextStream(bytes, from)) {
    streams += 1
    const data = dataBegin(bytes, at)
    if (streams > STREAMS || data === undefined) return false
    // Within the data of a stream, another may begin as well.
    const isWithin = at < dataEnd
    const before = bytes.subarray(isWithin ? from : Math.max(from, dataEnd), at)
    const begin = dictionaryBegin(before)
    if (before.length - begin > DICTIONARY_BYTES) return false
    if (!isWithin && !areObjectsPlain(before.subarray(0, begin))) return false
    const dictionary = before.toString('latin1', begin)
    if (!isDictionaryPlain(dictionary)) return false
    const stream = bytes.subarray(data)
    if (!inflation.isPlain(stream, dictionary)) return false
    from = data
    if (!isWithin) dataEnd = endOfData(bytes, data)
  }
  return areObjectsPlain(bytes.subarray(dataEnd))
}

/** The next `stream` that is a word; -1 at the end. */
function nextStream(bytes: Buffer, from: number): number {
  let at = bytes.indexOf('stream', from)
  while (at > 0 && !isBoundary(bytes[at - 1] as number)) at = bytes.indexOf('stream', at + 6)
  return at
}

/** Where the data of a stream begins: behind the end of the line, for which some readers skip white space. */
function dataBegin(bytes: Buffer, stream: number): number | undefined {
  let at = stream + 6
  while (at < stream + 22 && (bytes[at] === 0x20 || bytes[at] === 0x09)) at += 1
  if (bytes[at] === 0x0d) return bytes[at + 1] === 0x0a ? at + 2 : at + 1
  return bytes[at] === 0x0a ? at + 1 : undefined
}

function endOfData(bytes: Buffer, data: number): number {
  const end = bytes.indexOf('endstream', data)
  return end < 0 ? bytes.length : end
}

/** Where the last object begins that begins its line: there, no comment contains it. */
function dictionaryBegin(before: Buffer): number {
  const from = Math.max(0, before.length - DICTIONARY_BYTES)
  const lines = before.toString('latin1', from)
  let begin = 0
  for (const { index } of lines.matchAll(/[\r\n]\d{1,10} \d{1,5} obj/g)) begin = from + index + 1
  return begin
}

/**
 * A stream may be encoded otherwise than by deflate only when no reader takes it for objects, and is deflated once:
 * readers differ in what they make of damaged data, which could hide what was deflated again.
 */
function isDictionaryPlain(text: string): boolean {
  if (UNREAD.test(text) || ELSEWHERE.test(text) || DEFLATED_AGAIN.test(text)) return false
  return !ENCODED.test(text) || isPictureOrTable(text)
}

/** Without brackets and comments, the dictionary is the same from wherever it is read. */
const isPictureOrTable = (text: string): boolean =>
  PICTURE_OR_TABLE.test(text) && !OBJECTS.test(text) && !OBJECT_COUNT.test(text) && !/[()%]/.test(text)

/** Inflates the streams of one file. */
class Inflation {
  readonly #openings: Openings
  #left = STREAM_BYTES

  constructor(openings: Openings) {
    this.#openings = openings
  }

  /** Whether the data of a stream, inflated if they are deflated, hold no refused name. */
  isPlain(data: Buffer, dictionary: string): boolean {
    const holdsObjects = OBJECTS.test(dictionary)
    let current = data
    for (let depth = 0; isDeflated(current); depth += 1) {
      // The colours of a picture may look deflated by chance.
      if (depth > 0 && isPictureOrTable(dictionary) && !this.#beginsDeflated(current)) return this.#left > 0
      const inflated = depth < INFLATIONS ? this.#inflated(current) : undefined
      if (!inflated) return false
      current = inflated
      if (hasActiveName(current) || (holdsObjects && !areObjectsPlain(current))) return false
      const text = current.toString('latin1')
      this.#openings.readNames(text)
      if (holdsObjects) this.#openings.readObjects(dictionary, text)
    }
    if (holdsObjects && current === data) this.#openings.missObjects()
    return current !== data || !DEFLATED.test(dictionary)
  }

  /** What it may cost counts: an inflation that fails does not say what it cost. */
  #beginsDeflated(data: Buffer): boolean {
    this.#left -= PROBE_BYTES * INFLATED_BYTES
    try {
      inflateSync(data.subarray(0, PROBE_BYTES), { finishFlush: constants.Z_SYNC_FLUSH })
      return true
    } catch {
      return false
    }
  }

  /** `undefined` for what cannot be inflated, and when too much was. */
  #inflated(data: Buffer): Buffer | undefined {
    if (this.#left <= 0) return undefined
    try {
      const { buffer, engine } = inflateSync(data, {
        info: true,
        maxOutputLength: this.#left,
      }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
      // What is read counts too: deflated data may inflate to nothing.
      this.#left -= buffer.length + engine.bytesWritten
      return this.#left > 0 ? buffer : undefined
    } catch {
      return undefined
    }
  }
}

/** Whether the data begin as RFC 1950 has it, without a dictionary that would have to be known. */
const isDeflated = (data: Buffer): boolean =>
  data.length >= 2 &&
  ((data[0] as number) & 0x0f) === 8 &&
  ((data[1] as number) & 0x20) === 0 &&
  data.readUInt16BE(0) % 31 === 0
