import { isBusinessDay, isOnTick, priceLimits, tickOf } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { dailyHistory } from './history.ts'
import { readSecurities } from './securities.ts'

const securities = readSecurities()
const histories = securities.map((security) => ({ security, bars: dailyHistory(security, '2026-11-21', 7) }))

describe('daily history', () => {
  test('ends on the last business day before the date, exactly at the reference price', () => {
    for (const { security, bars } of histories) {
      expect(bars.at(-1)).toMatchObject({ date: '2026-11-20', closePx: security.referencePx })
      expect(bars.length).toBeGreaterThan(480)
    }
  })

  test('has a bar on every business day and on no other', () => {
    const days = histories[0]?.bars.map(({ date }) => date) ?? []
    expect(days[0]).toBe('2024-11-21')
    expect(days.filter((date) => !isBusinessDay(date))).toEqual([])
    // Good Friday and Easter Monday.
    expect(days.filter((date) => date >= '2026-04-02' && date < '2026-04-09')).toEqual([
      '2026-04-02',
      '2026-04-07',
      '2026-04-08',
    ])
  })

  test('moves from close to close inside the daily limits, every price on tick', () => {
    const wrong: unknown[] = []
    for (const { security, bars } of histories) {
      const tick = tickOf(security.priceGroup)
      bars.forEach((bar, day) => {
        const { openPx, highPx, lowPx, closePx } = bar
        const { lowLimitPx, highLimitPx } = priceLimits(bars[day - 1]?.closePx ?? closePx, tick)
        const prices = [openPx, highPx, lowPx, closePx].filter((price) => price !== null)
        const ordered = prices.every(
          (price) => (lowPx ?? closePx) <= price && price <= (highPx ?? closePx) && isOnTick(price, tick),
        )
        const within = (lowPx ?? closePx) >= lowLimitPx && (highPx ?? closePx) <= highLimitPx
        if (!ordered || !within) wrong.push({ securityID: security.securityID, ...bar })
      })
    }
    expect(wrong).toEqual([])
  })

  test('the typical name ends about 45% of its days unchanged, and names differ widely', () => {
    const shares = histories
      .map(
        ({ bars }) => bars.filter((bar, day) => bar.closePx === bars[day - 1]?.closePx).length / bars.length,
      )
      .sort((a, b) => a - b)
    const at = (share: number) => shares[Math.floor(share * shares.length)]
    expect(at(0.5)).toBeGreaterThan(0.38)
    expect(at(0.5)).toBeLessThan(0.52)
    expect(at(0.1)).toBeLessThan(0.25)
    expect(at(0.9)).toBeGreaterThan(0.7)
  })

  test('a day without volume has no price but its close, which moves only on enough volume', () => {
    for (const { bars } of histories) {
      bars.forEach((bar, day) => {
        const traded = [bar.openPx, bar.highPx, bar.lowPx]
        expect(traded.every((price) => (price === null) === (bar.volume === 0n))).toBe(true)
        if (bar.volume < 10_000n) expect(bar.closePx).toBe(bars[day - 1]?.closePx ?? bar.closePx)
      })
    }
  })

  test('is the same for the same seed, another for another, and no security disturbs another', () => {
    const [first, second] = securities
    if (!first || !second) throw new Error('the list is empty')
    expect(dailyHistory(second, '2026-11-21', 7)).toEqual(histories[1]?.bars)
    expect(dailyHistory(first, '2026-11-21', 8)).not.toEqual(histories[0]?.bars)
  })
})
