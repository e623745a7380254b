import { settingTexts, TimeInForce } from '@tradebook/contract'
import type { NewOrder } from '@tradebook/orders'
import type { ClientInput, DeskInput } from '../../apps/server/src/desk/inputs.ts'
import { Draws } from './draws.ts'
import { FirmCommands } from './firm-commands.ts'
import { MarketCommands } from './market-commands.ts'
import { OrderCommands } from './order-commands.ts'
import { firms } from './plan.ts'
import { PostingCommands } from './posting-commands.ts'
import type { Surroundings } from './surroundings.ts'

/** What a run submits. */
export type SimulatedInput = Exclude<DeskInput, { kind: 'phase' | 'uncross' }>

/** Commands as firms and crowd would give them, hostile and mistaken ones among them. */
export class Commands {
  readonly #draws: Draws
  readonly #orders: OrderCommands
  readonly #postings: PostingCommands
  readonly #firms: FirmCommands
  readonly #market: MarketCommands
  readonly #sent: ClientInput[] = []

  constructor(random: () => number) {
    this.#draws = new Draws(random)
    this.#orders = new OrderCommands(this.#draws)
    this.#postings = new PostingCommands(this.#draws)
    this.#firms = new FirmCommands(this.#draws)
    this.#market = new MarketCommands(this.#draws)
  }

  /** The firms with which a run begins. Inputs of several users have no order among each other. */
  openFirms(): ClientInput[] {
    return firms.map((firm) => ({
      kind: 'openFirm',
      origin: this.#draws.origin(firm),
    }))
  }

