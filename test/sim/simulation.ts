import { isFinal, nextBusinessDay } from '@tradebook/contract'
import { Ledger } from '@tradebook/ledger'
import { type Order, restingAt } from '@tradebook/orders'
import { pino } from 'pino'
import type { ExecutionLine } from '../../apps/server/src/desk/batch-changes.ts'
import { Books } from '../../apps/server/src/desk/books.ts'
import { Desk } from '../../apps/server/src/desk/desk.ts'
import type { ClientInput, DeskAnswer } from '../../apps/server/src/desk/inputs.ts'
import { fromJournalBody, type JournalEntry, replay } from '../../apps/server/src/desk/journal.ts'
import type { Published, PublishedBatch } from '../../apps/server/src/desk/published.ts'
import { firmsOf } from '../../apps/server/src/desk/rebuild.ts'
import { clOrdIDOf } from '../../apps/server/src/desk/requests.ts'
import { CertainTime } from '../../apps/server/src/platform/clock.ts'
import { openEmbeddedVenue } from '../../apps/server/src/venue/embedded.ts'
import { between, chance } from '../chance.ts'
import {
  auditBalances,
  auditMarket,
  auditOrders,
  auditRecord,
  canonical,
  must,
  mustEqual,
  PublishedBooks,
} from './audit.ts'
import { Commands, type Surroundings } from './commands.ts'
import { Crowd } from './crowd.ts'
import { SimulatedClient, SimulatedNetwork } from './link.ts'
import { firms, securities, UNRECORDABLE } from './plan.ts'
import { requestKey, SimulatedRecord } from './record.ts'
import { SimulatedTime } from './time.ts'

/** How much of everything a run came to: a run that reached little shows little. */
export interface Reached {
  inputs: number
  accepted: number
  refused: number
  putOff: number
  inDoubt: number
  unrecordable: number
  trades: number
  crashes: number
  takeovers: number
  restorations: number
  settlements: number
  /** Orders that were open on three market days at least. */
  carried: number
  days: number
}

export const nothingReached = (): Reached => ({
  inputs: 0,
  accepted: 0,
  refused: 0,
  putOff: 0,
  inDoubt: 0,
  unrecordable: 0,
  trades: 0,
  crashes: 0,
  takeovers: 0,
  restorations: 0,
  settlements: 0,
  carried: 0,
  days: 0,
})

const FIRST_DAY = '2026-11-19'
const silent = pino({ level: 'silent' })
const securityIDs = securities.map(({ securityID }) => securityID)
/** A desk that nothing troubles any more works again within so long. */
const BACK_WITHIN_MS = 30_000
/** A desk whose record is away now and then starts within so many attempts. */
const MOST_ATTEMPTS = 30

/** A desk, and what only its process has. */
interface Process {
  readonly desk: Desk
  readonly client: SimulatedClient
  readonly unanswered: Set<ClientInput>
  /** Executions that were kept and whose desk knows it, but that it has not published. */
  readonly unpublished: Set<number>
  ended: boolean
  /** What it published last. */
  last: { readonly epoch: number; readonly batch: number }
}

/**
 * The whole desk with its embedded exchange on a simulated clock and record: random firms and a
 * random crowd, lost connections, commits that are refused or in doubt, a record that freezes, dying
 * processes, other desks that take over, nights and new market days, all from one seed. What is
 * answered and published is held against the record at once; whenever the desk has come to rest the
 * record is held against its own sums, its journal, and a desk that is rebuilt from it.
 */
export class Simulation {
  readonly reached: Reached = nothingReached()
  readonly #random: () => number
  readonly #commands: Commands
  readonly #time = new SimulatedTime(Date.parse(`${FIRST_DAY}T09:30:00Z`))
  readonly #record = new SimulatedRecord(firms, securities, FIRST_DAY)
  readonly #network: SimulatedNetwork
  readonly #crowd = new Crowd(securityIDs)
  readonly #books = new PublishedBooks(securityIDs)
  #process: Process
  /** What the journal's lines so far amount to. */
  readonly #replayed = firmsFromNothing()
  #replayedLines = 0
  /** How often the market day has turned over an order that was open before and after. */
  readonly #turns = new Map<string, number>()
  /** What acknowledged requests about orders came to: a repeated request must get the same answer. */
  readonly #acknowledged = new Map<string, string>()
  /** The first fault that was found where no caller could receive an error. */
  #failure: Error | undefined

