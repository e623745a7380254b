import {
  type AlertConditionName,
  alertConditionNames,
  alertConditions,
  alertLevel,
} from '@tradebook/contract'
import { Button, Checkbox, Modal, Select } from 'antd'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../api/use-send.ts'
import { useStatistics } from '../live/use-live.ts'
import { useAreMailsSent } from '../session.ts'
import { readFigure, writeFigure } from '../ui/decimal.ts'
import { Field } from '../ui/field.tsx'
import { FigureInput } from '../ui/figure-input.tsx'
import { percent, price } from '../ui/format.ts'
import { SendFailure } from '../ui/send-failure.tsx'
import styles from './alert-dialog.module.css'
import { type AlertDraft, closeAlert, useAlertDialog } from './open-alert.ts'

/** The field of the price or percentage. */
const LEVEL = 'input[inputmode]'

/** Sets an alert on a security, or changes one that waits. */
export function AlertDialog() {
  const { t } = useTranslation()
  const { isOpen, draft } = useAlertDialog()
  const { securityID = '', from } = draft ?? {}
  const content = useRef<HTMLDivElement>(null)
  return (
    <Modal
      open={isOpen}
      title={t(from?.state === 'waiting' ? 'Alert.ChangeFor' : 'Alert.SetFor', { securityID })}
      onCancel={closeAlert}
      // The dialog takes the focus when it has opened, also from a field that asked for it before.
      afterOpenChange={(isShown) => isShown && content.current?.querySelector<HTMLElement>(LEVEL)?.focus()}
      footer={null}
      width={420}
      destroyOnHidden
    >
      <div ref={content}>{draft && <AlertForm {...draft} />}</div>
    </Modal>
  )
}

const conditionChoices = alertConditionNames.map((value) => ({ value, title: alertConditions[value].title }))

function AlertForm({ securityID, from }: AlertDraft) {
  const { t } = useTranslation()
  const areMailsSent = useAreMailsSent()
  const [condition, setCondition] = useState<AlertConditionName>(from?.condition ?? 'atOrAbove')
  const [typed, setTyped] = useState(() => {
    const level = from?.price ?? from?.percent
    return level === undefined || level === null ? '' : writeFigure(level)
  })
  const [byMail, setByMail] = useState(from?.byMail ?? false)
  const [isChecked, setIsChecked] = useState(false)
  const { state, send, reset } = useSend('Alert/Save', { makesStale: ['Alert/GetAll'] })
  const { of } = alertConditions[condition]
  const value = readFigure(typed)
  const isRight = of === 'news' || (typeof value === 'number' && alertLevel(condition, value) !== undefined)

  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    if (!isRight) return
    const outcome = await send({
      ...(from?.state === 'waiting' && { id: from.id }),
      ...{ securityID, condition, byMail: byMail && areMailsSent },
      ...(of !== 'news' && { [of]: value }),
    })
    if (outcome?.status === 'done') closeAlert()
  }
  const edit = (change: () => void) => {
    change()
    setIsChecked(false)
    reset()
  }
  return (
    <form
      className={styles.form}
      aria-label={t('Alert.Set')}
      noValidate
      onSubmit={(event) => void save(event)}
    >
      <PriceNow securityID={securityID} />
      <Field label={t('Alert.Condition')}>
        {(ties) => (
          <Select
            {...ties}
            value={condition}
            options={conditionChoices.map(({ value, title }) => ({ value, label: t(title) }))}
            onChange={(chosen) => edit(() => setCondition(chosen))}
          />
        )}
      </Field>
      {of !== 'news' && (
        <Field
          label={t(of === 'price' ? 'Alert.Price' : 'Alert.Percent')}
          error={isChecked && !isRight ? t(`Alert.Wrong.${of}`) : undefined}
        >
          {(ties) => (
            <FigureInput
              {...ties}
              prefix={of === 'price' ? '₦' : undefined}
              suffix={of === 'percent' ? '%' : undefined}
              value={typed}
              onChange={(text) => edit(() => setTyped(text))}
            />
          )}
        </Field>
      )}
      {areMailsSent && (
        <Checkbox checked={byMail} onChange={({ target }) => setByMail(target.checked)}>
          {t('Alert.ByMail')}
        </Checkbox>
      )}
      <SendFailure state={state} />
      <Button type="primary" htmlType="submit" block loading={isPending(state)}>
        {t('Alert.Save')}
      </Button>
    </form>
  )
}

/** What the level is compared with: it moves with the market. */
function PriceNow({ securityID }: { readonly securityID: string }) {
  const { t } = useTranslation()
  const row = useStatistics(securityID)
  if (!row) return null
  return (
    <p className={styles.now} data-figures>
      {row.lastPx === null
        ? t('Alert.NotTraded', { price: price(row.prevClosePx) })
        : t('Alert.Now', { price: price(row.lastPx), percent: percent(row.changePercent) })}
    </p>
  )
}
