import type { CallInput, CallName, CustomerRow } from '@tradebook/contract'
import { reversalInput } from '@tradebook/contract/schemas/cash'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCall } from '../api/use-call.ts'
import { accountAt, CASH_APPROVALS } from '../paths.ts'
import { useCan } from '../session.ts'
import { money } from '../ui/format.ts'
import { SchemaForm } from '../ui/schema-form/schema-form.tsx'
import { CHANGED_BY_POSTING, usePosting } from './posting.ts'

/** An entry that was posted manually, as the screen that shows it knows it. */
interface Entry {
  readonly account: CustomerRow
  readonly entry: number
  readonly narration: string
  /** What the account loses by its reversal, in naira; null of shares. */
  readonly amount: number | null
  /** Whether a reversal of it waits for another person: a second one is not asked for. */
  readonly isWaiting: boolean
}

/** The button that asks for the reversal of an entry, or where one waits, the way to it; nothing for who does not post. */
export function ReversalButton(props: Entry) {
  const { t } = useTranslation()
  const posts = useCan('POST_LEDGER')
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState('')
  if (!posts) return null
  const title = t('Reversal.Of', { entry: props.entry })
  return (
    <>
      {props.isWaiting ? (
        <Link to={accountAt(CASH_APPROVALS, props.account.accountNumber)}>
          {t('Reversal.Waits', { entry: props.entry })}
        </Link>
      ) : (
        <Button size="small" aria-label={title} onClick={() => setOpen(true)}>
          {t('Reversal.Action')}
        </Button>
      )}
      <Modal open={isOpen} title={title} onCancel={() => setOpen(false)} footer={null} destroyOnHidden>
        <ReversalForm
          {...props}
          onDone={(words) => {
            setDone(words)
            setOpen(false)
          }}
        />
      </Modal>
      {/* Said also once the list has been read again and shows the reversal as waiting. */}
      <p role="status">{done}</p>
    </>
  )
}

const CHANGED: readonly CallName[] = CHANGED_BY_POSTING

interface ReversalFormProps extends Entry {
  /** It waits for another person: what is said of it. */
  readonly onDone: (words: string) => void
}

const ReversalForm = ({ account, entry, narration, amount, onDone }: ReversalFormProps) => {
  const { t } = useTranslation()
  const { cscsAccount, accountNumber } = account
  const { postingID, made, begun, posted, failed } = usePosting(
    'BackOffice/ReverseEntry',
    `${accountNumber} ${entry}`,
  )
  return (
    <>
      <p>{t('Reversal.About', { what: narration, entry })}</p>
      {amount !== null && amount > 0 && <p>{t('Reversal.Lien')}</p>}
      {amount !== null && <BalanceAfter cscsAccount={cscsAccount} amount={amount} />}
      <SchemaForm<'BackOffice/ReverseEntry', CallInput<'BackOffice/ReverseEntry'>>
        key={made}
        label={t('Reversal.Of', { entry })}
        change="BackOffice/ReverseEntry"
        schema={reversalInput}
        fields={[{ name: 'reason', label: 'Reversal.Reason', help: 'Reversal.Reason.help' }]}
        initial={{ postingID, cscsAcct: cscsAccount, entry }}
        action={t('Reversal.Submit')}
        makesStale={CHANGED}
        onSubmit={begun}
        onDone={() => {
          posted('')
          onDone(t('Reversal.Done'))
        }}
        onFailed={failed}
      />
    </>
  )
}

/** What the account has after the reversal: the money may have been spent. */
const BalanceAfter = ({ cscsAccount, amount }: { readonly cscsAccount: string; readonly amount: number }) => {
  const { data } = useCall('Order/GetDashAccountBalance', { cscsAccount }, { staleTime: 0 })
  return data ? <BalanceLeft balance={data.ledgerBalance - amount} /> : null
}

/** What an account has once a reversal is posted, in words; below nothing it is overdrawn. */
export const BalanceLeft = ({ balance }: { readonly balance: number }) => {
  const { t } = useTranslation()
  return balance < 0 ? (
    <p role="alert">{t('Reversal.Overdrawn', { amount: money(-balance) })}</p>
  ) : (
    <p>{t('Reversal.After', { amount: money(balance) })}</p>
  )
}
