import type { CallInput, CallName } from '@tradebook/contract'
import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../api/use-send.ts'
import { useMayMake } from '../session.ts'
import { SendFailure } from '../ui/send-failure.tsx'

interface ChangeButtonProps<Name extends CallName> {
  readonly change: Name
  readonly input: CallInput<Name>
  readonly label: string
  /** What is about to happen, asked before it is sent; without it it is sent at once. */
  readonly confirm?: { readonly title: string; readonly details: string }
  readonly makesStale: readonly CallName[]
  readonly onDone: () => void
}

/** A button that makes one change of a record, after a confirmation where it is not easily undone; none for people who may not. */
export function ChangeButton<Name extends CallName>(props: ChangeButtonProps<Name>) {
  const { change, input, label, confirm, makesStale, onDone } = props
  const { t } = useTranslation()
  const [modal, dialog] = Modal.useModal()
  const { state, send } = useSend(change, { makesStale })
  const mayPress = useMayMake(change)
  const press = async () => {
    const isSure =
      !confirm ||
      (await modal.confirm({
        title: confirm.title,
        content: confirm.details,
        okText: label,
        okButtonProps: { danger: true },
        cancelText: t('Administration.Back'),
      }))
    if (isSure && (await send(input))?.status === 'done') onDone()
  }
  if (!mayPress) return null
  return (
    <div>
      <Button danger={confirm !== undefined} loading={isPending(state)} onClick={() => void press()}>
        {label}
      </Button>
      <SendFailure state={state} />
      {dialog}
    </div>
  )
}
