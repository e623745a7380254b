import { lagosDate, type Phase } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useMarketDate, useMarketPhase, useMarketSession, useVenue } from '../live/use-live.ts'
import { useMarketNow, useMoment } from '../market-time.ts'
import { dateWithDay, dayOfWeek, timeOfDay } from '../ui/format.ts'
import { useRoom } from '../ui/viewport.ts'
import styles from './market-clock.module.css'

/**
 * The phase of the market and how long it lasts, the market day that orders belong to, and the time where
 * the market is. The market day is shown only when it is not today, as over a weekend; else it is read by
 * pointing at the time.
 */
export const MarketClock = () => {
  const { t } = useTranslation()
  const isAway = useVenue()?.connected === false
  const phase = useMarketPhase()
  const marketDate = useMarketDate()
  const now = useMarketNow()
  const isWide = useRoom() === 'wide'
  // Until the time is known the day is not written: it would be there for a moment, and the menu move.
  const isToday = now === undefined || marketDate === lagosDate(now)
  const dayText = isWide ? 'Clock.MarketDay' : 'Clock.MarketDayShort'
  const phaseText = phase && t(isAway ? 'Trading.NotConnected' : `Trading.Phase.${phase}`)
  return (
    <div className={styles.clock}>
      {phase && (
        <span className={styles.phase} title={phaseText}>
          {phaseText}
        </span>
      )}
      {phase && !isAway && <Until phase={phase} />}
      {marketDate && !isToday && (
        <span title={t(dayText, { date: dayOfWeek(marketDate) })}>
          {t(dayText, { date: dayOfWeek(marketDate) })}
        </span>
      )}
      {now !== undefined && (
        <time title={`${dateWithDay(now)}. ${t('Clock.Zone')}`}>
          {t('Clock.Time', { time: timeOfDay(now) })}
        </time>
      )}
    </div>
  )
}

/** When the phase ends, and what follows; a halt by market control has no end by the timetable. */
function Until({ phase }: { phase: Phase }) {
  const { t } = useTranslation()
  const session = useMarketSession()
  // What was fetched may be of the phase before, for a moment.
  if (session?.phase !== phase) return null
  if (session.nextAt === null || session.nextPhase === null) {
    return phase === 'halted' && <span className={styles.until}>{t('Clock.UntilResumed')}</span>
  }
  return <UntilNext phase={session.nextPhase} at={session.nextAt} />
}

function UntilNext({ phase, at }: { phase: Phase; at: string }) {
  const { t } = useTranslation()
  const time = useMoment(at)
  return (
    <span className={styles.until} title={t('Clock.Next', { phase: t(`Trading.Phase.${phase}`), time })}>
      {t('Clock.Until', { time })}
    </span>
  )
}
