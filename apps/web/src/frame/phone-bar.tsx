import { LineChartOutlined, MenuOutlined, ReadOutlined } from '@ant-design/icons'
import { Drawer, Menu } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { menuGroups } from '../routes.tsx'
import { useMenu } from './main-menu.tsx'
import { PersonSettings } from './person-settings.tsx'
import styles from './phone-bar.module.css'

/** The bottom bar of a phone: what is opened most, and everything else behind "More". */
export const PhoneBar = () => {
  const { t } = useTranslation()
  const [more, setMore] = useState(false)
  const menu = useMenu()
  return (
    <>
      <nav className={styles.bar} aria-label={t('Menu.Label')}>
        <NavLink to="/app/trading">
          <LineChartOutlined aria-hidden />
          {t('Bar.Market')}
        </NavLink>
        <NavLink to="/app/marketData/marketNews">
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
