import { kobo, nextBusinessDay, tradingSessionSubIDOf } from '@tradebook/contract'
import { Ledger } from '@tradebook/ledger'
import { type Order, restingAt } from '@tradebook/orders'
import { Books } from '../../apps/server/src/desk/books.ts'
import { DeskCore } from '../../apps/server/src/desk/core.ts'
import type { DeskAnswer, DeskInput } from '../../apps/server/src/desk/inputs.ts'
import { fromJournalBody, type JournalEntry, replay } from '../../apps/server/src/desk/journal.ts'
import { withoutBooks } from '../../apps/server/src/desk/published.ts'
import { between, chance } from '../chance.ts'
import {
  auditBalances,
  auditOrders,
  auditRecord,
  byPriority,
  canonical,
  mustEqual,
  PublishedBooks,
} from './audit.ts'
import { Commands, type Surroundings } from './commands.ts'
import { CrowdAccount } from './crowd-account.ts'
import { ObservedVenue } from './observed-venue.ts'
import { firms, securities } from './plan.ts'
import { SimulatedRecord } from './record.ts'
import { Tally } from './tally.ts'

/** How much of everything a run came to: a run that reached little shows little. */
export interface Reached {
  commands: number
  refused: number
  trades: number
  crashes: number
  lostBatches: number
  days: number
}

const securityIDs = securities.map(({ securityID }) => securityID)

/**
 * The desk's pure core with its embedded exchange and a record in memory: random firms, a random
 * crowd, crashes before and after a batch is kept, and new market days, all from one seed. After
 * every command it is audited, after every batch its record is, and after every rebuild the record
 * is held against the desk before it and against its own journal.
 */
export class Simulation {
  readonly reached: Reached = { commands: 0, refused: 0, trades: 0, crashes: 0, lostBatches: 0, days: 0 }
  readonly #random: () => number
  readonly #commands: Commands
  readonly #record = new SimulatedRecord(firms, securities, '2026-11-19')
  readonly #crowd = new CrowdAccount(securityIDs)
  readonly #brought = new Tally()
  readonly #collected = new Tally()
  readonly #books = new PublishedBooks(securityIDs)
  #core: DeskCore
  #venue: ObservedVenue
  #epoch = 1
  #now = Date.parse('2026-11-19T09:00:00Z')
  /** What today's requests about orders came to: sent again, they must come to the same. */
  readonly #answers = new Map<DeskInput, string>()
  /** Those of the batch that is not kept yet. */
  #unkept: DeskInput[] = []
  /** As of the last batch that was kept. */
  #keptLedgers: unknown
  #keptPlaces: readonly string[] = []

