import { must } from './audit.ts'
import type { Reached } from './reached.ts'
import type { SimulatedRecord } from './record.ts'

/** What the turns of the market day did: notes that were due are settled and no others, and which orders went on. */
export class AuditedTurns {
  readonly #record: SimulatedRecord
  readonly #reached: Reached
  /** How often the market day has turned over an order that was open before and after. */
  readonly #turns = new Map<string, number>()

  constructor(record: SimulatedRecord, reached: Reached) {
    this.#record = record
    this.#reached = reached
  }

  /** How many notes are settled. */
  get settled(): number {
    return this.#notes.filter(({ settled }) => settled).length
  }

  /** @param settledBefore how many notes were, before the market day turned to `date`. */
  audit(date: string, settledBefore: number): void {
    const { marketDate, orders } = this.#record
    this.#reached.days += 1
    for (const { orderID } of orders.open()) {
      const turns = (this.#turns.get(orderID) ?? 0) + 1
      this.#turns.set(orderID, turns)
      if (turns === 2) this.#reached.carried += 1
    }
    must(marketDate === date, `the record is at ${marketDate}, not at ${date}`)
    for (const { settled, settlementDate } of this.#notes)
      must(settled === settlementDate <= date, `a note due on ${settlementDate} is open on ${date}`)
    this.#reached.settlements += this.settled - settledBefore
  }

  get #notes() {
    return [...this.#record.ledger.notes.values()].flatMap(({ note }) =>
      note.replacedBy === null ? note : [],
    )
  }
}
