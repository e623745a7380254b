import { QueryClientProvider } from '@tanstack/react-query'
import type { CallOutput } from '@tradebook/contract'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { newQueryClient } from '../../api/query-client.ts'
import { useCall } from '../../api/use-call.ts'
import { firmOfAddress } from '../../firm.ts'
import { useMoment } from '../../market-time.ts'
import { CREATE_ACCOUNT, HOME, LOGIN, publicAt } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { direction, money, percent, quantity } from '../../ui/format.ts'
import styles from './landing-screen.module.css'

type Overview = CallOutput<'Home/GetOverview'>

/** How often the figures are read again, in milliseconds. */
const EVERY_MS = 30_000

/** The page at `/home`, open to everybody: whose it is, how the market stands, and the ways in. */
const LandingScreen = () => {
  const [queries] = useState(newQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Landing />
    </QueryClientProvider>
  )
}

const Landing = () => {
  const { t } = useTranslation()
  const [named] = useState(() => firmOfAddress(location))
  const { data, isError } = useCall(
    'Home/GetOverview',
    { tenancyName: named },
    { staleTime: 0, refetchInterval: EVERY_MS },
  )
  const isSignedIn = useSession(({ user }) => user !== null)
  const firm = data?.firm
  const about = firm ? 'Landing.Lead' : named && data ? 'Landing.UnknownFirm' : 'Landing.NoFirm'
  const mayRegister = data !== undefined && (!firm || firm.isRegistrationOpen)
  return (
    <div className={styles.landing} data-wide>
      <header>
        <h2>{firm?.name ?? t('Landing.Title')}</h2>
        <p>{t(about)}</p>
      </header>
      <nav className={styles.ways} aria-label={t('Landing.Title')}>
        {isSignedIn ? (
          <Link className={styles.first} to={HOME}>
            {t('Landing.Continue')}
          </Link>
        ) : (
          <>
            <Link className={styles.first} to={publicAt(LOGIN, firm?.tenancyName ?? '')}>
              {t('Landing.SignIn')}
            </Link>
            {mayRegister && (
              <Link to={publicAt(CREATE_ACCOUNT, firm?.tenancyName ?? '')}>{t('Landing.OpenAccount')}</Link>
            )}
          </>
        )}
      </nav>
      <section aria-label={t('Landing.Market')}>
        <h3>{t('Landing.Market')}</h3>
        {data ? <Market {...data} /> : isError ? <p>{t('Landing.Away')}</p> : <Skeleton active />}
      </section>
    </div>
  )
}

const arrows = { up: '▲', down: '▼', flat: '' } as const
const BREADTH = ['advancers', 'unchanged', 'decliners'] as const

/** The phase of the market, its index, and its day in figures. */
const Market = ({ market, session }: Pick<Overview, 'market' | 'session'>) => {
  const { t } = useTranslation()
  const next = useMoment(session.nextAt)
  const { index } = market
  const tone = direction(index.changePercent)
  return (
    <>
      <p className={styles.phase}>
        <strong>{t(`Trading.Phase.${session.phase}`)}</strong>{' '}
        {session.nextPhase &&
          session.nextAt &&
          t('Trading.Phase.Next', { phase: t(`Trading.Phase.${session.nextPhase}`), time: next })}
      </p>
      <p className={styles.index} data-figures translate="no" title={t('Index.Title')}>
        <span>{t('Index.Name')}</span> <strong>{money(index.value)}</strong>{' '}
        <span data-tone={tone}>
          {arrows[tone]} {percent(index.changePercent)}
        </span>
      </p>
      <ul className={styles.breadth}>
        {BREADTH.map((part) => (
          <li key={part}>{t(`Dashboard.Breadth.${part}`, { number: quantity(market[part]) })}</li>
        ))}
      </ul>
      <dl className={styles.figures}>
        <dt>{t('Landing.Value')}</dt>
        <dd>₦ {money(market.tradeValue)}</dd>
        <dt>{t('Landing.Volume')}</dt>
        <dd>{quantity(market.tradeVolume)}</dd>
        <dt>{t('Landing.Trades')}</dt>
        <dd>{quantity(market.numberOfTrades)}</dd>
      </dl>
    </>
  )
}

export default LandingScreen
