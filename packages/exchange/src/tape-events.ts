import { type PriceKobo, type Quantity, Side, type TickDirection } from '@tradebook/contract'
import {
  type CancelReason,
  cancelReasons,
  type ExchangeEvent,
  type RefusalReason,
  refusalReasons,
  type TradeCondition,
  tradeConditions,
} from './events.ts'
import { ANY_PRICE } from './market.ts'
import { tickDirections } from './statistics.ts'
import { cell, Fact, type Tape } from './tape.ts'

/**
 * The rows of a tape as events, read in place: one object stands for each event in turn, and its properties read
 * the cells of its row. So reading allocates nothing, and what nobody asks for is not read. An event is valid until
 * the next one is asked for: copy what you keep.
 *
 * What is read is taken off the tape at the end, also where a loop is left before.
 */
export class TapeEvents implements Iterator<ExchangeEvent> {
  declare private readonly tape: Tape
  declare private readonly result: { done: boolean; value: ExchangeEvent }
  kind: ExchangeEvent['kind'] = 'accepted'
  private row = 0
  /** Whether the event is what the row says of the public book, not of an order. */
  private isOfBook = false
  private isBookNext = false

  constructor(tape: Tape) {
    this.tape = tape
    // Each kind of event declares those of the properties that it has.
    this.result = { done: false, value: this as unknown as ExchangeEvent }
  }

  /** Starts again at the first row. */
  [Symbol.iterator](): Iterator<ExchangeEvent> {
    this.row = -ROW
    this.isBookNext = false
    this.result.done = false
    return this
  }

  next(): IteratorResult<ExchangeEvent, ExchangeEvent> {
    if (this.isBookNext) {
      this.isBookNext = false
      this.showBook()
      return this.result
    }
    this.row += ROW
    if (this.row >= this.tape.length) return this.return()
    const fact = this.int(0)
    if (fact === filled) {
      this.showBook()
    } else {
      this.kind = kinds[fact] as ExchangeEvent['kind']
      this.isOfBook = false
      this.isBookNext = ((CHANGES_BOOK >> fact) & 1) === 1
    }
    return this.result
  }

  /** The end, also of a loop that is left. */
  return(): IteratorResult<ExchangeEvent, ExchangeEvent> {
    this.tape.clear()
    this.result.done = true
    return this.result
  }

  get tag(): number {
    return this.at(TAG)
  }
  get handle(): number {
    return this.int(HANDLE)
  }
  get reason(): RefusalReason | CancelReason {
    const code = this.int(REASON)
    return (this.int(0) === refused ? refusalReasons[code] : cancelReasons[code]) as CancelReason
  }
  get security(): number {
    return this.int(BOOK) >> 1
  }
  /** Of the book entry. */
  get side(): Side {
    return (this.int(BOOK) & 1) === 0 ? Side.buy : Side.sell
  }
  get price(): PriceKobo | null {
    const key = this.isMove ? this.int(NEW_KEY) : this.int(KEY)
    return key === ANY_PRICE ? null : (Math.abs(key) as PriceKobo)
  }
  /** What the book shows of the entry now. */
  get size(): Quantity {
    const fact = this.int(0)
    return (fact === canceled || fact === moved ? 0 : this.int(LEAVES)) as Quantity
  }
  get entryNumber(): number {
    return this.isMove ? this.at(NEW_ENTRY_NUMBER) : this.at(ENTRY_NUMBER)
  }
  get time(): number {
    return this.at(TIME)
  }
  get rptSeq(): number {
    return this.at(RPT_SEQ)
  }

  /** Of a trade, and of what went out of the market. */
  get quantity(): Quantity {
    return this.int(QUANTITY) as Quantity
  }
  get tradeNumber(): number {
    return this.at(TRADE_NUMBER)
  }
  get tickDirection(): TickDirection {
    return tickDirections[this.int(TICK_DIRECTION)] as TickDirection
  }
  get tradeCondition(): TradeCondition | null {
    return this.isMatch ? (tradeConditions[this.int(CONDITION)] as TradeCondition) : null
  }
  get incomingSide(): Side {
    return this.isMatch || (this.int(BOOK) & 1) === 1 ? Side.buy : Side.sell
  }
  get incomingTag(): number {
    return this.at(INCOMING_TAG)
  }
  get incomingHandle(): number {
    return this.int(INCOMING_HANDLE)
  }
  get incomingLeaves(): Quantity {
    return this.int(INCOMING_LEAVES) as Quantity
  }
  get restingTag(): number {
    return this.tag
  }
  get restingHandle(): number {
    return this.handle
  }
  get restingLeaves(): Quantity {
    return (this.isMatch ? this.int(LEAVES) : this.int(LEAVES) + this.int(HIDDEN)) as Quantity
  }

  /** Of a changed order. */
  get leaves(): Quantity {
    return (this.isMove ? this.int(NEW_LEAVES) : this.int(LEAVES) + this.int(HIDDEN)) as Quantity
  }
  get keptPriority(): boolean {
    const fact = this.int(0)
    return fact === reduced || (fact === changed && this.int(KEPT_PLACE) === 1)
  }

  /** Whether the event is what a moved order will be, not what its entry was. */
  private get isMove(): boolean {
    return !this.isOfBook && this.int(0) === moved
  }
  private get isMatch(): boolean {
    return this.int(0) === matched
  }

  private showBook(): void {
    const fact = this.int(0)
    this.isOfBook = true
    if (fact === rested || fact === refilled) this.kind = 'bookAdded'
    else this.kind = this.size === 0 ? 'bookRemoved' : 'bookChanged'
  }

  private at(offset: number): number {
    return this.tape.cells[this.row + offset] as number
  }

  /**
   * A cell that holds a 32-bit integer. Read as a double, every number that is computed from it would be a
   * double, too.
   */
  private int(offset: number): number {
    return (this.tape.cells[this.row + offset] as number) | 0
  }
}

// As constants of this module, for the reason given in `OrderPool`.
const { traded, matched, filled, rested, refilled, refused, canceled, reduced, changed, moved } = Fact
const { ROW, HANDLE, TAG, BOOK, KEY, LEAVES, ENTRY_NUMBER, CONDITION, TIME, RPT_SEQ, QUANTITY, REASON } = cell
const { TICK_DIRECTION, TRADE_NUMBER, INCOMING_HANDLE, INCOMING_TAG, INCOMING_LEAVES, HIDDEN } = cell
const { KEPT_PLACE, NEW_ENTRY_NUMBER, NEW_KEY, NEW_LEAVES } = cell

/** What each fact says of an order, by its number. A match that filled an order in the book says it by a row of its own. */
const kinds: readonly ExchangeEvent['kind'][] = Object.entries({
  accepted: 'accepted',
  refused: 'refused',
  traded: 'traded',
  rested: 'rested',
  dropped: 'canceled',
  canceled: 'canceled',
  reduced: 'replaced',
  moved: 'replaced',
  matched: 'traded',
  filled: 'bookChanged',
  refilled: 'refilled',
  changed: 'replaced',
} satisfies Record<keyof typeof Fact, ExchangeEvent['kind']>)
  .sort(([a], [b]) => Fact[a as keyof typeof Fact] - Fact[b as keyof typeof Fact])
  .map(([, kind]) => kind)

/** A bit for each fact that changes the public book, besides what it says of an order. */
const CHANGES_BOOK = [traded, rested, canceled, reduced, moved, refilled].reduce(
  (bits, fact) => bits | (1 << fact),
  0,
)
