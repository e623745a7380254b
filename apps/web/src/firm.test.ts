import { expect, test } from 'vitest'
import { firmOfAddress } from './firm.ts'

test.each([
  ['a query', 'trade.example', '?tenancyName=Meridian', 'Meridian'],
  ['the query of the public forms', 'trade.example', '?tenant=meridian', 'meridian'],
  ['a query before the host', 'zenith-hill.tradebook.example', '?tenant=Meridian', 'Meridian'],
  ['the first label of a host', 'meridian.tradebook.example', '', 'meridian'],
  ['nothing of www', 'www.tradebook.example', '', undefined],
  ['nothing of the site itself', 'tradebook.example', '', undefined],
  ['nothing of a machine', 'localhost', '', undefined],
  ['nothing of an address without a name', '192.168.1.20', '', undefined],
  ['nothing of an empty query', 'tradebook.example', '?tenant=%20', undefined],
])('an address names its firm by %s', (_, hostname, search, firm) => {
  expect(firmOfAddress({ hostname, search })).toBe(firm)
})
