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
import { useLink, useLiveConnection } from './use-live.ts'

type Standing = LinkState | 'catchingUp'

/** Each standing as a text, a shape and (by the style sheet) a colour. */
const standings: Readonly<Record<Standing, { text: TextKey; shape: ReactNode }>> = {
  connecting: { text: 'Trading.Connection.connecting', shape: <LoadingOutlined /> },
  catchingUp: { text: 'Trading.Connection.catchingUp', shape: <LoadingOutlined /> },
  connected: { text: 'Trading.Connection.connected', shape: <CheckCircleFilled /> },
  polling: { text: 'Trading.Connection.polling', shape: <SyncOutlined /> },
  reconnecting: { text: 'Trading.Connection.reconnecting', shape: <WarningFilled /> },
  offline: { text: 'Trading.Connection.offline', shape: <StopFilled /> },
}

/** How the page stands with the market, always visible; a loss is also announced. Holds the connection open. */
export function ConnectionBadge() {
  useLiveConnection()
  const { t } = useTranslation()
  const link = useLink()
  const standing = standingOf(link)
  useEffect(() => {
    if (standing === 'connected' || standing === 'polling') startIsOver()
  }, [standing])
  const isLost = standing === 'reconnecting' || standing === 'offline'
  return (
    <span className={style.badge} data-standing={standing}>
      <span aria-hidden="true">{standings[standing].shape}</span>
      <span>{t(standings[standing].text)}</span>
      <span className={style.announced} role="alert">
        {isLost && t('Trading.Connection.lost', { since: timeOfDay(marketTimeAt(link.since) ?? link.since) })}
      </span>
    </span>
  )
}

const standingOf = ({ state, synchronised }: Link): Standing =>
  state === 'connected' && !synchronised ? 'catchingUp' : state
