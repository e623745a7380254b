/** The entries of a ZIP archive that a person chose: only requested entries are unpacked, and only up to a limit. */

/** An archive that cannot be read, or whose contents are larger than allowed. */
export class UnreadableArchive extends Error {}

interface Entry {
  readonly method: number
  readonly packedBytes: number
  readonly at: number
}

const END_OF_DIRECTORY = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const STORED = 0
const DEFLATED = 8
const END_BYTES = 22
const LONGEST_COMMENT = 0xffff

/** Reads entries of an archive by name. */
export class ZipEntries {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #entries = new Map<string, Entry>()
  /** Bytes that may still be unpacked. */
  #left: number

  /** @param most bytes that all entries that are read may have together. */
  constructor(bytes: Uint8Array, most: number) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#left = most
    try {
      this.#readDirectory()
    } catch (error) {
      throw error instanceof RangeError ? new UnreadableArchive('the directory ends too soon') : error
    }
  }

  /** The text of an entry; `undefined` where there is none of the name. */
  async text(name: string): Promise<string | undefined> {
    const entry = this.#entries.get(name)
    if (!entry) return undefined
    const view = this.#view
    if (view.getUint32(entry.at, true) !== LOCAL_ENTRY) throw new UnreadableArchive('an entry is not there')
    const begins = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
    const packed = this.#bytes.subarray(begins, begins + entry.packedBytes)
    const decoder = new TextDecoder()
    if (entry.method === STORED) {
      this.#take(packed.length)
      return decoder.decode(packed)
    }
    if (entry.method !== DEFLATED) throw new UnreadableArchive('an entry is packed in another way')
    let text = ''
    try {
      const unpacking = new DecompressionStream('deflate-raw')
      const writer = unpacking.writable.getWriter()
      // Its failure is the reader's, too.
      void writer.write(packed as BufferSource).catch(() => undefined)
      void writer.close().catch(() => undefined)
      for (let reader = unpacking.readable.getReader(); ; ) {
        const { done, value } = await reader.read()
        if (done) return text + decoder.decode()
        this.#take(value.length)
        text += decoder.decode(value, { stream: true })
      }
    } catch (error) {
      throw error instanceof UnreadableArchive ? error : new UnreadableArchive('an entry cannot be unpacked')
    }
  }

  #take(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new UnreadableArchive('the contents are too large')
  }

  #readDirectory(): void {
    const view = this.#view
    const last = view.byteLength - END_BYTES
    let end = last
    while (end >= Math.max(0, last - LONGEST_COMMENT) && view.getUint32(end, true) !== END_OF_DIRECTORY)
      end -= 1
    if (end < 0 || view.getUint32(end, true) !== END_OF_DIRECTORY)
      throw new UnreadableArchive('there is no directory')
    const count = view.getUint16(end + 10, true)
    let at = view.getUint32(end + 16, true)
    for (let entry = 0; entry < count; entry += 1) {
      if (view.getUint32(at, true) !== ENTRY) throw new UnreadableArchive('the directory is broken')
      const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) =>
        view.getUint16(at + offset, true),
      )
      const name = new TextDecoder().decode(this.#bytes.subarray(at + 46, at + 46 + (nameBytes as number)))
      this.#entries.set(name, {
        method: view.getUint16(at + 10, true),
        packedBytes: view.getUint32(at + 20, true),
        at: view.getUint32(at + 42, true),
      })
      at += 46 + (nameBytes as number) + (extraBytes as number) + (commentBytes as number)
    }
  }
}
