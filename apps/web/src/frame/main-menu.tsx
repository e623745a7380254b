import { Menu, type MenuProps } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { screens } from '../routes.ts'
import { useSession } from '../session.ts'
import styles from './main-menu.module.css'
import { type MenuEntry, menuOf } from './menu.ts'

type Item = NonNullable<MenuProps['items']>[number]

const itemOf = (entry: MenuEntry, t: TFunction): Item =>
  'path' in entry
    ? { key: entry.path, label: <Link to={entry.path}>{t(entry.title)}</Link> }
    : {
        key: entry.group,
        label: t(entry.title),
        children: entry.entries.map((inner) => itemOf(inner, t)),
      }

/** The menu for Ant Design, and the line of the screen that is open. */
export function useMenu(): Required<Pick<MenuProps, 'items' | 'selectedKeys'>> {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const who = useSession()
  const items = useMemo(() => menuOf(screens, who).map((entry) => itemOf(entry, t)), [who, t])
  return { items, selectedKeys: [pathname] }
}

export const MainMenu = () => {
  const { t } = useTranslation()
  return (
    <nav className={styles.menu} aria-label={t('Menu.Label')}>
      <Menu mode="horizontal" {...useMenu()} />
    </nav>
  )
}
