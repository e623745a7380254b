import { expect, test } from 'vitest'
import { periodOf } from './period.ts'

test.each([
  ['nothing', {}, { from: '2026-09-01', to: '2026-11-20' }],
  ['a first day', { from: '2026-10-05' }, { from: '2026-10-05', to: '2026-11-20' }],
  ['a last day', { to: '2026-02-28' }, { from: '2025-12-01', to: '2026-02-28' }],
  ['both', { from: '2026-01-05', to: '2026-03-01' }, { from: '2026-01-05', to: '2026-03-01' }],
])('of %s that is asked for, the days are those of three calendar months or as asked', (_, asked, period) => {
  expect(periodOf(asked, '2026-11-20')).toEqual(period)
})
