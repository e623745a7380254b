import { corporateActionTypeNames, type PriceListRow } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { change, date, direction } from '../ui/format.ts'

/** The security of a row: always shown, its full name under the pointer, and it opens the row. */
export const securityColumn = <Row extends Pick<PriceListRow, 'securityDesc'>>() =>
  ({
    key: 'securityID',
    characters: 14,
    isKept: true,
    opens: true,
    hint: ({ securityDesc }: Row) => securityDesc,
  }) as const

/** The ex-day of a row in words, with what shares are traded without from then on; empty where there is none. */
export const exDayText = (
  { exDate, exTypes }: Pick<PriceListRow, 'exDate' | 'exTypes'>,
  t: TFunction,
): string =>
  exDate === null
    ? ''
    : t('Prices.ExDay', {
        date: date(exDate),
        kinds: exTypes.map((type) => t(corporateActionTypeNames[type])).join(', '),
      })

/** The figures of a day that both price lists show. */
export const dayColumns = [
  {
    key: 'exDate',
    characters: 30,
    isLeftWhenEmpty: true,
    fileColumns: ['exDate', 'exTypes'],
    show: exDayText,
  },
  { key: 'prevClosePx', characters: 10 },
  { key: 'openPx', characters: 10 },
  { key: 'highPx', characters: 10 },
  { key: 'lowPx', characters: 10 },
  { key: 'lastPx', characters: 10 },
  { key: 'closePx', characters: 10 },
  {
    key: 'change',
    characters: 9,
    show: (row: PriceListRow) => change(row.change),
    tone: (row: PriceListRow) => direction(row.change),
  },
  { key: 'changePercent', characters: 10, tone: (row: PriceListRow) => direction(row.change) },
  { key: 'tradeVolume', characters: 13 },
  { key: 'tradeValue', characters: 17 },
  { key: 'numberOfTrades', characters: 9 },
] as const
