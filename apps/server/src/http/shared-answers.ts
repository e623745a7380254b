import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compression } from './compression.ts'
import { success } from './envelope.ts'
import { acceptedBy, entityTagOf, isKnownTo } from './stored-file.ts'

/** What a handler answers that is the same for everybody who is given it under its key, except for one number. */
export class SharedAnswer<Output> {
  readonly key: string
  readonly make: () => Output
  readonly own: OwnNumber | undefined

  /**
   * @param key everything that the answer is made of, except what is the requester's own
   * @param make makes it, where it is not kept
   * @param own is put where the answer that was made says `null`
   */
  constructor(key: string, make: () => Output, own?: OwnNumber) {
    this.key = key
    this.make = make
    this.own = own
  }
}

/** A member of an answer whose number is each requester's own: only one member of the answer has the name and is null. */
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
 * The shared answers of one call, as bytes: anyone who asks for one that is known costs no more than sending it. The one
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
    const shared = this.#keep(key, () => {
      const bytes = Buffer.from(success(make()))
      return new Kept(entityTagOf(bytes), () => bytes, bytes.length)
    })
    if (!own) return shared
    const tag = () => entityTagOf(Buffer.from(`${shared.entityTag} ${own.value}`))
    // Of a requester's own answer only what is compressed is kept: the rest of it is the shared one's.
    return this.#keep(`${key} ${own.value}`, () => new Kept(tag(), () => withOwn(shared.bytes(), own), 0))
  }

  /** The answer that is kept under a key, which is now the newest. */
  #keep(key: string, made: () => Kept): Kept {
    const known = this.#kept.get(key)
    const answer = known ?? made()
    this.#kept.delete(key)
    this.#kept.set(key, answer)
    if (!known) {
      answer.onGrowth = (bytes) => this.#count(answer, bytes)
      this.#count(answer, answer.size)
    }
    return answer
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
  readonly bytes: () => Buffer
  readonly #encoded = new Map<string, Promise<Buffer>>()
  /** The bytes that it takes, with its compressed ones. */
  size: number
  onGrowth: (bytes: number) => void = () => {}

  constructor(entityTag: string, bytes: () => Buffer, size: number) {
    this.entityTag = entityTag
    this.bytes = bytes
    this.size = size
  }

  async encodedFor(accepted: ReadonlySet<string>): Promise<readonly [string | undefined, Buffer]> {
    const [encoding, compress] = encodings.find(([name]) => accepted.has(name)) ?? []
    if (!encoding || !compress) return [undefined, this.bytes()]
    const known = this.#encoded.get(encoding)
    if (known !== undefined) return [encoding, await known]
    const bytes = this.bytes()
    if (bytes.length < compression.threshold) return [undefined, bytes]
    const made = compress(bytes)
    this.#encoded.set(encoding, made)
    const { length } = await made
    this.size += length
    this.onGrowth(length)
    return [encoding, await made]
  }
}

/** An answer with a requester's own number in it. Inside a text of the answer the quotes would be escaped. */
function withOwn(bytes: Buffer, { member, value }: OwnNumber): Buffer {
  const name = `"${member}":`
  const at = bytes.indexOf(`${name}null`)
  if (at < 0 || bytes.includes(`${name}null`, at + 1)) throw new Error(`not one ${member} is null`)
  return Buffer.concat([
    bytes.subarray(0, at + name.length),
    Buffer.from(String(value)),
    bytes.subarray(at + name.length + 'null'.length),
  ])
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
