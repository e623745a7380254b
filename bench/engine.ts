/**
 * How fast the matching engine is, beside engines that npm installs: the same generated file of
 * operations for all of them, in the same run, interleaved, and the median of each. Every engine
 * must trade the same number of shares, so that none is fast by not doing the work.
 *
 * Time is the processor time of this thread, so that a busy machine does not decide; what garbage
 * collection costs on other threads is not counted, which favours those who make garbage.
 */
import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { type Contender, contenders, core } from './engine-contenders.ts'
import { generateOperations, type Operations } from './engine-operations.ts'

const OPERATIONS = 1_000_000
const ROUNDS = 3
const SEED = 20_250_228

let collections = 0
new PerformanceObserver((list) => {
  collections += list.getEntries().length
}).observe({ entryTypes: ['gc'] })

for (const securities of [1, 100]) await compare(generateOperations(OPERATIONS, securities, SEED))

async function compare(operations: Operations): Promise<void> {
  const rates = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]))
  /** Shares traded by the first so many rows, for which all must agree. */
  const expected = new Map<number, number>()
  let coreCollections = 0

  // Round 0 warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const contender of contenders) {
      const rows = Math.min(contender.rows, operations.count)
      const run = contender.prepare(operations, rows)
      await setImmediate()
      collections = 0
      const start = process.threadCpuUsage()
      const traded = run()
      const { user, system } = process.threadCpuUsage(start)
      await setImmediate()

      if (!expected.has(rows)) expected.set(rows, core.prepare(operations, rows)())
      if (traded !== expected.get(rows)) throw new Error(`${contender.name} traded ${traded} shares`)
      if (round === 0) continue
      rates.get(contender)?.push(rows / ((user + system) / 1e6))
      if (contender === core) coreCollections += collections
    }
  }
  print(operations, rates, coreCollections)
}

function print({ count, securities }: Operations, rates: Map<Contender, number[]>, collected: number): void {
  const medians = [...rates].map(([{ name, ours }, measured]) => ({ name, ours, rate: median(measured) }))
  const peers = medians.filter(({ ours }) => !ours)
  const books = securities === 1 ? '1 security' : `${securities} securities`
  console.log(`\nMatching, ${books}, ${count.toLocaleString('en')} operations, median of ${ROUNDS} rounds:`)
  for (const { name, rate } of medians) {
    console.log(`  ${name.padEnd(24)}${Math.round(rate).toLocaleString('en').padStart(12)} operations/s`)
  }
  console.log(`  garbage collections in the core's ${ROUNDS} rounds: ${collected}`)
  for (const { name, rate } of medians.filter(({ ours }) => ours)) {
    const ratios = peers.map((peer) => `${(rate / peer.rate).toFixed(1)}× ${peer.name}`)
    console.log(`  ${name}: ${ratios.join(', ')}`)
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
