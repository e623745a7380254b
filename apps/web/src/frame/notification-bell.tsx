import { BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHandler } from '../ui/use-handler.ts'
import styles from './notification-bell.module.css'
import { NotificationList } from './notification-list.tsx'
import { useNotifications } from './use-notifications.ts'

/** So many are listed at first, and so many more at each press. */
const PAGE = 20
/** The bell has room for two digits. */
const MOST_COUNTED = 99

/** How many notifications are unread; opens the list of all. */
export function NotificationBell() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [most, setMost] = useState(PAGE)
  const answer = useNotifications(most)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const unread = answer.data?.unreadCount ?? 0
  const label = t('Notification.Bell', { number: unread })

  const close = () => {
    setOpen(false)
    setMost(PAGE)
  }
  const closeByEscape = useHandler(({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    close()
    button.current?.focus()
  })
  /** A press elsewhere leaves the list, and so does focus that goes on. */
  const closeFromOutside = useHandler(({ target }: Event) => {
    if (!place.current?.contains(target as Node)) close()
  })
  useEffect(() => {
    if (!isOpen) return
    const open = new AbortController()
    document.addEventListener('keydown', closeByEscape, open)
    document.addEventListener('pointerdown', closeFromOutside, open)
    document.addEventListener('focusin', closeFromOutside, open)
    return () => open.abort()
  }, [isOpen, closeByEscape, closeFromOutside])
  return (
    <div className={styles.place} ref={place}>
      <Button
        ref={button}
        type="text"
        className={styles.bell}
        icon={<BellOutlined />}
        title={label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
        </span>
      )}
      {isOpen && (
        <NotificationList answer={answer} onMore={() => setMost((before) => before + PAGE)} onLeave={close} />
      )}
    </div>
  )
}
