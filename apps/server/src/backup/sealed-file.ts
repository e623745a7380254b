import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * Files of a backup: compressed, encrypted and authenticated, written and read a chunk at a time.
 *
 * The operator's key is stretched by scrypt (N = 2^17, r = 8, p = 1) with the salt of the archive. Each file has a key
 * of its own, by HKDF-SHA-256 from that, the file's random salt and its name in the archive: a file under the name of
 * another one does not open. A file is `TBK1`, its salt of 16 bytes, and chunks: the length of what follows in 4 bytes
 * (big-endian), then AES-256-GCM of the chunk in Zstandard, with its tag of 16 bytes. The nonce is the chunk's number
 * (8 bytes), three zeros, and 1 for the last chunk, which is empty: chunks that are changed, missing, moved or cut off
 * are noticed.
 */

/** The operator's key, stretched for one archive. */
export type ArchiveKey = Buffer

const MAGIC = Buffer.from('TBK1')
const SALT_BYTES = 16
const KEY_BYTES = 32
const TAG_BYTES = 16
const LENGTH_BYTES = 4
/** The most that a chunk holds. */
export const CHUNK_BYTES = 1024 * 1024
/** The most that its length may claim: what does not compress grows a little. */
const MOST_SEALED_BYTES = CHUNK_BYTES + 64 * 1024
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** Stretches the operator's key with the salt of an archive; takes about a third of a second. */
export const stretch = (key: string, salt: Buffer): ArchiveKey => scryptSync(key, salt, KEY_BYTES, COST)

/** What shows that a text was written with the key. */
export const sign = (key: ArchiveKey, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64')

/** Whether `sign` gave this signature for the text. */
export function isSigned(key: ArchiveKey, text: string, signature: string): boolean {
  const [expected, found] = [Buffer.from(sign(key, text)), Buffer.from(signature)]
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** A file of a backup is not what was written. */
export class DamagedFile extends Error {}

const fileKey = (key: ArchiveKey, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `tradebook backup ${name}`, KEY_BYTES))

function nonce(chunk: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeBigUInt64BE(BigInt(chunk))
  bytes[11] = Number(isLast)
  return bytes
}

/** A file that is being written. */
export class SealedFile {
  readonly #file: number
  readonly #key: Buffer
  #chunks = 0

  /** @throws Error where the file exists. */
  constructor(path: string, key: ArchiveKey, name: string) {
    const salt = randomBytes(SALT_BYTES)
    this.#key = fileKey(key, salt, name)
    this.#file = openSync(path, 'wx', 0o600)
    writeAll(this.#file, Buffer.concat([MAGIC, salt]))
  }

  /** Appends a chunk of at most `CHUNK_BYTES`. */
  write(plain: Uint8Array): void {
    this.#append(plain, false)
  }

  /** Waits until what was written is on the disk. */
  sync(): void {
    fdatasyncSync(this.#file)
  }

  /** Writes the end, and waits until all of it is on the disk. */
  finish(): void {
    this.#append(new Uint8Array(), true)
    this.sync()
    this.close()
  }

  /** Leaves it as it is. */
  close(): void {
    closeSync(this.#file)
  }

  #append(plain: Uint8Array, isLast: boolean): void {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce(this.#chunks, isLast))
    const sealed = Buffer.concat([
      cipher.update(zstdCompressSync(plain)),
      cipher.final(),
      cipher.getAuthTag(),
    ])
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32BE(sealed.length)
    writeAll(this.#file, Buffer.concat([length, sealed]))
    this.#chunks += 1
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

/**
 * Reads the chunks of a file, one after the other.
 *
 * @returns whether its end was reached; a file that is still written, or was cut off, has none.
 * @throws DamagedFile at the first chunk that is not what was written.
 */
export function* unseal(path: string, key: ArchiveKey, name: string): Generator<Buffer, boolean> {
  const file = openSync(path, 'r')
  try {
    const head = read(file, MAGIC.length + SALT_BYTES)
    if (head === undefined) return false
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new DamagedFile(`${path} is not a backup file.`)
    const opened = fileKey(key, head.subarray(MAGIC.length), name)
    for (let chunk = 0; ; chunk += 1) {
      const length = read(file, LENGTH_BYTES)?.readUInt32BE()
      if (length === undefined) return false
      if (length < TAG_BYTES || length > MOST_SEALED_BYTES) throw damaged(path, chunk)
      const sealed = read(file, length)
      if (sealed === undefined) return false
      const plain = open(opened, chunk, sealed, false)
      if (plain) yield plain
      else if (open(opened, chunk, sealed, true) && read(file, 1) === undefined) return true
      else throw damaged(path, chunk)
    }
  } finally {
    closeSync(file)
  }
}

const damaged = (path: string, chunk: number) =>
  new DamagedFile(`${path} is damaged at chunk ${chunk + 1}, or belongs to another backup.`)

function open(key: Buffer, chunk: number, sealed: Buffer, isLast: boolean): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(chunk, isLast))
  const end = sealed.length - TAG_BYTES
  decipher.setAuthTag(sealed.subarray(end))
  try {
    const compressed = Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
    return zstdDecompressSync(compressed, { maxOutputLength: 2 * CHUNK_BYTES })
  } catch {
    return undefined
  }
}

/** So many bytes, or nothing where the file ends before. */
function read(file: number, length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(length)
  for (let done = 0; done < length; ) {
    const got = readSync(file, bytes, done, length - done, null)
    if (got === 0) return undefined
    done += got
  }
  return bytes
}
