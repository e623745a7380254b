import type { BatchChanges, ExecutionLine } from '../../apps/server/src/desk/decisions/batch-changes.ts'
import type { Election } from '../../apps/server/src/desk/record/election.ts'
import { FencedOut } from '../../apps/server/src/desk/record/failures.ts'
import type { RecordConnection } from '../../apps/server/src/desk/record/record-connection.ts'
import { between } from '../chance.ts'
import type { SimulatedRecord } from './record.ts'
import type { SimulatedTime } from './time.ts'

/** After so long without an answer a connection is cut, as the store's connections are. */
const DEADLINE_MS = 4_000

/** What becomes of one question to the record. */
type Fate = 'answered' | 'lostBefore' | 'lostAfter' | 'frozen'

/** The network and the machine between desks and their record. */
export class SimulatedNetwork {
  readonly record: SimulatedRecord
  readonly time: SimulatedTime
  readonly random: () => number
  /** While it is calm nothing fails. */
  calm = false

  constructor(record: SimulatedRecord, time: SimulatedTime, random: () => number) {
    this.record = record
    this.time = time
    this.random = random
  }

  fate(): Fate {
    const roll = this.calm ? 1 : this.random()
    if (roll < 0.006) return 'lostBefore'
    if (roll < 0.012) return 'lostAfter'
    if (roll < 0.014) return 'frozen'
    return 'answered'
  }
}

/** One desk's process as its record sees it: how it connects, and which elections were its own. */
export class SimulatedClient {
  readonly #network: SimulatedNetwork
  readonly #onAnswered: (executions: readonly ExecutionLine[]) => void
  readonly #fences = new Set<bigint>()
  #links: SimulatedLink[] = []
  /** What prevents the calls that its process awaits. */
  readonly #timers = new Set<() => void>()
  isAlive = true

  /** @param onAnswered is called with the executions of a batch whose desk learns that it was kept. */
  constructor(network: SimulatedNetwork, onAnswered: (executions: readonly ExecutionLine[]) => void) {
    this.#network = network
    this.#onAnswered = onAnswered
  }

  readonly connect = async (): Promise<RecordConnection> => {
    await new Promise<void>((resolve) => this.later(between(this.#network.random, 0, 5), resolve))
    if (!this.#network.calm && this.#network.random() < 0.1) throw new Error('the record is away')
    const link = new SimulatedLink(this.#network, this, this.#fences, this.#onAnswered)
    this.#links = [...this.#links.filter(({ isLost }) => !isLost), link]
    return link
  }

  /** Whether no answer is awaited. */
  get isIdle(): boolean {
    return this.#links.every(({ waits }) => !waits)
  }

  /** Calls back unless the process is gone by then. */
  later(ms: number, work: () => void, repeats = false): () => void {
    if (!this.isAlive) return () => {}
    const unset = this.#network.time.set(
      ms,
      () => {
        if (!repeats) this.#timers.delete(unset)
        work()
      },
      repeats,
    )
    this.#timers.add(unset)
    return () => {
      this.#timers.delete(unset)
      unset()
    }
  }

  /** Its connections are lost. */
  disconnect(): void {
    for (const link of this.#links) link.lose()
  }

  /** The process dies where it stands; what it has sent may still arrive. */
  kill(): void {
    this.isAlive = false
    for (const unset of this.#timers) unset()
    this.#timers.clear()
  }
}

class SimulatedLink implements RecordConnection {
  readonly #network: SimulatedNetwork
  readonly #client: SimulatedClient
  readonly #fences: Set<bigint>
  readonly #onAnswered: (executions: readonly ExecutionLine[]) => void
  readonly #waiting = new Set<(reason: Error) => void>()
  #onLost: () => void = () => {}
  isLost = false

  constructor(
    network: SimulatedNetwork,
    client: SimulatedClient,
    fences: Set<bigint>,
    onAnswered: (executions: readonly ExecutionLine[]) => void,
  ) {
    this.#network = network
    this.#client = client
    this.#fences = fences
    this.#onAnswered = onAnswered
  }

  elect(): Promise<Election> {
    const { record } = this.#network
    const before = record.fence
    if (this.#fences.size > 0 && !this.#fences.has(before)) return this.#ask(() => fencedOut())
    return this.#ask(() => {
      // An attempt that is carried out late does not count: the fence has moved on.
      if (record.fence !== before) throw new Error('another attempt to take over was faster')
      const election = record.elect()
      this.#fences.add(election.fence)
      return election
    })
  }

  fence = () => this.#ask(() => this.#network.record.fence)

  beginDay(fence: bigint, marketDate: string): Promise<void> {
    return this.#ask(() => {
      this.#mustLead(fence)
      this.#network.record.beginDay(marketDate)
    })
  }

  load = (marketDate: string) => this.#ask(() => this.#network.record.load(marketDate))

  async commit(fence: bigint, changes: BatchChanges): Promise<void> {
    await this.#ask(() => {
      this.#mustLead(fence)
      this.#network.record.keep(changes)
    })
    this.#onAnswered(changes.executions)
  }

  isTenant = (tenantId: number) => this.#ask(() => !this.#network.record.closedFirms.has(tenantId))

  /** No trade of the embedded market is corrected here. */
  trade = (tradeNumber: number, orderID: string | null = null) =>
    this.#ask(() => (orderID === null ? undefined : this.#network.record.side(tradeNumber, orderID)))

  order = (orderID: string) => this.#ask(() => this.#network.record.orders.lines.get(orderID)?.order ?? null)

  get waits(): boolean {
    return this.#waiting.size > 0
  }

  onLost(listener: () => void): void {
    this.#onLost = listener
  }

  cut(): void {
    this.isLost = true
    for (const fail of this.#waiting) fail(new Error('the connection was cut'))
    this.#waiting.clear()
  }

  lose(): void {
    if (this.isLost) return
    this.isLost = true
    // A process that is gone learns nothing any more.
    if (!this.#client.isAlive) return
    this.cut()
    this.#onLost()
  }

  #mustLead(fence: bigint): void {
    if (fence !== this.#network.record.fence) fencedOut()
  }

  /** The question travels, is carried out at one instant, and its answer travels back: or not. */
  #ask<Answer>(carryOut: () => Answer): Promise<Answer> {
    if (this.isLost) return Promise.reject(new Error('the connection is lost'))
    const { random, time } = this.#network
    const fate = this.#network.fate()
    const isLateBy = fate === 'frozen' ? between(random, 0, 2 * DEADLINE_MS) : between(random, 0, 3)
    // What was sent before the connection was lost is carried out or not, as chance has it.
    const arrives = random() < 0.5
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.add(reject)
      const answer = (deliver: () => void) =>
        this.#client.later(between(random, 0, 3), () => {
          this.#waiting.delete(reject)
          if (!this.isLost) deliver()
        })
      time.set(isLateBy, () => {
        if (fate === 'lostBefore') return this.lose()
        if (this.isLost && !arrives) return
        try {
          const result = carryOut()
          if (fate === 'answered') answer(() => resolve(result))
        } catch (error) {
          if (fate === 'answered') answer(() => reject(error as Error))
        }
        if (fate === 'lostAfter') this.lose()
      })
      if (fate === 'frozen') this.#client.later(DEADLINE_MS, () => this.lose())
    })
  }
}

function fencedOut(): never {
  throw new FencedOut()
}
