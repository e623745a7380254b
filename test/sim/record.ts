import {
  addDays,
  bankAccountText,
  chargesOn,
  dividendOn,
  ExecType,
  exReferencePx,
  type FeeLine,
  type FeeRate,
  type FeeRateKey,
  feesOf,
  firmSettings,
  INDEX_BASE,
  isFinal,
  isStop,
  isTaken,
  isTriggeredAt,
  kobo,
  type PriceKobo,
  type SettingTexts,
  Side,
  sharesChangedBy,
  totalOf,
  withoutRates,
  withRates,
  withSettings,
} from '@tradebook/contract'
import type { ContractNote, Entry, Posting } from '@tradebook/ledger'
import { expiryOf, type NewOrder, type Order } from '@tradebook/orders'
import type {
  BatchChanges,
  EntryLine,
  ExecutionLine,
  JournalLine,
  OrderLine,
  RequestLine,
} from '../../apps/server/src/desk/batch-changes.ts'
import type {
  CorporateActionLine,
  FirmDayLine,
  RegisteredLine,
} from '../../apps/server/src/desk/corporate-action-lines.ts'
import type { Election } from '../../apps/server/src/desk/election.ts'
import { Unrecordable } from '../../apps/server/src/desk/failures.ts'
import type {
  AccountLine,
  CashLine,
  CustomerChargesLine,
  FirmLine,
  LimitsLine,
  NoteLine,
  PositionLine,
} from '../../apps/server/src/desk/firm-lines.ts'
import { fromJournalBody, type JournalEntry } from '../../apps/server/src/desk/journal.ts'
import { KillSwitches, type KillSwitchLine, keyOf } from '../../apps/server/src/desk/kill-switches.ts'
import type { MarketLine, SecurityStateLine } from '../../apps/server/src/desk/market-state.ts'
import type { IndexLine, RecordedIndex } from '../../apps/server/src/desk/market-summary.ts'
import type { Recorded, RecordedFirm, TradedToday } from '../../apps/server/src/desk/record-connection.ts'
import { REQUEST_DAYS, type RecordedRequest } from '../../apps/server/src/desk/requests.ts'
import type { TransferRequest } from '../../apps/server/src/desk/transfer-request.ts'
import { type Listing, listing, type RecordedDay } from '../../apps/server/src/venue/listing.ts'
import type { VenueTrade } from '../../apps/server/src/venue/venue.ts'
import { NaiveMarketDay } from './naive-market-day.ts'
import { type FirmPlan, UNRECORDABLE } from './plan.ts'
import { Tally } from './tally.ts'

// Longer than 300 lines, for it is the one double of the record, table by table.

/** So many of the orders that came last are at hand. */
const NEWEST = 5

/**
 * What a database would hold: a batch is kept whole or not at all, and whatever a desk needs to
 * go on comes from here and from nowhere else. It refuses what a database refuses, and adds up what
 * the audits compare.
 */
