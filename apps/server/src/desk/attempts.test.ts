import { type PriceKobo, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { Attempts } from './attempts.ts'
import { BUYER, of, order } from './desk.fixture.ts'
import { Entrance, type EntranceOptions } from './entrance.ts'
import { type ClientInput, refused } from './inputs.ts'
import type { Unavailability } from './unavailability.ts'

/** A firm whose accounts take one order a second each. */
const firmState = {
  firms: new Map([
    [
      BUYER.tenantId,
      {
        limits: {
          ratesOf: ({ account }: { account: string }) => ({ user: null, account: account ? 1 : null }),
        },
      },
    ],
  ]),
  orders: new Map(),
  killSwitches: { isOn: () => false },
}
const known = { firmState, requests: { isKnown: (_: object, clOrdID: string) => clOrdID === 'known' } }

const attempt = (attempts: Attempts, account: string, clOrdID: string, at = 0) => {
  const own = order(BUYER, clOrdID, Side.buy, 100 as PriceKobo, 1)
  const input = { ...own, request: { ...own.request, account } }
  return attempts.attempted(input, known as unknown as Parameters<Attempts['attempted']>[1], at)
}

test('what is attempted on an account of another switches nothing on, and what is on an own one does', () => {
  const attempts = new Attempts()
  const foreign = Array.from({ length: 50 }, (_, n) => attempt(attempts, 'A9', `${n}`))
  expect(foreign.filter((input) => input !== undefined)).toEqual([])
  const own = Array.from({ length: 10 }, (_, n) => attempt(attempts, BUYER.account, `${n}`))
  expect(own.at(-1)).toMatchObject({ kind: 'setKillSwitch', scope: 'user', on: true, cause: 'rate' })
})

test('an id counts once a second, and one that the desk knows not at all', () => {
  const attempts = new Attempts()
  const twice = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'known'].flatMap((id) => [id, id])
  const switched = twice.map((id, n) => attempt(attempts, BUYER.account, id, n))
  expect(switched.filter((input) => input !== undefined)).toEqual([])
  // A second after it was sent last it is an attempt again, with those of the last second.
  const later = twice.map((id, n) => attempt(attempts, BUYER.account, id, 1_020 + n))
  expect(later.filter((input) => input !== undefined)).toEqual([])
  expect(attempt(attempts, BUYER.account, '10', 1_050)).toMatchObject({ kind: 'setKillSwitch' })
})

/** An entrance to a desk that lets everything wait, and what waits. */
function openEntrance() {
  const waiting: ClientInput[] = []
  const state = { unavailable: undefined as Unavailability | undefined, isTenant: async () => true }
  const submit = async (input: ClientInput) => {
    waiting.push(input)
    return { kind: 'done' }
  }
  const entrance = new Entrance({
    intake: { submit, submitFirst: submit },
    connection: { isTenant: () => state.isTenant() },
    unavailability: () => state.unavailable,
    core: () => known,
    options: { time: { monotonic: () => 0 }, log: { warn: () => {} } },
  } as unknown as EntranceOptions)
  return { entrance, state, waiting }
}

const paused: Unavailability = { refusal: 'tradingPaused', reason: 'The time is in doubt.' }

test('what is refused because the desk takes nothing is no attempt', async () => {
  const { entrance, state, waiting } = openEntrance()
  const send = (id: number) => entrance.submit(order(BUYER, String(id), Side.buy, 100 as PriceKobo, 1))
  const kindsOf = (inputs: readonly ClientInput[]) => inputs.map(({ kind }) => kind)
  state.unavailable = paused
  for (let id = 0; id < 50; id += 1) expect(await send(id)).toEqual(refused('tradingPaused'))
  state.unavailable = undefined
  for (let id = 50; id < 59; id += 1) await send(id)
  expect(kindsOf(waiting)).toEqual(Array(9).fill('newOrder'))
  await send(59)
  expect(kindsOf(waiting.slice(9))).toEqual(['setKillSwitch', 'newOrder'])
})

test('a firm does not wait where the desk took nothing any more when its tenant was found', async () => {
  const { entrance, state, waiting } = openEntrance()
  state.isTenant = async () => {
    state.unavailable = paused
    return true
  }
  const firm = { kind: 'openFirm', origin: of(BUYER) } as ClientInput
  expect(await entrance.submit(firm)).toEqual(refused('tradingPaused'))
  expect(waiting).toEqual([])
})
