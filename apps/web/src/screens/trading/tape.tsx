import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { type MarketTrade, TickDirection } from '@tradebook/contract'
import { Button } from 'antd'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTrades } from '../../live/use-live.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { price, quantity, time } from '../../ui/format.ts'
import { Panel } from './panel.tsx'
import style from './tape.module.css'

const MOST_ROWS = 100

/** Which way a trade went against the one before, as a sign and a colour; an unchanged price has neither. */
const ticks: Readonly<Record<string, { tone: 'up' | 'down'; sign: string }>> = {
  [TickDirection.plus]: { tone: 'up', sign: '▲' },
  [TickDirection.minus]: { tone: 'down', sign: '▼' },
}

/** A trade never changes: it is drawn once, however many come after it. */
const TapeRow = memo(function TapeRow({ trade }: { trade: MarketTrade }) {
  const tick = ticks[trade.tickDirection]
  return (
    <tr>
      <td className={style.time}>
        <Time moment={trade.mdEntryTime} />
      </td>
      <td data-tone={tick?.tone}>
        <span className={style.sign}>{tick?.sign}</span> {price(trade.mdEntryPx)}
      </td>
      <td>{quantity(trade.mdEntrySize)}</td>
    </tr>
  )
})

/** A time in three parts, of which a narrow panel leaves out the finest. */
function Time({ moment }: { moment: string }) {
  const [, toTheSecond, milliseconds, half] = /^(.*)(:\d{3})( .*)$/.exec(time(moment)) ?? []
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
  const living = useTrades()
  const [held, setHeld] = useState<typeof living>()
  const trades = held ?? living
  return (
    <Panel
      isText
      region="trades"
      title={held ? t('Trading.Tape.Held') : t('Trading.Tape')}
      tools={
        <Button
          size="small"
          type="text"
          className={style.hold}
          icon={held ? <CaretRightOutlined /> : <PauseOutlined />}
          aria-pressed={held !== undefined}
          onClick={() => setHeld(held ? undefined : living)}
        >
          {held ? t('Trading.Tape.Resume') : t('Trading.Tape.Pause')}
        </Button>
      }
    >
      {trades.length === 0 ? (
        <EmptyState title={t('Trading.Tape.Empty')} details={t('Trading.Tape.Empty.details')} />
      ) : (
        <div className={style.trades}>
          <table className={style.tape} aria-label={t('Trading.Tape')}>
            <thead>
              <tr>
                <th scope="col">{t('Trading.Column.time')}</th>
                <th scope="col">{t('Trading.Column.price')}</th>
                <th scope="col">{t('Trading.Column.quantity')}</th>
              </tr>
            </thead>
            <tbody>
              {trades.slice(0, MOST_ROWS).map((trade) => (
                <TapeRow key={trade.mdEntryID} trade={trade} />
              ))}
            </tbody>
          </table>
          <div className={style.foot} />
        </div>
      )}
    </Panel>
  )
}
