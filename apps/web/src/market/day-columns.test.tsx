import { english, type PriceListRow, priceList } from '@tradebook/contract'
import { t } from 'i18next'
import { expect, test } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { emptyColumns, listView, shown } from '../ui/data-table/list-view.ts'
import { dayColumns } from './day-columns.ts'

loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })

const { columns } = listView({
  key: 'test',
  title: 'Prices.Title',
  of: priceList,
  rowKey: ({ securityID }: PriceListRow) => securityID,
  pageSize: 1,
  columns: [{ key: 'securityID', characters: 14 }, ...dayColumns],
  leaving: [],
  card: [],
  empty: { title: 'Prices.Empty', details: 'Prices.Empty.details' },
})
const row = (exDate: string | null, exTypes: PriceListRow['exTypes'] = []) =>
  ({ securityID: 'GTCO', exDate, exTypes }) as unknown as PriceListRow

test('an ex-day is shown with its date and the entitlement that the shares no longer carry', () => {
  const exDay = columns.find(({ key }) => key === 'exDate')
  if (!exDay) throw new Error('no column of ex-days')
  expect(shown(exDay, row('2026-11-24', ['dividend', 'bonus']), t)).toBe(
    'Ex-day 24 Nov 2026: Dividend, Bonus',
  )
  expect(shown(exDay, row(null), t)).toBe('')
})

test('the ex-day column is shown while a row of the page has one', () => {
  expect(emptyColumns(columns, [row(null), row('2026-11-24', ['split'])])).toEqual([])
  expect(emptyColumns(columns, [row(null)])).toEqual(['exDate'])
})
