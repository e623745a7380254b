/**
 * Reads a multipart body as it comes, piece by piece: no more of it is buffered here than a delimiter or the header of a
 * part is long, and the work for a piece grows with its length alone. Source: RFC 2046, section 5.1.1; RFC 7578.
 */

/** What the header of a part says. */
export interface PartHeader {
  readonly name: string
  /** Of a part that is a file. */
  readonly fileName?: string | undefined
}

/** Receives the parts of a body, one after the other. */
export interface PartReceiver {
  begin(header: PartHeader): void
  /** The next bytes of the part. */
  take(bytes: Buffer): void
  end(): void
}

/** A body that is not such a form, or has more parts or longer headers than are read. */
export class MalformedForm extends Error {}

/** The files and texts of one body. */
const MAX_PARTS = 128
/** The bytes of a part's header. */
const MAX_HEADER = 4 * 1024

/** The spaces and tabs behind a delimiter. */
const MAX_PADDING = 128

const LINE_END = '\r\n'
const HEADER_END = '\r\n\r\n'

export class FormParts {
  readonly #receiver: PartReceiver
  readonly #delimiter: Buffer
  #state: 'before' | 'delimited' | 'header' | 'data' | 'after' = 'before'
  /** What was received and not read yet. The delimiter of the first part may begin the body: it has no line before it. */
  #rest: Buffer = Buffer.from(LINE_END)
  #parts = 0

  constructor(boundary: string, receiver: PartReceiver) {
    this.#receiver = receiver
    this.#delimiter = Buffer.from(`${LINE_END}--${boundary}`, 'latin1')
  }

  /** Whether the body was whole. */
  get isWhole(): boolean {
    return this.#state === 'after'
  }

  /** @throws MalformedForm */
  write(piece: Buffer): void {
    if (this.#state === 'after') return
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece
    while (this.#step()) {
      // It goes on for as long as the rest says something.
    }
  }

  /** Reads one thing of the rest; false where more must come first. */
  #step(): boolean {
    switch (this.#state) {
      case 'before':
      case 'data':
        return this.#toDelimiter()
      case 'delimited':
        return this.#behindDelimiter()
      case 'header':
        return this.#header()
      case 'after':
        return false
    }
  }

  #toDelimiter(): boolean {
    const at = this.#rest.indexOf(this.#delimiter)
    // A delimiter may have begun at the end of what is there.
    const end = at < 0 ? this.#rest.length - this.#delimiter.length + 1 : at
    if (end > 0) {
      if (this.#state === 'data') this.#receiver.take(this.#rest.subarray(0, end))
      this.#rest = this.#rest.subarray(end)
    }
    if (at < 0) return false
    if (this.#state === 'data') this.#receiver.end()
    this.#rest = this.#rest.subarray(this.#delimiter.length)
    this.#state = 'delimited'
    return true
  }

  #behindDelimiter(): boolean {
    const padding = paddingOf(this.#rest)
    if (padding > MAX_PADDING) throw new MalformedForm()
    const next = this.#rest.toString('latin1', padding, padding + 2)
    if (next.length < 2) return false
    // The dashes of the last delimiter follow the boundary at once: spaces are padding before a line end only.
    if (next !== LINE_END && (next !== '--' || padding > 0)) throw new MalformedForm()
    this.#rest = this.#rest.subarray(padding)
    this.#state = next === '--' ? 'after' : 'header'
    return true
  }

  /** The line end behind the delimiter is still there: a part without a header is malformed, and not a long one. */
  #header(): boolean {
    const at = this.#rest.indexOf(HEADER_END)
    if (at > MAX_HEADER || (at < 0 && this.#rest.length > MAX_HEADER)) throw new MalformedForm()
    if (at < 0) return false
    this.#parts += 1
    if (this.#parts > MAX_PARTS) throw new MalformedForm()
    const header = headerOf(this.#rest.toString('utf8', 0, at))
    this.#rest = this.#rest.subarray(at + HEADER_END.length)
    this.#state = 'data'
    this.#receiver.begin(header)
    return true
  }
}

/** How many spaces and tabs a text begins with; mail gateways add them to the line of a delimiter. */
function paddingOf(bytes: Buffer): number {
  const end = bytes.findIndex((byte) => byte !== 0x20 && byte !== 0x09)
  return end < 0 ? bytes.length : end
}

const DISPOSITION = /\r\ncontent-disposition:[ \t]*form-data[ \t]*(;[^\r\n]*)/i
const PARAMETER = /;[ \t]*(name|filename\*?)=(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/gi

function headerOf(lines: string): PartHeader {
  const [, parameters] = DISPOSITION.exec(lines) ?? []
  const said = new Map(
    [...(parameters ?? '').matchAll(PARAMETER)].map(([, name = '', quoted, plain]) => [
      name.toLowerCase(),
      quoted === undefined ? (plain ?? '') : unescaped(quoted),
    ]),
  )
  const name = said.get('name')
  if (name === undefined) throw new MalformedForm()
  return { name, fileName: said.get('filename') ?? extended(said.get('filename*')) }
}

/** Browsers write quotes and line ends as in addresses, other clients with a backslash. */
const unescaped = (quoted: string): string =>
  quoted.replace(/\\(["\\])/g, '$1').replace(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code))

/** A name by RFC 5987, which clients should not send. */
function extended(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  try {
    return decodeURIComponent(value.replace(/^utf-8'[^']*'/i, ''))
  } catch {
    return value
  }
}
