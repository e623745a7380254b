import { type Rate, RoundRobin, TokenBuckets } from '@tradebook/scheduling'
import type { ClientInput } from '../inputs.ts'

/** The most inputs of one user that wait at once, cancels apart. */
export const WAITING_PER_USER = 64
/** The most cancels of one user that wait at once. Cancels reduce risk, so a user may cancel all open orders at once. */
export const CANCELS_PER_USER = 1_024

/** Which lanes an input waits in, and whether its rate is limited. */
const limits: Readonly<Record<ClientInput['kind'], { readonly cancels: boolean; readonly rated: boolean }>> =
  {
    newOrder: { cancels: false, rated: true },
    crossOrder: { cancels: false, rated: true },
    bulkOrder: { cancels: false, rated: true },
    allocateBulkOrder: { cancels: false, rated: false },
    replaceOrder: { cancels: false, rated: true },
    cancelOrder: { cancels: true, rated: true },
    externalTransfer: { cancels: false, rated: false },
    requestTransfer: { cancels: false, rated: false },
    decideTransfer: { cancels: false, rated: false },
    requestTradeCorrection: { cancels: false, rated: false },
    decideTradeCorrection: { cancels: false, rated: false },
    news: { cancels: false, rated: false },
    openFirm: { cancels: false, rated: false },
    closeFirm: { cancels: false, rated: false },
    openAccount: { cancels: false, rated: false },
    changeTerms: { cancels: false, rated: false },
    correctCustomer: { cancels: false, rated: false },
    changeSettings: { cancels: false, rated: false },
    changeCharges: { cancels: false, rated: false },
    chooseAlerts: { cancels: false, rated: false },
    removeCharges: { cancels: false, rated: false },
    changeLimits: { cancels: false, rated: false },
    setKillSwitch: { cancels: false, rated: false },
    marketControl: { cancels: false, rated: false },
    venueHalt: { cancels: false, rated: false },
    venuePhase: { cancels: false, rated: false },
    venueReport: { cancels: false, rated: false },
    venueOrders: { cancels: false, rated: false },
    settleDoubt: { cancels: false, rated: false },
    settleUnclaimed: { cancels: false, rated: false },
    askAgain: { cancels: false, rated: false },
    cancelAll: { cancels: false, rated: false },
    announceCorporateAction: { cancels: false, rated: false },
    revokeCorporateAction: { cancels: false, rated: false },
  }

/** Whether this release knows such inputs: a process of another one may send others. */
export const isInputKind = (kind: string): kind is ClientInput['kind'] => Object.hasOwn(limits, kind)

/**
 * Inputs that wait for the desk. Each user has a lane for cancels and one for everything else. The
 * lanes of each of the two kinds are served in turn, one input each, so that no user waits for what
 * another one has accumulated; the two kinds alternate, so that neither delays the other.
 */
export class FairQueue<Item> {
  readonly #cancels = new RoundRobin<Item>()
  readonly #others = new RoundRobin<Item>()
  readonly #rates: TokenBuckets
  readonly #now: () => number
  /** How many of each user's lanes were taken since the last release. */
  readonly #taken = { cancels: new Map<string, number>(), others: new Map<string, number>() }
  #isCancelsTurn = true

  /**
   * @param rate of orders, replaces, and cancels that end no order, of each user.
   * @param now milliseconds, never running backwards.
   */
  constructor(rate: Rate, now: () => number) {
    this.#rates = new TokenBuckets(rate)
    this.#now = now
  }

  /**
   * Adds an input of a user; false when too many of the user wait or the user sends too fast. Those that were
   * taken count until they are released.
   *
   * @param endsOrder whether it is a cancel that ends an order.
   */
  enter(user: string, kind: ClientInput['kind'], item: Item, endsOrder = false): boolean {
    const { cancels, rated } = limits[kind]
    const lanes = cancels ? this.#cancels : this.#others
    const taken = (cancels ? this.#taken.cancels : this.#taken.others).get(user) ?? 0
    if (taken + lanes.waitingOf(user) >= (cancels ? CANCELS_PER_USER : WAITING_PER_USER)) return false
    if (rated && !endsOrder && !this.#rates.tryConsume(user, this.#now())) return false
    lanes.add(user, item)
    return true
  }

  /** How many wait. */
  get size(): number {
    return this.#cancels.size + this.#others.size
  }

  /** Takes at most so many: alternately a cancel and another input, each of the user whose turn it is. */
  take(most: number): Item[] {
    const taken: Item[] = []
    while (taken.length < most && this.size > 0) {
      const turn = (this.#isCancelsTurn ? this.#cancels : this.#others).next()
      const counts = this.#isCancelsTurn ? this.#taken.cancels : this.#taken.others
      this.#isCancelsTurn = !this.#isCancelsTurn
      if (!turn) continue
      taken.push(turn.item)
      counts.set(turn.key, (counts.get(turn.key) ?? 0) + 1)
    }
    return taken
  }

  /** Makes room for as many as were taken. */
  release(): void {
    this.#taken.cancels.clear()
    this.#taken.others.clear()
  }

  /** Takes all that wait except cancels. */
  takeAllButCancels(): Item[] {
    return this.#others.takeAll()
  }

  /** Takes all that wait. */
  takeAll(): Item[] {
    return [...this.#cancels.takeAll(), ...this.#others.takeAll()]
  }
}
