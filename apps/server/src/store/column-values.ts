import type { Bytes } from './bytes.ts'

/**
 * A type of columns as PostgreSQL's binary protocol has it. It refuses what the type has no value for, for nothing
 * may be kept that is not what was meant.
 */
interface ColumnType<Value> {
  /** PostgreSQL's own number of the type, which never changes. */
  readonly oid: number
  /** @throws RangeError when it is no value of the type. */
  readonly put: (to: Bytes, value: Value) => void
}

/** What a column of each type is written from. */
export interface ColumnValues {
  readonly int: number
  /** A text has its digits. */
  readonly bigint: bigint | number | string
  readonly text: string
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Epoch milliseconds, or ISO 8601 in UTC to the millisecond. */
  readonly timestamptz: number | string
  readonly boolean: boolean
  /** Its text. */
  readonly json: string
  /** Its text. */
  readonly jsonb: string
  readonly uuid: string
  readonly bytea: Uint8Array
}

/** The types of columns that are written in PostgreSQL's binary form, by the names that SQL has for them. */
export const columnValues: { readonly [Type in keyof ColumnValues]: ColumnType<ColumnValues[Type]> } = {
  int: {
    oid: 23,
    put(to, value) {
      if ((value | 0) !== value) throw noValue('int', value)
      to.int32(value)
    },
  },
  bigint: { oid: 20, put: putInt64 },
  text: { oid: 25, put: (to, value) => to.text(value) },
  date: { oid: 1082, put: (to, value) => to.int32(dayOf(value)) },
  timestamptz: {
    oid: 1184,
    put: (to, value) => putInt64(to, (epochMsOf(value) - EPOCH_MS) * MICROSECONDS),
  },
  boolean: { oid: 16, put: (to, value) => to.byte(value ? 1 : 0) },
  json: { oid: 114, put: (to, value) => to.text(value) },
  jsonb: {
    oid: 3802,
    put(to, value) {
      to.byte(JSONB_VERSION)
      to.text(value)
    },
  },
  uuid: {
    oid: 2950,
    put(to, value) {
      if (!UUID.test(value)) throw noValue('uuid', value)
      to.copy(Buffer.from(value.replaceAll('-', ''), 'hex'))
    },
  },
  bytea: { oid: 17, put: (to, value) => to.copy(value) },
}

/** The form of a jsonb that PostgreSQL takes: its text behind this number. */
const JSONB_VERSION = 1
/** PostgreSQL counts time from 2000-01-01, in microseconds. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const MICROSECONDS = 1_000
const DAY_MS = 86_400_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const INTEGER = /^-?\d+$/

function putInt64(to: Bytes, value: bigint | number | string): void {
  if (typeof value === 'string') {
    if (!INTEGER.test(value)) throw noValue('bigint', value)
    const digits = Number(value)
    putInt64(to, Number.isSafeInteger(digits) ? digits : BigInt(value))
  } else if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw noValue('bigint', value)
    to.int64(value)
  } else {
    if (BigInt.asIntN(64, value) !== value) throw noValue('bigint', value)
    to.bigint64(value)
  }
}

/** The days from 2000-01-01 to a date. The last are kept, for the rows of a batch have few. */
function dayOf(date: string): number {
  const known = days.get(date)
  if (known !== undefined) return known
  const epochMs = Date.parse(date)
  // A day that its month does not have would be one of the next month.
  if (!isWritten(epochMs, `${date}T00:00:00.000Z`) || date.length > DATE_LENGTH) throw noValue('date', date)
  const day = (epochMs - EPOCH_MS) / DAY_MS
  if (days.size === MOST_DAYS) days.clear()
  days.set(date, day)
  return day
}

const days = new Map<string, number>()
/** After the year 9999 one is longer. */
const DATE_LENGTH = 'YYYY-MM-DD'.length
const MOST_DAYS = 100

function epochMsOf(time: number | string): number {
  const epochMs = typeof time === 'string' ? Date.parse(time) : Math.trunc(time)
  const isTime = typeof time === 'number' || isWritten(epochMs, time)
  if (!isTime || !(Math.abs(epochMs) <= MOST_MS)) throw noValue('timestamptz', time)
  return epochMs
}

/** So far from 1970 a number counts the microseconds since 2000 exactly: until 2225. */
const MOST_MS = Number.MAX_SAFE_INTEGER / MICROSECONDS - EPOCH_MS

const isWritten = (epochMs: number, time: string): boolean =>
  !Number.isNaN(epochMs) && new Date(epochMs).toISOString() === time

const noValue = (type: string, value: unknown): RangeError =>
  new RangeError(`${String(value).slice(0, SHOWN)} is not of type ${type}`)
const SHOWN = 100
