import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

/** The tar format as PostgreSQL writes it (POSIX `ustar`): files and folders. */

const BLOCK_BYTES = 512

/** Unpacks an archive, given in pieces of any size, into a folder. */
export class TarUnpacker {
  readonly #folder: string
  #rest: Buffer = Buffer.alloc(0)
  #file: number | undefined
  /** Bytes of the file that are still to come, and those that fill its last block. */
  #left = 0
  #padding = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** @throws Error where a name leads out of the folder, or what is named is neither file nor folder. */
  write(piece: Buffer): void {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece
    for (;;) {
      if (this.#left > 0) {
        const part = bytes.subarray(0, this.#left)
        for (let done = 0; done < part.length; ) done += writeSync(this.#file ?? -1, part, done)
        this.#left -= part.length
        bytes = bytes.subarray(part.length)
        if (this.#left > 0) break
      }
      if (this.#file !== undefined) {
        closeSync(this.#file)
        this.#file = undefined
      }
      const skipped = Math.min(this.#padding, bytes.length)
      this.#padding -= skipped
      bytes = bytes.subarray(skipped)
      if (this.#padding > 0 || bytes.length < BLOCK_BYTES) break
      this.#begin(bytes.subarray(0, BLOCK_BYTES))
      bytes = bytes.subarray(BLOCK_BYTES)
    }
    this.#rest = Buffer.from(bytes)
  }

  /** @throws Error where the archive ended within a file. */
  end(): void {
    if (this.#left > 0 || this.#rest.some((byte) => byte !== 0))
      throw new Error('The archive of the database is cut off.')
  }

  #begin(header: Buffer): void {
    // Two empty blocks are the end.
    if (header.every((byte) => byte === 0)) return
    const name = textOf(header, 345, 155) + textOf(header, 0, 100)
    const path = normalize(name)
    if (path.startsWith('..') || path.startsWith(sep))
      throw new Error(`The archive names ${name}, outside the folder.`)
    const target = join(this.#folder, path)
    const kind = String.fromCharCode(header[156] ?? 0)
    if (kind === '5') mkdirSync(target, { recursive: true, mode: 0o700 })
    else if (kind === '0' || kind === '\0') {
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
      this.#file = openSync(target, 'wx', 0o600)
      this.#left = sizeOf(header)
      this.#padding = (BLOCK_BYTES - (this.#left % BLOCK_BYTES)) % BLOCK_BYTES
    } else throw new Error(`The archive has ${name} of the kind ${kind}, which is neither file nor folder.`)
  }
}

function textOf(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end)
}

/** Octal digits; 8 GB and more in binary, marked by the first bit. */
function sizeOf(header: Buffer): number {
  if (((header[124] ?? 0) & 0x80) !== 0) return Number(header.readBigUInt64BE(128))
  return Number.parseInt(textOf(header, 124, 12).trim() || '0', 8)
}
