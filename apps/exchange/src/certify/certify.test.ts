import { expect, test } from 'vitest'
import { folder, profile, started } from '../market.fixture.ts'
import { cases } from './cases.ts'
import { certify, reportOf } from './certify.ts'
import { certifyProfile } from './certify-profile.ts'

const of = (port: number, own: object = {}) =>
  certifyProfile({
    name: 'own',
    port,
    version: 'FIX.4.4',
    senderCompID: 'A',
    targetCompID: 'EX',
    symbol: 'GTCO',
    lowPrice: '55.10',
    highPrice: '67.30',
    ...own,
  })

test.each([
  ['FIX.4.4', 'A'],
  ['FIX.5.0SP2', 'B'],
])('our own exchange passes every case in %s', async (version, senderCompID) => {
  const { port } = await started(folder())
  const own = of(port, { version, senderCompID })
  const verdicts = await certify(own, () => {})
  expect(
    verdicts.filter(({ outcome }) => outcome !== 'passed').map(({ name, problem }) => [name, problem]),
  ).toEqual([])
  expect(verdicts.length).toBe(cases.length)
  const report = reportOf(own, verdicts, 0)
  expect(report).toContain(`${cases.length} passed, 0 failed, 0 not offered`)
  expect(report).toContain('|35=A|')
})

test('an exchange that does not offer or know something fails only that case', async () => {
  const own = profile({ capabilities: { massCancel: false } })
  const { port } = await started(folder(), own)
  const verdicts = await certify(of(port, { answerMs: 500, offers: { marketData: false } }), () => {})
  const others = verdicts.filter(({ outcome }) => outcome !== 'passed')
  expect(others.map(({ name, outcome }) => `${outcome}: ${name}`)).toEqual([
    'failed: OrderMassCancelRequest cancels the open orders',
    'not offered: MarketDataRequest gets a snapshot, then the changes',
  ])
})
