import {
  LineChartOutlined,
  MenuOutlined,
  PieChartOutlined,
  ReadOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { Drawer, Menu } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation, useSearchParams } from 'react-router'
import { HOME, NEWS } from '../paths.ts'
import { menuGroups } from '../routes.ts'
import { useMenu } from './main-menu.tsx'
import { PersonSettings } from './person-settings.tsx'
import styles from './phone-bar.module.css'

/** What a phone shows of the trading screen one at a time, by the tab in its address. */
const tradingPlaces = [
  { tab: undefined, text: 'Bar.Market', shape: <LineChartOutlined aria-hidden /> },
  { tab: 'orders', text: 'Bar.Orders', shape: <UnorderedListOutlined aria-hidden /> },
  { tab: 'holdings', text: 'Bar.Portfolio', shape: <PieChartOutlined aria-hidden /> },
] as const

/** The tab of the trading screen that is open; `null` on every other screen. Executions are of the orders. */
function useTradingPlace() {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  if (pathname !== HOME) return null
  const tab = query.has('security') ? null : query.get('tab')
  return tab === 'executions' ? 'orders' : (tab ?? undefined)
}

/** The bottom bar of a phone: what is opened most, and everything else behind "More". */
export const PhoneBar = () => {
  const { t } = useTranslation()
  const [more, setMore] = useState(false)
  const menu = useMenu()
  const place = useTradingPlace()
  return (
    <>
      <nav className={styles.bar} aria-label={t('Menu.Label')}>
        {tradingPlaces.map(({ tab, text, shape }) => (
          <Link
            key={text}
            to={tab === undefined ? HOME : `${HOME}?tab=${tab}`}
            aria-current={place === tab ? 'page' : undefined}
          >
            {shape}
            {t(text)}
          </Link>
        ))}
        <NavLink to={NEWS}>
          <ReadOutlined aria-hidden />
          {t('Bar.News')}
        </NavLink>
        <button type="button" aria-expanded={more} onClick={() => setMore(true)}>
          <MenuOutlined aria-hidden />
          {t('Bar.More')}
        </button>
      </nav>
      <Drawer
        open={more}
        onClose={() => setMore(false)}
        placement="bottom"
        size="auto"
        title={t('Bar.More')}
        styles={{ body: { padding: 0 } }}
      >
        <Menu
          mode="inline"
          {...menu}
          defaultOpenKeys={Object.keys(menuGroups)}
          onClick={() => setMore(false)}
        />
        <div className={styles.person}>
          <PersonSettings />
        </div>
      </Drawer>
    </>
  )
}
