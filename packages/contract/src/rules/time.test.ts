import { expect, test } from 'vitest'
import { english } from '../words/words.ts'
import { shownDateTime } from './time.ts'

test.each([
  ['2026-11-24T09:31:05.042Z', '24 Nov 2026, 10:31:05:042 AM'],
  ['2026-11-24T11:00:00.000Z', '24 Nov 2026, 12:00:00:000 PM'],
  ['2026-11-24T13:05:09.100Z', '24 Nov 2026, 2:05:09:100 PM'],
  // Lagos is an hour ahead of UTC.
  ['2026-12-31T23:30:00.000Z', '1 Jan 2027, 12:30:00:000 AM'],
])('%s is printed as %s', (instant, printed) => {
  expect(shownDateTime(Date.parse(instant), (key) => english[key])).toBe(printed)
})
