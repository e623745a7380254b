import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, deflateRaw, gzip, type ZlibOptions } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compression } from './compression.ts'
import { success } from './envelope.ts'
import { acceptedBy, entityTagOf, isKnownTo } from './stored-file.ts'

/** What a handler answers that is the same for everybody who is given it under its key, but for one number. */
export class SharedAnswer<Output> {
  readonly key: string
  readonly make: () => Output
  readonly own: OwnNumber | undefined

  /**
   * @param key everything that the answer is made of, except what is the asker's own
   * @param make makes it, where it is not kept
   * @param own is put where the answer that was made says `null`
   */
  constructor(key: string, make: () => Output, own?: OwnNumber) {
    this.key = key
    this.make = make
    this.own = own
  }
}

/** A member of an answer whose number is each asker's own: only one member of the answer has the name and is null. */
export interface OwnNumber {
  readonly member: string
  readonly value: number
}

/** An answer in the bytes that are sent, made once. */
export interface KeptAnswer {
  readonly entityTag: string
  /** The bytes in an encoding that the client accepts, compressed for the first one who asks. */
  encodedFor(accepted: ReadonlySet<string>): Promise<readonly [encoding: string | undefined, bytes: Buffer]>
}

/** On threads of their own. A kept answer is compressed once, so that this may cost more than that of a single one. */
const encodings: readonly (readonly [name: string, compress: (bytes: Buffer) => Promise<Buffer>])[] = [
  ['br', (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ['gzip', promisify(gzip) as (bytes: Buffer) => Promise<Buffer>],
]

/** The bytes that are kept of the answers of one call, as they are and compressed. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * The shared answers of one call, as bytes: whoever asks for one that is known costs no more than sending it. The one
 * that was asked for longest ago makes room.
 */
export class SharedAnswers {
  readonly #most: number
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /** @param most bytes */
  constructor(most = MOST_BYTES) {
    this.#most = most
  }

  of({ key, make, own }: SharedAnswer<unknown>): KeptAnswer {
    const known = this.#kept.get(key)
    const answer = known ?? new Kept(Buffer.from(success(make())))
    this.#kept.delete(key)
    this.#kept.set(key, answer)
    if (!known) {
      answer.onGrowth = (bytes) => this.#count(answer, bytes)
      this.#count(answer, answer.size)
    }
    return own ? answer.withOwn(own) : answer
  }

  /** Counts more bytes of an answer, and drops others for them. */
  #count(answer: Kept, bytes: number): void {
    this.#bytes += bytes
    for (const [key, oldest] of this.#kept) {
      if (this.#bytes <= this.#most || oldest === answer) break
      this.#kept.delete(key)
      this.#bytes -= oldest.size
      oldest.onGrowth = () => {}
    }
  }
}

class Kept implements KeptAnswer {
  readonly entityTag: string
  readonly #bytes: Buffer
  readonly #encoded = new Map<string, Promise<Buffer>>()
  readonly #parts = new Map<string, readonly [Buffer, Buffer]>()
  readonly #deflated = new Map<string, Promise<readonly [Buffer, Buffer]>>()
  /** The bytes that it takes, with its compressed ones. */
  size: number
  onGrowth: (bytes: number) => void = () => {}

  constructor(bytes: Buffer) {
    this.entityTag = entityTagOf(bytes)
    this.#bytes = bytes
    this.size = bytes.length
  }

  async encodedFor(accepted: ReadonlySet<string>): Promise<readonly [string | undefined, Buffer]> {
    if (this.#bytes.length < compression.threshold) return [undefined, this.#bytes]
    const [encoding, compress] = encodings.find(([name]) => accepted.has(name)) ?? []
    if (!encoding || !compress) return [undefined, this.#bytes]
    const known = this.#encoded.get(encoding)
    if (known !== undefined) return [encoding, await known]
    const made = compress(this.#bytes)
    this.#encoded.set(encoding, made)
    this.#grow((await made).length)
    return [encoding, await made]
  }

  /**
   * The answer with an asker's own number in it. The rest is neither made, hashed nor compressed again: what is compressed
   * before and after the number is kept, and the number goes between as it is.
   */
  withOwn({ member, value }: OwnNumber): KeptAnswer {
    const [before, after] = this.#around(member)
    const own = Buffer.from(String(value))
    return {
      entityTag: entityTagOf(Buffer.from(`${this.entityTag} ${value}`)),
      encodedFor: async (accepted) => {
        if (this.#bytes.length < compression.threshold || !accepted.has('gzip'))
          return [undefined, Buffer.concat([before, own, after])]
        const [first, last] = await this.#deflatedAround(member)
        const check = crc32(after, crc32(own, crc32(before)))
        const length = before.length + own.length + after.length
        return [
          'gzip',
          Buffer.concat([GZIP_HEADER, first, storedBlock(own), last, gzipTrailer(check, length)]),
        ]
      },
    }
  }

  /** What is sent before and after a number. Inside a text of the answer the quotes would be escaped. */
  #around(member: string): readonly [Buffer, Buffer] {
    const known = this.#parts.get(member)
    if (known) return known
    const name = `"${member}":`
    const at = this.#bytes.indexOf(`${name}null`)
    if (at < 0 || this.#bytes.includes(`${name}null`, at + 1)) throw new Error(`not one ${member} is null`)
    const parts = [
      this.#bytes.subarray(0, at + name.length),
      this.#bytes.subarray(at + name.length + 4),
    ] as const
    this.#parts.set(member, parts)
    return parts
  }

  /** Two parts of one deflated text, between which whole blocks may stand. */
  async #deflatedAround(member: string): Promise<readonly [Buffer, Buffer]> {
    const known = this.#deflated.get(member)
    if (known !== undefined) return known
    const [before, after] = this.#around(member)
    const made = Promise.all([deflate(before, { finishFlush: constants.Z_FULL_FLUSH }), deflate(after)])
    this.#deflated.set(member, made)
    const [first, last] = await made
    this.#grow(first.length + last.length)
    return made
  }

  #grow(bytes: number): void {
    this.size += bytes
    this.onGrowth(bytes)
  }
}

const deflate: (bytes: Buffer, options?: ZlibOptions) => Promise<Buffer> = promisify(deflateRaw)

/** RFC 1952: deflated, without name and time. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** RFC 1951, section 3.2.4: bytes as they are, not the last block. */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}

/** RFC 1952: the check sum of the text, and its length. */
function gzipTrailer(check: number, length: number): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(check, 0)
  trailer.writeUInt32LE(length, 4)
  return trailer
}

/**
 * Sends a kept answer, or 304 where the client has it. A browser may keep it, and asks again whether it is still right
 * before it is used: it depends on who asks.
 */
export async function sendKept(
  answer: KeptAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ etag: answer.entityTag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
  if (isKnownTo(request, answer.entityTag)) return reply.code(304).send()
  const [encoding, bytes] = await answer.encodedFor(acceptedBy(request))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(200).header('content-type', 'application/json; charset=utf-8').send(bytes)
}
