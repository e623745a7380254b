import '../../i18n.ts'
import { TickMarkType, type UTCTimestamp } from 'lightweight-charts'
import { expect, test } from 'vitest'
import { tickMark } from './chart-options.ts'

test('a month has the name that the words of the reader have for it, in every form of a time', () => {
  const instant = (Date.UTC(2026, 10, 1) / 1_000) as UTCTimestamp
  for (const time of [instant, '2026-11-01', { year: 2026, month: 11, day: 1 }]) {
    expect(tickMark(time, TickMarkType.Month)).toBe('Nov')
    expect(tickMark(time, TickMarkType.Year)).toBeNull()
  }
})
