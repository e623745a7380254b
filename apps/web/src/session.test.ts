import { expect, test } from 'vitest'
import { satisfies, sessionOf } from './session.ts'

const configuration = (all: string[], granted: string[]) => ({
  session: { userId: 1, tenantId: 2 },
  localization: { currentLanguage: { name: 'en', displayName: 'English' }, languages: [], values: {} },
  features: { allFeatures: {} },
  auth: {
    allPermissions: Object.fromEntries(all.map((name) => [name, 'true'])),
    grantedPermissions: Object.fromEntries(granted.map((name) => [name, 'true'])),
  },
  setting: { values: {} },
})
const login = (roles: string[]) => ({
  application: { version: '1', releaseDate: '', features: { SignalR: true } },
  user: { id: 1, name: 'Ada', surname: 'Okafor', userName: 'ada', emailAddress: 'ada@example.com', roles },
  tenant: null,
})

test('a permission counts only when it stands in both maps', () => {
  const { permissions } = sessionOf(configuration(['BUY', 'SELL'], ['BUY', 'MARKET_CONTROL']), login([]))
  expect([...permissions]).toEqual(['BUY'])
})

test('roles are compared upper-cased', () => {
  const session = sessionOf(configuration([], []), login(['Customer']))
  expect(satisfies(session, { role: 'CUSTOMER' })).toBe(true)
  expect(satisfies(session, { role: 'BROKER' })).toBe(false)
})