export class SimulatedRecord {
  /** By firm, and by firm and account, in the order in which they were opened. */
  readonly #firms = new Map<number, FirmLine>()
  /** By the journal, from the line that closed them on. */
  readonly closedFirms = new Set<number>()
  readonly #accounts = new Map<string, AccountLine>()
  readonly #settings = new Map<number, SettingTexts>()
  /** The firms, or the host, that changed what unsettled proceeds may pay for after accounts had been opened. */
  readonly resetFirms = new Set<number>()
  readonly #fees = new Map<number, readonly FeeRate[]>()
  readonly #agreements = new Map<string, CustomerChargesLine>()
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
  readonly orders = new Map<string, OrderLine>()
  readonly #open = new Map<string, Order>()
  /** The open orders in priority order, until one of them changes. */
  #inPriority: readonly Order[] | undefined
  /** The ids that were given last, the newest last. */
  #newest: readonly string[] = []
  /** The firms with their accounts, until a firm or an account changes. */
  #plans: readonly FirmPlan[] | undefined
  /** How often that changed by which notes are charged: fee tables, agreements, and whose an account is. */
  chargesChanges = 0
  readonly requests = new Map<string, RequestLine>()
  readonly transferRequests = new Map<number, TransferRequest>()
  readonly corporateActions = new Map<number, CorporateActionLine>()
  /** By firm, action and account. */
  readonly registered = new Map<string, RegisteredLine>()
  readonly #firmDays = new Map<number, FirmDayLine>()
  /** How many journal lines paid what was registered. */
  corporatePayments = 0
  readonly limits = new Map<string, LimitsLine>()
  readonly killSwitches = new Map<string, KillSwitchLine>()
  #today: RequestLine[] = []
  /** Of the market days before, the newest last. */
  readonly #earlier: RequestLine[][] = []
  readonly executions = new Map<number, ExecutionLine>()
  /** How many stop orders were triggered. */
  triggered = 0
  /** How many orders ended because their time was over. */
  expired = 0
  readonly cash = new Map<string, CashLine>()
  readonly positions = new Map<string, PositionLine>()
  /** By firm and number. */
  readonly notes = new Map<string, NoteLine>()
  /** What executions traded, by market day. */
  readonly #traded = new Map<string, (TradedToday & { readonly tenantId: number })[]>()
  #entryDate = ''
  readonly days = new Map<string, RecordedDay>()
  /** By market day, in their order. */
  readonly index = new Map<string, IndexLine>()
  readonly volumes = new Map<string, bigint>()
  market: MarketLine | undefined
  /** What the journal says of phases, halts and auctions. */
  readonly marketDay: NaiveMarketDay
  readonly securityStates = new Map<string, SecurityStateLine>()
  /** Sums of postings by firm, ledger account, account and asset; of trades' clearing by asset. */
  readonly posted = new Tally()
  readonly cleared = new Tally()
  /** By firm, account and asset: what its postings sum to, and what the shares cost by the last entry. */
  readonly owned = new Tally()
  /** Charges posted, by firm and line of the note. */
  readonly charged = new Tally()
  readonly costs = new Map<string, bigint>()
  /** What came into the firms from outside, less what left them. */
  readonly brought = new Tally()
  /** Charges that were removed before they began. */
  removedCharges = 0
  /** How often proceeds of a sale left for the customer's bank account. */
  directSettlements = 0
  /** What clients bought from the crowd, less what they sold to it: by shares, and in kobo. */
  readonly fromCrowd = new Tally()
  readonly filled = new Map<string, { readonly quantity: number; readonly value: bigint }>()

