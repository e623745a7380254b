import {
  bankCodes,
  banks,
  type CallInput,
  type CallName,
  type CustomerRow,
  type PaymentRequest,
  paymentChannels,
} from '@tradebook/contract'
import { depositReport, withdrawalRequest } from '@tradebook/contract/schemas/payment'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/use-call.ts'
import { useSend } from '../api/use-send.ts'
import { useNotificationChanges } from '../live/use-live.ts'
import { useSession } from '../session.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useListState } from '../ui/data-table/list-state.ts'
import { useFreshList, useServerList } from '../ui/data-table/server-list.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { money } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { SchemaForm } from '../ui/schema-form/schema-form.tsx'
import styles from './own-payments.module.css'
import { paymentsView } from './payments-view.tsx'
import { usePosting } from './posting.ts'

type Type = PaymentRequest['type']

/** The reads that a new or cancelled request changes. */
const CHANGED: readonly CallName[] = ['BackOffice/GetPaymentRequests', 'BackOffice/GetPaymentOptions']

interface OwnPaymentsProps {
  readonly type: Type
  readonly account: CustomerRow
}

/** What the customer of an account reported or requested, and the form for the next; staff read it where they post. */
export const OwnPayments = ({ type, account }: OwnPaymentsProps) => {
  const isCustomer = useSession(({ roles }) => roles.has('CUSTOMER'))
  if (!isCustomer) return null
  return (
    <>
      <NewPayment type={type} account={account} />
      <Payments type={type} account={account} />
    </>
  )
}

const NewPayment = ({ type, account: { cscsAccount, accountNumber } }: OwnPaymentsProps) => {
  const { t } = useTranslation()
  const isDeposit = type === 'deposit'
  const { data } = useCall('BackOffice/GetPaymentOptions', { cscsAcct: cscsAccount }, { staleTime: 0 })
  const { postingID, made, text, begun, posted, failed } = usePosting(
    isDeposit ? 'BackOffice/ReportDeposit' : 'BackOffice/RequestWithdrawal',
    accountNumber,
  )
  if (!data) return null
  const { payee, withdrawable, payIn, today } = data
  const common = { onSubmit: begun, onFailed: failed, makesStale: CHANGED }
  return (
    <Section heading={t(isDeposit ? 'Payment.Deposit' : 'Payment.Withdrawal')}>
      <div className={styles.form}>
        {isDeposit && <p>{t('Payment.Deposit.about')}</p>}
        <dl className={styles.facts}>
          {isDeposit && payIn !== '' && (
            <>
              <dt>{t('Payment.PayIn')}</dt>
              <dd>{payIn}</dd>
            </>
          )}
          {!isDeposit && payee && (
            <>
              <dt>{t('Payment.Payee')}</dt>
              <dd>
                {payee.bank} {payee.bankAccount}
              </dd>
              <dt>{t('Payment.Withdrawable')}</dt>
              <dd>₦{money(withdrawable)}</dd>
            </>
          )}
        </dl>
        {isDeposit ? (
          <SchemaForm<'BackOffice/ReportDeposit', CallInput<'BackOffice/ReportDeposit'>>
            key={made}
            label={t('Payment.Deposit')}
            change="BackOffice/ReportDeposit"
            schema={depositReport}
            fields={[
              { name: 'amount', label: 'List.Column.amount' },
              { name: 'channel', label: 'Payment.Channel', choices: paymentChannels },
              {
                name: 'bankCode',
                label: 'Payment.Bank',
                offered: bankCodes.map((value) => ({ value, label: banks[value] })),
              },
              { name: 'paidOn', label: 'Payment.PaidOn', shownAs: 'date' },
              { name: 'reference', label: 'List.Column.reference', help: 'Payment.Reference.help' },
            ]}
            initial={{ postingID, cscsAcct: cscsAccount, channel: 'transfer', paidOn: today }}
            action={t('Payment.Deposit')}
            onDone={() => posted(t('Payment.Deposit.done'))}
            {...common}
          />
        ) : payee ? (
          <SchemaForm<'BackOffice/RequestWithdrawal', CallInput<'BackOffice/RequestWithdrawal'>>
            key={made}
            label={t('Payment.Withdrawal')}
            change="BackOffice/RequestWithdrawal"
            schema={withdrawalRequest}
            fields={[
              { name: 'amount', label: 'List.Column.amount' },
              { name: 'reference', label: 'Payment.Reference.own' },
            ]}
            initial={{ postingID, cscsAcct: cscsAccount }}
            action={t('Payment.Withdrawal')}
            onDone={() => posted(t('Payment.Withdrawal.done'))}
            {...common}
          />
        ) : (
          <EmptyState title={t('Refusal.payeeMissing')} details={t('Payment.Payee.none')} />
        )}
        <p role="status">{text}</p>
      </div>
    </Section>
  )
}

const Payments = ({ type, account: { cscsAccount } }: OwnPaymentsProps) => {
  const { t } = useTranslation()
  const { send } = useSend('BackOffice/CancelPaymentRequest', { makesStale: CHANGED })
  const view = useMemo(
    () =>
      paymentsView({
        key: 'payments',
        isOfFirm: false,
        actions: ({ id }, translate) => (
          <Button
            size="small"
            aria-label={translate('Payment.Cancel.of', { id })}
            onClick={() => void send({ id })}
          >
            {translate('Payment.Cancel')}
          </Button>
        ),
      }),
    [send],
  )
  const [state, change] = useListState(view)
  // Staff decide meanwhile, of which the customer is notified.
  useFreshList('BackOffice/GetPaymentRequests', useNotificationChanges())
  const { answer: _, ...source } = useServerList('BackOffice/GetPaymentRequests', view, state, {
    cscsAcct: cscsAccount,
    type: [type],
  })
  return (
    <Section>
      <DataTable
        list={view}
        source={source}
        state={state}
        onChange={change}
        heading={t(`Payment.Own.${type}`)}
      />
    </Section>
  )
}
