import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

/** On a thread of its own. */
const deflated: (data: Uint8Array, options: { finishFlush: number }) => Promise<Buffer> =
  promisify(deflateRaw)

/**
 * A ZIP archive written piece by piece, with nothing in memory but the piece at hand (PKWARE APPNOTE
 * 6.3.10). It has at most 65,535 files and is below 4 GiB.
 */
export class ZipWriter {
  #offset = 0
  readonly #directory: Uint8Array[] = []

  /** A file that is all there and is compressed already, as a PDF is: its header, and its bytes as they are. */
  stored(name: string, bytes: Uint8Array): Uint8Array {
    const start = this.#offset
    const written = { crc: crc32(bytes), compressed: bytes.length, size: bytes.length }
    this.#directory.push(record('CENTRAL', name, STORED, written, start))
    return this.#count(Buffer.concat([record('LOCAL', name, STORED, written), bytes]))
  }

  /** The bytes of one file: its header, its pieces compressed, and behind them their sizes and check sum (4.3.9). */
  async *file(name: string, pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
    const start = this.#offset
    yield this.#count(record('LOCAL', name, DEFLATED, { crc: 0, compressed: 0, size: 0 }))
    const written = { crc: 0, compressed: 0, size: 0 }
    const compress = async (data: Uint8Array, finishFlush: number) => {
      const compressed = await deflated(data, { finishFlush })
      written.compressed += compressed.length
      return this.#count(compressed)
    }
    for await (const piece of pieces) {
      const data = Buffer.from(piece)
      written.crc = crc32(data, written.crc)
      written.size += data.length
      // A flushed piece ends at a whole byte and looks back at nothing, so that pieces can be joined.
      yield await compress(data, constants.Z_SYNC_FLUSH)
    }
    yield await compress(new Uint8Array(), constants.Z_FINISH)
    yield this.#count(descriptor(written))
    this.#directory.push(record('CENTRAL', name, DEFLATED, written, start))
  }

  /** The directory, which ends the archive. */
  end(): Uint8Array {
    const directory = Buffer.concat(this.#directory)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50)
    end.writeUInt16LE(this.#directory.length, 8)
    end.writeUInt16LE(this.#directory.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#offset, 16)
    return Buffer.concat([directory, end])
  }

  #count(bytes: Uint8Array): Uint8Array {
    this.#offset += bytes.length
    return bytes
  }
}

interface Written {
  readonly crc: number
  readonly compressed: number
  readonly size: number
}

const VERSION = 20

/** How a file's data are kept. Names are UTF-8 (bit 11 of the flags). */
interface Method {
  readonly method: number
  readonly flags: number
}
/** Sizes follow the data (bit 3). */
const DEFLATED: Method = { method: 8, flags: 0x0808 }
const STORED: Method = { method: 0, flags: 0x0800 }

/** 1 January 1980, the first day there is: a file of ours has no time of its own. */
const DATE = 0x0021

/** A file's header, before its data or in the directory, where it also contains the file's offset. */
function record(
  kind: 'LOCAL' | 'CENTRAL',
  name: string,
  { method, flags }: Method,
  { crc, compressed, size }: Written,
  start = 0,
): Uint8Array {
  const isCentral = kind === 'CENTRAL'
  const common = Buffer.alloc(26)
  common.writeUInt16LE(VERSION)
  common.writeUInt16LE(flags, 2)
  common.writeUInt16LE(method, 4)
  common.writeUInt16LE(DATE, 8)
  common.writeUInt32LE(crc, 10)
  common.writeUInt32LE(compressed, 14)
  common.writeUInt32LE(size, 18)
  common.writeUInt16LE(Buffer.byteLength(name), 22)
  const before = Buffer.alloc(isCentral ? 6 : 4)
  before.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50)
  if (isCentral) before.writeUInt16LE(VERSION, 4)
  const behind = Buffer.alloc(isCentral ? 14 : 0)
  if (isCentral) behind.writeUInt32LE(start, 10)
  return Buffer.concat([before, common, behind, Buffer.from(name)])
}

function descriptor({ crc, compressed, size }: Written): Uint8Array {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(compressed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}
