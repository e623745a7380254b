import { randomInt } from 'node:crypto'
import type { GatewayProfile } from './profile.ts'

/** What a ClOrdID (11) is written in, and how many of its characters the number of a command may need. */
const ALPHABETS = {
  alphanumeric: { radix: 36, numberLength: 8 },
  digits: { radix: 10, numberLength: 12 },
} as const
/** The prefix has what the number leaves, within these limits. */
const [SHORTEST_PREFIX, LONGEST_PREFIX] = [4, 8]

/**
 * The ids of what a start of the server sends, after a prefix that it draws. A command number can be given a second
 * time, after a backup was restored or in a new database: under another prefix the exchange does not take the new
 * request for the earlier one.
 */
export class RequestIDs {
  readonly #prefix: string
  readonly #radix: number
  #last = 0

  constructor(
    { clOrdIDAlphabet, longestClOrdID }: GatewayProfile['terms'],
    draw: (below: number) => number = (below) => randomInt(below),
  ) {
    const { radix, numberLength } = ALPHABETS[clOrdIDAlphabet]
    const length = Math.min(LONGEST_PREFIX, Math.max(SHORTEST_PREFIX, longestClOrdID - numberLength))
    this.#radix = radix
    this.#prefix = Array.from({ length }, () => this.#text(draw(radix))).join('')
  }

  /** The ClOrdID (11) of a command. */
  ofCommand(id: number): string {
    return `${this.#prefix}${this.#text(id)}`
  }

  /** An id that does not stand for a command. A 0 follows the prefix, with which no number of a command begins. */
  next(): string {
    this.#last += 1
    return `${this.#prefix}0${this.#text(this.#last)}`
  }

  #text(number: number): string {
    return number.toString(this.#radix).toUpperCase()
  }
}
