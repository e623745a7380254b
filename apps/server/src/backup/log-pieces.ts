import type { Position } from './replication.ts'

/** A file with a part of the database's log, which ends with its segment at the latest. */
export interface LogPiece {
  readonly name: string
  readonly timeline: number
  readonly start: Position
  /** Whether what came before it is missing. */
  readonly isFirst: boolean
}

const NAME = /^([0-9A-F]{8})-([0-9A-F]{16})\.(log|first)$/

const hex = (value: number | bigint, digits: number): string =>
  value.toString(16).toUpperCase().padStart(digits, '0')

export const pieceName = (timeline: number, start: Position, isFirst: boolean): string =>
  `${hex(timeline, 8)}-${hex(start, 16)}.${isFirst ? 'first' : 'log'}`

export function pieceIn(name: string): LogPiece {
  const [, timeline = '0', start = '0', kind] = NAME.exec(name) ?? []
  return {
    name,
    timeline: Number.parseInt(timeline, 16),
    start: BigInt(`0x${start}`),
    isFirst: kind === 'first',
  }
}

export const isLogPiece = (name: string, timeline: number): boolean =>
  NAME.test(name) && pieceIn(name).timeline === timeline

/** The name that PostgreSQL gives the file of a segment. */
export function segmentName(timeline: number, start: Position, segmentBytes: number): string {
  const number = start / BigInt(segmentBytes)
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes)
  return hex(timeline, 8) + hex(number / perFile, 8) + hex(number % perFile, 8)
}

/**
 * What a chunk of a piece holds: bytes of the log, or that all which was acknowledged up to a time of the database is
 * in the archive up to here.
 */
export type LogChunk = { readonly bytes: Buffer } | { readonly coveredUntil: number }

const BYTES = 0
const COVERED = 1

export function encodeChunk(chunk: LogChunk): Buffer {
  if ('bytes' in chunk) return Buffer.concat([Buffer.from([BYTES]), chunk.bytes])
  const encoded = Buffer.alloc(9)
  encoded[0] = COVERED
  encoded.writeDoubleBE(chunk.coveredUntil, 1)
  return encoded
}

export const decodeChunk = (encoded: Buffer): LogChunk =>
  encoded[0] === BYTES ? { bytes: encoded.subarray(1) } : { coveredUntil: encoded.readDoubleBE(1) }
