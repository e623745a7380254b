/**
 * What deep books cost: an operation in a book of 100 and of 10,000 price levels a side, and the
 * slowest single operation while a book grows to a million resting orders, with no memory asked for. And what
 * the indicative figures of a whole market in a call cost, which are published four times a second.
 */
import { INT32_LIMIT, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import { BUY, cell, Exchange, Matching, REST, SELL } from '@tradebook/exchange'

const OPERATIONS = 1_000_000
const ROUNDS = 5
const MIDDLE = 1_000_000
const RESTING = 1_000_000
const GROWTHS = 5
/** A market in a call: its securities, and the orders and crossed price levels of each. */
const COLLECTING = 150
const COLLECTED = 1_000
const CROSSED = 40

if (process.argv.includes('--load')) process.exit()

const unlimited = [
  {
    securityID: 'DEEP',
    tickKobo: 1,
    referencePx: MIDDLE as PriceKobo,
    limitBps: null,
    minMoveQty: 1 as Quantity,
  },
]

const costs = new Map([100, 10_000].map((levels) => [levels, [] as number[]]))
// Round 0 warms up. The sizes take turns, so that a busy machine slows both.
for (let round = 0; round <= ROUNDS; round++) {
  for (const [levels, measured] of costs) {
    const cost = nanosecondsAnOperation(levels)
    if (round > 0) measured.push(cost)
  }
}
const [shallow = 0, deep = 0] = [...costs.values()].map(median)
console.log(
  `\nAn operation anywhere in a book, median of ${ROUNDS} rounds of ${OPERATIONS.toLocaleString('en')}:`,
)
console.log(`  100 price levels a side     ${shallow.toFixed(0).padStart(6)} ns`)
console.log(
  `  10,000 price levels a side  ${deep.toFixed(0).padStart(6)} ns: ${(deep / shallow).toFixed(2)}×`,
)

const slowest = slowestWhileGrowing()
console.log(
  `\nThe slowest single operation while a book grows to ${RESTING.toLocaleString('en')} resting orders:`,
)
console.log(`  ${(slowest * 1000).toFixed(1)} µs`)

console.log(
  `\nThe indicative figures of ${COLLECTING} securities in a call, ${COLLECTED.toLocaleString('en')} orders each over ${CROSSED} crossed levels:`,
)
console.log(`  ${auctionsOfTheMarket().toFixed(2)} ms of processor time`)

/** One order a level; each operation cancels one at random or enters it again. Processor time. */
function nanosecondsAnOperation(levels: number): number {
  const market = new Matching(unlimited)
  const handles = new Int32Array(levels * 2)
  const enter = (at: number) => {
    const [side, price] = at < levels ? [BUY, MIDDLE - 1 - at] : [SELL, MIDDLE + 1 + at - levels]
    market.enter(at, 0, 0, side, price, 10, REST, 0)
    handles[at] = market.tape.cells[cell.HANDLE]!
    market.tape.clear()
  }
  for (let at = 0; at < levels * 2; at++) enter(at)
  const random = randomBelow(levels * 2)
  const start = process.threadCpuUsage()
  for (let operation = 0; operation < OPERATIONS; operation += 2) {
    const at = random()
    market.cancel(handles[at]!)
    market.tape.clear()
    enter(at)
  }
  const { user, system } = process.threadCpuUsage(start)
  return ((user + system) * 1000) / OPERATIONS
}

/**
 * Milliseconds of wall time. The same book grows GROWTHS times, and an operation counts with its fastest: a pool
 * that grows delays the same operation each time, another process of the machine does not.
 */
function slowestWhileGrowing(): number {
  const fastest = new Float64Array(RESTING).fill(Number.POSITIVE_INFINITY)
  for (let growth = 0; growth < GROWTHS; growth++) growTimed(fastest)
  return fastest.reduce((slowest, took) => Math.max(slowest, took), 0)
}

/** Grows a book, and keeps the time of each operation that took less than before. */
function growTimed(fastest: Float64Array): void {
  const market = new Matching(unlimited)
  const random = randomBelow(5_000)
  for (let order = 0; order < RESTING; order++) {
    const side = order & 1
    const price = side === BUY ? MIDDLE - 1 - random() : MIDDLE + 1 + random()
    const start = performance.now()
    market.enter(order, 0, 0, side, price, 10, REST, 0)
    const took = performance.now() - start
    market.tape.clear()
    if (took < fastest[order]!) fastest[order] = took
  }
}

/** Milliseconds of processor time to compute the auctions of all securities, the median of 20. */
function auctionsOfTheMarket(): number {
  const market = new Exchange(
    Array.from({ length: COLLECTING }, () => unlimited[0] as (typeof unlimited)[number]),
  )
  const random = randomBelow(CROSSED)
  for (let security = 0; security < COLLECTING; security++) {
    market.setMatching(security, 'call')
    for (let tag = 0; tag < COLLECTED; tag++) {
      const price = (MIDDLE + random()) as PriceKobo
      const side = tag % 2 === 0 ? Side.buy : Side.sell
      const quantity = (1 + random()) as Quantity
      market.enter({ tag, participant: 0, security, side, price, quantity, timeInForce: 'rest' }, 0)
    }
  }
  const costs = Array.from({ length: 20 }, () => {
    const start = process.threadCpuUsage()
    for (let security = 0; security < COLLECTING; security++) market.auction(security)
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  })
  return median(costs)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** Whole numbers below a bound, from a seed of their own. */
function randomBelow(bound: number): () => number {
  let state = 20_250_228
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return Math.floor(((state >>> 1) / INT32_LIMIT) * bound)
  }
}
