import { Side } from '@tradebook/contract'
import type { InputRef } from 'antd'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertDialogOnDemand } from '../../alerts/alert-dialog-on-demand.tsx'
import { showPalette } from '../../frame/palette/open-palette.ts'
import { useIsFresh, useLink, useSecurityIDs, useSelectedSecurity, useVenue } from '../../live/use-live.ts'
import { useSelection } from '../../market/selection.ts'
import { marketTimeAt } from '../../market-clock.ts'
import { timeOfDay } from '../../ui/format.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { useIsPhone } from '../../ui/viewport.ts'
import { Announcer } from './announcer.tsx'
import { closeCross, openCross, useCrossTicket, useMayCross } from './cross/open-cross.ts'
import { DeskLayout } from './desk-layout.tsx'
import { hideKeyboardHelp, showKeyboardHelp, useKeyboardHelp } from './open-keyboard-help.ts'
import { enterNextRegion, enterRegion } from './regions.ts'
import style from './trading-screen.module.css'
import { useDensity } from './use-row-height.ts'
import { useScreenKeys } from './use-screen-keys.ts'
import { useTrade } from './use-trade.ts'

const CrossTicket = onDemand(() =>
  import(/* webpackChunkName: "cross-ticket" */ './cross/cross-ticket.tsx').then(
    (module) => module.CrossTicket,
  ),
)
const KeyboardHelp = onDemand(() =>
  import(/* webpackChunkName: "keyboard-help" */ './keyboard-help.tsx').then((module) => module.KeyboardHelp),
)
/** A desk does not need it. */
const PhoneLayout = lazy(() =>
  import(/* webpackChunkName: "phone-layout" */ './phone-layout.tsx').then((module) => ({
    default: module.PhoneLayout,
  })),
)

/** Where a broker spends the day: the living market, the ticket and the day's orders. */
export default function TradingScreen() {
  const density = useDensity()
  const [selected, select] = useSelection()
  const searchBox = useRef<InputRef>(null)
  const isPhone = useIsPhone()
  const isFresh = useIsFresh()
  const listed = useSecurityIDs()
  // What the address names is followed before the list has come: most often it is listed.
  const isUnknown = selected !== undefined && listed.length > 0 && !listed.includes(selected)
  useSelectedSecurity(isUnknown ? undefined : selected)
  const trade = useTrade()
  const mayCross = useMayCross()
  const isCrossOpen = useCrossTicket(({ isOpen }) => isOpen)
  const isHelpOpen = useKeyboardHelp(({ isOpen }) => isOpen)
  useScreenKeys({
    search: () => searchBox.current?.focus({ cursor: 'all' }),
    buy: () => trade(Side.buy, selected),
    sell: () => trade(Side.sell, selected),
    cross: () => mayCross && openCross(),
    watch: () => enterRegion('watch'),
    book: () => enterRegion('book'),
    ticket: () => enterRegion('ticket'),
    orders: () => enterRegion('orders'),
    nextRegion: () => enterNextRegion(1),
    previousRegion: () => enterNextRegion(-1),
    help: showKeyboardHelp,
    commands: showPalette,
  })
  const Layout = isPhone ? PhoneLayout : DeskLayout
  return (
    <main className={style.screen} data-density={density} data-stale={!isFresh || undefined}>
      <StaleNotice />
      <div className={style.layout}>
        <Suspense>
          <Layout selected={selected} onSelect={select} searchBox={searchBox} />
        </Suspense>
      </div>
      {mayCross && (
        <CrossTicket
          isOpen={isCrossOpen}
          onClose={closeCross}
          securityID={isUnknown ? undefined : selected}
        />
      )}
      <AlertDialogOnDemand />
      <Announcer />
      <KeyboardHelp isOpen={isHelpOpen} onClose={hideKeyboardHelp} />
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
    return <p className={style.stale}>{t('Trading.VenueAway', { since: timeOfDay(venue.time) })}</p>
  }
  if (isFresh || (state !== 'reconnecting' && state !== 'offline')) return null
  return (
    <p className={style.stale}>{t('Trading.Stale', { since: timeOfDay(marketTimeAt(since) ?? since) })}</p>
  )
}
