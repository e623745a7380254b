import { Modal } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { isLeaving } from '../leave.ts'

/**
 * Asks before unsaved values are lost: inside the page with words of its own, at closing or
 * reloading the tab with the browser's. A session that has ended asks nothing.
 *
 * @param hasUnsaved is asked when the person leaves.
 */
export function UnsavedGuard({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const { t } = useTranslation()
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
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('Form.Leave')}
      okText={t('Form.Leave.go')}
      okButtonProps={{ danger: true }}
      cancelText={t('Form.Leave.stay')}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('Form.Leave.details')}
    </Modal>
  )
}
