import { SOH } from './message.ts'

const EIGHT = 56
const NINE = 57
const EQUALS = 61
const ZERO = 48
/** `10=nnn` and its delimiter. */
const TRAILER = 7
/** The longest `8=…|9=…|`. */
const LONGEST_PREFIX = 40

/** What arrived: a message whose length and checksum are right, or something that is to be ignored. */
export type Frame =
  | { readonly kind: 'message'; readonly bytes: Uint8Array }
  | { readonly kind: 'garbled'; readonly bytes: Uint8Array }

/**
 * Cuts a byte stream into messages, however it is divided into reads. Garbled input is what the standard ignores:
 * bytes before a BeginString(8), a message whose first three fields are others, whose BodyLength(9) is wrong or
 * above the limit, or whose CheckSum(10) is wrong. It is skipped up to its own CheckSum(10), or to the next
 * BeginString(8) if its length says nothing.
 */
export class MessageStream {
  readonly #largest: number
  #buffer = new Uint8Array(8192)
  #start = 0
  #end = 0
  /** So far from the start no trailer was found, so that slow bytes are not searched again. */
  #searched = 0

  /** @param largest The greatest BodyLength(9) of a message that is read. */
  constructor(largest: number) {
    this.#largest = largest
  }

  /** The bytes of a message that is not complete. */
  get pending(): number {
    return this.#end - this.#start
  }

  /** Takes bytes and gives what is complete, each frame with bytes of its own. */
  *push(bytes: Uint8Array): Generator<Frame> {
    // In parts, so that a large read does not need a large buffer.
    for (let from = 0; from < bytes.length; from += 8192) {
      this.#append(bytes.subarray(from, from + 8192))
      for (let frame = this.#next(); frame; frame = this.#next()) yield frame
    }
  }

  #append(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#buffer.length) {
      const pending = this.pending
      const target =
        pending + bytes.length > this.#buffer.length
          ? new Uint8Array(Math.max(this.#buffer.length * 2, pending + bytes.length))
          : this.#buffer
      target.set(this.#buffer.subarray(this.#start, this.#end))
      this.#buffer = target
      this.#start = 0
      this.#end = pending
    }
    this.#buffer.set(bytes, this.#end)
    this.#end += bytes.length
  }

  #next(): Frame | undefined {
    if (this.pending === 0) return undefined
    const start = this.#start
    const begin = this.#beginString(start)
    if (begin > start) return this.#garbled(begin)

    const body = this.#bodyStart(start)
    if (body === 'incomplete') return undefined
    if (body === 'garbled') return this.#skipToBegin()
    const bodyEnd = body.start + body.length
    // The trailer is looked for where the length says, and after it.
    const trailer = this.#trailer(bodyEnd - 1)
    if (trailer === undefined) {
      if (this.#end - bodyEnd <= this.#largest) return undefined
      return this.#skipToBegin()
    }
    this.#searched = 0
    const end = trailer + TRAILER
    const well =
      trailer === bodyEnd &&
      this.#isAt(body.start, '35=') &&
      this.#checksum(start, trailer) === this.#statedChecksum(trailer)
    if (!well) return this.#garbled(this.#fieldEnd(trailer))
    this.#start = end
    return { kind: 'message', bytes: this.#buffer.slice(start, end) }
  }

  /** Where the first `8=` at the beginning of a field is; the end of what cannot begin a message if there is none. */
  #beginString(from: number): number {
    const buffer = this.#buffer
    for (let at = from; at < this.#end; at++) {
      if (buffer[at] !== EIGHT) continue
      if (at > from && buffer[at - 1] !== SOH) continue
      if (at + 1 === this.#end || buffer[at + 1] === EQUALS) return at
    }
    return this.#end
  }

  /** Where the body begins and how long it says that it is. */
  #bodyStart(start: number): { start: number; length: number } | 'incomplete' | 'garbled' {
    const buffer = this.#buffer
    let at = start
    while (at < this.#end && buffer[at] !== SOH) at++
    if (at - start > LONGEST_PREFIX) return 'garbled'
    for (const expected of [SOH, NINE, EQUALS]) {
      if (at >= this.#end) return 'incomplete'
      if (buffer[at++] !== expected) return 'garbled'
    }
    let length = 0
    const digits = at
    while (at < this.#end && buffer[at] !== SOH) {
      const digit = buffer[at]! - ZERO
      if (digit < 0 || digit > 9) return 'garbled'
      length = length * 10 + digit
      if (length > this.#largest) return 'garbled'
      at++
    }
    if (at >= this.#end) return at - digits > 10 ? 'garbled' : 'incomplete'
    return at === digits || at - digits > 10 ? 'garbled' : { start: at + 1, length }
  }

  /** Where `10=` begins a field whose end has arrived, from the delimiter at `from` on. */
  #trailer(from: number): number | undefined {
    let at = Math.max(from, this.#start + this.#searched)
    for (; at + TRAILER < this.#end; at++) {
      if (this.#buffer[at] !== SOH || !this.#isAt(at + 1, '10=')) continue
      if (this.#fieldEnd(at + 1) <= this.#end) return at + 1
      break
    }
    this.#searched = at - this.#start
    return undefined
  }

  /** After the delimiter that ends the field at `at`. */
  #fieldEnd(at: number): number {
    const delimiter = this.#buffer.indexOf(SOH, at)
    return delimiter < 0 || delimiter >= this.#end ? Number.POSITIVE_INFINITY : delimiter + 1
  }

  #checksum(from: number, to: number): number {
    const buffer = this.#buffer
    let sum = 0
    for (let at = from; at < to; at++) sum += buffer[at]!
    return sum & 255
  }

  /** The value of a CheckSum(10) of three digits; -1 if it has another form. */
  #statedChecksum(trailer: number): number {
    if (this.#buffer[trailer + TRAILER - 1] !== SOH) return -1
    let value = 0
    for (let at = trailer + 3; at < trailer + 6; at++) {
      const digit = this.#buffer[at]! - ZERO
      if (digit < 0 || digit > 9) return -1
      value = value * 10 + digit
    }
    return value
  }

  #isAt(at: number, text: string): boolean {
    if (at + text.length > this.#end) return false
    for (let index = 0; index < text.length; index++) {
      if (this.#buffer[at + index] !== text.charCodeAt(index)) return false
    }
    return true
  }

  #skipToBegin(): Frame {
    return this.#garbled(this.#beginString(this.#start + 1))
  }

  #garbled(end: number): Frame {
    const bytes = this.#buffer.slice(this.#start, end)
    this.#start = end
    this.#searched = 0
    return { kind: 'garbled', bytes }
  }
}
