import { Button } from 'antd'
import type { FormEvent, KeyboardEvent, ReactNode, RefCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { isPending, type SendState } from '../../../api/use-send.ts'
import style from './orders.module.css'

interface RequestPanelProps {
  readonly title: string
  /** What the button does, in words; without it there is nothing to do but to close. */
  readonly action?: string | undefined
  readonly isDanger?: boolean
  /** Where the request stands that the button made. */
  readonly sending: SendState<unknown>
  readonly isDisabled?: boolean
  /** The words that leave everything as it is. */
  readonly leave: string
  /** What follows from what is typed. It is below the buttons, in room of its own: they stay where they are. */
  readonly advice?: ReactNode
  readonly onAct: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * What is asked before an order is changed or cancelled: next to its row, with the market in full
 * sight. Escape leaves it; anyone who opened it takes the focus back.
 */
export function RequestPanel(props: RequestPanelProps) {
  const {
    title,
    action,
    isDanger = false,
    sending,
    isDisabled = false,
    leave,
    advice,
    onAct,
    onClose,
    children,
  } = props
  const { t } = useTranslation()
  const isBusy = isPending(sending)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy && !isDisabled) onAct()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // What is typed here is not a key of the row or the screen behind.
    if (event.key.length === 1 || event.key === 'Escape') event.stopPropagation()
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
  }
  return (
    <div ref={intoSight} role="dialog" aria-label={title} className={style.request} onKeyDown={onKeyDown}>
      <form onSubmit={onSubmit} data-advised={advice !== undefined || undefined}>
        <strong>{title}</strong>
        {children}
        <div className={style.answers}>
          {action !== undefined && (
            <Button
              htmlType="submit"
              type="primary"
              size="small"
              danger={isDanger}
              loading={isBusy}
              disabled={isDisabled}
            >
              {action}
            </Button>
          )}
          <Button size="small" onClick={onClose}>
            {leave}
          </Button>
        </div>
        {advice && <div className={style.advice}>{advice}</div>}
        {sending.status === 'slow' && <p role="status">{t('Send.Slow')}</p>}
      </form>
    </div>
  )
}

/** The panel opens in sight, its buttons in any case: under the last row it would be below the edge of the list. */
const intoSight: RefCallback<HTMLElement> = (panel) => {
  panel?.scrollIntoView?.({ block: 'nearest' })
  panel?.querySelector(`.${style.answers}`)?.scrollIntoView?.({ block: 'nearest' })
}

/** Shows what failed where the person looks, and announces it. */
export function RequestFailureNote({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={style.failed}>
      {children}
    </p>
  )
}
