import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import type { UseQueryResult } from '@tanstack/react-query'
import { type CallOutput, NotificationState, type UserNotification } from '@tradebook/contract'
import { Button } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSend } from '../api/use-send.ts'
import { ALERTS } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { dateAndTime } from '../ui/format.ts'
import { useIsPhone } from '../ui/viewport.ts'
import styles from './notification-list.module.css'
import { notificationText, originOf, placeOfNotification } from './notification-text.ts'

interface NotificationListProps {
  readonly answer: UseQueryResult<CallOutput<'Notification/GetAll'>>
  readonly onMore: () => void
  /** A notification was followed. */
  readonly onLeave: () => void
}

const makesStale = { makesStale: ['Notification/GetAll'] } as const

/** The person's notifications, newest first: each leads to what it is about. */
export function NotificationList({ answer, onMore, onLeave }: NotificationListProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDivElement>(null)
  const heading = useId()
  const mark = useSend('Notification/MarkAsRead', makesStale)
  const markAll = useSend('Notification/MarkAllAsRead', makesStale)
  const remove = useSend('Notification/Delete', makesStale)
  const focus = () => dialog.current?.focus({ preventScroll: true })
  useEffect(focus, [])

  const { items = [], totalCount = 0, unreadCount = 0 } = answer.data ?? {}
  const failed = [mark, markAll, remove].map(({ state }) => state).find(({ status }) => status === 'failed')
  const follow = ({ id, state }: UserNotification) => {
    if (state === NotificationState.unread) void mark.send({ id })
    onLeave()
  }
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-labelledby={heading}
      aria-busy={answer.isPending}
      tabIndex={-1}
      className={styles.list}
    >
      <header className={styles.header}>
        <h2 id={heading}>{t('Notification.Title')}</h2>
        {unreadCount > 0 && (
          <Button
            type="link"
            size="small"
            onClick={() => {
              void markAll.send({})
              focus()
            }}
          >
            {t('Notification.MarkAll')}
          </Button>
        )}
      </header>
      {failed?.status === 'failed' && (
        <p role="alert" className={styles.failure}>
          {failed.failure.title} {failed.failure.details}
        </p>
      )}
      {answer.isError && items.length === 0 && (
        <EmptyState
          title={t('Notification.Failed')}
          details={t('Notification.Failed.details')}
          action={<Button onClick={() => void answer.refetch()}>{t('Chunk.Retry')}</Button>}
        />
      )}
      {answer.isSuccess && items.length === 0 && (
        <EmptyState title={t('Notification.Empty')} details={t('Notification.Empty.details')} />
      )}
      <ul className={styles.items}>
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            onFollow={() => follow(item)}
            onMark={() => {
              void mark.send({ id: item.id })
              focus()
            }}
            onRemove={() => {
              void remove.send({ id: item.id })
              focus()
            }}
          />
        ))}
      </ul>
      <Link to={ALERTS} className={styles.alerts} onClick={onLeave}>
        {t('Alert.Title')}
      </Link>
      {items.length < totalCount && (
        <Button type="link" className={styles.more} loading={answer.isFetching} onClick={onMore}>
          {t('Notification.More')}
        </Button>
      )}
    </div>
  )
}

interface ItemProps {
  readonly item: UserNotification
  readonly onFollow: () => void
  readonly onMark: () => void
  readonly onRemove: () => void
}

function Item({ item: { state, notification }, onFollow, onMark, onRemove }: ItemProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const isUnread = state === NotificationState.unread
  const text = notificationText(t, notification)
  const { reason } = notification.data.properties
  const markLabel = `${t('Notification.Mark')}: ${text}`
  const removeLabel = `${t('Notification.Remove')}: ${text}`
  return (
    <li data-unread={isUnread || undefined} data-name={notification.notificationName}>
      <Link to={placeOfNotification(notification, isPhone)} onClick={onFollow}>
        {isUnread && <span className={styles.unread}>{t('Notification.Unread')}</span>}
        <span className={styles.text}>{text}</span>
        {reason !== undefined && <span>{reason}</span>}
        <span className={styles.origin}>
          {dateAndTime(notification.creationTime)} · {originOf(t, notification)}
        </span>
      </Link>
      <span className={styles.actions}>
        {isUnread && (
          <Button
            type="text"
            size="small"
            icon={<CheckOutlined />}
            title={t('Notification.Mark')}
            aria-label={markLabel}
            onClick={onMark}
          />
        )}
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          title={t('Notification.Remove')}
          aria-label={removeLabel}
          onClick={onRemove}
        />
      </span>
    </li>
  )
}
