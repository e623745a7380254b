import type { MarketSummary } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Checklist } from '../../administration/checklist.tsx'
import { useMarketPhase, useMarketSession, useMarketSummary } from '../../live/use-live.ts'
import { MoverTable } from '../../market/mover-table.tsx'
import { moverView } from '../../market/mover-view.ts'
import { useMarketNow, useMoment } from '../../market-time.ts'
import { MOVERS } from '../../paths.ts'
import { compact, dayOfWeek, money, quantity, timeOfDay } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { Concerns } from './concerns.tsx'
import styles from './dashboard-screen.module.css'
import { MarketIndex } from './market-index.tsx'

const gainers = moverView('topGainers', 'Movers.Gainers')
const losers = moverView('topLosers', 'Movers.Losers')
const mostTraded = moverView('topTrades', 'Movers.MostTraded', 'tradeValue')

/** How many movers there is room for. */
const MOVERS_SHOWN = 5

/** How the market stands: its index, breadth, turnover and phase, and what moves most. */
const DashboardScreen = () => {
  const { t } = useTranslation()
  return (
    <Page title={t('Dashboard.Title')} about={t('Dashboard.About')} isWide>
      <Checklist />
      <Concerns />
      <div className={styles.market}>
        <Section heading={t('Dashboard.Index')}>
          <MarketIndex />
        </Section>
        <Section heading={t('Dashboard.Market')}>
          <Market />
        </Section>
      </div>
      <div className={styles.movers}>
        <MoverTable
          view={gainers}
          rule={{ asc: false, count: MOVERS_SHOWN }}
          tools={<Link to={MOVERS}>{t('Dashboard.AllMovers')}</Link>}
        />
        <MoverTable view={losers} rule={{ asc: true, count: MOVERS_SHOWN }} />
        <MoverTable view={mostTraded} rule={{ by: 'value', count: MOVERS_SHOWN }} />
      </div>
    </Page>
  )
}

/** Phase and clock, breadth and turnover of the day. */
const Market = () => {
  const { t } = useTranslation()
  const summary = useMarketSummary()
  if (!summary) return <div className={styles.waiting} aria-busy="true" />
  const turnover = [
    [t('Trading.Column.tradeValue'), money(summary.tradeValue)],
    [t('Trading.Column.tradeVolume'), quantity(summary.tradeVolume)],
    [t('Trading.Column.numberOfTrades'), quantity(summary.numberOfTrades)],
    [t('Trading.Column.marketCap'), compact(summary.marketCap)],
  ] as const
  return (
    <div className={styles.figures}>
      <Phase marketDate={summary.marketDate} />
      <Breadth {...summary} />
      <dl className={styles.turnover}>
        {turnover.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Which phase the market is in, what follows when, and the market's clock. */
const Phase = ({ marketDate }: Pick<MarketSummary, 'marketDate'>) => {
  const { t } = useTranslation()
  const phase = useMarketPhase()
  const session = useMarketSession()
  const now = useMarketNow()
  const next = session?.phase === phase && session?.nextAt && session.nextPhase ? session : undefined
  const nextTime = useMoment(next?.nextAt)
  return (
    <p className={styles.phase}>
      <strong>{phase && t(`Trading.Phase.${phase}`)}</strong>
      <span>{t('Clock.MarketDay', { date: dayOfWeek(marketDate) })}</span>
      {now !== undefined && <time title={t('Clock.Zone')}>{t('Clock.Time', { time: timeOfDay(now) })}</time>}
      {phase === 'halted' && session?.phase === phase && session.nextAt === null && (
        <span>{t('Clock.UntilResumed')}</span>
      )}
      {next?.nextPhase && (
        <span>
          {t('Trading.Phase.Next', { phase: t(`Trading.Phase.${next.nextPhase}`), time: nextTime })}
        </span>
      )}
    </p>
  )
}

const BREADTH = ['advancers', 'unchanged', 'decliners'] as const

/** How many securities are above, at and below their previous close, as shares of a bar and in words. */
const Breadth = (summary: Pick<MarketSummary, (typeof BREADTH)[number]>) => {
  const { t } = useTranslation()
  return (
    <div className={styles.breadth}>
      <div className={styles.bar} aria-hidden="true">
        {BREADTH.map((part) => (
          <span key={part} data-part={part} style={{ flexGrow: summary[part] }} />
        ))}
      </div>
      <ul>
        {BREADTH.map((part) => (
          <li key={part} data-part={part}>
            {t(`Dashboard.Breadth.${part}`, { number: quantity(summary[part]) })}
          </li>
        ))}
      </ul>
    </div>
  )
}

export default DashboardScreen
