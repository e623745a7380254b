import { type Order, restingAt } from '@tradebook/orders'
import { FirmState } from '../../apps/server/src/desk/firm-state.ts'
import { fromJournalBody, type JournalEntry, replay } from '../../apps/server/src/desk/journal.ts'
import { mustEqual } from './audit.ts'
import type { SimulatedRecord } from './record.ts'

/** What the lines of the journal so far amount to, applied one after the other to nothing. */
export class ReplayedJournal {
  readonly #state = new FirmState(new Map(), [])
  #lines = 0

  /** The journal alone gives the firms, their accounts' terms, ledgers and orders of the record. */
  audit(record: SimulatedRecord, rebuilt: FirmState): void {
    for (const { kind, body, ...line } of record.journal.slice(this.#lines)) {
      replay(this.#state, {
        ...line,
        entry: fromJournalBody(kind as JournalEntry['kind'], JSON.parse(body)),
      })
    }
    this.#lines = record.journal.length
    mustEqual(termsOf(this.#state), termsOf(rebuilt), 'terms replayed from the journal')
    mustEqual(ledgersOf(this.#state), ledgersOf(rebuilt), 'ledgers replayed from the journal')
    const kept = [...record.orders.values()].map(({ order }) => order)
    mustEqual(placeless(this.#state.orders.values()), placeless(kept), 'orders replayed from the journal')
  }
}

const termsOf = ({ firms }: FirmState): unknown =>
  [...firms.values()].map(({ tenantId, accounts }) => [tenantId, [...accounts.values()]])

/** Everything the ledgers keep and everything they derive from it. */
const ledgersOf = ({ firms }: FirmState): unknown =>
  [...firms.values()].map(({ ledger }) => {
    const state = ledger.state()
    return [state, state.accounts.map(({ account }) => [account, ledger.cash(account)])]
  })

/** A rebuilt book gives orders new places, so these are no part of what must be equal. */
const placeless = (orders: Iterable<Order>): readonly Order[] =>
  [...orders]
    .map((order) => restingAt(order, null, null))
    .sort((a, b) => Number(a.orderID) - Number(b.orderID))
