import { expect, test } from 'vitest'
import { holidayWarnings } from './holiday-warnings.ts'

test.each([
  ['2026-06-01', []],
  ['2026-10-02', []],
  ['2026-10-03', [2027]],
  ['2026-12-31', [2027]],
  ['2027-06-01', [2027]],
  ['2027-12-01', [2027, 2028]],
])('on %s the coming 90 days lack the announced holidays of %j', (today, years) => {
  const warnings = holidayWarnings(today)
  expect(warnings).toHaveLength(years.length)
  for (const [index, year] of years.entries()) expect(warnings[index]).toContain(String(year))
})
