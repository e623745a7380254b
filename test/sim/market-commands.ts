import { addBusinessDays, type CorporateActionTerms, type Quantity, Side } from '@tradebook/contract'
import type { ClientInput } from '../../apps/server/src/desk/inputs.ts'
import type { CrowdCommand } from '../../apps/server/src/venue/embedded/crowd-port.ts'
import type { Listing } from '../../apps/server/src/venue/listing.ts'
import { type Draws, HOST } from './draws.ts'
import { HEAVY } from './plan.ts'
import type { Surroundings } from './surroundings.ts'

/** What the crowd and market control do. */
export class MarketCommands {
  readonly #draws: Draws
  #refs = 0

  constructor(draws: Draws) {
    this.#draws = draws
  }

  /** Halts are short, and seldom of the whole market, so that most of the time something trades. */
  marketControl({ firms, listings }: Surroundings): ClientInput {
    return {
      kind: 'marketControl',
      // The host's, and now and then a firm's, which may not.
      origin: this.#draws.origin(this.#draws.roll() < 0.9 ? HOST : this.#draws.oneOf(firms)),
      action: this.#draws.roll() < 0.25 ? 'halt' : 'resume',
      securityID: this.#draws.roll() < 0.3 ? null : this.#draws.oneOf(listings).securityID,
      reason: 'Surveillance',
    }
  }

  /** Of two securities, so that orders in the others are carried. Near qualification dates, and some that are over; now and then one is revoked. */
  corporateAction({ firms, listings, marketDate, announced }: Surroundings): ClientInput {
    const origin = this.#draws.origin(this.#draws.roll() < 0.95 ? HOST : this.#draws.oneOf(firms))
    const news = { headline: 'H', body: 'B', source: 'S', urgency: '0', securityIDs: [] }
    if (announced.length > 0 && this.#draws.roll() < 0.15)
      return { kind: 'revokeCorporateAction', origin, id: this.#draws.oneOf(announced), news }
    const registerDate = addBusinessDays(marketDate, this.#draws.between(0, 2))
    const payDate = addBusinessDays(registerDate, this.#draws.between(0, 2))
    const of = { securityID: this.#draws.oneOf(listings.slice(-2)).securityID, registerDate, payDate }
    const type = this.#draws.oneOf(['dividend', 'bonus', 'split'] as const)
    const count = () => BigInt(this.#draws.between(1, 4))
    const terms: CorporateActionTerms =
      type === 'dividend'
        ? { ...of, type, rate: BigInt(this.#draws.between(1, 10_000)) }
        : { ...of, type, ratio: { shares: count(), held: count() } }
    return { kind: 'announceCorporateAction', origin, terms, news }
  }

  crowd({ listings, crowd }: Surroundings): CrowdCommand {
    const security = this.#draws.between(0, listings.length - 1)
    const listed = listings[security]
    if (!listed) throw new RangeError(`no security ${security}`)
    const roll = this.#draws.roll()
    if (crowd.length === 0 || roll < 0.6) {
      this.#refs += 1
      return {
        kind: 'enter',
        ref: this.#refs,
        security,
        side: this.#draws.oneOf([Side.buy, Side.sell]),
        price: this.#draws.roll() < 0.1 ? null : this.#draws.price(listed),
        quantity: this.#draws.quantity(),
        duration: this.#draws.roll() < 0.2 ? 'immediate' : 'rest',
      }
    }
    const { ref, securityID } = this.#draws.oneOf(crowd)
    const own = listings.find((each) => each.securityID === securityID)
    if (roll < 0.8 || !own) return { kind: 'cancel', ref }
    return { kind: 'replace', ref, price: this.#draws.price(own), quantity: this.#draws.quantity() }
  }

  /** Two orders that meet at a limit of the day, large enough to move the price of most of the index there. */
  shock({ listings }: Surroundings): CrowdCommand[] {
    const security = listings.findIndex(({ securityID }) => securityID === HEAVY)
    const { lowLimitPx, highLimitPx, minMoveQty } = listings[security] as Listing
    const [first, second] = this.#draws.roll() < 0.5 ? [Side.sell, Side.buy] : [Side.buy, Side.sell]
    const price = first === Side.sell ? lowLimitPx : highLimitPx
    const order = { kind: 'enter', security, price, quantity: (minMoveQty * 100) as Quantity } as const
    this.#refs += 2
    return [
      { ...order, ref: this.#refs - 1, side: first },
      { ...order, ref: this.#refs, side: second, duration: 'immediate' },
    ]
  }
}
