import {
  CheckCircleFilled,
  LoadingOutlined,
  StopFilled,
  SyncOutlined,
  WarningFilled,
} from '@ant-design/icons'
import type { TextKey } from '@tradebook/contract'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { marketTimeAt } from '../market-clock.ts'
import { startIsOver } from '../start.ts'
import { timeOfDay } from '../ui/format.ts'
import style from './connection-badge.module.css'
import type { Link, LinkState } from './market-store.ts'
import { useLink, useLiveConnection, useVenue } from './use-live.ts'

type Standing = LinkState | 'catchingUp' | 'marketLost'

/** Each standing as a text, a shape and (by the style sheet) a colour. */
const standings: Readonly<Record<Standing, { text: TextKey; shape: ReactNode }>> = {
  connecting: { text: 'Trading.Connection.connecting', shape: <LoadingOutlined /> },
  catchingUp: { text: 'Trading.Connection.catchingUp', shape: <LoadingOutlined /> },
  connected: { text: 'Trading.Connection.connected', shape: <CheckCircleFilled /> },
  polling: { text: 'Trading.Connection.polling', shape: <SyncOutlined /> },
  marketLost: { text: 'Trading.NotConnected', shape: <WarningFilled /> },
  reconnecting: { text: 'Trading.Connection.reconnecting', shape: <WarningFilled /> },
  offline: { text: 'Trading.Connection.offline', shape: <StopFilled /> },
}

/** How the page stands with the market, always visible; a loss is also announced. Holds the connection open. */
export function ConnectionBadge() {
  useLiveConnection()
  const { t } = useTranslation()
  const link = useLink()
  const venue = useVenue()
  const standing = standingOf(link, venue?.connected !== false)
  useEffect(() => {
    if (['connected', 'polling', 'marketLost'].includes(standing)) startIsOver()
  }, [standing])
  const lostSince =
    standing === 'marketLost'
      ? venue?.time
      : standing === 'reconnecting' || standing === 'offline'
        ? (marketTimeAt(link.since) ?? link.since)
        : undefined
  return (
    <span className={style.badge} data-standing={standing}>
      <span aria-hidden="true">{standings[standing].shape}</span>
      <span>{t(standings[standing].text)}</span>
      <span className={style.announced} role="alert">
        {lostSince !== undefined && t('Trading.Connection.lost', { since: timeOfDay(lostSince) })}
      </span>
    </span>
  )
}

/** @param isMarketThere what the server said last: it may be reached, and the market may not. */
function standingOf({ state, synchronised }: Link, isMarketThere: boolean): Standing {
  if (state !== 'connected' && state !== 'polling') return state
  if (!isMarketThere) return 'marketLost'
  return state === 'connected' && !synchronised ? 'catchingUp' : state
}