  constructor(listings: readonly Listing[], marketDate: string) {
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
    this.sequence = changes.sequence
    this.marketTime = changes.time
    this.marketDate = changes.marketDate
    for (const line of changes.firms) this.#keepFirm(line)
    if (changes.firms.length + changes.accounts.length > 0) this.#plans = undefined
    for (const { tenantId, name, value } of changes.settings) {
      this.#settings.set(tenantId, withSettings(this.#settings.get(tenantId) ?? {}, { [name]: value }))
      const isOfProceeds = name === firmSettings.unsettledProceedsUsable.name
      if (isOfProceeds && this.#accounts.size > 0) this.resetFirms.add(tenantId)
    }
    this.chargesChanges += changes.accounts.length + changes.feeRates.length + changes.customerCharges.length
    for (const line of changes.accounts) this.#keepAccount(line)
    for (const { tenantId, ...rate } of changes.feeRates)
      this.#fees.set(tenantId, withRates(this.#fees.get(tenantId) ?? [], [rate]))
    for (const line of changes.customerCharges)
      this.#agreements.set([line.tenantId, line.customerId, line.dateFrom].join(), line)
    for (const { tenantId, ...rate } of changes.removedFeeRates)
      this.#fees.set(tenantId, withoutRates(this.#fees.get(tenantId) ?? [], [rate]))
    for (const line of changes.removedAgreements)
      this.#agreements.delete([line.tenantId, line.customerId, line.dateFrom].join())
    this.removedCharges += changes.removedFeeRates.length + changes.removedAgreements.length
    this.#keepJournal(changes)
    for (const line of changes.corporateActions) this.corporateActions.set(line.action.id, line)
    for (const line of changes.registered) this.#keepRegistered(line)
    for (const line of changes.firmDays) this.#firmDays.set(line.tenantId, line)
    this.#mustHaveTriggered(changes)
    for (const line of changes.orders) this.#keepOrder(line)
    for (const line of changes.limits) this.limits.set([line.tenantId, line.level, line.id].join(), line)
    for (const line of changes.killSwitches) this.killSwitches.set(keyOf(line), line)
    for (const request of changes.transferRequests) this.transferRequests.set(request.id, request)
    for (const line of changes.requests) this.#keepRequest(line, changes.marketDate)
    for (const line of changes.executions) this.#keepExecution(line)
    for (const line of changes.entries) this.#keepEntry(line)
    for (const line of changes.cash) this.cash.set([line.tenantId, line.account].join(), line)
    for (const line of changes.positions) {
      this.positions.set([line.tenantId, line.account, line.securityID].join(), line)
    }
    const notes = changes.notes.toSorted((a, b) => a.note.number - b.note.number)
    for (const line of notes) this.#keepNote(line)
    if (changes.market) this.market = changes.market
    for (const line of changes.securityStates) this.securityStates.set(line.securityID, line)
    if (changes.index) this.index.set(changes.index.marketDate, changes.index)
    for (const { securityID, day } of changes.days) this.days.set(securityID, day)
    for (const { securityID, quantity } of changes.trades) {
      this.volumes.set(securityID, (this.volumes.get(securityID) ?? 0n) + BigInt(quantity))
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
    this.#earlier.push(this.#today)
    if (this.#earlier.length >= REQUEST_DAYS) this.#earlier.shift()
    this.#today = []
  }

  /** In priority order, as a rebuilt book takes them in. */
  openOrders(): readonly Order[] {
    this.#inPriority ??= [...this.#open.values()].sort((a, b) => a.priority - b.priority)
    return this.#inPriority
  }

  /** The last few orders, living or not, as they are now. */
  newestOrders(): Order[] {
    return this.#newest.flatMap((orderID) => this.orders.get(orderID)?.order ?? [])
  }

  load(marketDate: string): Recorded {
    return {
      listings: this.listings.map((listed) => ({
        ...listed,
        today: this.days.get(listed.securityID) ?? null,
      })),
      openOrders: this.openOrders(),
      requests: this.#requestsKnown(marketDate),
      transferRequests: [...this.transferRequests.values()],
      corporateActions: {
        lines: [...this.corporateActions.values()],
        registered: [...this.registered.values()].filter(({ tenantId, actionID }) => {
          const { payDate } = this.corporateActions.get(actionID)?.action ?? {}
          return payDate !== undefined && payDate > (this.#firmDays.get(tenantId)?.marketDate ?? '')
        }),
        firmDays: [...this.#firmDays.values()],
      },
      firms: this.firmPlans().map((firm) => this.#firm(firm, marketDate)),
      killSwitches: [...this.killSwitches.values()].filter(({ isOn }) => isOn),
      settings: this.#settings,
      market: {
        market: this.market,
        securities: [...this.securityStates.values()].filter(
          ({ halted, reopeningUntil }) => halted || reopeningUntil !== null,
        ),
      },
      index: this.#indexOn(marketDate),
    }
  }

  #requestsKnown(marketDate: string): RecordedRequest[] {
    const earlier = this.#earlier
      .flat()
      .map((line) => ({ ...line, isEarlier: !this.#open.has(line.orderID) }))
    const today = marketDate === this.marketDate ? this.#today : []
    return [...earlier, ...today.map((line) => ({ ...line, isEarlier: false }))]
  }

  #indexOn(marketDate: string): RecordedIndex {
    const before = [...this.index.values()].filter((line) => line.marketDate < marketDate)
    const previous = before.at(-1)?.value ?? INDEX_BASE
    const today = this.index.get(marketDate)
    return today ? { previous, high: today.high, low: today.low } : { previous }
  }

  /** Charges that begin after the market day, which may be removed. */
  charges(): readonly (FeeRateKey & { readonly tenantId: number })[] {
    return [...this.#fees].flatMap(([tenantId, rows]) =>
      rows
        .filter(({ dateFrom }) => dateFrom > this.marketDate)
        .map(({ side, item, dateFrom }) => ({ tenantId, side, item, dateFrom })),
    )
  }

  /** The firms, each with the terms of its accounts as they are now. */
  firmPlans(): readonly FirmPlan[] {
    const open = [...this.#firms.values()].filter(({ isClosed }) => !isClosed)
    this.#plans ??= open.map((firm) => ({
      ...firm,
      accounts: [...this.#accounts.values()]
        .filter(({ tenantId }) => tenantId === firm.tenantId)
        .map(({ tenantId: _, ...terms }) => terms),
    }))
    return this.#plans
  }

  /** The lines that a note must print: by what its firm charges on its trade date. */
  linesOf({ tenantId, note }: NoteLine): FeeLine[] {
    const customerId = this.#accounts.get([tenantId, note.account].join())?.customerId
    const agreed = [...this.#agreements.values()].filter(
      (other) => other.tenantId === tenantId && other.customerId === customerId,
    )
    return feesOf(chargesOn(this.#fees.get(tenantId) ?? [], note, agreed), note.consideration)
  }

  /** Charges of notes that are settled. */
  collected(): bigint {
    return [...this.notes.values()]
      .filter(({ note }) => note.settled)
      .reduce((sum, { note }) => sum + totalOf(note.lines), 0n)
  }

  #firm({ tenantId, accounts }: FirmPlan, marketDate: string): RecordedFirm {
    const own = <Row extends { tenantId: number }>(rows: Iterable<Row>) =>
      [...rows].filter((row) => row.tenantId === tenantId)
    return {
      tenantId,
      accounts,
      fees: this.#fees.get(tenantId) ?? [],
      agreements: own(this.#agreements.values()).map(({ tenantId: _, ...agreed }) => agreed),
      cash: own(this.cash.values()),
      positions: own(this.positions.values()),
      notes: own(this.notes.values())
        .map(({ note }) => note)
        .filter(({ settled }) => !settled),
      lastNote: own(this.notes.values()).length,
      limits: own(this.limits.values()),
      traded: this.#tradedOn(tenantId, marketDate),
    }
  }

  /** What executions of a market day traded, by who entered their orders. */
  #tradedOn = (tenantId: number, marketDate: string): TradedToday[] =>
    (this.#traded.get(marketDate) ?? []).filter((row) => row.tenantId === tenantId)

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

  /** Registered once, and as many as the record has settled until the register date. */
  #keepRegistered(line: RegisteredLine): void {
    const { tenantId, actionID, account, quantity } = line
    mustBeNew(this.registered.has([tenantId, actionID, account].join()), `a register of ${actionID}`)
    this.registered.set([tenantId, actionID, account].join(), line)
    const { securityID, registerDate } = this.corporateActions.get(actionID)?.action ?? {}
    const due = [...this.notes.values()].filter(
      ({ tenantId: owner, note }) =>
        owner === tenantId && note.account === account && note.securityID === securityID && !note.settled,
    )
    const settled = this.positions.get([tenantId, account, securityID].join())?.settled ?? 0n
    const owned = due
      .filter(({ note }) => note.settlementDate <= (registerDate ?? ''))
      .reduce(
        (sum, { note }) => sum + (note.side === Side.buy ? note.quantity : -note.quantity),
        settled as bigint,
      )
    // What several actions do in one turn is kept together: then an earlier one may have added to it.
    if (quantity < owned) throw new Error(`${account} owns ${owned}, and ${quantity} are registered`)
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
    if (entry.kind === 'closeFirm') this.closedFirms.add(line.tenantId)
    if (entry.kind === 'newOrder' && !entry.refusal) this.#mustBeTaken(entry.request, line.tenantId)
    if (entry.kind === 'corporatePayment') this.#keepCorporatePayment(entry)
    if (entry.kind !== 'posting') return
    const { posting } = entry
    const sign = posting.type === 'deposit' || posting.type === 'transferIn' ? 1n : -1n
    if ('amount' in posting) this.brought.add('NGN', sign * posting.amount)
    else this.brought.add(posting.securityID, sign * posting.quantity)
  }

  /** What is paid was registered; it came from outside, but the tax, which stays with the firm. */
  #keepCorporatePayment({ action, registered }: Extract<JournalEntry, { kind: 'corporatePayment' }>): void {
    const announced = this.corporateActions.get(action.id)
    if (!announced || announced.revoked)
      throw new Error(`corporate action ${action.id} is paid and not in force`)
    this.corporatePayments += 1
    for (const { quantity } of registered) {
      if (action.type === 'dividend') this.brought.add('NGN', dividendOn(quantity, action.rate).net)
      else this.brought.add(action.securityID, sharesChangedBy(action.type, quantity, action.ratio))
    }
  }

  /** A firm is opened once, and may be closed once. */
  #keepFirm(line: FirmLine): void {
    const { tenantId, isClosed } = line
    const before = this.#firms.get(tenantId)
    if (before?.isClosed || (before && !isClosed)) throw new Error(`firm ${tenantId} is kept twice`)
    this.#firms.set(tenantId, line)
  }

  #mustBeTaken({ securityID, account, execInst = null, ...order }: NewOrder, tenantId: number): void {
    if (this.closedFirms.has(tenantId))
      throw new Error(`an order of firm ${tenantId} is taken, which is closed`)
    if (!this.#accounts.has([tenantId, account].join()))
      throw new Error(`an order is taken for the account ${account}, which firm ${tenantId} does not have`)
    const phase = this.marketDay.phaseOf(securityID)
    const isStopped = this.marketDay.isStopped(securityID)
    if (isStopped || !isTaken(phase, { ...order, execInst }))
      throw new Error(`an order in ${securityID} is taken while it is ${isStopped ? 'halted' : phase}`)
  }

  /** A customer has one name, whichever account it was given with. */
  #keepAccount(line: AccountLine): void {
    const { tenantId, account, customerId, customerName } = line
    this.#accounts.set([tenantId, account].join(), line)
    for (const [key, other] of this.#accounts) {
      if (other.tenantId === tenantId && other.customerId === customerId)
        this.#accounts.set(key, { ...other, customerName })
    }
  }

  /** No stop order waits on at a stop price that a trade of the batch has reached, but for those of a close. */
  #mustHaveTriggered({ trades, orders, executions, marketDate, journal }: BatchChanges): void {
    this.triggered += executions.filter(({ execType }) => execType === ExecType.triggered).length
    if (trades.length === 0) return
    const after = new Map(orders.map(({ order }) => [order.orderID, order]))
    for (const waiting of this.#open.values()) {
      const { orderID, securityID, side, ordType, stopPx } = waiting
      const order = after.get(orderID) ?? waiting
      const waitsOn = isStop(order.ordType) && !isFinal(order.ordStatus) && order.stopPx === stopPx
      // Where the end of its last day could not be recorded, it waits for that alone.
      if (
        !isStop(ordType) ||
        !waitsOn ||
        stopPx === null ||
        this.#mayBeStopped(waiting, journal) ||
        expiryOf(order, 'closed', addDays(marketDate, -1))
      )
        continue
      const reached = trades.find(
        (trade) =>
          trade.securityID === securityID &&
          trade.tradeCondition !== 'close' &&
          isTriggeredAt(side, stopPx, trade.price),
      )
      if (reached)
        throw new Error(`stop order ${orderID} waits at ${stopPx} after a trade at ${reached.price}`)
    }
  }

  /** Whether a kill switch keeps an order waiting, or may have done so during a batch. */
  #mayBeStopped({ tenantId, userId, account }: Order, journal: readonly JournalLine[]): boolean {
    const isSwitched = journal.some((line) => line.kind === 'setKillSwitch' && line.tenantId === tenantId)
    const switches = new KillSwitches([...this.killSwitches.values()])
    return isSwitched || switches.onFor({ tenantId, userId, account }) !== undefined
  }

  #keepOrder(line: OrderLine): void {
    const { order } = line
    if (!this.orders.has(order.orderID)) this.#newest = [...this.#newest.slice(1 - NEWEST), order.orderID]
    this.orders.set(order.orderID, line)
    this.#inPriority = undefined
    if (isFinal(order.ordStatus)) this.#open.delete(order.orderID)
    else this.#open.set(order.orderID, order)
  }

  #keepRequest(line: RequestLine, marketDate: string): void {
    const key = requestKey(line, line.clOrdID, marketDate)
    mustBeNew(this.requests.has(key), `request ${key}`)
    this.requests.set(key, line)
    this.#today.push(line)
  }

  #keepExecution(line: ExecutionLine): void {
    mustBeNew(this.executions.has(line.sequence), `execution ${line.sequence}`)
    this.executions.set(line.sequence, line)
    if (line.execType === ExecType.expired) this.expired += 1
    const { order, lastPx, lastQty } = line
    if (lastPx === null || lastQty === null) return
    const value = kobo(BigInt(lastQty) * BigInt(lastPx))
    const { tenantId, userId, account } = order
    const traded = this.#traded.get(this.marketDate) ?? []
    traded.push({ tenantId, userId, account, value })
    this.#traded.set(this.marketDate, traded)
    const before = this.filled.get(order.orderID) ?? { quantity: 0, value: 0n }
    this.filled.set(order.orderID, { quantity: before.quantity + lastQty, value: before.value + value })
    const sign = order.side === Side.buy ? 1n : -1n
    this.fromCrowd.add(order.securityID, sign * BigInt(lastQty))
    this.fromCrowd.add('NGN', -sign * value)
  }

