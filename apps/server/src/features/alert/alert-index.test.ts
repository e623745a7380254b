import { type AlertConditionName, alertLevel, alertValue } from '@tradebook/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AlertIndex, type DayPrices, type WaitingAlert } from './alert-index.ts'

const TODAY = '2026-11-27'

/** An alert on GTCO, with its level in naira or percent. */
const alertOn = (
  condition: AlertConditionName,
  value: number | null,
  others: Partial<WaitingAlert> = {},
): WaitingAlert => ({
  ...{ tenantId: 1, id: 1, revision: 1, securityID: 'GTCO', condition },
  level: value === null ? null : alertLevel(condition, value)!,
  ...{ reachedOn: null, afterNews: 0n },
  ...others,
})

/** Prices in naira; the reference price is 50.00. */
const prices = (last: number | null, high = last, low = last): DayPrices => ({
  ...{ last: kobo(last), high: kobo(high), low: kobo(low) },
  reference: 50_00,
})
const kobo = (naira: number | null) => (naira === null ? null : Math.round(naira * 100))

/** An index of which the test sets the prices. */
function indexAt(first: DayPrices) {
  let now = first
  const index = new AlertIndex(() => now)
  return {
    index,
    move: (next: DayPrices) => {
      now = next
      return index.moved('GTCO')
    },
  }
}

// The reference price is 50.00: 52.50 is up 5 %, 47.50 down 5 %.
test.each<[condition: AlertConditionName, level: number, price: number, firesAt: number | undefined]>([
  ['atOrAbove', 52, 51.95, undefined],
  ['atOrAbove', 52, 52, 52],
  ['atOrAbove', 52, 52.05, 52.05],
  ['atOrBelow', 48, 48.05, undefined],
  ['atOrBelow', 48, 48, 48],
  ['atOrBelow', 48, 47.95, 47.95],
  ['riseOf', 5, 52.45, undefined],
  ['riseOf', 5, 52.5, 5],
  ['riseOf', 5, 53, 6],
  ['riseOf', 5, 47.5, undefined],
  ['fallOf', 5, 47.55, undefined],
  ['fallOf', 5, 47.5, 5],
  ['fallOf', 5, 45, 10],
  ['fallOf', 5, 52.5, undefined],
])('%s %d at a price of %d fires at %s', (condition, level, price, firesAt) => {
  const { index, move } = indexAt(prices(50))
  expect(index.add(alertOn(condition, level), TODAY)).toBeUndefined()
  const hits = move(prices(price, Math.max(price, 50), Math.min(price, 50)))
  expect(hits.map(({ value }) => alertValue(condition, Number(value)))).toEqual(
    firesAt === undefined ? [] : [firesAt],
  )
})

describe('the high and low of the day', () => {
  test('show that a level was reached between two updates', () => {
    const { index, move } = indexAt(prices(50))
    index.add(alertOn('atOrAbove', 52), TODAY)
    expect(move(prices(51, 52, 50))).toMatchObject([{ value: 5_200n }])
  })

  test('say nothing of what was before an alert was set', () => {
    const { index, move } = indexAt(prices(50, 53, 49))
    expect(index.add(alertOn('atOrAbove', 52, { reachedOn: TODAY }), TODAY)).toBeUndefined()
    expect(move(prices(51, 53, 49))).toEqual([])
    expect(move(prices(52, 53, 49))).toHaveLength(1)
  })

  test('fire nothing when the exchange corrects them downwards', () => {
    const { index, move } = indexAt(prices(50, 60, 49))
    index.add(alertOn('atOrAbove', 52, { reachedOn: TODAY }), TODAY)
    expect(move(prices(50, 55, 49))).toEqual([])
  })

  test('tell at the start what happened while nobody watched, on another day than the level was reached before', () => {
    const missed = alertOn('atOrAbove', 52, { reachedOn: '2026-11-26' })
    expect(indexAt(prices(50, 53, 49)).index.add(missed, TODAY)).toMatchObject({ value: 5_300n })
    expect(indexAt(prices(null)).index.add(missed, TODAY)).toBeUndefined()
  })
})

describe('news', () => {
  test('of its security fires an alert, with the number of the news', () => {
    const { index } = indexAt(prices(50))
    index.add(alertOn('news', null), TODAY)
    expect(index.appeared(['MTNN'], 7n)).toEqual([])
    expect(index.appeared(['MTNN', 'GTCO'], 8n)).toMatchObject([{ value: 8n }])
    expect(index.appeared(['GTCO'], 9n)).toEqual([])
    expect(index.size).toBe(0)
  })

  test('between the row and the index is not missed, and earlier news does not count', () => {
    const { index } = indexAt(prices(50))
    index.appeared(['GTCO'], 8n)
    expect(index.add(alertOn('news', null, { afterNews: 8n }), TODAY)).toBeUndefined()
    expect(index.add(alertOn('news', null, { id: 2, afterNews: 7n }), TODAY)).toMatchObject({ value: 8n })
  })
})

