import { expect, test } from 'vitest'
import { capabilitiesOf, gatewayProfile, sessionSettings } from './profile.ts'

const session = { targetCompID: 'EXCHANGE', host: 'localhost', port: 9880 }
const given = {
  name: 'exchange',
  version: 'FIX.5.0SP1',
  hours: 'always',
  orders: { ...session, senderCompID: 'NORTH', credentials: { username: 'USER_NAME', password: 'SECRET' } },
  marketData: { ...session, senderCompID: 'NORTH-DATA' },
}

test.each([
  ['a version', { version: 'FIX.4.2' }, 'version: '],
  ['a port', { orders: { ...given.orders, port: 99_999 } }, 'orders.port: '],
  ['a CompID', { marketData: { ...session, senderCompID: 'A B' } }, 'marketData.senderCompID: '],
  [
    'one CompID for both sessions',
    { marketData: { ...session, senderCompID: 'NORTH' } },
    'marketData.senderCompID: ',
  ],
  [
    'a time zone',
    { calendar: { timeZone: 'Lagos', days: [1], opens: '08:00', closes: '17:00' } },
    'calendar.timeZone: ',
  ],
  [
    'a time',
    { calendar: { timeZone: 'Africa/Lagos', days: [1], opens: '8', closes: '17:00' } },
    'calendar.opens: ',
  ],
  ['a kind of order', { terms: { ordTypes: ['K'] } }, 'terms.ordTypes.0: '],
  [
    'a length of ClOrdIDs',
    { terms: { clOrdIDAlphabet: 'digits', longestClOrdID: 13 } },
    'terms.longestClOrdID: ',
  ],
  ['a rate', { rate: { perSecond: 0, burst: 1 } }, 'rate.perSecond: '],
  ['a password in the file', { orders: { ...session, senderCompID: 'N', password: 'x' } }, 'orders: '],
])('%s that is not allowed is refused by its name', (_, own, named) => {
  expect(() => gatewayProfile({ ...given, ...own })).toThrow(named)
})

test('user name and password come from the variables that the profile names', () => {
  const profile = gatewayProfile(given)
  const settings = sessionSettings(profile, profile.orders, { USER_NAME: 'north', SECRET: 'hidden' })
  expect(settings).toMatchObject({
    username: 'north',
    password: 'hidden',
    resetOnLogon: false,
    heartBtInt: 30,
  })
  expect(() => sessionSettings(profile, profile.orders, { USER_NAME: 'north' })).toThrow('SECRET')
})

test('the session of market data counts from 1 at each Logon', () => {
  const profile = gatewayProfile(given)
  expect(sessionSettings(profile, profile.marketData, {})).toMatchObject({ resetOnLogon: true })
})

test('what an exchange takes decides what is sent', () => {
  const terms = { timeInForce: ['0', '3'], icebergs: false, longestClOrdID: 20, mostQty: 1_000 }
  expect(capabilitiesOf(gatewayProfile({ ...given, terms }))).toMatchObject({
    ...terms,
    ...{ crosses: false, withdraws: false, massCancel: false },
  })
})
