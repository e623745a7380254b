import { type Archive, type Base, firstPosition } from './archive.ts'
import { decodeChunk, type LogChunk, type LogPiece } from './log-pieces.ts'
import type { Position } from './replication.ts'
import { DamagedFile } from './sealed-file.ts'

/** Up to where the archive of a log goes without a gap. */
export interface Reach {
  readonly position: Position
  /** All that was acknowledged up to this time of the database is in it; epoch milliseconds. */
  readonly until: number
  /** Why it ends there although there is more. */
  readonly fault?: string
}

/**
 * Reads the log of a base in order, from the segment that it begins in.
 *
 * @param take is given each part; it ends the reading by returning false.
 * @returns where it ended: at a gap, a damaged piece or the end.
 */
export function followLog(
  archive: Archive,
  base: Base,
  take: (start: Position, chunk: LogChunk) => boolean = () => true,
): Reach {
  const first = firstPosition(base)
  const pieces = archive.log(base.timeline)
  const before = pieces.findLastIndex(({ start }) => start <= first)
  return readRun(archive, pieces.slice(Math.max(0, before)), first, base.endedAt, take)
}

function readRun(
  archive: Archive,
  pieces: readonly LogPiece[],
  from: Position,
  coveredFrom: number,
  take: (start: Position, chunk: LogChunk) => boolean,
): Reach {
  let position = pieces[0] && pieces[0].start <= from ? pieces[0].start : from
  let until = coveredFrom
  let fault: string | undefined
  for (const piece of pieces) {
    // What was cut off or spoilt as it was written does no harm where the next piece begins there.
    if (piece.start !== position) {
      fault ??= `the log before ${piece.name} is missing`
      break
    }
    fault = undefined
    try {
      for (const encoded of archive.read(`log/${piece.name}`)) {
        const chunk = decodeChunk(encoded)
        if (!take(position, chunk)) return { position, until }
        if ('bytes' in chunk) position += BigInt(chunk.bytes.length)
        else until = Math.max(until, chunk.coveredUntil)
      }
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error
      fault = error.message
    }
  }
  return fault === undefined ? { position, until } : { position, until, fault }
}

/** Where the archive of a timeline ends: only its last piece is read; nothing where there is none. */
export function archivedUpTo(archive: Archive, timeline: number): Position | undefined {
  const last = archive.log(timeline).at(-1)
  return last && readRun(archive, [last], last.start, 0, () => true).position
}

/**
 * The newest state of the archive without reading all of it: a base's log up to its last gap by the names of the
 * pieces, and the time of the last one.
 */
export function quickReach(archive: Archive, base: Base): Reach {
  const pieces = archive.log(base.timeline)
  const gap = pieces.findIndex(({ start, isFirst }) => isFirst && start > firstPosition(base))
  const run = gap < 0 ? pieces : pieces.slice(0, gap)
  // The last piece may have no time yet: one before it has.
  for (const piece of run.toReversed()) {
    const reach = readRun(archive, [piece], piece.start, base.endedAt, () => true)
    if (reach.until > base.endedAt) return reach
  }
  return { position: BigInt(base.end), until: base.endedAt }
}
