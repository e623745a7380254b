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
import { Fact, type Tape } from './tape.ts'

/**
 * The rows of a tape as events, read in place: one object stands for each event in turn, and its properties read
 * the cells of its row. So reading allocates nothing, and what nobody asks for is not read. An event is valid until
 * the next one is asked for: copy what you keep.
 *
 * What is read is taken off the tape at the end, also where a loop is left before. The cells are those that `Tape`
 * writes, and named there; they are numbers here for the reason given in `OrderPool`.
 */
export class TapeEvents implements Iterator<ExchangeEvent> {
  declare private readonly tape: Tape
  /** The row that is read, and whether the second of its events is: the change of the public book. */
  private row = -16
  private isSecond = true
  declare private readonly result: { done: boolean; value: ExchangeEvent }

  constructor(tape: Tape) {
    this.tape = tape
    // Each kind of event declares those of the properties that it has.
    this.result = { done: false, value: this as unknown as ExchangeEvent }
  }

  /** Starts again at the first row. */
  [Symbol.iterator](): Iterator<ExchangeEvent> {
    this.row = -16
    this.isSecond = true
    this.result.done = false
    return this
  }

  next(): IteratorResult<ExchangeEvent, ExchangeEvent> {
    if (!this.isSecond && this.hasSecond()) {
      this.isSecond = true
    } else {
      this.row += 16
      this.isSecond = this.row < this.tape.length && this.cell(0) === Fact.filled
      if (this.row >= this.tape.length) this.end()
    }
    return this.result
  }

  /** A loop that is left. */
  return(): IteratorResult<ExchangeEvent, ExchangeEvent> {
    this.end()
    return this.result
  }

  get kind(): ExchangeEvent['kind'] {
    const fact = this.cell(0) as Fact
    if (!this.isSecond) return kinds[fact]
    if (fact === Fact.rested || fact === Fact.refilled) return 'bookAdded'
    return this.size === 0 ? 'bookRemoved' : 'bookChanged'
  }

  get tag(): number {
    return this.cell(2)
  }
  get handle(): number {
    return this.int(1)
  }
  get reason(): RefusalReason | CancelReason {
    const code = this.int(10)
    return (this.cell(0) === Fact.refused ? refusalReasons[code] : cancelReasons[code]) as CancelReason
  }
  get security(): number {
    return this.int(3) >> 1
  }
  /** Of the book entry. */
  get side(): Side {
    return (this.int(3) & 1) === 0 ? Side.buy : Side.sell
  }
  get price(): PriceKobo | null {
    const key = this.isMove ? this.int(12) : this.int(4)
    return key === ANY_PRICE ? null : (Math.abs(key) as PriceKobo)
  }
  /** What the book shows of the entry now. */
  get size(): Quantity {
    const fact = this.cell(0)
    return (fact === Fact.canceled || fact === Fact.moved ? 0 : this.int(5)) as Quantity
  }
  get entryNumber(): number {
    return this.isMove ? this.cell(11) : this.cell(6)
  }
  get time(): number {
    return this.cell(7)
  }
  get rptSeq(): number {
    return this.cell(8)
  }

  /** Of a trade, and of what went out of the market. */
  get quantity(): Quantity {
    return this.int(9) as Quantity
  }
  get tradeNumber(): number {
    return this.cell(11)
  }
  get tickDirection(): TickDirection {
    return tickDirections[this.int(10)] as TickDirection
  }
  get tradeCondition(): TradeCondition | null {
    return this.isMatch ? (tradeConditions[this.int(6)] as TradeCondition) : null
  }
  get incomingSide(): Side {
    return this.isMatch || (this.int(3) & 1) === 1 ? Side.buy : Side.sell
  }
  get incomingTag(): number {
    return this.cell(13)
  }
  get incomingHandle(): number {
    return this.int(12)
  }
  get incomingLeaves(): Quantity {
    return this.int(14) as Quantity
  }
  get restingTag(): number {
    return this.tag
  }
  get restingHandle(): number {
    return this.handle
  }
  get restingLeaves(): Quantity {
    return (this.isMatch ? this.int(5) : this.int(5) + this.int(15)) as Quantity
  }

  /** Of a changed order. */
  get leaves(): Quantity {
    return (this.isMove ? this.int(13) : this.int(5) + this.int(15)) as Quantity
  }
  get keptPriority(): boolean {
    const fact = this.cell(0)
    return fact === Fact.reduced || (fact === Fact.changed && this.int(12) === 1)
  }

  /** Whether the event is what a moved order will be, not what its entry was. */
  private get isMove(): boolean {
    return !this.isSecond && this.cell(0) === Fact.moved
  }
  private get isMatch(): boolean {
    return this.cell(0) === Fact.matched
  }

  /** Whether the row changes the public book, too. */
  private hasSecond(): boolean {
    return ((CHANGES_BOOK >> this.int(0)) & 1) === 1
  }

  private end(): void {
    this.tape.clear()
    this.result.done = true
  }

  private cell(offset: number): number {
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

/** What each fact says of an order. A match that filled an order in the book says it by a row of its own. */
const kinds: Readonly<Record<Fact, ExchangeEvent['kind']>> = {
  [Fact.accepted]: 'accepted',
  [Fact.refused]: 'refused',
  [Fact.traded]: 'traded',
  [Fact.rested]: 'rested',
  [Fact.dropped]: 'canceled',
  [Fact.canceled]: 'canceled',
  [Fact.reduced]: 'replaced',
  [Fact.moved]: 'replaced',
  [Fact.matched]: 'traded',
  [Fact.filled]: 'bookChanged',
  [Fact.refilled]: 'refilled',
  [Fact.changed]: 'replaced',
}

/** A bit for each fact that changes the public book next to what it says of an order. */
const CHANGES_BOOK = [
  Fact.traded,
  Fact.rested,
  Fact.canceled,
  Fact.reduced,
  Fact.moved,
  Fact.refilled,
].reduce((bits, fact) => bits | (1 << fact), 0)
