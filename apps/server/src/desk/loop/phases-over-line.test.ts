import { OrdStatus, type Phase, type PriceKobo, Side } from '@tradebook/contract'
import { beforeEach, expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { BUYER, nextEpoch, of, order } from '../desk.fixture.ts'
import { type DeskAnswer, installation } from '../inputs.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import { openVenue } from './line.fixture.ts'

/** A desk whose venue is on a line, and reports the phases of its day. */

shareDesk({ funds: { naira: 10_000_000n } })

const start = () => startDesk({ openVenue, clock: 'reported' })
beforeEach(async () => {
  await desk.end()
  await start()
  await enters('closed')
})

const enters = (phase: Phase) => desk.submit({ kind: 'venuePhase', origin: installation(HOST), phase })
const control = (action: 'halt' | 'resume', securityID: string | null) =>
  desk.submit({
    ...{ kind: 'marketControl', action, securityID, reason: 'News' },
    origin: { ...of(BUYER), tenantId: HOST, userName: 'operator' },
  })
let count = 0
const bid = async (): Promise<string> => {
  count += 1
  const answer: DeskAnswer = await desk.submit(
    order(BUYER, `p${count}`, Side.buy, (price - 10) as PriceKobo, 10),
  )
  if (answer.kind === 'refused') return answer.refusal.refusal
  return answer.kind === 'order' ? answer.order.ordStatus : answer.kind
}
const phase = () => desk.session?.phase

test('the phase is the one that the exchange reported last, whatever the time', async () => {
  expect([phase(), await bid()]).toEqual(['closed', 'marketClosed'])
  await enters('preOpen')
  expect(phase()).toBe('preOpen')
  stage.pass(6 * 3_600_000)
  expect(phase()).toBe('preOpen')
  await enters('continuous')
  await enters('continuous')
  expect([phase(), await bid()]).toEqual(['continuous', OrdStatus.pendingNew])
  expect(desk.session).toMatchObject({ nextPhase: null, nextAt: null })
})

test('a phase outlives a restart, and a new day begins closed', async () => {
  await enters('continuous')
  await desk.end()
  await start()
  expect(phase()).toBe('continuous')
  const turned = nextEpoch(desk)
  stage.pass(4 * 24 * 3_600_000)
  void desk.submit({ kind: 'venuePhase', origin: installation(HOST), phase: 'closed' })
  await turned
  expect(phase()).toBe('closed')
})

test.each(['GTCO', null])(
  'after a halt (%s) no auction begins here: that is up to the exchange',
  async (securityID) => {
    await enters('continuous')
    await control('halt', securityID)
    await control('resume', securityID)
    expect([phase(), desk.halts]).toEqual(['continuous', []])
  },
)

test('where the phases come by the schedule, or do not change, those of the exchange are only read', async () => {
  await desk.end()
  await startDesk({ openVenue, clock: 'open' })
  expect(await enters('closed')).toMatchObject({ kind: 'done' })
  expect(phase()).toBe('continuous')
})
