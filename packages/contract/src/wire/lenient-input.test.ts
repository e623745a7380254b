import { expect, test } from 'vitest'
import { calls } from './calls.ts'

/** What programs write in more than one way, and what the server takes it for. */

test.each([
  // in the query → the instant
  ['2026-11-24T10:00:00', '2026-11-24T09:00:00.000Z'],
  ['2026-11-24T00:30', '2026-11-23T23:30:00.000Z'],
  ['2026-11-24T10:00:00Z', '2026-11-24T10:00:00Z'],
  ['2026-11-24T10:00:00.250Z', '2026-11-24T10:00:00.250Z'],
  ['2026-11-24T10:00:00+01:00', '2026-11-24T09:00:00.000Z'],
  ['2026-11-24', '2026-11-24'],
])('the time %s of a price list is %s', (dateTime, instant) => {
  expect(calls['MarketData/DownloadPriceListCsv'].input.parse({ dateTime })).toMatchObject({
    dateTime: instant,
  })
})

test.each(['2026-11-24 10:00', '2026-02-30T10:00:00', '24.11.2026', '0000-01-01T00:00:00Z'])(
  '%s is not a valid time',
  (dateTime) => {
    expect(calls['MarketData/DownloadPriceListCsv'].input.safeParse({ dateTime }).success).toBe(false)
  },
)

test.each([
  ['0', '0'],
  ['1', '1'],
  ['2', '2'],
  ['BUY', 'buy'],
  ['Sell', 'sell'],
  ['bid', 'bid'],
  [' Offer ', 'offer'],
  ['ask', 'ask'],
])('the side %s of a book is known', (side, known) => {
  expect(calls['MarketData/getMarketOrders'].input.parse({ security: 'GTCO', side })).toMatchObject({
    side: known,
  })
})

test('an unknown side is refused, and the call’s description names the ambiguous ones', () => {
  const { input } = calls['MarketData/getMarketOrders']
  expect(input.safeParse({ security: 'GTCO', side: '3' }).success).toBe(false)
  expect(input.shape.side.description ?? input.shape.side.unwrap().description).toContain(
    '`1` means the offers',
  )
})

test.each(['grantedPermissions', 'grantedPermissionNames'])(
  'a role’s grants are accepted under %s',
  (name) => {
    const role = { name: 'Cashier', displayName: 'Cashier', [name]: ['BUY'] }
    expect(calls['Role/Create'].input.safeParse(role).success).toBe(true)
    expect(calls['Role/Update'].input.safeParse({ id: 3, ...role }).success).toBe(true)
    expect(calls['Role/Create'].input.safeParse({ name: 'Cashier', displayName: 'Cashier' }).success).toBe(
      false,
    )
  },
)

test('names that no parameter of a list has are ignored', () => {
  expect(calls['Order/getStockOrders'].input.parse({ _: '1732', nosuch: 'x', account: 'A1' })).toEqual(
    calls['Order/getStockOrders'].input.parse({ account: 'A1' }),
  )
})
