import type { InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useIsFresh,
  useLink,
  useLiveConnection,
  useSecurityIDs,
  useSelectedSecurity,
  useVenue,
} from '../../live/use-live.ts'
import { time } from '../../ui/format.ts'
import { useIsPhone } from '../../ui/viewport.ts'
import { Announcer } from './announcer.tsx'
import { DeskLayout } from './desk-layout.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { PhoneLayout } from './phone-layout.tsx'
import { useSelection } from './selection.ts'
import style from './trading-screen.module.css'
import { useDensity } from './use-row-height.ts'

/** Where a broker spends the day: the living market, the ticket and the day's orders. */
export default function TradingScreen() {
  const density = useDensity()
  const [selected, select] = useSelection()
  const searchBox = useRef<InputRef>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isPhone = useIsPhone()
  const isFresh = useIsFresh()
  useLiveConnection()
  const listed = useSecurityIDs()
  // What the address names is followed before the list has come: most often it is listed.
  const isUnknown = selected !== undefined && listed.length > 0 && !listed.includes(selected)
  useSelectedSecurity(isUnknown ? undefined : selected)
  useKeys({
    '/': () => searchBox.current?.focus({ cursor: 'all' }),
    '?': () => setHelpOpen(true),
  })
  const Layout = isPhone ? PhoneLayout : DeskLayout
  return (
    <main className={style.screen} data-density={density} data-stale={!isFresh || undefined}>
      <StaleNotice />
      <div className={style.layout}>
        <Layout selected={selected} onSelect={select} searchBox={searchBox} />
      </div>
      <Announcer />
      <KeyboardHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </main>
  )
}

/** One plain sentence while what is shown may be wrong: since when, and what still works. */
function StaleNotice() {
  const { t } = useTranslation()
  const { state, since } = useLink()
  const venue = useVenue()
  const isFresh = useIsFresh()
  if (isFresh && venue?.connected === false) {
    return <p className={style.stale}>{t('Trading.VenueAway', { since: time(venue.time) })}</p>
  }
  if (isFresh || (state !== 'reconnecting' && state !== 'offline')) return null
  return <p className={style.stale}>{t('Trading.Stale', { since: time(since) })}</p>
}

/** Keys of the whole screen, asleep while something is being typed. */
function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions)
  useEffect(() => {
    current.current = actions
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const action = current.current[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