  private constructor(seed: number) {
    this.#random = chance(seed)
    this.#commands = new Commands(this.#random)
    this.#network = new SimulatedNetwork(this.#record, this.#time, this.#random)
    this.#process = this.#newProcess()
  }

  static async begin(seed: number): Promise<Simulation> {
    const simulation = new Simulation(seed)
    await simulation.#calmly(async () => {
      await simulation.#start()
      for (const input of simulation.#commands.endowments(simulation.#surroundings())) {
        simulation.#submit(input)
      }
    })
    return simulation
  }

  /** Some inputs at once, some time, and now and then something that goes wrong or a look at it all. */
  async step(): Promise<void> {
    for (let count = between(this.#random, 1, 4); count > 0; count -= 1) this.#ask()
    const roll = this.#random()
    if (roll < 0.01) this.#process.client.disconnect()
    else if (roll < 0.018) await this.#crash()
    else if (roll < 0.022) await this.#takeOver()
    else if (roll < 0.034) await this.#turnDay()
    await this.#pass(between(this.#random, 0, 12))
    if (this.#random() < 0.04) await this.rest()
  }

  /** Nothing goes wrong for a while: the desk comes back, everybody is answered, and all is audited. */
  async rest(): Promise<void> {
    await this.#calmly(async () => {})
    this.#audit()
  }

  async finish(): Promise<void> {
    await this.rest()
    const open = this.#record.openOrders()
    const before = this.#books.places(open)
    await this.#calmly(async () => {
      this.#process.client.kill()
      this.#process = this.#newProcess()
      await this.#start()
    })
    this.#audit()
    mustEqual(this.#books.places(this.#record.openOrders()), before, 'the order of the rebuilt books')
  }

  /** One text for everything that was kept: two runs of a seed give the same. */
  digest(): string {
    const { journal, orders, cash, positions, marketTime, epoch } = this.#record
    return canonical([
      journal,
      [...orders.values()],
      [...cash.values()],
      [...positions.values()],
      marketTime,
      epoch,
    ])
  }

  /** For the test that shows that the audit sees: a kobo appears in an account from nowhere. */
  conjure(): void {
    this.#record.brought.add('NGN', -1n)
    this.#audit()
  }

  #newProcess(): Process {
    const unpublished = new Set<number>()
    const client = new SimulatedClient(this.#network, (executions) =>
      this.#answeredKept(unpublished, executions),
    )
    const { wall, monotonic } = this.#time
    const desk = new Desk({
      openVenue: openEmbeddedVenue,
      connect: client.connect,
      clock: 'real',
      time: new CertainTime({ wall, monotonic }),
      pause: (ms) => new Promise((resolve) => client.later(ms, resolve)),
      every: (ms, work) => client.later(ms, work, true),
      orderRate: { perSecond: 1_000, burst: 1_000 },
      log: silent,
      onStopped: () => {
        started.ended = true
      },
    })
    const started: Process = {
      desk,
      client,
      unanswered: new Set(),
      unpublished,
      ended: false,
      last: { epoch: 0, batch: 0 },
    }
    desk.subscribe((batch) => this.#watch(() => this.#published(started, batch)))
    return started
  }

  /** As an operator starts a server: again, when it could not start. */
  async #start(): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      must(attempts <= MOST_ATTEMPTS, 'the desk does not start')
      let outcome: 'started' | 'failed' | undefined
      this.#process.desk.start().then(
        () => {
          outcome = 'started'
        },
        () => {
          outcome = 'failed'
        },
      )
      while (!outcome) await this.#pass(5)
      if (outcome === 'started') return
      this.#process.client.kill()
      this.#process = this.#newProcess()
    }
  }

  #ask(): void {
    const input = this.#commands.next(this.#surroundings())
    this.reached.inputs += 1
    if (input.kind !== 'crowd') this.#submit(input)
    else if (this.#process.desk.offer(input.commands)) {
      for (const command of input.commands) this.#crowd.offered(command)
    }
  }

  #submit(input: ClientInput): void {
    const { desk, unanswered } = this.#process
    // The same request may be under way already, and each sending of it is answered.
    const sent = { ...input }
    unanswered.add(sent)
    void desk.submit(sent).then((answer) => {
      unanswered.delete(sent)
      this.#watch(() => this.#answered(input, answer))
    })
  }

  /** What is answered is true, and the record has it. */
  #answered(input: ClientInput, answer: DeskAnswer): void {
    const { record } = this.#network
    const isPoisoned = canonical(input).includes(UNRECORDABLE)
    if (answer.kind === 'refused') {
      const { refusal, data } = answer.refusal
      if (refusal === 'busy' || refusal === 'unavailable' || refusal === 'tradingPaused')
        this.reached.putOff += 1
      else if (refusal === 'outcomeUnknown') this.reached.inDoubt += 1
      else if (refusal === 'unrecordable') {
        this.reached.unrecordable += 1
        must(isPoisoned, `a request without fault is refused as unrecordable: ${canonical(input)}`)
      } else this.reached.refused += 1
      if (typeof data?.orderID === 'string' && input.kind === 'newOrder') {
        must(record.orders.has(data.orderID), `the refused order ${data.orderID} is not in the record`)
      }
      return
    }
    must(!isPoisoned, `what no record takes was accepted: ${canonical(input)}`)
    this.reached.accepted += 1
    if (answer.kind === 'posted') {
      must(record.journalled.has(answer.sequence), `posting ${answer.sequence} is answered and not recorded`)
      return
    }
    if (input.kind !== 'newOrder' && input.kind !== 'replaceOrder' && input.kind !== 'cancelOrder')
      throw new Error(`${input.kind} has no order`)
    const orderID = answer.kind === 'order' ? answer.order.orderID : answer.orderID
    const kept = record.orders.get(orderID)?.order
    if (!kept) throw new Error(`order ${orderID} is answered and not recorded`)
    const key = requestKey(kept, clOrdIDOf(input), record.marketDate)
    must(record.requests.get(key)?.orderID === orderID, `the request ${key} is answered and not recorded`)
    if (answer.kind === 'order') {
      const { cumQty, version } = answer.order
      must(
        kept.cumQty >= cumQty && kept.version >= version,
        `order ${orderID} is answered as it is not recorded`,
      )
    }
    const before = this.#acknowledged.get(key)
    must(before === undefined || before === orderID, `the request ${key} is order ${before} and ${orderID}`)
    must(before === undefined || answer.kind === 'repeat', `the request ${key} is carried out twice`)
    this.#acknowledged.set(key, orderID)
  }

  #answeredKept(unpublished: Set<number>, executions: readonly ExecutionLine[]): void {
    for (const { sequence } of executions) unpublished.add(sequence)
  }

  /** What is published is recorded, in order and once; each epoch numbers its batches from 1 without holes. */
  #published(by: Process, { epoch, batch, events, crowd }: PublishedBatch): void {
    const before = by.last
    const isNext = epoch === before.epoch && batch === before.batch + 1
    // Until a desk has opened its books it has nothing but its connection to publish.
    const isRebuild = epoch > before.epoch && batch === 1
    if (epoch > 0) {
      must(
        isNext || isRebuild,
        `batch ${batch} of epoch ${epoch} follows batch ${before.batch} of ${before.epoch}`,
      )
      by.last = { epoch, batch }
    }
    if (isRebuild) {
      this.reached.restorations += 1
      this.#crowd.vanish()
    }
    for (const event of events) this.#publishedEvent(by, event)
    // A desk that was replaced publishes to its own pages that it is not connected any more.
    if (by !== this.#process) return
    this.#books.apply(events)
    this.#crowd.reported(crowd)
  }

  #publishedEvent({ unpublished }: Process, event: Published): void {
    const { executions, orders } = this.#record
    switch (event.target) {
      case 'onExecutionReport': {
        const { sequence, orderID, cumQty } = event.argument
        const kept = executions.get(sequence)
        must(kept?.order.orderID === orderID, `execution ${sequence} is published and not recorded`)
        must(kept?.order.cumQty === cumQty, `execution ${sequence} is published with ${cumQty} filled`)
        must(unpublished.delete(sequence), `execution ${sequence} is published twice, or before its commit`)
        return
      }
      case 'onMarketTrade':
        this.reached.trades += 1
        return
      case 'addStockOrder':
      case 'updateStockOrder':
      case 'replaceStockOrder': {
        const { orderID, cumQty, leavesQty } = event.argument
        const kept = orders.get(orderID)?.order
        must(kept !== undefined, `order ${orderID} is published and not recorded`)
        const isNewest = kept?.cumQty === cumQty && kept.leavesQty === leavesQty
        must(isNewest || (kept?.cumQty ?? 0) >= cumQty, `order ${orderID} is published with ${cumQty} filled`)
      }
    }
  }

  /** The process dies: before the batch in flight was kept, or just after. */
  async #crash(): Promise<void> {
    this.reached.crashes += 1
    this.#process.client.kill()
    this.#crowd.vanish()
    this.#process = this.#newProcess()
    await this.#start()
  }

  /** Another server takes the record over; the desk that had it must end by itself. */
  async #takeOver(): Promise<void> {
    this.reached.takeovers += 1
    const replaced = this.#process
    this.#process = this.#newProcess()
    await this.#start()
    await this.#calmly(() => this.#until(() => replaced.ended, 'a desk that was replaced goes on'))
    must(replaced.unanswered.size === 0, 'a desk that was replaced leaves callers without an answer')
    void replaced.desk.stop()
    replaced.client.kill()
  }

  /** Trading ends; the first instant of the next business day's trading. */
  async #turnDay(): Promise<void> {
    const today = this.#record.marketDate
    await this.rest()
    await this.#time.leapTo(Date.parse(`${today}T14:00:00Z`))
    this.#ask()
    this.#ask()
    await this.rest()
    const next = nextBusinessDay(today)
    const notes = [...this.#record.notes.values()].filter(({ note }) => note.settled).length
    await this.#time.leapTo(Date.parse(`${next}T09:00:05Z`))
    await this.rest()
    this.reached.days += 1
    for (const { orderID } of this.#record.openOrders()) {
      const turns = (this.#turns.get(orderID) ?? 0) + 1
      this.#turns.set(orderID, turns)
      if (turns === 2) this.reached.carried += 1
    }
    must(this.#record.marketDate === next, `the record stands at ${this.#record.marketDate}, not at ${next}`)
    for (const { note } of this.#record.notes.values()) {
      must(
        note.settled === note.settlementDate <= next,
        `a note due on ${note.settlementDate} is open on ${next}`,
      )
    }
    this.reached.settlements +=
      [...this.#record.notes.values()].filter(({ note }) => note.settled).length - notes
  }

  /** Nothing fails until what was begun has come to rest. */
  async #calmly(work: () => Promise<void>): Promise<void> {
    this.#network.calm = true
    await work()
    await this.#until(() => this.#isAtRest(), 'the desk does not come to rest')
    this.#network.calm = false
  }

  /** @throws Error with what is wrong when it takes too long. */
  async #until(isSo: () => boolean, otherwise: string): Promise<void> {
    for (let waited = 0; !isSo(); waited += 10) {
      must(waited < BACK_WITHIN_MS, `${otherwise}: ${canonical(this.#process.desk.status)}`)
      await this.#pass(10)
    }
  }

  #isAtRest(): boolean {
    const { desk, client, unanswered } = this.#process
    const { ready, waiting } = desk.status
    return ready && waiting === 0 && unanswered.size === 0 && client.isIdle
  }

  #audit(): void {
    const { marketDate } = this.#record
    const recorded = this.#record.load(marketDate)
    const books = new Books(firmsOf(recorded, marketDate), recorded.openOrders)
    auditBalances(this.#record, books)
    auditRecord(this.#record, books)
    auditOrders(this.#record)
    auditMarket(this.#record, this.#time.wall())
    this.#books.audit(this.#record.openOrders(), this.#crowd)
    this.#books.auditBaseline(this.#process.desk.baseline())
    const { unpublished } = this.#process
    must(unpublished.size === 0, `executions ${[...unpublished]} were kept and not published`)
    this.#replayJournal(books)
  }

  /** The journal alone, applied again from the beginning, gives the orders and ledgers of the record. */
  #replayJournal(rebuilt: Books): void {
    for (const { kind, body, ...line } of this.#record.journal.slice(this.#replayedLines)) {
      replay(this.#replayed, {
        ...line,
        entry: fromJournalBody(kind as JournalEntry['kind'], JSON.parse(body)),
      })
    }
    this.#replayedLines = this.#record.journal.length
    mustEqual(ledgersOf(this.#replayed), ledgersOf(rebuilt), 'ledgers replayed from the journal')
    const kept = [...this.#record.orders.values()].map(({ order }) => order)
    mustEqual(placeless(this.#replayed.orders.values()), placeless(kept), 'orders replayed from the journal')
  }

  #surroundings(): Surroundings {
    const { record } = this.#network
    const living = record.openOrders()
    const latest = [...record.orders.values()].slice(-5).map(({ order }) => order)
    return {
      listings: record.listings,
      orders: [...latest.filter(({ ordStatus }) => isFinal(ordStatus)), ...living],
      crowd: this.#crowd.living,
      available: (tenantId, account) => record.cash.get([tenantId, account].join())?.available ?? 0n,
    }
  }

  async #pass(ms: number): Promise<void> {
    await this.#time.pass(ms)
    const failure = this.#failure ?? this.#record.broken
    if (failure) throw failure
  }

  /** Runs a check where a desk would take its failure for its own. */
  #watch(check: () => void): void {
    try {
      check()
    } catch (error) {
      this.#failure ??= error as Error
    }
  }
}

function firmsFromNothing(): Books {
  const beginning = firms.map(({ tenantId, accounts, ...options }) => {
    const ledger = new Ledger(options)
    for (const terms of accounts) ledger.openAccount(terms)
    const termsOf = new Map(accounts.map((terms) => [terms.account, terms]))
    return [tenantId, { tenantId, ledger, accounts: termsOf }] as const
  })
  return new Books(new Map(beginning), [])
}

/** Everything the ledgers keep and everything they derive from it. */
const ledgersOf = ({ firms }: Books): unknown =>
  [...firms.values()].map(({ ledger }) => {
    const { accounts, ...state } = ledger.state()
    return [state, accounts.map(({ account }) => [account, ledger.cash(account)])]
  })

/** A rebuilt book gives orders new places, so these are no part of what must be equal. */
const placeless = (orders: Iterable<Order>): readonly Order[] =>
  [...orders].map((order) => restingAt(order, null)).sort((a, b) => Number(a.orderID) - Number(b.orderID))

export interface Failure {
  readonly seed: number
  readonly step: number
  readonly error: Error
}

export interface Run {
  readonly reached: Reached
  readonly digest: string
  readonly failure: Failure | undefined
}

/** Runs one seed to its end or to the first thing that is wrong. */
export async function simulate(seed: number, steps: number): Promise<Run> {
  let step = 0
  let simulation: Simulation | undefined
  try {
    simulation = await Simulation.begin(seed)
    for (; step < steps; step++) await simulation.step()
    await simulation.finish()
    return { reached: simulation.reached, digest: simulation.digest(), failure: undefined }
  } catch (error) {
    const failure = { seed, step, error: error instanceof Error ? error : new Error(String(error)) }
    return { reached: simulation?.reached ?? nothingReached(), digest: '', failure }
  }
}
