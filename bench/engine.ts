/**
 * How fast the matching engine is, alongside engines that npm installs: the same generated file of
 * operations for all of them, in the same run, interleaved, and the median of each. Every engine
 * must trade the same number of shares, so that none is fast by not doing the work.
 *
 * Time is the processor time of this thread, so that a busy machine does not decide; what garbage
 * collection costs on other threads is not counted, which favours those who make garbage. An engine begins
 * when the collections of the one before are over. The times of single operations of the core are wall time,
 * less what reading the clock takes.
 */
import { PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Contender, contenders, core } from './engine-contenders.ts'
import { generateOperations, type Operations, type OperationsMix } from './engine-operations.ts'

const OPERATIONS = 1_000_000
const ROUNDS = 3
/** Within this the collections that preparing or running has begun are over and observed. */
const SETTLING_MS = 100

const mixes: Readonly<Record<string, OperationsMix>> = {
  '1 security': { securities: 1, reachTicks: 20 },
  '100 securities': { securities: 100, reachTicks: 20 },
  '1 security, wide prices': { securities: 1, reachTicks: 9_000 },
}

if (process.argv.includes('--load')) process.exit()

let collections = 0
new PerformanceObserver((list) => {
  collections += list.getEntries().length
}).observe({ entryTypes: ['gc'] })

for (const [name, mix] of Object.entries(mixes)) {
  console.log(`\nMatching, ${name}, ${OPERATIONS.toLocaleString('en')} operations:`)
  const operations = generateOperations(OPERATIONS, mix)
  await compareRates(operations)
  printTimes(operations)
}

/** Prints the rate of each contender and the core's and the exchange's ratios to the others. */
async function compareRates(operations: Operations): Promise<void> {
  const rates = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]))
  /** Shares traded, for which all must agree. */
  const expected = core.prepare(operations)(0, operations.count)
  const ownCollections = new Map<Contender, number>(
    contenders.filter(({ ours }) => ours).map((own) => [own, 0]),
  )

  // Round 0 warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const contender of contenders) {
      const run = contender.prepare(operations)
      await sleep(SETTLING_MS)
      collections = 0
      const start = process.threadCpuUsage()
      const traded = run(0, operations.count)
      const { user, system } = process.threadCpuUsage(start)
      await sleep(SETTLING_MS)

      if (traded !== expected) throw new Error(`${contender.name} traded ${traded} shares`)
      if (round === 0) continue
      rates.get(contender)?.push(operations.count / ((user + system) / 1e6))
      const before = ownCollections.get(contender)
      if (before !== undefined) ownCollections.set(contender, before + collections)
    }
  }

  const medians = [...rates].map(([{ name, ours }, measured]) => ({ name, ours, rate: median(measured) }))
  const peers = medians.filter(({ ours }) => !ours)
  for (const { name, rate } of medians) {
    console.log(`  ${name.padEnd(24)}${Math.round(rate).toLocaleString('en').padStart(12)} operations/s`)
  }
  for (const [{ name }, count] of ownCollections) {
    console.log(`  garbage collections in the ${ROUNDS} rounds of ${name}: ${count}`)
  }
  for (const { name, rate } of medians.filter(({ ours }) => ours)) {
    const ratios = peers.map((peer) => `${(rate / peer.rate).toFixed(1)}× ${peer.name}`)
    console.log(`  ${name}: ${ratios.join(', ')}`)
  }
}

/** Prints how long single operations of the core take. */
function printTimes(operations: Operations): void {
  const { count } = operations
  const run = core.prepare(operations)
  const times = (rows: 0 | 1) => {
    const measured = new Float64Array(count)
    for (let row = 0; row < count; row++) {
      const start = performance.now()
      run(row, row + rows)
      measured[row] = performance.now() - start
    }
    return measured.sort()
  }
  const clock = times(0)[count >> 1] as number
  const measured = times(1)
  const nanoseconds = (share: number) =>
    Math.round(((measured[Math.floor(share * count)] as number) - clock) * 1e6)
  console.log(`  an operation of the core: p50 ${nanoseconds(0.5)} ns, p99 ${nanoseconds(0.99)} ns`)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
