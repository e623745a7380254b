import { quantity, Side } from '@tradebook/contract'
import { describe, expect, it } from 'vitest'
import { at, books, buy, execution, postings, sell, settles, today } from './ledger.fixture.ts'
import { Ledger } from './ledger.ts'

it('answers what changed once: the accounts, positions and notes to persist', () => {
  const ledger = books({ cash: 500_000 })
  const bid = buy('1', 10, 36.8)
  const position = { account: 'ADA', securityID: 'ZENITH' }
  ledger.reserve(bid)
  expect(ledger.takeTouched()).toEqual({ accounts: ['ADA'], positions: [position], notes: [] })
  expect(ledger.takeTouched()).toEqual({ accounts: [], positions: [], notes: [] })
  ledger.fill(execution(bid, 4, 36.8))
  ledger.fill(execution(bid, 6, 36.8))
  expect(ledger.takeTouched()).toEqual({ accounts: ['ADA'], positions: [position], notes: ledger.notes() })
  ledger.beginDay(settles)
  expect(ledger.takeTouched()).toMatchObject({
    positions: [position],
    notes: [{ quantity: 10n, settled: true }],
  })
})

it('a note is to be persisted again when its trade date is over, and when it settles; not on its own day', () => {
  const ledger = books({ cash: 500_000 })
  const bid = buy('1', 10, 36.8)
  ledger.reserve(bid)
  ledger.fill(execution(bid, 10, 36.8))
  ledger.takeTouched()
  const begun = (date: string) => [ledger.beginDay(date).finished, ledger.takeTouched().notes]
  expect(begun(today)).toEqual([0, []])
  expect(begun('2026-11-23')).toMatchObject([1, [{ provisional: false, settled: false }]])
  expect(begun(settles)).toMatchObject([0, [{ provisional: false, settled: true }]])
  expect(begun(settles)).toEqual([0, []])
})

describe('a broken invariant stops the books', () => {
  const bid = buy('1', 10, 36.8)
  const fill = execution(bid, 10, 36.8)
  it.each<[string, (ledger: Ledger) => unknown, string]>([
    ['an order twice', (l) => l.reserve(bid), 'already open'],
    ['an order of nothing', (l) => l.reserve({ ...buy('2', 0, 36.8) }), 'nothing left'],
    ['an order of nobody', (l) => l.reserve({ ...buy('2', 1, 36.8), account: 'EVE' }), 'no account EVE'],
    ['a replace of no order', (l) => l.amend('2', bid), 'not open'],
    ['a fill of no order', (l) => l.fill({ ...fill, orderID: '2' }), 'not open'],
    ['a fill beyond the order', (l) => l.fill({ ...fill, quantity: quantity(11) }), 'fills 11 of 10 left'],
    ['a fill of nothing', (l) => l.fill({ ...fill, quantity: quantity(0) }), 'fills 0'],
    ['a fill at a worse price', (l) => l.fill({ ...fill, price: at(36.85) }), 'worse than'],
    ['a fill of another side', (l) => l.fill({ ...fill, side: Side.sell }), 'has side'],
    ['a fill of another security', (l) => l.fill({ ...fill, securityID: 'GTCO' }), 'has securityID'],
    ['a fill of an earlier day', (l) => l.fill({ ...fill, tradeDate: '2026-11-19' }), 'is of 2026-11-19'],
    [
      'a fill of the day before the one that has begun',
      (l) => {
        l.beginDay('2026-11-23')
        l.fill(fill)
      },
      'its order trades on 2026-11-23',
    ],
    ['an account twice', (l) => l.openAccount('ADA'), 'already open'],
    ['a balance of nobody', (l) => l.cash('EVE'), 'no account EVE'],
  ])('%s', (_what, act, message) => {
    const ledger = books({ cash: 500_000 })
    ledger.reserve(bid)
    expect(() => act(ledger)).toThrow(message)
  })
})

it('is restored from its rows as it was', () => {
  const ledger = books({ cash: 500_000, zenith: 1_000 })
  const bid = buy('1', 1_000, 36.8)
  const offer = sell('2', 500, 36.8)
  ledger.reserve(bid)
  ledger.reserve(offer)
  ledger.fill(execution(bid, 300, 36.5))
  ledger.fill(execution(offer, 200, 37))
  const restored = Ledger.restore({ unsettledProceedsUsable: true }, ledger.state())
  expect(restored.state()).toEqual(ledger.state())
  expect(restored.cash('ADA')).toEqual(ledger.cash('ADA'))
  expect(restored.position('ADA', 'ZENITH')).toEqual(ledger.position('ADA', 'ZENITH'))
  expect(restored.takeTouched()).toEqual({ accounts: [], positions: [], notes: [] })
  expect(postings(restored.fill(execution(bid, 700, 36.8)))).toEqual(
    postings(ledger.fill(execution(bid, 700, 36.8))),
  )
})
