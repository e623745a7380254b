import { isFinal } from '@tradebook/contract'
import { type Order, restingAt } from '@tradebook/orders'
import { FirmState } from '../../apps/server/src/desk/decisions/firm-state.ts'
import { fromJournalBody, type JournalEntry, replay } from '../../apps/server/src/desk/record/journal.ts'
import { canonical, must, mustEqual } from './audit.ts'
import type { SimulatedRecord } from './record.ts'

/** What the lines of the journal so far amount to, applied one after the other to nothing. */
export class ReplayedJournal {
  readonly #state = new FirmState(new Map(), [])
  #lines = 0
  /** Orders of the record, each with the replayed one that was the same. */
  readonly #equal = new WeakMap<Order, Order>()

  /**
   * The journal alone gives the firms, their accounts' terms, ledgers and orders of the record.
   *
   * @param now wall time: what limits count is compared as they would count it in a request that comes now.
   */
  audit(record: SimulatedRecord, rebuilt: FirmState, now: number): void {
    for (const { kind, body, ...line } of record.journal.slice(this.#lines)) {
      replay(this.#state, {
        ...line,
        entry: fromJournalBody(kind as JournalEntry['kind'], JSON.parse(body)),
      })
    }
    this.#lines = record.journal.length
    mustEqual(termsOf(this.#state), termsOf(rebuilt), 'terms replayed from the journal')
    mustEqual(ledgersOf(this.#state), ledgersOf(rebuilt), 'ledgers replayed from the journal')
    mustEqual(countsOf(this.#state, now), countsOf(rebuilt, now), 'what limits count by the journal')
    this.#auditOrders(record)
  }

  /** One text for everything that was replayed, the same byte for byte as that of a rebuilt desk. */
  auditText(rebuilt: FirmState, now: number): void {
    const textOf = (state: FirmState) => {
      const orders = [...state.orders.values()].filter(({ ordStatus }) => !isFinal(ordStatus)).map(placeless)
      const inOrder = orders.sort((a, b) => Number(a.orderID) - Number(b.orderID))
      return canonical([termsOf(state), ledgersOf(state), countsOf(state, now), inOrder])
    }
    must(textOf(this.#state) === textOf(rebuilt), 'the journal gives another text than the record')
  }

  /** Neither the state nor the record change an order in place, so that two that were equal remain so. */
  #auditOrders({ orders: { lines } }: SimulatedRecord): void {
    const replayed = this.#state.orders
    must(replayed.size === lines.size, `${replayed.size} orders are replayed, ${lines.size} recorded`)
    for (const [orderID, { order }] of lines) {
      const own = replayed.get(orderID)
      if (own !== undefined && this.#equal.get(order) === own) continue
      mustEqual(own && placeless(own), placeless(order), 'an order replayed from the journal')
      if (own) this.#equal.set(order, own)
    }
  }
}

const termsOf = ({ firms }: FirmState): unknown =>
  [...firms.values()].map(({ tenantId, accounts }) => [tenantId, [...accounts.values()]])

/** What limits count at a wall time; requests of long ago, which a rebuilt desk does not know, count for nothing. */
const countsOf = ({ firms }: FirmState, at: number): unknown =>
  [...firms.values()].map(({ tenantId, limits }) => [tenantId, limits.counts.countedAt(at)])

/** Everything the ledgers keep and everything they derive from it. */
const ledgersOf = ({ firms }: FirmState): unknown =>
  [...firms.values()].map(({ ledger }) => {
    const state = ledger.state()
    return [state, state.accounts.map(({ account }) => [account, ledger.cash(account)])]
  })

/** A rebuilt book gives orders new places, so these are not part of what must be equal. */
const placeless = (order: Order): Order => restingAt(order, null, null)
