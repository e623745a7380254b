import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'

interface IdleWarningProps {
  /** Until the session ends. */
  readonly seconds: number
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** Asks whether anybody is still there. */
const IdleWarning = ({ seconds, onStay, onLeave }: IdleWarningProps) => {
  const { t } = useTranslation()
  return (
    <Modal
      open
      title={t('Idle.Title')}
      okText={t('Idle.Stay')}
      cancelText={t('Person.SignOut')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      onOk={onStay}
      onCancel={onLeave}
    >
      <p role="timer">{t('Idle.Details', { seconds })}</p>
    </Modal>
  )
}

export default IdleWarning
