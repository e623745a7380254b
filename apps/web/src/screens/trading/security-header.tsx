import { BellOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { Side, type Statistics, type TextKey } from '@tradebook/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { openAlert } from '../../alerts/open-alert.ts'
import { useStatistic, useStatistics } from '../../live/use-live.ts'
import { isCrossed } from '../../market/crossed.ts'
import { isHalted } from '../../market/halted.ts'
import { change, compact, direction, percent, price, quantity } from '../../ui/format.ts'
import style from './security-header.module.css'
import { openTicket } from './ticket/ticket-store.ts'
import { useStar, useStarredList } from './watch/own-lists.ts'

const arrows = { up: '▲', down: '▼', flat: '' } as const

/** The figures next to the price, as room allows. */
const figures: readonly { title: TextKey; text: (row: Statistics) => string }[] = [
  { title: 'Trading.Column.highPx', text: (row) => price(row.highPx) },
  { title: 'Trading.Column.lowPx', text: (row) => price(row.lowPx) },
  { title: 'Trading.Column.tradeVolume', text: (row) => compact(row.tradeVolume) },
  { title: 'Trading.Column.tradeValue', text: (row) => compact(row.tradeValue) },
  { title: 'Trading.Column.openPx', text: (row) => price(row.openPx) },
]

/** The selected security: what it is, what it costs, and within which limits. */
export function SecurityHeader({ securityID }: { securityID: string }) {
  const symbol = useStatistic(securityID, (row) => row?.symbol)
  const name = useStatistic(securityID, (row) => row?.securityDesc)
  if (symbol === undefined) return <header className={style.header} aria-busy="true" />
  return (
    <header className={style.header}>
      <Star securityID={securityID} symbol={symbol} />
      <h1 className={style.symbol} title={name}>
        {symbol}
      </h1>
      <span className={style.name} title={name}>
        {name}
      </span>
      <Figures securityID={securityID} />
      <SetAlert securityID={securityID} />
    </header>
  )
}

/** Whether the security is on the person's list, as a switch. */
function Star({ securityID, symbol }: { securityID: string; symbol: string }) {
  const { t } = useTranslation()
  const star = useStar()
  const list = useStarredList()
  const isOn = list?.securityIDs.includes(securityID) ?? false
  const label = t('Trading.Watch.IsOn', { symbol, list: list?.name ?? t('Trading.Watch.Favourites') })
  return (
    <Button
      size="small"
      type="text"
      icon={isOn ? <StarFilled /> : <StarOutlined />}
      aria-pressed={isOn}
      title={label}
      aria-label={label}
      onClick={() => star(securityID)}
    />
  )
}

function SetAlert({ securityID }: { securityID: string }) {
  const { t } = useTranslation()
  const label = t('Alert.SetFor', { securityID })
  return (
    <Button
      size="small"
      type="text"
      icon={<BellOutlined />}
      title={label}
      aria-label={label}
      onClick={() => openAlert({ securityID })}
    />
  )
}

/** The part of the header that each trade and each best price changes. */
function Figures({ securityID }: { securityID: string }) {
  const { t } = useTranslation()
  const row = useStatistics(securityID)
  if (!row) return null
  const tone = direction(row.change)
  return (
    <>
      <span className={style.last} translate="no" data-figures data-tone={tone}>
        {price(row.lastPx ?? row.prevClosePx)}
      </span>
      <span className={style.change} translate="no" data-figures data-tone={tone}>
        {arrows[tone]} {change(row.change)} ({percent(row.changePercent)})
      </span>
      <dl className={style.figures} data-figures>
        <div className={style.figure}>
          <dt>{t('Trading.Limits')}</dt>
          <dd>
            {price(row.lowLimitPx)}–{price(row.highLimitPx)}
          </dd>
        </div>
        {figures.map(({ title, text }) => (
          <div key={title} className={style.figure}>
            <dt>{t(title)}</dt>
            <dd>{text(row)}</dd>
          </div>
        ))}
      </dl>
      <Halt row={row} />
    </>
  )
}

/** A halt of the security; the phases of the market are below the header. */
function Halt({ row }: { row: Statistics }) {
  const { t } = useTranslation()
  if (!isHalted(row)) return null
  return (
    <span className={style.phase} data-halted>
      {t('Trading.Halted')}
    </span>
  )
}

/**
 * The best price of each side as a button that fills the ticket, for where there is no room for a book.
 * While collected orders overlap nobody trades at the best prices, but at the indicative one.
 */
export function BestPrices({ securityID }: { securityID: string }) {
  const { t } = useTranslation()
  const row = useStatistics(securityID)
  if (!row) return null
  const { bidPx, bidSize, offerPx, offerSize, indicativePx } = row
  const isInAuction = isCrossed(row)
  const note = (size: number | null) => (isInAuction ? t('Trading.Indicative') : quantity(size))
  const sellAt = isInAuction ? indicativePx : bidPx
  const buyAt = isInAuction ? indicativePx : offerPx
  return (
    <div className={style.best} data-figures>
      <button type="button" data-side={Side.sell} onClick={() => openTicket(ticketAt(Side.sell, sellAt))}>
        {t('Trading.Sell')} {price(sellAt)} <small>{note(bidSize)}</small>
      </button>
      <button type="button" data-side={Side.buy} onClick={() => openTicket(ticketAt(Side.buy, buyAt))}>
        {t('Trading.Buy')} {price(buyAt)} <small>{note(offerSize)}</small>
      </button>
    </div>
  )
}

const ticketAt = (side: Side, at: number | null) => (at === null ? { side } : { side, price: at })
