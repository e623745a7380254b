import { dataTagOf } from '../dictionary/data-fields.ts'
import { type Field, SOH } from './message.ts'

const EQUALS = 61
const ZERO = 48
/** Room before the body for BeginString(8) and BodyLength(9), which are known when the body is written. */
const PREFIX = 40
/** `10=nnn` and its delimiter. */
const TRAILER = 7

/** A message is written here first, since its length is known only then. */
let buffer = new Uint8Array(4096)
let end = 0

/** An application gave a message that cannot be sent. */
export class UnsendableField extends RangeError {
  readonly tag: number
  constructor(tag: number, problem: string) {
    super(`field ${tag} ${problem}`)
    this.name = 'UnsendableField'
    this.tag = tag
  }
}

/**
 * The bytes of a message, with BodyLength(9) and CheckSum(10). `fields` begins with MsgType(35). A value that is
 * empty or has a delimiter is refused, except that a data field may have any bytes after the field with its length.
 */
export function encode(beginString: string, fields: Iterable<Field>): Uint8Array {
  end = PREFIX
  let dataTag: number | undefined
  let dataLength = 0
  for (const [tag, given] of fields) {
    const value = typeof given === 'number' ? integer(tag, given) : given
    if (value.length === 0) throw new UnsendableField(tag, 'has no value')
    const isData = tag === dataTag
    if (dataTag !== undefined && (!isData || value.length !== dataLength)) {
      throw new UnsendableField(dataTag, `does not have the length ${dataLength}`)
    }
    reserve(value.length + 20)
    digits(tag)
    buffer[end++] = EQUALS
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index)
      if (code === SOH && !isData) throw new UnsendableField(tag, 'has a delimiter in its value')
      if (code > 255) throw new UnsendableField(tag, 'has a character outside Latin-1')
      buffer[end++] = code
    }
    buffer[end++] = SOH
    dataTag = dataTagOf(tag)
    if (dataTag !== undefined) dataLength = Number(value)
  }
  if (dataTag !== undefined) throw new UnsendableField(dataTag, 'is missing after its length')
  const bodyEnd = end
  reserve(TRAILER)

  const prefix = `8=${beginString}\x019=${bodyEnd - PREFIX}\x01`
  const start = PREFIX - prefix.length
  for (let index = 0; index < prefix.length; index++) buffer[start + index] = prefix.charCodeAt(index)
  let sum = 0
  for (let index = start; index < bodyEnd; index++) sum += buffer[index]!
  const check = `10=${String(sum & 255).padStart(3, '0')}\x01`
  for (let index = 0; index < TRAILER; index++) buffer[bodyEnd + index] = check.charCodeAt(index)
  return buffer.slice(start, bodyEnd + TRAILER)
}

function integer(tag: number, value: number): string {
  if (!Number.isSafeInteger(value)) throw new UnsendableField(tag, `is not a whole number: ${value}`)
  return String(value)
}

function digits(tag: number): void {
  if (!Number.isSafeInteger(tag) || tag < 1) throw new UnsendableField(tag, 'is not a tag')
  let power = 1
  while (power * 10 <= tag) power *= 10
  for (; power >= 1; power /= 10) buffer[end++] = ZERO + (Math.floor(tag / power) % 10)
}

function reserve(more: number): void {
  if (end + more <= buffer.length) return
  const larger = new Uint8Array(Math.max(buffer.length * 2, end + more))
  larger.set(buffer)
  buffer = larger
}