  #keepEntry({ tenantId, sequence, entry }: EntryLine): void {
    const sums = new Map<string, bigint>()
    for (const posting of entry.postings) {
      const { ledgerAccount, asset, amount } = posting
      sums.set(asset, (sums.get(asset) ?? 0n) + amount)
      if (entry.kind === 'trade' && ledgerAccount === 'clearing') this.cleared.add(asset, amount)
      this.#keepPosting(tenantId, posting)
    }
    this.#mustCarry(tenantId, entry)
    if (entry.kind === 'directSettlement') this.#keepDirectSettlement(tenantId, entry)
    for (const [asset, sum] of sums)
      if (sum !== 0n) throw new Error(`the ${entry.kind} of ${sequence} is off by ${sum} ${asset}`)
    if (entry.date < this.#entryDate) throw new Error(`the ${entry.kind} of ${sequence} is of an earlier day`)
    this.#entryDate = entry.date
  }

  /** What leaves belongs to an account of the direct route, goes to its bank account, and leaves no debt. */
  #keepDirectSettlement(tenantId: number, { account, reference, postings, balance }: Entry): void {
    const cash = this.#accounts.get([tenantId, account].join())?.cash
    const isDirect = cash?.route === 'direct' && cash.bankAccount !== null
    if (!isDirect || reference !== bankAccountText(cash.bankAccount))
      throw new Error(`proceeds of ${account} left for ${reference}`)
    const amount = postings.find(({ ledgerAccount }) => ledgerAccount === 'bank')?.amount ?? 0n
    if (amount <= 0n || balance === null || balance < 0n)
      throw new Error(`${amount} kobo of ${account} left, and ${balance} are there`)
    this.brought.add('NGN', -amount)
    this.directSettlements += 1
  }

  #keepPosting(tenantId: number, { ledgerAccount, account, asset, amount }: Posting): void {
    if (ledgerAccount.startsWith('fee:'))
      this.charged.add([tenantId, ledgerAccount.slice('fee:'.length)].join(), amount)
    if (account === null) return
    this.posted.add([tenantId, ledgerAccount, account, asset].join(), amount)
    this.owned.add([tenantId, account, asset].join(), amount)
  }

  /** The balance and the holding that an entry carries are the sums of the account's postings. */
  #mustCarry(tenantId: number, { account, securityID, balance, holding, cost }: Entry): void {
    const summed = (asset: string) => this.owned.of([tenantId, account, asset].join())
    if (balance !== null && balance !== summed('NGN'))
      throw new Error(`an entry leaves ${account} with ${summed('NGN')} kobo, and says ${balance}`)
    if (holding === null || cost === null || securityID === null) return
    if (holding !== summed(securityID))
      throw new Error(
        `an entry leaves ${account} with ${summed(securityID)} ${securityID}, and says ${holding}`,
      )
    this.costs.set([tenantId, account, securityID].join(), cost)
  }

  /** A firm's notes are numbered in the order of their first trades, without a gap. */
  #keepNote(line: NoteLine): void {
    const { tenantId, note } = line
    const key = [tenantId, note.number].join()
    if (note.number > 1 && !this.notes.has([tenantId, note.number - 1].join()))
      throw new Error(`note ${note.number} of firm ${tenantId} comes after a gap`)
    const before = this.notes.get(key)?.note
    if (before && noteKey(before) !== noteKey(note)) throw new Error(`note ${key} became another`)
    if (before && !before.provisional && before.trades !== note.trades)
      throw new Error(`note ${key} was final and got another trade`)
    this.notes.set(key, line)
  }
}

/** A `clOrdID` is good once per account and market day. */
export const requestKey = (
  { tenantId, account }: { readonly tenantId: number; readonly account: string },
  clOrdID: string,
  marketDate: string,
): string => [tenantId, account, marketDate, clOrdID].join()

const noteKey = ({ account, side, securityID, tradeDate }: ContractNote): string =>
  [account, side, securityID, tradeDate].join()

function mustBeNew(isThere: boolean, what: string): void {
  if (isThere) throw new Error(`${what} is kept twice`)
}
