import { GREATEST_AMOUNT, kobo, type Refusal, shares } from '@tradebook/contract'
import { describe, expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import { books, buy, holding, money, naira, particulars, postings, sell, today } from './ledger.fixture.ts'
import type { Ledger } from './ledger.ts'

describe('cash and shares posted manually', () => {
  it('go against the bank and the depository', () => {
    const ledger = books()
    expect(postings(ledger.deposit({ ...particulars, account: 'ADA', amount: naira(10) }))).toEqual([
      'customer ADA NGN 10.00',
      'bank firm NGN -10.00',
    ])
    expect(postings(ledger.withdraw({ ...particulars, account: 'ADA', amount: naira(4) }))).toEqual([
      'customer ADA NGN -4.00',
      'bank firm NGN 4.00',
    ])
    const transfer = { ...particulars, account: 'ADA', securityID: 'ZENITH', quantity: shares(7) }
    expect(postings(ledger.transferIn({ ...transfer, unitCost: naira(30) }))).toEqual([
      'custody ADA ZENITH 7',
      'depository firm ZENITH -7',
    ])
    expect(postings(ledger.transferOut({ ...transfer, quantity: shares(3) }))).toEqual([
      'custody ADA ZENITH -3',
      'depository firm ZENITH 3',
    ])
    expect(money(ledger).balance).toBe('6.00')
    expect(holding(ledger)).toMatchObject({ settled: 4, cost: '120.00' })
  })

  it('carry their description', () => {
    expect(books().deposit({ ...particulars, account: 'ADA', amount: naira(10) })).toMatchObject({
      kind: 'deposit',
      account: 'ADA',
      securityID: null,
      date: today,
      valueDate: today,
      reference: 'R1',
      narration: 'by hand',
    })
  })

  const held = () => {
    const ledger = books({ cash: 500_000, zenith: 100 })
    ledger.reserve(buy('1', 10_000, 36.8))
    ledger.reserve(sell('2', 60, 36.8))
    return ledger
  }
  const tooLarge = {
    refusal: 'amountTooLarge',
    values: { naira: '90,071,992,547,409.91', shares: '9,007,199,254,740,991' },
  } as const
  const cash = { ...particulars, account: 'ADA' }
  const stock = { ...particulars, account: 'ADA', securityID: 'ZENITH' }
  it.each<[string, (ledger: Ledger) => Entry | Refusal, Refusal]>([
    [
      'a withdrawal of held money',
      (ledger) => ledger.withdraw({ ...cash, amount: naira(125_174.21) }),
      { refusal: 'notWithdrawable', values: { withdrawable: '125,174.20' } },
    ],
    [
      'a transfer of held shares',
      (ledger) => ledger.transferOut({ ...stock, quantity: shares(41) }),
      { refusal: 'insufficientShares', values: { required: '41', securityID: 'ZENITH', available: '40' } },
    ],
    [
      'a deposit beyond what is recorded',
      (ledger) => ledger.deposit({ ...cash, amount: kobo(GREATEST_AMOUNT - 500_000_00n + 1n) }),
      tooLarge,
    ],
    [
      'more shares than are recorded',
      (ledger) => ledger.transferIn({ ...stock, quantity: shares(GREATEST_AMOUNT - 99n) }),
      tooLarge,
    ],
    [
      'shares that cost more than is recorded',
      (ledger) => ledger.transferIn({ ...stock, quantity: shares(10n ** 12n), unitCost: kobo(10n ** 9n) }),
      tooLarge,
    ],
    [
      'a deposit of nothing',
      (ledger) => ledger.deposit({ ...cash, amount: kobo(0) }),
      { refusal: 'amountInvalid', values: {} },
    ],
    [
      'a negative withdrawal',
      (ledger) => ledger.withdraw({ ...cash, amount: kobo(-1) }),
      { refusal: 'amountInvalid', values: {} },
    ],
    [
      'a transfer in of no shares',
      (ledger) => ledger.transferIn({ ...stock, quantity: shares(0) }),
      { refusal: 'quantityInvalid', values: {} },
    ],
    [
      'a transfer in at a negative cost',
      (ledger) => ledger.transferIn({ ...stock, quantity: shares(1), unitCost: kobo(-1) }),
      { refusal: 'amountInvalid', values: {} },
    ],
    [
      'a negative transfer out',
      (ledger) => ledger.transferOut({ ...stock, quantity: shares(-1) }),
      { refusal: 'quantityInvalid', values: {} },
    ],
  ])('refuse %s and change nothing', (_what, act, refusal) => {
    const ledger = held()
    const before = [ledger.state(), ledger.cash('ADA'), ledger.position('ADA', 'ZENITH')]
    expect(act(ledger)).toEqual(refusal)
    expect([ledger.state(), ledger.cash('ADA'), ledger.position('ADA', 'ZENITH')]).toEqual(before)
  })
})
