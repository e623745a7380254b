import { constants, crc32, deflateRawSync } from 'node:zlib'

/**
 * A ZIP archive written piece by piece, with nothing in memory but the piece at hand: sizes and
 * check sums follow each file's data (PKWARE APPNOTE 6.3.10, 4.3.9). Files are below 4 GiB.
 */
export class ZipWriter {
  #offset = 0
  readonly #directory: Uint8Array[] = []

  /** The bytes of one file: its header, its pieces compressed, and what is known at its end. */
  async *file(name: string, pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
    const start = this.#offset
    yield this.#count(record('LOCAL', name, { crc: 0, compressed: 0, size: 0 }))
    const written = { crc: 0, compressed: 0, size: 0 }
    const deflated = (data: Uint8Array, finishFlush: number) => {
      const compressed = deflateRawSync(data, { finishFlush })
      written.compressed += compressed.length
      return this.#count(compressed)
    }
    for await (const piece of pieces) {
      const data = Buffer.from(piece)
      written.crc = crc32(data, written.crc)
      written.size += data.length
      // A flushed piece ends at a whole byte and looks back at nothing, so that pieces can be joined.
      yield deflated(data, constants.Z_SYNC_FLUSH)
    }
    yield deflated(new Uint8Array(), constants.Z_FINISH)
    yield this.#count(descriptor(written))
    this.#directory.push(record('CENTRAL', name, written, start))
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
/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980, the first day there is: a file of ours has no time of its own. */
const DATE = 0x0021

/** A file's header, before its data or in the directory, where it also contains the file's offset. */
function record(
  kind: 'LOCAL' | 'CENTRAL',
  name: string,
  { crc, compressed, size }: Written,
  start = 0,
): Uint8Array {
  const isCentral = kind === 'CENTRAL'
  const common = Buffer.alloc(26)
  common.writeUInt16LE(VERSION)
  common.writeUInt16LE(FLAGS, 2)
  common.writeUInt16LE(DEFLATED, 4)
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
