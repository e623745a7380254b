import { dataTagOf } from '../dictionary/data-fields.ts'

/** The delimiter between fields, SOH. */
export const SOH = 1
const EQUALS = 61
const MINUS = 45
const ZERO = 48
const NINE = 57

/** The tag of a field whose tag is not a number. */
export const NOT_A_TAG = Number.MIN_SAFE_INTEGER

/** A field as it is sent: text is Latin-1, one character for each byte; a number is an integer. */
export type Field = readonly [tag: number, value: string | number]

/** Fields in their order on the wire. */
export class Fields {
  readonly tags: readonly number[]
  readonly values: readonly string[]

  constructor(tags: readonly number[], values: readonly string[]) {
    this.tags = tags
    this.values = values
  }

  get length(): number {
    return this.tags.length
  }

  /** The value of the first field with this tag. */
  get(tag: number): string | undefined {
    const index = this.tags.indexOf(tag)
    return index < 0 ? undefined : this.values[index]
  }

  /** The value of a field as a whole number without sign; undefined if it is missing or no such number. */
  number(tag: number): number | undefined {
    const value = this.get(tag)
    if (value === undefined || !/^\d{1,15}$/.test(value)) return undefined
    return Number(value)
  }

  /** Whether a field of type Boolean is `Y`. */
  flag(tag: number): boolean {
    return this.get(tag) === 'Y'
  }

  slice(from: number, to?: number): Fields {
    return new Fields(this.tags.slice(from, to), this.values.slice(from, to))
  }

  *[Symbol.iterator](): Generator<[tag: number, value: string]> {
    for (let index = 0; index < this.tags.length; index++) yield [this.tags[index]!, this.values[index]!]
  }
}

/**
 * The fields of a message whose length and checksum are right, from BeginString(8) to CheckSum(10). A data field is
 * as long as the field before it says; if that cannot be, it ends at the next delimiter, and validation says so.
 */
export function parse(bytes: Uint8Array): Fields {
  const tags: number[] = []
  const values: string[] = []
  const text = latin1(bytes)
  const length = bytes.length
  let at = 0
  let dataTag: number | undefined
  let dataLength = 0
  while (at < length) {
    const start = at
    let tag = 0
    let byte = bytes[at]!
    const negative = byte === MINUS
    if (negative) byte = bytes[++at]!
    const digits = at
    while (byte >= ZERO && byte <= NINE) {
      tag = tag * 10 + byte - ZERO
      byte = bytes[++at]!
    }
    const isTag = byte === EQUALS && at > digits && at - digits < 10
    const valueAt = isTag ? at + 1 : start
    let end = valueAt
    if (isTag && tag === dataTag && bytes[valueAt + dataLength] === SOH) end = valueAt + dataLength
    else while (end < length && bytes[end] !== SOH) end++
    const value = text.slice(valueAt, end)
    tags.push(isTag ? (negative ? -tag : tag) : NOT_A_TAG)
    values.push(value)
    dataTag = isTag && !negative ? dataTagOf(tag) : undefined
    if (dataTag !== undefined) dataLength = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    at = end + 1
  }
  return new Fields(tags, values)
}

/** Bytes as text, one character for each. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  // A call takes only so many arguments, and a plain array of them faster than a typed one.
  for (let from = 0; from < bytes.length; from += 4096) {
    const codes = new Array<number>(Math.min(4096, bytes.length - from))
    for (let index = 0; index < codes.length; index++) codes[index] = bytes[from + index]!
    text += String.fromCharCode.apply(null, codes)
  }
  return text
}
