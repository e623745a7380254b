import { isoTime, lagosDateTime } from '@tradebook/contract'

/** An instant to restore to: PostgreSQL's microseconds, and ours to compare. */
export interface Instant {
  readonly text: string
  readonly epochMs: number
}

/** Seconds are added where they are missing, and Lagos where there is no zone. */
const INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,6})?\s*(Z|[+-]\d\d:?\d\d)?$/i

/** Reads `2026-11-26 11:42`, in Lagos where no zone is given. @throws RangeError in words. */
export function instantOf(text: string): Instant {
  const [, date, minute, second = ':00', fraction = '', zone = '+01:00'] = INSTANT.exec(text.trim()) ?? []
  // PostgreSQL does not know the zone Z before it is open.
  const offset = zone.toUpperCase() === 'Z' ? '+00:00' : zone
  const iso = `${date}T${minute}${second}${fraction}${offset}`
  const epochMs = Date.parse(iso)
  if (Number.isNaN(epochMs))
    throw new RangeError(
      `"${text}" is not a time. Write it as "2026-11-26 11:42" or "2026-11-26 11:42:30" (in Lagos), or with a zone: 2026-11-26T10:42:30Z.`,
    )
  return { text: iso, epochMs }
}

/** A time in words: in Lagos, to the second, and in UTC. */
export const inWords = (epochMs: number): string =>
  `${lagosDateTime(epochMs)}:${isoTime(epochMs).slice(17, 19)} in Lagos (${isoTime(epochMs)})`
