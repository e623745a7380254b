import { exReferencePx, INDEX_BASE, isTaken, type PriceKobo, Side } from '@tradebook/contract'
import type { NewOrder } from '@tradebook/orders'
import type {
  BatchChanges,
  JournalLine,
  TakenExecID,
} from '../../apps/server/src/desk/decisions/batch-changes.ts'
import type { CommandLine } from '../../apps/server/src/desk/decisions/command-line.ts'
import type {
  CorporateActionLine,
  FirmDayLine,
  RegisteredLine,
} from '../../apps/server/src/desk/decisions/corporate-action-lines.ts'
import type { LimitsLine } from '../../apps/server/src/desk/decisions/firm-lines.ts'
import { type KillSwitchLine, keyOf } from '../../apps/server/src/desk/decisions/kill-switches.ts'
import type { MarketLine, SecurityStateLine } from '../../apps/server/src/desk/decisions/market-state.ts'
import type { DoubtLine, UnclaimedLine } from '../../apps/server/src/desk/decisions/reconciliation-lines.ts'
import { FIRM_ITSELF } from '../../apps/server/src/desk/decisions/requests.ts'
import type {
  CorrectionRequest,
  RecordedTrade,
} from '../../apps/server/src/desk/decisions/trade-correction-request.ts'
import type { TransferRequest } from '../../apps/server/src/desk/decisions/transfer-request.ts'
import type { IndexLine, RecordedIndex } from '../../apps/server/src/desk/publishing/market-summary.ts'
import type { Election } from '../../apps/server/src/desk/record/election.ts'
import { Unrecordable } from '../../apps/server/src/desk/record/failures.ts'
import { fromJournalBody, type JournalEntry } from '../../apps/server/src/desk/record/journal.ts'
import type { Recorded, RecordedFirm } from '../../apps/server/src/desk/record/record-connection.ts'
import { type Listing, listing, type RecordedDay } from '../../apps/server/src/venue/listing.ts'
import type { VenueReport, VenueTrade } from '../../apps/server/src/venue/venue.ts'
import { NaiveMarketDay } from './naive-market-day.ts'
import { type FirmPlan, UNRECORDABLE } from './plan.ts'
import { RecordedFirms } from './recorded-firms.ts'
import { RecordedLedger } from './recorded-ledger.ts'
import { mustBeNew, RecordedOrders } from './recorded-orders.ts'
import { RecordedOutflows } from './recorded-outflows.ts'
import { recordedSide } from './recorded-trades.ts'

/**
 * What a database would hold: a batch is kept whole or not at all, and whatever a desk needs to
 * go on comes from here and from nowhere else. It refuses what a database refuses, and adds up what
 * the audits compare.
 */
export class SimulatedRecord {
  readonly firms = new RecordedFirms()
  readonly outflows = new RecordedOutflows()
  readonly ledger = new RecordedLedger(this.firms, this.outflows)
  readonly orders = new RecordedOrders()
  /** By the journal, from the line that closed them on. */
  readonly closedFirms = new Set<number>()
  /** What a desk tried to keep and never may; a desk only learns that it failed. */
  broken: Error | undefined
  fence = 1n
  epoch = 0
  sequence = 0
  marketTime = 0
  marketDate: string
  /** Every market day so far. */
  readonly marketDates: string[]
  /** The newest day's securities; what they traded is in `days`. */
  listings: readonly Listing[]
  readonly journal: JournalLine[] = []
  readonly journalled = new Set<number>()
  readonly transferRequests = new Map<number, TransferRequest>()
  readonly tradeCorrections = new Map<number, CorrectionRequest>()
  readonly execIDs: TakenExecID[] = []
  readonly venueCommands = new Map<number, CommandLine>()
  readonly venueDoubts = new Map<string, DoubtLine>()
  readonly unclaimedOrders = new Map<string, UnclaimedLine>()
  readonly strays: VenueReport[] = []
  reconciliations = 0
  readonly corporateActions = new Map<number, CorporateActionLine>()
  /** By firm, action and account. */
  readonly registered = new Map<string, RegisteredLine>()
  readonly #execIDs = new Set<string>()
  readonly #firmDays = new Map<number, FirmDayLine>()
  /** How many journal lines paid what was registered. */
  corporatePayments = 0
  readonly limits = new Map<string, LimitsLine>()
  readonly killSwitches = new Map<string, KillSwitchLine>()
  readonly days = new Map<string, RecordedDay>()
  /** By market day, in their order. */
  readonly index = new Map<string, IndexLine>()
  readonly volumes = new Map<string, bigint>()
  market: MarketLine | undefined
  /** What the journal says of phases, halts and auctions. */
  readonly marketDay: NaiveMarketDay
  readonly securityStates = new Map<string, SecurityStateLine>()
  readonly #overLine: boolean

