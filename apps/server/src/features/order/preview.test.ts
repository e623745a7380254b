import { type FeeLine, kobo, type PriceKobo, type Quantity, refuse, Side, shares } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { OrderPreview } from '../../desk/decisions/previews.ts'
import { translateTo } from '../../platform/localisation.ts'
import { previewOf } from './preview.ts'

const charges: FeeLine[] = [
  { line: 'commission', ratePpm: 13_500, amount: kobo(1_35) },
  { line: 'commission:vat', ratePpm: 75_000, amount: kobo(10) },
]

/** 100 shares at 1.00 for an account that has 50.00. */
const found = (fields: Partial<OrderPreview> = {}): OrderPreview => {
  const refusal = refuse('insufficientFunds', { required: '101.45', available: '50.00' })
  const available = kobo(50_00)
  return {
    account: 'A1',
    side: Side.buy,
    orderQty: 100 as Quantity,
    worstPx: 100 as PriceKobo,
    available,
    ledger: { hold: kobo(101_45), available, sellable: shares(0), charges, refusal },
    refusals: [refusal],
    ...fields,
  }
}
const shown = (preview: OrderPreview, isShown = true) =>
  previewOf(preview, { translate: translateTo('en') }, () => isShown)

describe('a preview', () => {
  test('adds the charges to a purchase and takes them from a sale', () => {
    const figures = { consideration: 100, totalFees: 1.45 }
    expect(shown(found())).toMatchObject({ ...figures, total: 101.45, holdAmount: 101.45 })
    expect(shown(found({ side: Side.sell }))).toMatchObject({ ...figures, total: 98.55 })
  })

  test('says what is available before and after it, and why it would be refused', () => {
    const { availableBalance, availableAfter, warnings } = shown(found())
    expect([availableBalance, availableAfter]).toEqual([50, -51.45])
    expect(warnings.map(({ details }) => details).join()).toContain('50.00')
  })

  test('reveals no balance that its reader is not shown, not in its text either', () => {
    const { availableBalance, availableAfter, warnings } = shown(found(), false)
    expect([availableBalance, availableAfter]).toEqual([null, null])
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain('50.00')
  })

  test('without a price it costs nothing that could be said', () => {
    expect(shown(found({ worstPx: null, ledger: null }))).toMatchObject({
      consideration: 0,
      fees: [],
      total: 0,
      holdAmount: 0,
      availableShares: 0,
    })
  })
})
