import { BellOutlined, PauseCircleFilled, StarOutlined, SwapOutlined } from '@ant-design/icons'
import { Side, type Statistics } from '@tradebook/contract'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarketPhase, useStatistics } from '../../../live/use-live.ts'
import { isCrossed } from '../../../market/crossed.ts'
import { isHalted } from '../../../market/halted.ts'
import { price } from '../../../ui/format.ts'
import style from './market-watch.module.css'
import { useFlash } from './use-flash.ts'
import type { WatchColumn } from './watch-columns.ts'

export interface WatchRowProps {
  readonly securityID: string
  /** Position in the list, from 0. */
  readonly index: number
  /** Distance from the top of the list in pixels. */
  readonly top: number
  readonly columns: readonly WatchColumn[]
  readonly isSelected: boolean
  /** The keys of the watch act on it. */
  readonly isMarked: boolean
  /** Found outside the chosen list, which the row shows. */
  readonly outside: string | undefined
  /** The person's own list that it can be added to. */
  readonly addTo: string | undefined
  readonly canBuy: boolean
  readonly canSell: boolean
}

export const rowId = (securityID: string): string => `watch-${securityID}`

/** One security. The grid handles clicks, by the `data-` marks. */
export const WatchRow = memo(function WatchRow(props: WatchRowProps) {
  const { securityID, index, top, columns, isSelected, isMarked, outside, addTo, canBuy, canSell } = props
  const statistics = useStatistics(securityID)
  if (!statistics) return null
  return (
    <tr
      id={rowId(securityID)}
      className={style.row}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-description={outside}
      data-marked={isMarked || undefined}
      data-outside={outside && ''}
      data-security={securityID}
      style={{ top }}
    >
      {columns.map((column) => (
        <WatchCell key={column.key} column={column} row={statistics}>
          {column.key === 'symbol' && addTo !== undefined && <Add symbol={statistics.symbol} list={addTo} />}
        </WatchCell>
      ))}
      <Actions canBuy={canBuy} canSell={canSell} />
    </tr>
  )
})

function Add({ symbol, list }: { symbol: string; list: string }) {
  const { t } = useTranslation()
  const label = t('Trading.Watch.AddTo', { symbol, list })
  return (
    <button type="button" tabIndex={-1} className={style.add} data-add title={label} aria-label={label}>
      <StarOutlined />
    </button>
  )
}

/** What can be asked of a row: the same whatever its figures are. */
const Actions = memo(function Actions({ canBuy, canSell }: Pick<WatchRowProps, 'canBuy' | 'canSell'>) {
  const { t } = useTranslation()
  return (
    <td className={style.actions}>
      {canBuy && (
        <button type="button" tabIndex={-1} className={style.buy} data-side={Side.buy}>
          {t('Trading.Buy')}
        </button>
      )}
      {canSell && (
        <button type="button" tabIndex={-1} className={style.sell} data-side={Side.sell}>
          {t('Trading.Sell')}
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={style.alert}
        data-alert
        title={t('Alert.SetOn')}
        aria-label={t('Alert.SetOn')}
      >
        <BellOutlined />
      </button>
    </td>
  )
})

/** A halt of the security alone: one of the market is shown once, in the header. */
function Halt() {
  const { t } = useTranslation()
  if (useMarketPhase() === 'halted') return null
  return (
    <PauseCircleFilled
      className={style.halt}
      role="img"
      aria-label={t('Trading.Halted')}
      title={t('Trading.Halted')}
    />
  )
}

/** Bid and offer of the row meet: they are quotes of an auction, at which nobody trades. */
function Crossed({ indicativePx }: Pick<Statistics, 'indicativePx'>) {
  const { t } = useTranslation()
  const label = t('Trading.Watch.Crossed', { price: price(indicativePx) })
  return <SwapOutlined className={style.crossing} role="img" aria-label={label} title={label} />
}

interface WatchCellProps {
  readonly column: WatchColumn
  readonly row: Statistics
  /** What is before the figure. */
  readonly children: ReactNode
}

/** A figure that has no room in its column at the usual size; points and commas take less than digits. */
const isLong = ({ kind, characters }: WatchColumn, text: string): boolean =>
  kind === 'figure' && text.length >= characters + 1

const quotes: readonly string[] = ['bidPx', 'offerPx']

/** Most of what changes in a row leaves most of its figures as they are: those are not drawn again. */
const WatchCell = memo(function WatchCell({ column, row, children }: WatchCellProps) {
  const text = column.text(row)
  const cell = useFlash<HTMLTableCellElement>(column.value(row), column.flashes === true)
  return (
    <td
      ref={cell}
      className={style.cell}
      data-kind={column.kind}
      data-column={column.key}
      data-tone={column.tone?.(row)}
      data-long={isLong(column, text) || undefined}
      data-crossed={(quotes.includes(column.key) && isCrossed(row)) || undefined}
      title={column.kind === 'text' ? row.securityDesc : undefined}
    >
      {children}
      {/* Before the symbol, so that a long one does not push it out of the column. */}
      {column.key === 'symbol' && isHalted(row) && <Halt />}
      {column.key === 'symbol' && isCrossed(row) && <Crossed indicativePx={row.indicativePx} />}
      {text}
    </td>
  )
}, looksTheSame)

function looksTheSame(before: WatchCellProps, after: WatchCellProps): boolean {
  const { column } = after
  return (
    before.column === column &&
    column.value(before.row) === column.value(after.row) &&
    column.tone?.(before.row) === column.tone?.(after.row) &&
    (column.key !== 'symbol' || isHalted(before.row) === isHalted(after.row)) &&
    isCrossed(before.row) === isCrossed(after.row) &&
    (!isCrossed(after.row) || before.row.indicativePx === after.row.indicativePx)
  )
}