  /** @param overLine whether orders trade at an exchange on a line, which has them until it has cancelled them. */
  constructor(listings: readonly Listing[], marketDate: string, overLine: boolean) {
    this.#overLine = overLine
    this.listings = listings
    this.marketDate = marketDate
    this.marketDates = [marketDate]
    this.marketDay = new NaiveMarketDay(listings.map(({ securityID }) => securityID))
  }

  elect(): Election {
    this.fence += 1n
    this.epoch += 1
    const { fence, epoch, sequence, marketTime, marketDate } = this
    return { fence, epoch, sequence, marketTime, marketDate }
  }

  /** @throws Unrecordable when the batch contains what this record refuses; nothing of it is kept then. */
  keep(changes: BatchChanges): void {
    if (changes.journal.some(({ body }) => body.includes(UNRECORDABLE)))
      throw new Unrecordable(new Error('refused for what it contains'))
    try {
      this.#keep(changes)
    } catch (error) {
      this.broken ??= error as Error
      throw error
    }
  }

  #keep(changes: BatchChanges): void {
    this.#mustGoOn(changes)
    const { sequence: before } = this
    this.sequence = changes.sequence
    this.marketTime = changes.time
    this.marketDate = changes.marketDate
    this.firms.keep(changes)
    this.#keepJournal(changes)
    for (const line of changes.corporateActions) this.corporateActions.set(line.action.id, line)
    for (const line of changes.registered) this.#keepRegistered(line, changes.notes)
    for (const line of changes.firmDays) this.#firmDays.set(line.tenantId, line)
    this.orders.mustHaveTriggered(changes, [...this.killSwitches.values()], ({ tenantId, account }) =>
      this.outflows.wasFrozenAfter(tenantId, account, before),
    )
    if (!this.#overLine) this.orders.mustStayOut(changes, [...this.killSwitches.values()])
    this.orders.keep(changes)
    for (const line of changes.limits) this.limits.set([line.tenantId, line.level, line.id].join(), line)
    for (const line of changes.killSwitches) this.killSwitches.set(keyOf(line), line)
    for (const request of changes.transferRequests) this.transferRequests.set(request.id, request)
    for (const request of changes.tradeCorrections) this.tradeCorrections.set(request.id, request)
    this.#keepExecIDs(changes)
    for (const line of changes.venueCommands) this.venueCommands.set(line.id, line)
    for (const line of changes.venueDoubts) this.venueDoubts.set(`${line.id} ${line.orderID}`, line)
    this.reconciliations += changes.reconciliations.length
    for (const line of changes.unclaimedOrders)
      this.unclaimedOrders.set(`${line.id} ${line.venueOrderID}`, line)
    for (const { flag, said } of changes.flaggedReports)
      if (flag === 'unknownOrder' && said.orderID === null) this.strays.push(said as VenueReport)
    if (this.#overLine) this.#allowForConsolidations(changes)
    this.ledger.keep(changes)
    if (changes.market) this.market = changes.market
    for (const line of changes.securityStates) this.securityStates.set(line.securityID, line)
    if (changes.index) this.index.set(changes.index.marketDate, changes.index)
    for (const { securityID, day } of changes.days) this.days.set(securityID, day)
    for (const { securityID, quantity } of changes.trades) {
      this.volumes.set(securityID, (this.volumes.get(securityID) ?? 0n) + BigInt(quantity))
    }
  }

  /** Of a day of the venue each is taken once. */
  #keepExecIDs({ execIDs }: Pick<BatchChanges, 'execIDs'>): void {
    for (const taken of execIDs) {
      const isKnown = this.#execIDs.has([taken.marketDate, taken.execID].join())
      mustBeNew(isKnown, `the report ${taken.execID}`)
      this.#execIDs.add([taken.marketDate, taken.execID].join())
      this.execIDs.push(taken)
    }
  }

