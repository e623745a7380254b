import { lagosDate } from '@tradebook/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVenue } from '../live/use-live.ts'
import { dayOfWeek, timeOfDay } from '../ui/format.ts'
import { useRoom } from '../ui/viewport.ts'
import styles from './market-clock.module.css'

/**
 * The phase of the market, the market day that orders belong to, and the time where the market is.
 * Where there is little room, the market day is shown only when it is not today, as over a weekend.
 */
export const MarketClock = () => {
  const { t } = useTranslation()
  const venue = useVenue()
  const now = useNow()
  const isWide = useRoom() === 'wide'
  const isToday = venue?.marketDate === lagosDate(now)
  const dayWord = isWide ? 'Clock.MarketDay' : 'Clock.MarketDayShort'
  return (
    <div className={styles.clock}>
      {venue && (
        <span className={styles.phase}>
          {t(venue.connected ? `Trading.Phase.${venue.phase}` : 'Trading.NotConnected')}
        </span>
      )}
      {venue && (isWide || !isToday) && <span>{t(dayWord, { date: dayOfWeek(venue.marketDate) })}</span>}
      <time title={t('Clock.Zone')}>{t('Clock.Time', { time: timeOfDay(now) })}</time>
    </div>
  )
}

const SECOND_MS = 1_000

/** The time, updated at each full second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), SECOND_MS - (now % SECOND_MS))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
