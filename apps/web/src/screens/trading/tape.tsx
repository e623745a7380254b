import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { lagosDate, type MarketTrade, TickDirection } from '@tradebook/contract'
import { Button } from 'antd'
import { type CSSProperties, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMarket } from '../../live/live-market.ts'
import { useAreTradesFetched, useIsFresh, useTrades } from '../../live/use-live.ts'
import { useToday } from '../../market-time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { dateAndTime, dayAndMinute, price, quantity, timestamp } from '../../ui/format.ts'
import { Panel } from './panel.tsx'
import style from './tape.module.css'
import { useRowsInSight } from './use-rows-in-sight.ts'

const MOST_ROWS = 100

/** Which way a trade went against the one before, as a sign and a colour; an unchanged price has neither. */
const ticks: Readonly<Record<string, { tone: 'up' | 'down'; sign: string }>> = {
  [TickDirection.plus]: { tone: 'up', sign: '▲' },
  [TickDirection.minus]: { tone: 'down', sign: '▼' },
}

/** A trade never changes: it is drawn once, however many come after it. */
const TapeRow = memo(function TapeRow({ trade, today }: { trade: MarketTrade; today: string | undefined }) {
  const tick = ticks[trade.tickDirection]
  return (
    <tr>
      <td className={style.time}>
        <Time moment={trade.mdEntryTime} today={today} />
      </td>
      <td data-tone={tick?.tone}>
        <span className={style.sign}>{tick?.sign}</span> {price(trade.mdEntryPx)}
      </td>
      <td>{quantity(trade.mdEntrySize)}</td>
    </tr>
  )
})

/** A time in three parts, of which a narrow panel leaves out the finest; the day in its place where that is over. */
function Time({ moment, today }: { moment: string; today: string | undefined }) {
  if (today !== undefined && lagosDate(Date.parse(moment)) !== today)
    return <span title={dateAndTime(moment)}>{dayAndMinute(moment)}</span>
  const [, toTheSecond, milliseconds, half] = /^(.*)(:\d{3})( .*)$/.exec(timestamp(moment)) ?? []
  return (
    <>
      {toTheSecond}
      <span className={style.milliseconds}>{milliseconds}</span>
      <span className={style.half}>{half}</span>
    </>
  )
}

/** Trades of the selected security, newest on top; it can be held still to be read. */
export function Tape() {
  const { t } = useTranslation()
  const [held, setHeld] = useState<readonly MarketTrade[]>()
  const [scroller, rows] = useRowsInSight()
  return (
    <Panel
      isText
      region="trades"
      title={held ? t('Trading.Tape.Held') : t('Trading.Tape')}
      scroller={scroller}
      tools={
        <Button
          size="small"
          type="text"
          className={style.hold}
          icon={held ? <CaretRightOutlined /> : <PauseOutlined />}
          aria-pressed={held !== undefined}
          onClick={() => setHeld(held ? undefined : liveMarket.store.trades.items.get())}
        >
          {held ? t('Trading.Tape.Resume') : t('Trading.Tape.Pause')}
        </Button>
      }
    >
      <Trades held={held} rows={rows} />
    </Panel>
  )
}

interface TradesProps {
  /** Shown instead of the living ones. */
  readonly held: readonly MarketTrade[] | undefined
  /** So many are drawn; room is kept for the others. */
  readonly rows: number
}

/** The part of the tape that each trade changes. */
function Trades({ held, rows }: TradesProps) {
  const { t } = useTranslation()
  const living = useTrades()
  const isKnown = [useIsFresh(), useAreTradesFetched()].every(Boolean)
  const today = useToday()
  const trades = (held ?? living).slice(0, MOST_ROWS)
  // What has not been fetched is not known to be empty.
  if (trades.length === 0 && !isKnown) return null
  if (trades.length === 0) {
    return <EmptyState title={t('Trading.Tape.Empty')} details={t('Trading.Tape.Empty.details')} />
  }
  return (
    <div className={style.trades} style={{ '--rows': trades.length } as CSSProperties}>
      <table className={style.tape} aria-label={t('Trading.Tape')} aria-rowcount={trades.length + 1}>
        <thead>
          <tr>
            <th scope="col">{t('Trading.Column.time')}</th>
            <th scope="col">{t('Trading.Column.price')}</th>
            <th scope="col">{t('Trading.Column.quantity')}</th>
          </tr>
        </thead>
        <tbody translate="no" data-figures>
          {trades.slice(0, rows).map((trade) => (
            <TapeRow key={trade.mdEntryID} trade={trade} today={today} />
          ))}
        </tbody>
      </table>
      <div className={style.foot} />
    </div>
  )
}
