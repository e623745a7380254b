import type { Statistics } from '@tradebook/contract'
import type { InputRef } from 'antd'
import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel as Pane, Separator, useDefaultLayout } from 'react-resizable-panels'
import { liveMarket } from '../../live/live-market.ts'
import { useSecurityIDs } from '../../live/use-live.ts'
import { News } from '../../market/news.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAddressChoice } from '../../ui/use-address-choice.ts'
import { useHeight, useRoom } from '../../ui/viewport.ts'
import { OrderBookPanel } from './book/order-book.tsx'
import style from './desk-layout.module.css'
import { useOrderTabs } from './orders/order-tabs.tsx'
import { PhaseStrip } from './phase/phase-strip.tsx'
import { arrange, layoutStorage, useArrangement } from './preferences.ts'
import { SecurityHeader } from './security-header.tsx'
import { type SecurityPanel, securityPanels } from './security-panels.tsx'
import { Tabs } from './tabs.tsx'
import { Tape } from './tape.tsx'
import { Ticket } from './ticket/ticket.tsx'
import { MarketWatch } from './watch/market-watch.tsx'

export interface LayoutProps {
  readonly selected: string | undefined
  readonly onSelect: (securityID: string | undefined) => void
  readonly searchBox: RefObject<InputRef | null>
}

/** Everything at once: watch, security, ticket, and the day's orders below. */
export function DeskLayout({ selected, onSelect, searchBox }: LayoutProps) {
  useLastSecurity(selected, onSelect)
  const isUnknown = useIsUnknown(selected)
  return (
    <Split id="desk" orientation="horizontal">
      <Pane id="market" minSize="50%">
        <Split id="market" orientation="vertical">
          <Pane id="security" minSize="30%">
            <Split id="security" orientation="horizontal">
              <Pane id="watch" defaultSize="37%" minSize="180px">
                <MarketWatch selected={selected} onSelect={onSelect} searchBox={searchBox} />
              </Pane>
              <Handle />
              <Pane id="selected" minSize="360px">
                <SelectedSecurity securityID={selected} isUnknown={isUnknown} />
              </Pane>
            </Split>
          </Pane>
          <Handle />
          <Pane id="orders" defaultSize="27%" minSize="176px">
            <DayPanel selected={selected} onSelect={onSelect} />
          </Pane>
        </Split>
      </Pane>
      <Handle />
      <Pane
        id="ticket"
        defaultSize="20%"
        minSize="256px"
        maxSize="40%"
        groupResizeBehavior="preserve-pixel-size"
      >
        <Ticket securityID={isUnknown ? undefined : selected} />
      </Pane>
    </Split>
  )
}

/** A desk is never empty: it opens with the security looked at last, at first with the busiest. */
function useLastSecurity(selected: string | undefined, onSelect: LayoutProps['onSelect']): void {
  const last = useArrangement(({ security }) => security)
  const isEmpty = useSecurityIDs().length === 0
  useEffect(() => {
    if (selected !== undefined) arrange({ security: selected })
    else if (last !== null) onSelect(last)
    else if (!isEmpty) onSelect(busiest(liveMarket.store.statistics.latestOfAll()))
  }, [selected, isEmpty, last, onSelect])
}

const busiest = (rows: readonly Statistics[]): string | undefined =>
  rows.toSorted((a, b) => b.tradeValue - a.tradeValue)[0]?.securityID

function DayPanel(props: Pick<LayoutProps, 'selected' | 'onSelect'>) {
  const { t } = useTranslation()
  const [tab, setTab] = useAddressChoice<string>('tab', ['orders', 'executions', 'holdings', 'news'])
  const news = { key: 'news', title: t('Trading.News'), content: () => <News /> }
  return (
    <Tabs
      label={t('Trading.Orders')}
      selected={tab}
      onSelect={setTab}
      tabs={[...useOrderTabs(props), news]}
    />
  )
}

function SelectedSecurity({ securityID, isUnknown }: { securityID: string | undefined; isUnknown: boolean }) {
  const { t } = useTranslation()
  if (securityID === undefined || isUnknown) {
    return (
      <div className={style.nothing}>
        <EmptyState
          title={isUnknown ? t('Trading.UnknownSecurity', { securityID }) : t('Trading.NoSecurity')}
          details={t('Trading.NoSecurity.details')}
        />
      </div>
    )
  }
  return (
    <div className={style.selected}>
      <SecurityHeader securityID={securityID} />
      <PhaseStrip securityID={securityID} />
      <Pictures securityID={securityID} />
    </div>
  )
}

/** Chart, book and trades, in as many places as there is room for; what has no place of its own is a tab. */
function Pictures({ securityID }: { securityID: string }) {
  const { t } = useTranslation()
  const room = useRoom()
  const isLow = useHeight() === 'low'
  const [tab, setTab] = useState('chart')
  const [lower, setLower] = useState('book')
  const tabsOf = (panels: readonly SecurityPanel[]) =>
    panels.map(({ key, title, Content }) => ({
      key,
      title: t(title),
      content: () => (
        <Suspense>
          <Content securityID={securityID} />
        </Suspense>
      ),
    }))
  const { Tools, isTall = false } = securityPanels.find(({ key }) => key === tab) ?? {}
  const below = securityPanels.filter(({ isBelow }) => isBelow)
  const pictures = (
    <Tabs
      label={t('Trading.Security')}
      selected={tab}
      onSelect={setTab}
      tools={Tools && <Tools />}
      tabs={tabsOf(isLow ? securityPanels : securityPanels.filter(({ isBelow }) => !isBelow))}
    />
  )
  if (isLow) return <div className={style.only}>{pictures}</div>
  return (
    <Split id="picture" orientation="vertical" isKept={!isTall}>
      <Pane id="chart" defaultSize="52%" minSize="20%">
        {pictures}
      </Pane>
      {!isTall && <Handle />}
      {!isTall && (
        <Pane id="depth" minSize="20%">
          {room === 'wide' ? (
            <Split id="depth" orientation="horizontal">
              <Pane id="book" defaultSize="62%" minSize="300px">
                <OrderBookPanel />
              </Pane>
              <Handle />
              <Pane id="trades" minSize="190px">
                <Tape key={securityID} />
              </Pane>
            </Split>
          ) : (
            <Tabs label={t('Trading.Book')} selected={lower} onSelect={setLower} tabs={tabsOf(below)} />
          )}
        </Pane>
      )}
    </Split>
  )
}

/** The address names a security that is not listed. */
function useIsUnknown(securityID: string | undefined): boolean {
  const listed = useSecurityIDs()
  return securityID !== undefined && listed.length > 0 && !listed.includes(securityID)
}

interface SplitProps {
  readonly id: string
  readonly orientation: 'horizontal' | 'vertical'
  /** Its sizes are those to come back to; not while a panel is left out. */
  readonly isKept?: boolean
  readonly children: ReactNode
}

/** Panels side by side or one above the other, whose sizes are kept. */
function Split({ id, orientation, isKept = true, children }: SplitProps) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id, storage: layoutStorage })
  return (
    <Group
      id={id}
      orientation={orientation}
      className={style.split}
      {...(isKept && { onLayoutChanged })}
      {...(defaultLayout && { defaultLayout })}
    >
      {children}
    </Group>
  )
}

const Handle = () => <Separator className={style.handle} />
