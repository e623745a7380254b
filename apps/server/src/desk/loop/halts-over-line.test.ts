import { haltReasonInWords, translations } from '@tradebook/contract'
import { afterEach, expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { BUYER, of } from '../desk.fixture.ts'
import { type DeskAnswer, installation } from '../inputs.ts'
import { desk, stage } from '../shared-desk.fixture.ts'
import { EXCHANGE, restart, shareDeskOnLine } from './line.fixture.ts'

type Action = 'halt' | 'resume'
const person = { ...of(BUYER), tenantId: HOST, userName: 'operator' }

shareDeskOnLine({ funds: { naira: 10_000_000n } })

const actors = {
  venue: (action: Action, securityID: string | null) =>
    desk.submit({ kind: 'venueHalt', origin: installation(HOST), action, securityID }),
  person: (action: Action, securityID: string | null, reason = 'Pending news') =>
    desk.submit({ kind: 'marketControl', origin: person, action, securityID, reason }),
}
afterEach(async () => {
  for (const securityID of ['GTCO', null]) await actors.person('resume', securityID)
})
const outcome = (answer: DeskAnswer) => (answer.kind === 'refused' ? answer.refusal.refusal : answer.kind)
const haltsInForce = () =>
  desk.halts.filter(({ cause }) => cause === 'marketControl').map(({ by, reason }) => [by, reason])

const ofVenue = [EXCHANGE, 'Trading.Halt.ByVenue']
const ofPerson = ['operator', 'Pending news']

const cases: Readonly<
  Record<
    string,
    readonly (readonly [keyof typeof actors, Action, answer: string, inForce: readonly unknown[]])[]
  >
> = {
  'the exchange halts and resumes': [
    ['venue', 'halt', 'done', [ofVenue]],
    ['venue', 'resume', 'done', []],
  ],
  'what is said again changes nothing': [
    ['venue', 'halt', 'done', [ofVenue]],
    ['venue', 'halt', 'alreadyHalted', [ofVenue]],
    ['venue', 'resume', 'done', []],
    ['venue', 'resume', 'notHalted', []],
  ],
  'what a person has halted the exchange does not resume': [
    ['person', 'halt', 'done', [ofPerson]],
    ['venue', 'halt', 'alreadyHalted', [ofPerson]],
    ['venue', 'resume', 'notHalted', [ofPerson]],
    ['person', 'resume', 'done', []],
  ],
  'a person resumes what the exchange has halted, and halts it themselves': [
    ['venue', 'halt', 'done', [ofVenue]],
    ['person', 'resume', 'done', []],
    ['person', 'halt', 'done', [ofPerson]],
    ['venue', 'resume', 'notHalted', [ofPerson]],
  ],
}

for (const securityID of ['GTCO', null])
  test.each(Object.entries(cases))(`${securityID ?? 'the market'}: %s`, async (_, steps) => {
    for (const [who, action, answer, inForce] of steps) {
      expect([outcome(await actors[who](action, securityID)), haltsInForce()]).toEqual([answer, inForce])
    }
  })

test('the exchange resumes after a restart what it has halted before', async () => {
  await actors.venue('halt', 'GTCO')
  await restart()
  expect(haltsInForce()).toEqual([ofVenue])
  expect(outcome(await actors.venue('resume', 'GTCO'))).toBe('done')
  expect(haltsInForce()).toEqual([])
})

test('the audit trail names the exchange, and the reason is words in the language of the reader', async () => {
  await actors.venue('halt', 'GTCO')
  await actors.venue('resume', 'GTCO')
  const rows = await stage.asAdmin(
    "SELECT user_name, method_name, parameters FROM audit_log WHERE service_name = 'MarketData' ORDER BY id DESC LIMIT 2",
  )
  expect(rows.map(([name, method]) => [name, method])).toEqual([
    [EXCHANGE, 'ResumeSecurity'],
    [EXCHANGE, 'HaltSecurity'],
  ])
  const reasons = rows.map(([, , parameters]) => JSON.parse(String(parameters)).reason)
  for (const language of Object.values(translations)) {
    const inWords = reasons.map((reason) => haltReasonInWords(reason, (key) => language[key]))
    expect(inWords).toEqual([language['Trading.Halt.EndedByVenue'], language['Trading.Halt.ByVenue']])
  }
})

test('a person gives a reason of their own, and no security is halted that is not listed', async () => {
  expect(outcome(await actors.person('halt', 'GTCO', 'Trading.Halt.ByVenue'))).toBe('haltReasonInvalid')
  expect(outcome(await actors.venue('halt', 'NONE'))).toBe('unknownSecurity')
  expect(haltsInForce()).toEqual([])
})
