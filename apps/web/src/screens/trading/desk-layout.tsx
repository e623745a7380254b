import type { Statistics } from '@tradebook/contract'
import type { InputRef } from 'antd'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel as Pane, Separator, useDefaultLayout } from 'react-resizable-panels'
import { liveMarket } from '../../live/live-market.ts'
import { useSecurityIDs } from '../../live/use-live.ts'
import { OrderBookPanel } from './book/order-book.tsx'
import { ChartIntervals, PriceChart } from './chart/price-chart.tsx'
import { Company } from './company.tsx'
import { DepthChart } from './depth/depth-chart.tsx'
import style from './desk-layout.module.css'
import { Empty } from './empty.tsx'
import { News } from './news.tsx'
import { useOrderTabs } from './orders/order-tabs.tsx'
import { arrange, layoutStorage, useArrangement } from './preferences.ts'
import { SecurityHeader } from './security-header.tsx'
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
      <Pane id="market" minSize="40%">
        <Split id="market" orientation="vertical">
          <Pane id="security" minSize="30%">
            <Split id="security" orientation="horizontal">
              <Pane id="watch" defaultSize="35%" minSize="15%">
                <MarketWatch selected={selected} onSelect={onSelect} searchBox={searchBox} />
              </Pane>
              <Handle />
              <Pane id="selected" minSize="30%">
                <SelectedSecurity securityID={selected} isUnknown={isUnknown} />
              </Pane>
            </Split>
          </Pane>
          <Handle />
          <Pane id="orders" defaultSize="27%" minSize="10%">
            <DayPanel selected={selected} onSelect={onSelect} />
          </Pane>
        </Split>
      </Pane>
      <Handle />
      <Pane
        id="ticket"
        defaultSize="20%"
        minSize="16%"
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
    else if (!isEmpty) onSelect(last ?? busiest(liveMarket.store.statistics.all.get()))
  }, [selected, isEmpty, last, onSelect])
}

const busiest = (rows: readonly Statistics[]): string | undefined =>
  rows.toSorted((a, b) => b.tradeValue - a.tradeValue)[0]?.securityID

function DayPanel(props: Pick<LayoutProps, 'selected' | 'onSelect'>) {
  const { t } = useTranslation()
  const [tab, setTab] = useState('orders')
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
  const [tab, setTab] = useState('chart')
  if (securityID === undefined || isUnknown) {
    return (
      <div className={style.nothing}>
        <Empty
          title={isUnknown ? t('Trading.UnknownSecurity', { securityID }) : t('Trading.NoSecurity')}
          details={t('Trading.NoSecurity.details')}
        />
      </div>
    )
  }
  return (
    <div className={style.selected}>
      <SecurityHeader securityID={securityID} />
      <Split id="picture" orientation="vertical">
        <Pane id="chart" defaultSize="52%" minSize="20%">
          <Tabs
            label={t('Trading.Security')}
            selected={tab}
            onSelect={setTab}
            tools={tab === 'chart' && <ChartIntervals />}
            tabs={[
              {
                key: 'chart',
                title: t('Trading.Chart'),
                content: () => <PriceChart securityID={securityID} />,
              },
              { key: 'depth', title: t('Trading.Depth'), content: () => <DepthChart /> },
              {
                key: 'company',
                title: t('Trading.Company'),
                content: () => <Company securityID={securityID} />,
              },
              { key: 'news', title: t('Trading.News'), content: () => <News securityID={securityID} /> },
            ]}
          />
        </Pane>
        <Handle />
        <Pane id="depth" minSize="20%">
          <Split id="depth" orientation="horizontal">
            <Pane id="book" defaultSize="62%" minSize="30%">
              <OrderBookPanel />
            </Pane>
            <Handle />
            <Pane id="trades" minSize="20%">
              <Tape key={securityID} />
            </Pane>
          </Split>
        </Pane>
      </Split>
    </div>
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
  readonly children: ReactNode
}

/** Panels side by side or one above the other, whose sizes are remembered. */
function Split({ id, orientation, children }: SplitProps) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id, storage: layoutStorage })
  return (
    <Group
      id={id}
      orientation={orientation}
      className={style.split}
      onLayoutChanged={onLayoutChanged}
      {...(defaultLayout && { defaultLayout })}
    >
      {children}
    </Group>
  )
}

const Handle = () => <Separator className={style.handle} />