  constructor(seed: number) {
    this.#random = chance(seed)
    this.#commands = new Commands(this.#random)
    const { core, venue } = this.#built()
    this.#core = core
    this.#venue = venue
    this.#keptLedgers = this.#ledgers()
    this.#core.decide({ kind: 'phase', phase: 'continuous' }, this.#now)
    for (const input of this.#commands.endowments(this.#surroundings())) this.#decide(input)
    this.#keep()
  }

  /** One command, and now and then the end of a batch, a crash, the close, or a new day. */
  step(): void {
    this.#now += between(this.#random, 0, 500)
    this.#decide(this.#commands.next(this.#surroundings()))
    const roll = this.#random()
    if (roll < 0.4) this.#keep()
    else if (roll < 0.42) this.#crash()
    else if (roll < 0.435) this.#turnDay()
    else if (roll < 0.438) this.#core.decide({ kind: 'phase', phase: 'closed' }, this.#now)
  }

  /** Keep what is left, and rebuild it all once more. */
  finish(): void {
    this.#keep()
    this.#rebuild()
  }

  /** One text for everything that was kept: two runs of a seed give the same. */
  digest(): string {
    return canonical([this.#record.journal, [...this.#record.orders.values()], this.#keptLedgers])
  }

  /** For the test that shows that the audit sees: a kobo appears in an account from nowhere. */
  conjure(): void {
    const [ledger] = this.#eachLedger()
    const [customer] = ledger?.state().accounts ?? []
    if (!ledger || !customer) throw new Error('nobody has an account')
    const { account } = customer
    ledger.deposit({
      account,
      amount: kobo(1),
      date: this.#record.marketDate,
      reference: 'R',
      narration: 'N',
    })
    this.#audit()
  }

  #surroundings(): Surroundings {
    return {
      listings: this.#core.listings,
      orders: this.#knownOrders(),
      crowd: this.#crowd.living,
      available: (tenantId, account) => this.#core.books.firm(tenantId).ledger.cash(account).available,
    }
  }

  #decide(input: DeskInput): void {
    const before = input.kind === 'crowd' ? undefined : this.#ledgers()
    const answer = this.#core.decide(input, this.#now)
    const word = this.#venue.takeObserved()
    this.reached.commands += 1
    this.reached.trades += word.trades.length
    if (input.kind !== 'crowd') this.#crowd.hit(word)
    else {
      // Behind closed doors the crowd can only leave.
      const taken = input.commands.filter(
        ({ kind }) => this.#core.market.phase === 'continuous' || kind === 'cancel',
      )
      for (const command of taken) this.#crowd.commanded(command, word)
    }
    if (answer) this.#answered(input, answer)
    if (answer?.kind === 'refused') {
      this.reached.refused += 1
      mustEqual(this.#ledgers(), before, 'ledgers after a refusal')
    }
    this.#audit()
  }

  #answered(input: DeskInput, answer: DeskAnswer): void {
    this.#bring(input, answer)
    const first = this.#answers.get(input)
    if (first !== undefined) {
      // The desk forgets orders that are over; whoever asks about them again is sent to the record.
      const over = answer.kind === 'refused' && answer.refusal.refusal === 'unknownOrder'
      if (over && input.kind !== 'newOrder') return
      mustEqual(answer, { kind: 'repeat', orderID: first }, 'a repeated request')
      return
    }
    const orderID = orderOf(answer)
    if (orderID === undefined) return
    this.#answers.set(input, orderID)
    this.#unkept.push(input)
  }

  #audit(): void {
    const { firms, orders } = this.#core.books
    auditBalances(
      { firms, orders },
      { securityIDs, brought: this.#brought, collected: this.#collected, crowd: this.#crowd },
    )
  }

  #bring(input: DeskInput, answer: DeskAnswer): void {
    if (input.kind !== 'externalTransfer' || answer.kind !== 'posted') return
    const { transfer } = input
    const sign = transfer.type === 'deposit' || transfer.type === 'transferIn' ? 1n : -1n
    if ('amount' in transfer) this.#brought.add('NGN', sign * transfer.amount)
    else this.#brought.add(transfer.securityID, sign * transfer.quantity)
  }

