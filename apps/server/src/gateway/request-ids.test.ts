import { expect, test } from 'vitest'
import { gatewayProfile } from './profile.ts'
import { RequestIDs } from './request-ids.ts'

const session = { targetCompID: 'EXCHANGE', host: 'localhost', port: 9880 }
const termsWith = (terms: object) =>
  gatewayProfile({
    ...{ name: 'exchange', version: 'FIX.5.0SP1', hours: 'always', terms },
    orders: { ...session, senderCompID: 'NORTH' },
    marketData: { ...session, senderCompID: 'NORTH-DATA' },
  }).terms

const last = (below: number) => below - 1

test.each([
  [{}, 36, 'ZZZZZZZZ10'],
  [{ longestClOrdID: 20 }, 36, 'ZZZZZZZZ10'],
  [{ longestClOrdID: 14 }, 36, 'ZZZZZZ10'],
  [{ longestClOrdID: 10 }, 36, 'ZZZZ10'],
  [{ clOrdIDAlphabet: 'digits' }, 36, '9999999936'],
  [{ clOrdIDAlphabet: 'digits', longestClOrdID: 18 }, 36, '99999936'],
  [{ clOrdIDAlphabet: 'digits', longestClOrdID: 20 }, 999_999_999_999, '99999999999999999999'],
])('with %o, the ClOrdID of command %i is %s', (terms, id, expected) => {
  expect(new RequestIDs(termsWith(terms), last).ofCommand(id)).toBe(expected)
})

test('each start of a server has a prefix of its own', () => {
  const starts = Array.from({ length: 100 }, () => new RequestIDs(termsWith({})).ofCommand(7))
  expect(new Set(starts).size).toBe(100)
})

test('an id that does not stand for a command never equals the ClOrdID of one', () => {
  const ids = new RequestIDs(termsWith({}), last)
  const others = Array.from({ length: 2_000 }, () => ids.next())
  const ofCommands = Array.from({ length: 2_000 }, (_, index) => ids.ofCommand(index + 1))
  expect(new Set([...others, ...ofCommands]).size).toBe(4_000)
})
