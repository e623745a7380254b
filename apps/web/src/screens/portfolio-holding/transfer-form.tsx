import type { CallInput, CallOutput, CustomerRow } from '@tradebook/contract'
import { securityEntryForm } from '@tradebook/contract/schemas/security-entry'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { CHANGED_BY_POSTING, usePosting } from '../../accounts/posting.ts'
import { useAllStatistics } from '../../live/use-live.ts'
import { money, quantity as written } from '../../ui/format.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './portfolio-holding-screen.module.css'

const DIRECTIONS = {
  transferIn: 'Movement.Kind.transferIn',
  transferOut: 'Movement.Kind.transferOut',
} as const

/** Posts shares that were transferred into an account or out of it. */
export function TransferForm({ account }: { readonly account: CustomerRow }) {
  const { t } = useTranslation()
  const { cscsAccount, accountNumber, customerName } = account
  const [modal, dialog] = Modal.useModal()
  const { postingID, made, text, begun, posted, failed, isRepeat, toInput } = usePosting(
    'BackOffice/PostSecurityEntry',
    accountNumber,
  )
  const securities = useAllStatistics()
  const offered = securities.map(({ securityID }) => ({ value: securityID, label: securityID }))
  const done = (
    { status }: CallOutput<'BackOffice/PostSecurityEntry'>,
    { type, securityID, quantity }: CallInput<'BackOffice/PostSecurityEntry'>,
  ) =>
    posted(
      t(status === 'posted' ? `Transfer.Posted.${type}` : `Transfer.${status}`, {
        quantity: written(quantity),
        securityID,
        account: accountNumber,
      }),
    )
  return (
    <div className={styles.form}>
      <SchemaForm
        key={made}
        label={t('Transfer.Title')}
        change="BackOffice/PostSecurityEntry"
        schema={securityEntryForm}
        fields={[
          { name: 'type', label: 'Transfer.Direction', choices: DIRECTIONS },
          { name: 'securityID', label: 'List.Column.securityID', offered },
          { name: 'quantity', label: 'Trading.Column.quantity' },
          { name: 'unitCost', label: 'Transfer.UnitCost', help: 'Transfer.UnitCost.help' },
          { name: 'reference', label: 'List.Column.reference', help: 'Transfer.Reference.help' },
          { name: 'narration', label: 'List.Column.narration', help: 'Transfer.Narration.help' },
          ...(isRepeat ? ([{ name: 'again', label: 'Transfer.Again' }] as const) : []),
        ]}
        toInput={toInput}
        initial={{ postingID, cscsAcct: cscsAccount, type: 'transferIn' }}
        action={t('Transfer.Action')}
        makesStale={CHANGED_BY_POSTING}
        confirm={async ({ type, securityID, quantity, unitCost, narration, reference }) => {
          const shares = { quantity: written(quantity), securityID }
          return modal.confirm({
            title: t(`Transfer.Confirm.${type}`, {
              ...shares,
              customer: customerName,
              account: accountNumber,
            }),
            content: t(type === 'transferIn' ? 'Transfer.Confirm.atCost' : 'Transfer.Confirm.details', {
              narration,
              reference,
              unitCost: money(unitCost ?? 0),
            }),
            okText: t('Transfer.Confirm.Action', shares),
            cancelText: t('Cash.Post.Back'),
          })
        }}
        onSubmit={begun}
        onDone={done}
        onFailed={failed}
      />
      {dialog}
      <p role="status">{text}</p>
    </div>
  )
}