  #keep(): void {
    const record = this.#core.takeRecord(this.#now)
    this.#venue.takeObserved()
    this.#record.keep(record)
    this.#books.hear(record.published)
    for (const tally of this.#tallies()) tally.keep()
    this.#unkept = []
    this.#keptLedgers = this.#ledgers()
    auditRecord(this.#record, this.#core.books, this.#crowd)
    auditOrders(this.#record)
    this.#books.audit(this.#core.books, this.#crowd)
    this.#keptPlaces = this.#books.places(this.#core.books)
  }

  /** The process dies: before the batch in hand was kept, or just after. */
  #crash(): void {
    this.reached.crashes += 1
    if (this.#random() < 0.5) this.#keep()
    else this.reached.lostBatches += 1
    for (const input of this.#unkept.splice(0)) this.#answers.delete(input)
    for (const tally of this.#tallies()) tally.lose()
    this.#rebuild()
    for (const input of [...this.#answers.keys()].slice(-3)) this.#decide(input)
  }

  /** Orders for the day expire, what is due is settled, and the books start anew. */
  #turnDay(): void {
    this.reached.days += 1
    this.#keep()
    const next = nextBusinessDay(this.#record.marketDate)
    this.#now += 24 * 3_600_000
    // The day is closed by a desk that was rebuilt as of it; its books nobody sees, for those of the
    // next day are opened in the same epoch.
    this.#epoch += 1
    this.#crowd.vanish()
    const { core, venue } = this.#built()
    this.#core = core
    this.#venue = venue
    for (const ledger of this.#eachLedger()) {
      for (const { settlementDate, fees } of ledger.notes()) {
        if (settlementDate > next) continue
        for (const charged of Object.values(fees)) this.#collected.add('NGN', charged)
      }
    }
    this.#core.turnTo(next, this.#now)
    const record = this.#core.takeRecord(this.#now)
    this.#books.hear(withoutBooks(record.published))
    this.#record.keep(record)
    for (const tally of this.#tallies()) tally.keep()
    this.#keptLedgers = this.#ledgers()
    this.#audit()
    this.#record.beginDay(next)
    this.#answers.clear()
    this.#goOn()
    this.#core.decide({ kind: 'phase', phase: 'continuous' }, this.#now)
  }

  #rebuild(): void {
    this.#epoch += 1
    this.#crowd.vanish()
    this.#goOn()
  }

  /** From the record, in this epoch. */
  #goOn(): void {
    const { core, venue } = this.#built()
    this.#core = core
    this.#venue = venue
    mustEqual(this.#ledgers(), this.#keptLedgers, 'ledgers rebuilt from the record')
    this.#replayJournal()
    this.#audit()
    const living = this.#keptPlaces.filter((orderID) => core.books.orders.has(orderID))
    this.#keep()
    mustEqual(this.#keptPlaces, living, 'the order of the rebuilt books')
  }

  #built(): { core: DeskCore; venue: ObservedVenue } {
    const start = this.#record.deskStart()
    const venue = new ObservedVenue(start.listings, {
      epoch: this.#epoch,
      nextTradeNumber: () => start.sequence.next(),
      now: this.#now,
      session: tradingSessionSubIDOf(start.market.line.phase),
    })
    const core = new DeskCore({ ...start, venue }, this.#now)
    venue.takeObserved()
    return { core, venue }
  }

  /** The journal alone, taken in again from the beginning, gives the orders and ledgers of the record. */
  #replayJournal(): void {
    const beginning = firms.map(({ tenantId, accounts, ...options }) => {
      const ledger = new Ledger(options)
      for (const terms of accounts) ledger.openAccount(terms)
      return [
        tenantId,
        { tenantId, ledger, accounts: new Map(accounts.map((terms) => [terms.account, terms])) },
      ] as const
    })
    const books = new Books(new Map(beginning), [])
    for (const { kind, body, ...line } of this.#record.journal) {
      replay(books, { ...line, entry: fromJournalBody(kind as JournalEntry['kind'], JSON.parse(body)) })
    }
    const ledgers = [...books.firms.values()].map(({ ledger }) => ledger)
    mustEqual(ledgersOf(ledgers), this.#keptLedgers, 'ledgers replayed from the journal')
    mustEqual(placeless(books.orders), placeless(this.#record.orders), 'orders replayed from the journal')
  }

  /** Those in the record, and those a batch has only just made. */
  #knownOrders(): readonly Order[] {
    const living = byPriority(this.#core.books.orders.values())
    const kept = [...this.#record.orders.values()]
    return [...kept.slice(-5), ...living]
  }

  #eachLedger(): Ledger[] {
    return [...this.#core.books.firms.values()].map(({ ledger }) => ledger)
  }

  #ledgers(): unknown {
    return ledgersOf(this.#eachLedger())
  }

  #tallies(): readonly Tally[] {
    return [this.#brought, this.#collected, this.#crowd.holdings]
  }
}

/** The order an answer is about: also a refused one, which is kept. */
function orderOf(answer: DeskAnswer): string | undefined {
  if (answer.kind === 'order') return answer.order.orderID
  if (answer.kind !== 'refused') return undefined
  const orderID = answer.refusal.data?.orderID
  return typeof orderID === 'string' ? orderID : undefined
}

/** Everything the ledgers keep and everything they derive from it. */
const ledgersOf = (ledgers: readonly Ledger[]): unknown =>
  ledgers.map((ledger) => {
    const { accounts, ...state } = ledger.state()
    return [state, accounts.map(({ account }) => [account, ledger.cash(account)])]
  })

/** A rebuilt book gives orders new places, so these are no part of what must be equal. */
const placeless = (orders: ReadonlyMap<string, Order>): readonly Order[] =>
  [...orders.values()]
    .map((order) => restingAt(order, null))
    .sort((a, b) => Number(a.orderID) - Number(b.orderID))

export interface Failure {
  readonly seed: number
  readonly step: number
  readonly error: Error
}

/** Run one seed to its end or to the first thing that is wrong. */
export function simulate(
  seed: number,
  steps: number,
): { simulation: Simulation; failure: Failure | undefined } {
  const simulation = new Simulation(seed)
  let step = 0
  try {
    for (; step < steps; step++) simulation.step()
    simulation.finish()
    return { simulation, failure: undefined }
  } catch (error) {
    return {
      simulation,
      failure: { seed, step, error: error instanceof Error ? error : new Error(String(error)) },
    }
  }
}
