import { type CorporateAction, ratioOf, shares } from '@tradebook/contract'
import { describe, expect, it } from 'vitest'
import type { OpenOrder } from './balances.ts'
import { books, buy, execution, holding, money, particulars, sell, settles, today } from './ledger.fixture.ts'
import type { Ledger } from './ledger.ts'

const common = { id: 7, securityID: 'ZENITH', exDate: today, registerDate: today, payDate: settles }
const dividend = (rate: bigint): CorporateAction => ({ ...common, type: 'dividend', rate })
const ofRatio = (type: 'bonus' | 'split', text: string): CorporateAction => {
  const ratio = ratioOf(text)
  if (!ratio) throw new Error('no ratio')
  return { ...common, type, ratio }
}
const pay = (ledger: Ledger, action: CorporateAction) =>
  ledger
    .payCorporateAction(action, ledger.registered('ZENITH', today), settles)
    .map(({ kind, quantity, balance, holding: after, cost, reference, date, valueDate, postings }) => ({
      kind,
      quantity,
      balance,
      holding: after,
      cost,
      reference,
      date,
      valueDate,
      posted: postings.map(({ ledgerAccount, account, asset, amount }) =>
        [ledgerAccount, account ?? 'firm', asset, amount].join(' '),
      ),
    }))

describe('a corporate action', () => {
  it('pays a dividend, and the tax withheld from it goes to the firm as a line of its own', () => {
    const ledger = books({ zenith: 333 })
    const shared = {
      quantity: 333n,
      holding: null,
      cost: null,
      reference: 'CA7',
      date: settles,
      valueDate: settles,
    }
    expect(pay(ledger, dividend(1250n))).toEqual([
      {
        ...shared,
        kind: 'dividend',
        balance: 4_162n,
        posted: ['customer ADA NGN 4162', 'bank firm NGN -4162'],
      },
      {
        ...shared,
        kind: 'withholdingTax',
        balance: 3_746n,
        posted: ['customer ADA NGN -416', 'tax:withholding firm NGN 416'],
      },
    ])
    expect(money(ledger)).toMatchObject({ balance: '37.46', available: '37.46' })
  })

  it('posts nothing where a fraction is all there is', () => {
    expect(pay(books({ zenith: 1 }), dividend(99n))).toEqual([])
    expect(pay(books({ zenith: 9 }), ofRatio('bonus', '1:10'))).toEqual([])
    expect(pay(books(), ofRatio('bonus', '1:10'))).toEqual([])
  })

  it.each([
    ['bonus', '1:10', 'bonus', 10n, 115],
    ['split', '5:1', 'split', 420n, 525],
    ['split', '1:5', 'consolidation', 84n, 21],
  ] as const)(
    'gives the shares of a %s of %s, which carry the cost of all',
    (type, ratio, kind, quantity, settled) => {
      const ledger = books({ zenith: 105 })
      expect(pay(ledger, ofRatio(type, ratio))).toEqual([
        {
          kind,
          quantity,
          balance: null,
          holding: BigInt(settled),
          cost: 315_000n,
          reference: 'CA7',
          date: settles,
          valueDate: settles,
          posted: [`custody ADA ZENITH ${settled - 105}`, `depository firm ZENITH ${105 - settled}`],
        },
      ])
      expect(holding(ledger)).toMatchObject({ settled, available: settled, cost: '3150.00' })
    },
  )

  it.each([
    ['a dividend', dividend(1250n)],
    ['a bonus', ofRatio('bonus', '1:10')],
  ])('changes the account by %s, which is to be persisted', (_, action) => {
    const ledger = books({ zenith: 105 })
    pay(ledger, action)
    expect(ledger.takeTouched()).toMatchObject({
      accounts: ['ADA'],
      positions: [{ account: 'ADA', securityID: 'ZENITH' }],
    })
  })

  it.each([
    ['a dividend', dividend(10n ** 17n)],
    ['a bonus', ofRatio('bonus', '999999:1')],
  ])('refuses to begin a day with %s beyond what is recorded', (_, action) => {
    const ledger = books({ zenith: 1_000 })
    const zenith = { ...particulars, account: 'ADA', securityID: 'ZENITH' }
    ledger.transferIn({ ...zenith, quantity: shares(10n ** 15n) })
    expect(() => pay(ledger, action)).toThrow('more than can be recorded')
  })

  it('takes the cost with the last share', () => {
    const ledger = books({ zenith: 4 })
    expect(pay(ledger, ofRatio('split', '1:5'))).toMatchObject([
      { kind: 'consolidation', holding: 0n, cost: 0n },
    ])
    expect(holding(ledger)).toMatchObject({ settled: 0, cost: '0.00' })
  })

  it('is for the register: what settles until its date, not what settles after it', () => {
    const ledger = books({ cash: 500_000, zenith: 100 })
    const trade = (order: OpenOrder, count: number) => {
      ledger.reserve(order)
      ledger.fill(execution(order, count, 36.8))
    }
    trade(sell('1', 30, 36.8), 30)
    expect(ledger.registered('ZENITH', today)).toEqual([{ account: 'ADA', quantity: 100n }])
    expect(ledger.registered('ZENITH', settles)).toEqual([{ account: 'ADA', quantity: 70n }])
    trade(buy('2', 1_000, 36.8), 1_000)
    expect(ledger.registered('ZENITH', settles)).toEqual([{ account: 'ADA', quantity: 1_070n }])
    ledger.beginDay(settles)
    expect(ledger.registered('ZENITH', settles)).toEqual([{ account: 'ADA', quantity: 1_070n }])
    ledger.transferOut({ ...particulars, account: 'ADA', securityID: 'ZENITH', quantity: shares(1_070) })
    expect(ledger.registered('ZENITH', settles)).toEqual([])
    expect(ledger.registered('GTCO', settles)).toEqual([])
  })
})
