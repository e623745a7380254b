/**
 * Chance that can be played again: a seeded stream of numbers (sfc32, public domain, by Chris
 * Doty-Humphrey). Two streams of one seed with different names are independent of each other, so
 * what one part draws never disturbs another.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #count = 1

  constructor(seed: number, stream = '') {
    this.#a = seed | 0
    this.#b = hash(stream)
    this.#c = Math.floor(seed / 2 ** 32) | 0
    // The generator needs a dozen rounds before close seeds give unlike numbers.
    for (let round = 0; round < 12; round++) this.#next()
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return this.#next() / 2 ** 32
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit)
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.unit() < probability
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }

  /** Standard normal, by Box and Muller. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit())
  }

  /** Log-normal with this median; `spread` is the standard deviation of its logarithm. */
  logNormal(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal())
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}

/** FNV-1a: a name as a 32-bit number. */
function hash(name: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < name.length; at++) value = Math.imul(value ^ name.charCodeAt(at), 0x01000193)
  return value
}
