import { describe, expect, it } from 'vitest'
import { books, buy, execution, figure, money, postings, sell, settles, today } from './ledger.fixture.ts'
import { Ledger } from './ledger.ts'

const BANK = '011 0000014579'

/** 10,000 at 36.80 bring 359,987.40 (MARKET §6). */
const sold = (ledger: Ledger) => {
  const order = sell('S1', 10_000, 36.8)
  ledger.reserve(order)
  return ledger.fill(execution(order, 10_000, 36.8))
}
const outflows = (ledger: Ledger, date: string) =>
  ledger.beginDay(date).entries.filter(({ kind }) => kind === 'directSettlement')

describe('by the direct route', () => {
  it('the proceeds of a sale leave as it settles, and not before', () => {
    const ledger = books({ zenith: 10_000 })
    ledger.settleDirectly('ADA', BANK)
    sold(ledger)
    expect(outflows(ledger, '2026-11-23')).toEqual([])
    expect(money(ledger).balance).toBe('359987.40')
    const [outflow, ...others] = outflows(ledger, settles)
    expect(others).toEqual([])
    expect(outflow).toMatchObject({ reference: BANK, date: settles, valueDate: settles, balance: 0n })
    expect(outflow && postings(outflow)).toEqual(['customer ADA NGN -359987.40', 'bank firm NGN 359987.40'])
    expect(ledger.takeTouched().accounts).toEqual(['ADA'])
    expect(outflows(ledger, settles)).toEqual([])
  })

  it('money used by purchases and held by orders stays in the account', () => {
    const ledger = books({ zenith: 10_000 })
    ledger.settleDirectly('ADA', BANK)
    sold(ledger)
    const bought = buy('B1', 5_000, 36.8)
    ledger.reserve(bought)
    ledger.fill(execution(bought, 5_000, 36.8))
    // Held into the day on which the sale settles: 1,000 at 36.80 and their charges.
    ledger.reserve({ ...buy('B2', 1_000, 36.8), tradeDate: today })
    const [outflow] = outflows(ledger, settles)
    const left = -(outflow?.postings[0]?.amount ?? 0n)
    const { balance, held, available } = money(ledger)
    expect(available).toBe('0.00')
    expect(balance).toBe(held)
    // 359,987.40 less 187,414.90 bought (§6 for half the quantity) less what is held.
    expect(figure(left + ledger.cash('ADA').held)).toBe('172572.50')
    ledger.release('B2')
    expect(outflows(ledger, '2026-11-25')).toEqual([])
    expect(money(ledger).available).toBe(balance)
  })

  it('neither earlier cash nor the proceeds of a sale that were spent leave the account', () => {
    const ledger = books({ cash: 1_000, zenith: 10_000 })
    ledger.settleDirectly('ADA', BANK)
    sold(ledger)
    const [outflow] = outflows(ledger, settles)
    expect(outflow?.postings[0]?.amount).toBe(-359_987_40n)
    expect(money(ledger).balance).toBe('1000.00')
  })

  it('the route in force at the settlement counts, and a restored ledger knows it', () => {
    const ledger = books({ zenith: 10_000 })
    sold(ledger)
    ledger.settleDirectly('ADA', BANK)
    const restored = Ledger.restore({ unsettledProceedsUsable: true }, ledger.state())
    expect(outflows(restored, settles)).toHaveLength(1)
    ledger.settleDirectly('ADA', null)
    expect(outflows(ledger, settles)).toEqual([])
    expect(money(ledger).balance).toBe('359987.40')
  })
})
