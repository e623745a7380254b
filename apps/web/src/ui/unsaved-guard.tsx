import { Modal } from 'antd'
import { createContext, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { isLeaving } from '../leave.ts'

/** The forms within something that closes, by what each answers whether it has unsaved values. */
export const FormsWithin = createContext<Set<() => boolean> | undefined>(undefined)

/**
 * Asks before unsaved values are lost: inside the page with words of its own, at closing or
 * reloading the tab with the browser's. A session that has ended asks nothing.
 *
 * @param hasUnsaved is asked when the person leaves.
 */
export function UnsavedGuard({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  )
  useEffect(() => {
    const subscription = new AbortController()
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving() && hasUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask, subscription)
    return () => subscription.abort()
  })
  const within = useContext(FormsWithin)
  useEffect(() => {
    within?.add(hasUnsaved)
    return () => void within?.delete(hasUnsaved)
  }, [within, hasUnsaved])
  return (
    <LeaveQuestion
      isOpen={blocker.state === 'blocked'}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  )
}

interface LeaveQuestionProps {
  readonly isOpen: boolean
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Whether unsaved values may be lost. */
export function LeaveQuestion({ isOpen, onLeave, onStay }: LeaveQuestionProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open={isOpen}
      title={t('Form.Leave')}
      okText={t('Form.Leave.go')}
      okButtonProps={{ danger: true }}
      cancelText={t('Form.Leave.stay')}
      onOk={onLeave}
      onCancel={onStay}
    >
      {t('Form.Leave.details')}
    </Modal>
  )
}
