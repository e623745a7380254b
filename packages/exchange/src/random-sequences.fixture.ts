import { type PriceKobo, priceKobo, type Quantity, quantity, Side } from '@tradebook/contract'
import fc from 'fast-check'
import { BothExchanges } from '../oracle/both-exchanges.ts'
import type { EnterOrder } from './exchange.ts'
import type { SecurityTerms } from './rules.ts'

/** One security with daily limits and a tick, and one without either. */
export const terms: SecurityTerms[] = [
  {
    securityID: 'LIMITS',
    tickKobo: 5,
    referencePx: priceKobo(103),
    limitBps: 1_000,
    minMoveQty: quantity(6),
  },
  { securityID: 'FREE', tickKobo: 1, referencePx: priceKobo(100), limitBps: null, minMoveQty: quantity(1) },
]

/** A request of a random sequence: `which` chooses among the orders entered before. */
type Step =
  | { readonly kind: 'enter'; readonly order: Omit<EnterOrder, 'tag'> }
  | { readonly kind: 'cancel'; readonly which: number }
  | { readonly kind: 'setParticipant'; readonly which: number; readonly participant: number }
  | { readonly kind: 'replace'; readonly which: number; readonly price: PriceKobo; readonly leaves: Quantity }
  | { readonly kind: 'halt'; readonly security: number }
  | { readonly kind: 'resume'; readonly security: number }

/** Few prices, participants and securities, so that orders meet; and now and then something forbidden. */
const anyPrice = fc
  .oneof(
    { weight: 20, arbitrary: fc.integer({ min: 18, max: 23 }).map((ticks) => ticks * 5) },
    { weight: 1, arbitrary: fc.constantFrom(0, -5, 101.5, 102, 120, 85, 2 ** 31, Number.NaN) },
  )
  .map((value) => value as PriceKobo)

const anyQuantity = fc
  .oneof(
    { weight: 20, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 31 - 1) },
  )
  .map((value) => value as Quantity)

const enter = fc.record({
  kind: fc.constant('enter' as const),
  order: fc.record({
    participant: fc.integer({ min: 0, max: 3 }),
    security: fc.oneof({ weight: 30, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.constant(2) }),
    side: fc.constantFrom(Side.buy, Side.sell),
    price: fc.option(anyPrice, { freq: 8 }),
    quantity: anyQuantity,
    timeInForce: fc.constantFrom(
      'rest' as const,
      'rest' as const,
      'immediate' as const,
      'fillOrKill' as const,
    ),
  }),
})

/** What may have rested: by other limits and another tick than today's, and without a price. */
export const anyResting = fc.record({
  participant: fc.integer({ min: 0, max: 3 }),
  security: fc.nat(1),
  side: fc.constantFrom(Side.buy, Side.sell),
  price: fc.option(fc.integer({ min: 85, max: 125 }) as fc.Arbitrary<PriceKobo>, { freq: 8 }),
  quantity: fc.integer({ min: 1, max: 12 }) as fc.Arbitrary<Quantity>,
})

export const sequences: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: enter },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('setParticipant' as const),
        which: fc.nat(),
        participant: fc.integer({ min: 0, max: 3 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('replace' as const),
        which: fc.nat(),
        price: anyPrice,
        leaves: anyQuantity,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('halt' as const, 'resume' as const, 'resume' as const),
        security: fc.nat(1),
      }),
    },
  ),
  { maxLength: 60, size: 'max' },
)

/** Both exchanges, with orders that get their place in the list of all as their tag. */
export class Run extends BothExchanges {
  /** By tag. */
  readonly entered: EnterOrder[] = []

  constructor() {
    super(terms)
  }

  /** The orders that rest, in the order in which they took their places, as they would be restored. */
  resting(): EnterOrder[] {
    return [...terms.keys()]
      .flatMap((security) => [...this.fast.entries(security)])
      .sort((a, b) => a.entryNumber - b.entryNumber)
      .map(({ tag, price, size }) => ({ ...this.entered[tag]!, price, quantity: size }))
  }

  reopenWith(orders: readonly Omit<EnterOrder, 'tag' | 'timeInForce'>[], now: number): void {
    const tagged = orders.map((order, tag) => ({ ...order, tag }))
    this.entered.push(...tagged.map((order) => ({ ...order, timeInForce: 'rest' as const })))
    this.restore(tagged, now)
  }

  send(step: Step, now: number): void {
    if (step.kind === 'enter') {
      const order = { ...step.order, tag: this.entered.length }
      this.entered.push(order)
      this.run({ kind: 'enter', order }, now)
    } else if (step.kind === 'halt' || step.kind === 'resume') this.run(step, now)
    else {
      const tag = this.entered.length === 0 ? 0 : step.which % this.entered.length
      const known = this.entered[tag]
      if (step.kind === 'setParticipant' && known)
        this.entered[tag] = { ...known, participant: step.participant }
      this.run({ ...step, tag }, now)
    }
  }
}
