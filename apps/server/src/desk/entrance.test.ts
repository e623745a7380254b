import { type PriceKobo, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { known } from './attempts.fixture.ts'
import { BUYER, of, order } from './desk.fixture.ts'
import { Entrance, type EntranceOptions } from './entrance.ts'
import { type ClientInput, refused } from './inputs.ts'
import type { Unavailability } from './unavailability.ts'

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
