import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'

interface LeaveQuestionProps {
  readonly isOpen: boolean
  readonly onLeave: () => void
  /** The person stays, with the values. */
  readonly onClose: () => void
}

/** Whether unsaved values may be lost. */
export function LeaveQuestion({ isOpen, onLeave, onClose }: LeaveQuestionProps) {
  const { t } = useTranslation()
  return (
    <Modal
      open={isOpen}
      title={t('Form.Leave')}
      okText={t('Form.Leave.go')}
      okButtonProps={{ danger: true }}
      cancelText={t('Form.Leave.stay')}
      onOk={onLeave}
      onCancel={onClose}
    >
      {t('Form.Leave.details')}
    </Modal>
  )
}