  /** A new market day: the last published prices become the references, and nothing has traded. */
  beginDay(date: string): void {
    if (date <= this.marketDate) return
    this.listings = this.listings.map((listed) =>
      listing({ ...listed, referencePx: this.#exReferencePx(listed, date), today: null }),
    )
    this.marketDate = date
    this.marketDates.push(date)
    this.days.clear()
    this.volumes.clear()
    this.orders.endDay()
  }

  /** The orders in doubt. */
  get openDoubts(): DoubtLine[] {
    return [...this.venueDoubts.values()].filter(({ endedAt }) => endedAt === null)
  }

  /** The orders that only the venue has. */
  get openUnclaimed(): UnclaimedLine[] {
    return [...this.unclaimedOrders.values()].filter(({ endedAt }) => endedAt === null)
  }

  /** The changes of trades that wait for a person. */
  get openCorrections(): CorrectionRequest[] {
    return [...this.tradeCorrections.values()].filter(({ state }) => state === 'pending')
  }

  /** One order's side of a trade. */
  side(tradeNumber: number, orderID: string): RecordedTrade | undefined {
    return recordedSide(this.orders, this.ledger, tradeNumber, orderID)
  }

  load(marketDate: string): Recorded {
    return {
      listings: this.listings.map((listed) => ({
        ...listed,
        today: this.days.get(listed.securityID) ?? null,
      })),
      openOrders: this.orders.open(),
      bulkOrders: this.orders.bulkOrders(),
      requests: this.orders.requestsKnown(marketDate === this.marketDate),
      transferRequests: [...this.transferRequests.values()],
      tradeCorrections: this.openCorrections,
      execIDs: this.execIDs,
      venueDoubts: this.openDoubts,
      unclaimedOrders: this.openUnclaimed,
      strays: this.strays,
      venueCommands: [...this.venueCommands.values()].filter(({ answeredAt }) => answeredAt === null),
      corporateActions: {
        lines: [...this.corporateActions.values()],
        registered: [...this.registered.values()].filter(({ tenantId, actionID }) => {
          const { payDate } = this.corporateActions.get(actionID)?.action ?? {}
          return payDate !== undefined && payDate > (this.#firmDays.get(tenantId)?.marketDate ?? '')
        }),
        firmDays: [...this.#firmDays.values()],
      },
      firms: this.firms.plans().map((firm) => this.#firm(firm, marketDate)),
      killSwitches: [...this.killSwitches.values()].filter(({ isOn }) => isOn),
      settings: this.firms.settings,
      market: {
        market: this.market,
        securities: [...this.securityStates.values()].filter(
          ({ halted, reopeningUntil }) => halted || reopeningUntil !== null,
        ),
      },
      index: this.#indexOn(marketDate),
    }
  }

  #indexOn(marketDate: string): RecordedIndex {
    const before = [...this.index.values()].filter((line) => line.marketDate < marketDate)
    const previous = before.at(-1)?.value ?? INDEX_BASE
    const today = this.index.get(marketDate)
    return today ? { previous, high: today.high, low: today.low } : { previous }
  }

  #firm({ tenantId, accounts }: FirmPlan, marketDate: string): RecordedFirm {
    const own = <Row extends { tenantId: number }>(rows: Iterable<Row>) =>
      [...rows].filter((row) => row.tenantId === tenantId)
    const notes = own(this.ledger.notes.values()).map(({ note }) => note)
    return {
      tenantId,
      accounts,
      ...this.firms.chargesOf(tenantId),
      freezes: own(this.outflows.freezes.values()).map(({ tenantId: _, ...freeze }) => freeze),
      cash: own(this.ledger.cash.values()),
      positions: own(this.ledger.positions.values()),
      notes: notes.filter(({ settled, replacedBy }) => !settled && replacedBy === null),
      lastNote: notes.length,
      limits: own(this.limits.values()),
      traded: this.orders.tradedOn(tenantId, marketDate),
      drawn: this.orders.drawn(tenantId),
    }
  }

  #publishedPx({ securityID, referencePx }: Listing): PriceKobo {
    return this.days.get(securityID)?.publishedPx ?? referencePx
  }

  /** The reference of a day that begins: a bonus or a split since the last one dilutes it. */
  #exReferencePx(listed: Listing, date: string): PriceKobo {
    return [...this.corporateActions.values()]
      .filter(({ action, revoked }) => !revoked && action.securityID === listed.securityID)
      .filter(({ action: { exDate } }) => this.marketDate < exDate && exDate <= date)
      .sort((a, b) => a.action.exDate.localeCompare(b.action.exDate) || a.action.id - b.action.id)
      .reduce((px, { action }) => exReferencePx(px, action, listed.tickKobo), this.#publishedPx(listed))
  }

  /** Registered once, and as many as the record has settled until the qualification date. */
  #keepRegistered(line: RegisteredLine, changed: BatchChanges['notes']): void {
    const { tenantId, actionID, account, quantity } = line
    mustBeNew(this.registered.has([tenantId, actionID, account].join()), `a register of ${actionID}`)
    this.registered.set([tenantId, actionID, account].join(), line)
    const { securityID, registerDate } = this.corporateActions.get(actionID)?.action ?? {}
    // A note may have been made and settled in the same turn.
    const notes = new Map(this.ledger.notes)
    for (const added of changed) {
      const key = [added.tenantId, added.note.number].join()
      if (!notes.has(key)) notes.set(key, { ...added, note: { ...added.note, settled: false } })
    }
    const due = [...notes.values()].filter(
      ({ tenantId: owner, note }) =>
        owner === tenantId && note.account === account && note.securityID === securityID && !note.settled,
    )
    const settled = this.ledger.positions.get([tenantId, account, securityID].join())?.settled ?? 0n
    const owned = due
      .filter(({ note }) => note.settlementDate <= (registerDate ?? ''))
      .reduce(
        (sum, { note }) => sum + (note.side === Side.buy ? note.quantity : -note.quantity),
        settled as bigint,
      )
    // What several actions do in one turn is kept together: then an earlier one may have added to it.
    if (quantity < owned) throw new Error(`${account} owns ${owned}, and ${quantity} are registered`)
  }

  /** Sales whose shares a consolidation has taken trade until the exchange ends them, which it may reject. */
  #allowForConsolidations({ entries }: BatchChanges): void {
    for (const { tenantId, entry } of entries)
      if (entry.kind === 'consolidation')
        this.outflows.mayLack.add([tenantId, entry.account, entry.securityID].join())
  }

