const FORM = /^(\d{4})(\d\d)(\d\d)-(\d\d):(\d\d):(\d\d)(?:\.(\d{3})\d*)?$/

/** A UTCTimestamp in milliseconds since 1970, finer digits dropped; undefined if it is none. */
export function instantOf(timestamp: string): number | undefined {
  const parts = FORM.exec(timestamp)
  if (!parts) return undefined
  const [year, month, day, hour, minute, second, ms] = parts.slice(1).map((part) => Number(part ?? 0))
  return Date.UTC(year!, month! - 1, day, hour, minute, second, ms)
}

/** Milliseconds since 1970 as a UTCTimestamp with milliseconds. */
export function timestampOf(instant: number): string {
  const iso = new Date(instant).toISOString()
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}-${iso.slice(11, 23)}`
}
