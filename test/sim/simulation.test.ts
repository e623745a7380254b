import { kobo, OrdType, type PriceKobo, type Quantity, Side, shares, TimeInForce } from '@tradebook/contract'
import { expect, it } from 'vitest'
import { REQUEST_DAYS } from '../../apps/server/src/desk/decisions/requests.ts'
import type { ClientInput, Origin } from '../../apps/server/src/desk/inputs.ts'
import { nothingReached, type Reached } from './reached.ts'
import { simulate } from './run.ts'
import { Simulation } from './simulation.ts'

const SEEDS = 320
const STEPS = 150
/** Many beginnings differ more than one long run; every fifth goes on over several market days. */
const stepsOf = (seed: number): number => (seed % 5 === 0 ? STEPS : 20)

it(`holds every invariant over ${SEEDS} seeds`, async () => {
  const total = nothingReached()
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { reached, failure } = await simulate(seed, stepsOf(seed))
    expect(failure, `again: npm run sim -- --seed ${seed} --steps ${stepsOf(seed)}`).toBeUndefined()
    for (const what of Object.keys(total) as (keyof Reached)[]) total[what] += reached[what]
  }
  // A run in which little happened shows little.
  for (const what of Object.keys(total) as (keyof Reached)[]) expect(total[what], what).toBeGreaterThan(5)
}, 120_000)

it('gives the same record for the same seed, and another for another', async () => {
  const digestOf = async (seed: number) => (await simulate(seed, STEPS)).digest
  const [first, again, other] = [await digestOf(7), await digestOf(7), await digestOf(8)]
  expect(first.length).toBeGreaterThan(1_000)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

it('sees a single kobo that came from nowhere', async () => {
  const simulation = await Simulation.begin(1)
  expect(() => simulation.conjure()).toThrow('was brought in')
})

it('holds when orders trade at a restart, in an auction that fell due before it', async () => {
  const simulation = await Simulation.begin(1)
  const reason = 'Surveillance'
  for (const action of ['halt', 'resume'] as const)
    await simulation.submitAll([
      { kind: 'marketControl', origin: staff(0), action, securityID: 'PENNY', reason },
    ])
  const moved = { reference: 'R', narration: 'N' }
  const cash = { ...moved, account: 'B1', type: 'deposit', amount: kobo(100_000) } as const
  const sold = { quantity: shares(10), unitCost: kobo(20) }
  const custody = { ...moved, ...sold, account: 'A1', type: 'transferIn', securityID: 'PENNY' } as const
  await simulation.submitAll([
    { kind: 'externalTransfer', origin: staff(1), transfer: custody },
    // The seller pays charges that a few kobo do not cover.
    { kind: 'externalTransfer', origin: staff(1), transfer: { ...cash, account: 'A1' } },
    { kind: 'externalTransfer', origin: staff(2), transfer: cash },
  ])
  await simulation.submitAll([newOrder(1, 'A1', Side.sell, 1), newOrder(2, 'B1', Side.buy, 3)])
  await simulation.passUntilDue('PENNY')
  expect(simulation.reached.trades).toBe(0)
  await simulation.finish()
  expect(simulation.reached.trades).toBe(1)
})

it('holds when what limits counted last is older than the requests that a rebuilt desk knows', async () => {
  const simulation = await Simulation.begin(1)
  const before = simulation.reached.accepted
  await simulation.submitAll([newOrder(2, 'B1', Side.buy, 1)])
  expect(simulation.reached.accepted).toBe(before + 1)
  await simulation.passDays(REQUEST_DAYS)
})

it('holds when a request about an open order comes again that is older than those that a rebuilt desk knows', async () => {
  const simulation = await Simulation.begin(1)
  const lasting = newOrder(2, 'B1', Side.buy, 1, TimeInForce.goodTillCancel)
  await simulation.submitAll([lasting])
  await simulation.passDays(REQUEST_DAYS + 1)
  const { repeated } = simulation.reached
  await simulation.submitAll([lasting])
  expect(simulation.reached.repeated).toBe(repeated + 1)
})

/** An account's only order for PENNY at 20 kobo. */
function newOrder(
  tenantId: number,
  account: string,
  side: Side,
  orderQty: number,
  timeInForce: TimeInForce = TimeInForce.day,
): ClientInput {
  const price = { ordType: OrdType.limit, price: 20 as PriceKobo, timeInForce }
  const request = { ...price, account, side, securityID: 'PENNY', orderQty: orderQty as Quantity }
  return {
    kind: 'newOrder',
    origin: staff(tenantId),
    request: { ...request, clOrdID: `${account} alone`, text: null },
  }
}

const staff = (tenantId: number): Origin => ({
  tenantId,
  userId: tenantId * 100,
  userName: `user${tenantId}`,
  accounts: 'all',
  permissions: new Set(['BUY', 'SELL']),
  clientIpAddress: '127.0.0.1',
  browserInfo: 'simulation',
})