  /** They take stop orders; the last of them lets nobody spend what is not received. */
  firstSettings(): ClientInput[] {
    return firms.map((firm, index) => {
      const unsettledProceedsUsable = index < firms.length - 1
      const texts = settingTexts({ stopOrders: true, unsettledProceedsUsable })
      return { kind: 'changeSettings', origin: this.#draws.origin(firm), texts }
    })
  }

  /** Their accounts. */
  openAccounts(): ClientInput[] {
    return firms.flatMap((firm) =>
      firm.accounts.map(
        (account) => ({ kind: 'openAccount', origin: this.#draws.origin(firm), account }) as const,
      ),
    )
  }

  /** What firms begin with: money and shares for some of what they will want to do. */
  endowments(surroundings: Surroundings): ClientInput[] {
    return this.#postings.endowments(surroundings)
  }

  next(surroundings: Surroundings): SimulatedInput {
    const roll = this.#draws.roll()
    const kind = mix.find(({ upTo }) => roll < upTo)?.kind ?? 'newOrder'
    if (kind === 'crowd') return { kind: 'marketWork', work: [this.#market.crowd(surroundings)] }
    if (kind === 'shock') return { kind: 'marketWork', work: this.#market.shock(surroundings) }
    const input = this.#client(kind, surroundings)
    if (input.kind !== 'externalTransfer' && input.kind !== 'marketControl') this.#sent.push(input)
    return input
  }

  /** Requests that an exchange on a line takes, and those that are about no market; the crowd trades there, too. */
  nextOverLine(surroundings: Surroundings): SimulatedInput {
    const roll = this.#draws.roll()
    const kind = mixOverLine.find(({ upTo }) => roll < upTo)?.kind ?? 'newOrder'
    if (kind === 'crowd') return { kind: 'marketWork', work: [this.#market.crowd(surroundings)] }
    const drawn = this.#client(kind, surroundings)
    const input = drawn.kind === 'newOrder' ? { ...drawn, request: plain(drawn.request) } : drawn
    if (input.kind !== 'externalTransfer') this.#sent.push(input)
    return input
  }

  #client(kind: ClientKind, surroundings: Surroundings): ClientInput {
    switch (kind) {
      case 'again':
        return this.#sent.length > 0 ? this.#draws.oneOf(this.#sent) : this.#postings.cash(surroundings)
      case 'replaceOrder':
        return surroundings.orders.length > 0
          ? this.#orders.replace(surroundings)
          : this.#postings.cash(surroundings)
      case 'cancelOrder':
        return surroundings.orders.length > 0
          ? this.#orders.cancel(surroundings)
          : this.#postings.cash(surroundings)
      case 'cash':
        return this.#postings.cash(surroundings)
      case 'shares':
        return this.#postings.shares(surroundings)
      case 'decision':
        return surroundings.transfers.length > 0
          ? this.#postings.decision(surroundings)
          : this.#postings.cash(surroundings)
      case 'freeze':
        return this.#postings.freeze(surroundings)
      case 'reversal':
        return this.#postings.reversal(surroundings)
      case 'newOrder':
        return this.#orders.newOrder(surroundings)
      case 'crossOrder':
        return this.#orders.crossOrder(surroundings)
      case 'bulkOrder':
        return this.#orders.bulkOrder(surroundings)
      case 'allocation':
        return surroundings.orders.length > 0
          ? this.#orders.allocate(surroundings)
          : this.#postings.cash(surroundings)
      case 'marketControl':
        return this.#market.marketControl(surroundings)
      case 'corporateAction':
        return this.#market.corporateAction(surroundings)
      case 'terms':
        return this.#firms.terms(surroundings)
      case 'stop':
        return this.#firms.stop(surroundings)
    }
  }
}

/** An order without instructions, for a day or until it is cancelled. */
const plain = ({ displayQty: _, minQty: __, execInst: ___, ...request }: NewOrder): NewOrder => ({
  ...request,
  timeInForce: request.timeInForce === TimeInForce.goodTillCancel ? request.timeInForce : TimeInForce.day,
})

const mixOverLine: readonly { readonly kind: ClientKind | 'crowd'; readonly upTo: number }[] = [
  { kind: 'replaceOrder', upTo: 0.25 },
  { kind: 'cancelOrder', upTo: 0.4 },
  { kind: 'cash', upTo: 0.46 },
  { kind: 'shares', upTo: 0.52 },
  { kind: 'decision', upTo: 0.54 },
  { kind: 'again', upTo: 0.6 },
  { kind: 'freeze', upTo: 0.612 },
  { kind: 'stop', upTo: 0.624 },
  { kind: 'reversal', upTo: 0.636 },
  { kind: 'corporateAction', upTo: 0.642 },
  { kind: 'crowd', upTo: 0.73 },
  { kind: 'bulkOrder', upTo: 0.76 },
  { kind: 'allocation', upTo: 0.77 },
  { kind: 'newOrder', upTo: 1 },
]

type ClientKind =
  | 'newOrder'
  | 'crossOrder'
  | 'bulkOrder'
  | 'allocation'
  | 'replaceOrder'
  | 'cancelOrder'
  | 'cash'
  | 'shares'
  | 'decision'
  | 'freeze'
  | 'reversal'
  | 'again'
  | 'marketControl'
  | 'corporateAction'
  | 'terms'
  | 'stop'

const mix: readonly { readonly kind: ClientKind | 'crowd' | 'shock'; readonly upTo: number }[] = [
  { kind: 'crowd', upTo: 0.33 },
  { kind: 'replaceOrder', upTo: 0.45 },
  { kind: 'cancelOrder', upTo: 0.51 },
  { kind: 'cash', upTo: 0.56 },
  { kind: 'shares', upTo: 0.61 },
  { kind: 'decision', upTo: 0.635 },
  { kind: 'again', upTo: 0.655 },
  { kind: 'marketControl', upTo: 0.67 },
  { kind: 'terms', upTo: 0.705 },
  { kind: 'shock', upTo: 0.712 },
  { kind: 'corporateAction', upTo: 0.7185 },
  { kind: 'stop', upTo: 0.7435 },
  { kind: 'crossOrder', upTo: 0.779 },
  { kind: 'freeze', upTo: 0.791 },
  { kind: 'reversal', upTo: 0.807 },
  { kind: 'bulkOrder', upTo: 0.835 },
  { kind: 'allocation', upTo: 0.847 },
  { kind: 'newOrder', upTo: 1 },
]
