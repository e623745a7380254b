import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The same bytes in a `content-encoding`. */
export type Encoded = readonly [encoding: string, bytes: Buffer]

/** What is sent again and again and never changes, in memory and compressed beforehand. */
export interface StoredFile {
  readonly bytes: Buffer
  /** The smallest first. */
  readonly encoded: readonly Encoded[]
  readonly headers: Readonly<Record<string, string>>
}

/** @param headers the file's own, besides those of its identity. */
export const storedFile = (
  bytes: Buffer,
  encoded: readonly Encoded[],
  headers: Readonly<Record<string, string>>,
): StoredFile => ({
  bytes,
  encoded,
  headers: { ...headers, etag: entityTagOf(bytes), vary: 'accept-encoding' },
})

/** What distinguishes these bytes from any others. */
export const entityTagOf = (bytes: Buffer): string =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Whether the client has the bytes already. */
export const isKnownTo = ({ headers }: FastifyRequest, entityTag: string): boolean =>
  headers['if-none-match']?.split(',').some((tag) => tag.trim() === entityTag) ?? false

/** The encodings that the client accepts. */
export const acceptedBy = ({ headers }: FastifyRequest): ReadonlySet<string> =>
  new Set(headers['accept-encoding']?.split(',').map((encoding) => encoding.trim().toLowerCase()))

/** Sends the file in the first encoding that the client accepts, or 304 where the client has it. */
export function sendStored(
  { headers, bytes, encoded }: StoredFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.headers(headers)
  if (isKnownTo(request, headers.etag ?? '')) return reply.code(304).send()
  const accepted = acceptedBy(request)
  const [encoding, body] = encoded.find(([name]) => accepted.has(name)) ?? [undefined, bytes]
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(body)
}
