import { type PriceKobo, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order } from '../desk.fixture.ts'
import { type ClientInput, refused } from '../inputs.ts'
import { Admission, type AdmissionOptions } from './admission.ts'
import { known } from './rate-watch.fixture.ts'
import type { Unavailability } from './unavailability.ts'

/** An admission to a desk that lets everything wait, and what waits. */
function openAdmission() {
  const waiting: ClientInput[] = []
  const state = { unavailable: undefined as Unavailability | undefined, isTenant: async () => true }
  const submit = async (input: ClientInput) => {
    waiting.push(input)
    return { kind: 'done' }
  }
  const admission = new Admission({
    intake: { submit, submitFirst: submit },
    connection: { isTenant: () => state.isTenant() },
    unavailability: () => state.unavailable,
    core: () => known,
    options: { time: { monotonic: () => 0 }, log: { warn: () => {} } },
  } as unknown as AdmissionOptions)
  return { admission, state, waiting }
}

const paused: Unavailability = { refusal: 'tradingPaused', reason: 'The time is in doubt.' }

test('a request refused because the desk accepts nothing does not count as an attempt', async () => {
  const { admission, state, waiting } = openAdmission()
  const send = (id: number) => admission.submit(order(BUYER, String(id), Side.buy, 100 as PriceKobo, 1))
  const kindsOf = (inputs: readonly ClientInput[]) => inputs.map(({ kind }) => kind)
  state.unavailable = paused
  for (let id = 0; id < 50; id += 1) expect(await send(id)).toEqual(refused('tradingPaused'))
  state.unavailable = undefined
  for (let id = 50; id < 59; id += 1) await send(id)
  expect(kindsOf(waiting)).toEqual(Array(9).fill('newOrder'))
  await send(59)
  expect(kindsOf(waiting.slice(9))).toEqual(['setKillSwitch', 'newOrder'])
})

test('a firm does not wait if the desk stopped accepting inputs while its tenant was looked up', async () => {
  const { admission, state, waiting } = openAdmission()
  state.isTenant = async () => {
    state.unavailable = paused
    return true
  }
  const firm = { kind: 'openFirm', origin: of(BUYER) } as ClientInput
  expect(await admission.submit(firm)).toEqual(refused('tradingPaused'))
  expect(waiting).toEqual([])
})

test('an input whose decision fails is answered with the failure, and its observer leaves no rejection unhandled', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.prependListener('unhandledRejection', note)
  const admission = new Admission({
    intake: { submit: () => Promise.reject(new Error('a defect')) },
    unavailability: () => undefined,
    core: () => known,
    options: { time: { monotonic: () => 0 }, log: { warn: () => {} }, observer: { answered: () => {} } },
  } as unknown as AdmissionOptions)
  await expect(admission.submit(order(BUYER, '1', Side.buy, 100 as PriceKobo, 1))).rejects.toThrow('a defect')
  // Node reports an unhandled rejection after the microtasks.
  await new Promise(setImmediate)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