test('a change replaces the revision before, and a late one is ignored', () => {
  const { index, move } = indexAt(prices(50))
  index.add(alertOn('atOrAbove', 52), TODAY)
  index.add(alertOn('atOrAbove', 55, { revision: 3 }), TODAY)
  index.add(alertOn('atOrAbove', 51, { revision: 2 }), TODAY)
  expect(move(prices(54))).toEqual([])
  expect(move(prices(55))).toMatchObject([{ alert: { revision: 3 } }])
})

type Command =
  | {
      readonly do: 'set'
      readonly id: number
      readonly security: number
      readonly condition: number
      readonly level: number
    }
  | { readonly do: 'remove'; readonly id: number }
  | { readonly do: 'trade'; readonly security: number; readonly price: number }
  | { readonly do: 'newDay'; readonly reference: number }
  | { readonly do: 'news'; readonly security: number }

const conditions = ['atOrAbove', 'atOrBelow', 'riseOf', 'fallOf', 'news'] as const
const security = fc.nat(2)
const commands = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('set' as const),
        id: fc.nat(20),
        security,
        condition: fc.nat(4),
        level: fc.integer({ min: 1, max: 30 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), id: fc.nat(20) }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('trade' as const),
        security,
        price: fc.integer({ min: 1, max: 30 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('newDay' as const),
        reference: fc.integer({ min: 1, max: 30 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('news' as const), security }) },
  ),
  { maxLength: 80 },
)

/** All alerts in one list, each looked at whenever anything happens. */
class NaiveAlerts {
  readonly waiting = new Map<number, WaitingAlert>()

  holds({ condition, level }: WaitingAlert, price: number, reference: number): boolean {
    const wanted = level ?? 0
    // As published: in hundredths of a percent, half away from zero.
    const exact = ((price - reference) * 10_000) / reference
    const change = Math.sign(exact) * Math.floor(Math.abs(exact) + 0.5)
    return {
      atOrAbove: price >= wanted,
      atOrBelow: price <= wanted,
      riseOf: change >= wanted,
      fallOf: change <= wanted,
      news: false,
    }[condition]
  }

  /** A price is the last one: new extremes of the day are the same price. */
  trade(securityID: string, price: number, reference: number): number[] {
    return this.#fire((alert) => alert.securityID === securityID && this.holds(alert, price, reference))
  }

  news(securityID: string): number[] {
    return this.#fire((alert) => alert.securityID === securityID && alert.condition === 'news')
  }

  #fire(isDue: (alert: WaitingAlert) => boolean): number[] {
    const fired = [...this.waiting.values()].filter(isDue).map(({ id }) => id)
    for (const id of fired) this.waiting.delete(id)
    return fired.toSorted((a, b) => a - b)
  }
}

test('whatever is set, removed, traded and published, the same alerts fire as by looking at all of them', () => {
  fc.assert(
    fc.property(commands, (given: readonly Command[]) => {
      const days = new Map<string, DayPrices>()
      const dayOf = (securityID: string): DayPrices =>
        days.get(securityID) ?? { last: null, high: null, low: null, reference: 15 }
      const index = new AlertIndex(dayOf)
      const naive = new NaiveAlerts()
      let revision = 0
      let newsID = 0n
      for (const command of given) {
        const ids = (hits: readonly { readonly alert: WaitingAlert }[]) =>
          hits.map(({ alert }) => alert.id).toSorted((a, b) => a - b)
        switch (command.do) {
          case 'set': {
            const condition = conditions[command.condition]!
            const securityID = `S${command.security}`
            const { last, reference } = dayOf(securityID)
            const size =
              condition === 'riseOf'
                ? command.level * 300
                : condition === 'fallOf'
                  ? -command.level * 300
                  : command.level
            const alert: WaitingAlert = {
              ...{ tenantId: 1, id: command.id, revision: ++revision, securityID, condition },
              ...{ level: condition === 'news' ? null : size, reachedOn: TODAY, afterNews: newsID },
            }
            const holds = last !== null && naive.holds(alert, last, reference)
            expect(index.add(alert, TODAY) !== undefined).toBe(holds)
            if (holds) naive.waiting.delete(alert.id)
            else naive.waiting.set(alert.id, alert)
            break
          }
          case 'remove':
            index.remove({ tenantId: 1, id: command.id })
            naive.waiting.delete(command.id)
            break
          case 'trade': {
            const securityID = `S${command.security}`
            const { high, low, reference } = dayOf(securityID)
            const { price } = command
            days.set(securityID, {
              ...{
                last: price,
                high: Math.max(high ?? price, price),
                low: Math.min(low ?? price, price),
                reference,
              },
            })
            expect(ids(index.moved(securityID))).toEqual(naive.trade(securityID, price, reference))
            break
          }
          case 'newDay':
            for (const name of ['S0', 'S1', 'S2']) {
              days.set(name, { last: null, high: null, low: null, reference: command.reference })
              expect(index.moved(name)).toEqual([])
            }
            break
          case 'news':
            newsID += 1n
            expect(ids(index.appeared([`S${command.security}`], newsID))).toEqual(
              naive.news(`S${command.security}`),
            )
        }
        expect(index.size).toBe(naive.waiting.size)
      }
    }),
    { numRuns: 300 },
  )
})
