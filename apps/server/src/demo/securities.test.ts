import { isOnTick, priceGroups, tickOf } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { parseSecurities, readSecurities } from './securities.ts'

const header =
  'symbol,name,sector,isin,close_2025_01,market_cap_2025_01,close_2025_02,market_cap_2025_02,shares_outstanding_derived,price_group_derived'
const line = 'GTCO,GUARANTY TRUST,Financial Services,,58,1,61.2,1,34136981151,B'

describe('the equities list', () => {
  test('has 150 securities in file order, each on its tick', () => {
    const securities = readSecurities()
    expect(securities).toHaveLength(150)
    expect(securities[3]).toEqual({
      securityID: 'ACCESSCORP',
      name: 'ACCESS HOLDINGS PLC',
      sector: 'Financial Services',
      isin: 'NGACCESS0005',
      securityType: 'CS',
      priceGroup: 'B',
      referencePx: 2560,
      sharesOutstanding: 53_317_838_433n,
    })
    expect(securities.filter((one) => !isOnTick(one.referencePx, tickOf(one.priceGroup)))).toEqual([])
  })

  test.each([
    ['61.22', 'B', 6120],
    ['61.225', 'B', undefined],
    ['61.23', 'B', 6125],
    ['0.02', 'B', priceGroups.B.tickKobo],
    ['100.05', 'A', 10_010],
    ['100.04', 'A', 10_000],
    ['0.01', 'C', 1],
  ])('a close of %s in group %s is a reference of %s kobo', (close, group, expected) => {
    const text = `${header}\n${line.replace('61.2', close).replace(/B$/, group)}\n`
    if (expected === undefined) expect(() => parseSecurities(text)).toThrow('line 2: close')
    else expect(parseSecurities(text)[0]?.referencePx).toBe(expected)
  })

  test.each([
    ['another header', `symbol\n${line}`, 'line 1'],
    ['a missing field', `${header}\n${line.slice(0, -2)}`, 'line 2: 9 fields'],
    ['a bad symbol', `${header}\n${line.replace('GTCO', 'gtco')}`, 'line 2: symbol'],
    ['a bad isin', `${header}\n${line.replace(',,', ',NG1,')}`, 'line 2: isin'],
    ['no shares', `${header}\n${line.replace('34136981151', '0')}`, 'line 2: shares'],
    ['a foreign group', `${header}\n${line.replace(/B$/, 'D')}`, 'line 2: price group'],
    ['a symbol twice', `${header}\n${line}\n${line}`, 'line 3: GTCO is there twice'],
  ])('%s is refused by line', (_, text, message) => {
    expect(() => parseSecurities(text)).toThrow(message)
  })
})