  #mustGoOn({ sequence, time }: BatchChanges): void {
    if (sequence < this.sequence) throw new Error(`sequence ${sequence} comes after ${this.sequence}`)
    if (time < this.marketTime) throw new Error('the market time runs backwards')
  }

  /** One counter numbers the lines and the trades. */
  #keepJournal({ journal, trades }: Pick<BatchChanges, 'journal' | 'trades'>): void {
    const waiting = [...trades]
    const allowTrades = (before: number) => {
      while ((waiting[0]?.tradeNumber ?? before) < before)
        this.marketDay.mustBeAllowed(waiting.shift() as VenueTrade)
    }
    for (const line of journal.toSorted((a, b) => a.sequence - b.sequence)) {
      allowTrades(line.sequence)
      this.#keepLine(line)
    }
    allowTrades(Number.POSITIVE_INFINITY)
  }

  #keepLine(line: JournalLine): void {
    mustBeNew(this.journalled.has(line.sequence), `journal line ${line.sequence}`)
    this.journalled.add(line.sequence)
    this.journal.push(line)
    const entry = fromJournalBody(line.kind as JournalEntry['kind'], JSON.parse(line.body))
    this.marketDay.apply(entry)
    this.outflows.keepLine(line, entry)
    if (entry.kind === 'closeFirm') this.closedFirms.add(line.tenantId)
    if (entry.kind === 'newOrder' && !entry.refusal) this.#mustBeTaken(entry.request, line.tenantId)
    if (entry.kind === 'corporatePayment') this.#keepCorporatePayment(entry)
    if (entry.kind === 'posting') this.ledger.keepTransfer(entry)
    if (entry.kind === 'reversal') this.ledger.keepReversal(entry)
  }

  /** What is paid was registered. */
  #keepCorporatePayment(entry: Extract<JournalEntry, { kind: 'corporatePayment' }>): void {
    const { id } = entry.action
    const announced = this.corporateActions.get(id)
    if (!announced || announced.revoked) throw new Error(`corporate action ${id} is paid and not in force`)
    this.corporatePayments += 1
    this.ledger.keepPaid(entry)
  }

  #mustBeTaken({ securityID, account, execInst = null, ...order }: NewOrder, tenantId: number): void {
    if (this.closedFirms.has(tenantId))
      throw new Error(`an order of firm ${tenantId} is taken, which is closed`)
    if (account !== FIRM_ITSELF && !this.firms.account(tenantId, account))
      throw new Error(`an order is taken for the account ${account}, which firm ${tenantId} does not have`)
    const phase = this.marketDay.phaseOf(securityID)
    const isStopped = this.marketDay.isStopped(securityID)
    if (isStopped || !isTaken(phase, { ...order, execInst }))
      throw new Error(`an order in ${securityID} is taken while it is ${isStopped ? 'halted' : phase}`)
  }
}
