import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressChoice } from '../../ui/use-address-choice.ts'
import type { LayoutProps } from './desk-layout.tsx'
import { useOrderTabs } from './orders/order-tabs.tsx'
import { PhaseStrip } from './phase/phase-strip.tsx'
import style from './phone-layout.module.css'
import { BestPrices, SecurityHeader } from './security-header.tsx'
import { securityPanels } from './security-panels.tsx'
import { Tabs } from './tabs.tsx'
import { Ticket } from './ticket/ticket.tsx'
import { closeTicket, useTicket } from './ticket/ticket-store.ts'
import { MarketWatch } from './watch/market-watch.tsx'

const PHONE_COLUMNS = ['symbol', 'lastPx', 'changePercent', 'tradeVolume'] as const

/**
 * The sheet leaves a strip of the market in sight, which also closes it, and is on the keyboard
 * where that covers the page. It scrolls inside; the button that sends stays at its foot.
 */
const sheet = {
  wrapper: { bottom: 'var(--tb-covered, 0px)', maxHeight: 'calc(92dvh - var(--tb-covered, 0px))' },
  section: { maxHeight: 'inherit' },
  header: { padding: 'calc(2 * var(--tb-space)) calc(3 * var(--tb-space))' },
  body: { padding: 0 },
}

/** One thing at a time: the list, then the security; the ticket comes up from below. */
export function PhoneLayout(props: LayoutProps) {
  const { selected, onSelect } = props
  const { t } = useTranslation()
  const isTicketOpen = useTicket(({ isOpen }) => isOpen)
  return (
    <div className={style.phone}>
      {selected === undefined ? (
        <Lists {...props} />
      ) : (
        <SecurityPage securityID={selected} onBack={() => onSelect(undefined)} />
      )}
      <Drawer
        placement="bottom"
        size="auto"
        open={isTicketOpen}
        onClose={closeTicket}
        title={t('Trading.Ticket')}
        styles={sheet}
      >
        <Ticket securityID={selected} />
      </Drawer>
    </div>
  )
}

function Lists(props: LayoutProps) {
  const { t } = useTranslation()
  const [tab, setTab] = useAddressChoice<string>('tab', ['market', 'orders', 'executions', 'holdings'])
  const market = {
    key: 'market',
    title: t('Trading.Market'),
    content: () => <MarketWatch {...props} columnKeys={PHONE_COLUMNS} />,
  }
  const tabs = [market, ...useOrderTabs(props)]
  return <Tabs label={t('Trading.Title')} selected={tab} onSelect={setTab} tabs={tabs} />
}

function SecurityPage({ securityID, onBack }: { securityID: string; onBack: () => void }) {
  const { t } = useTranslation()
  const [tab, setTab] = useState('chart')
  return (
    <div className={style.page}>
      <div className={style.top}>
        <Button type="text" icon={<ArrowLeftOutlined />} aria-label={t('Trading.Back')} onClick={onBack} />
        <SecurityHeader securityID={securityID} />
      </div>
      <PhaseStrip securityID={securityID} />
      <div className={style.tabs}>
        <Tabs
          label={t('Trading.Security')}
          selected={tab}
          onSelect={setTab}
          tabs={securityPanels
            .filter(({ isDeskOnly }) => !isDeskOnly)
            .map(({ key, title, Content, Tools }) => ({
              key,
              title: t(title),
              content: () => (
                <Suspense>
                  {Tools ? (
                    <div className={style.chart}>
                      <Tools />
                      <Content securityID={securityID} />
                    </div>
                  ) : (
                    <Content securityID={securityID} />
                  )}
                </Suspense>
              ),
            }))}
        />
      </div>
      <BestPrices securityID={securityID} />
    </div>
  )
}
