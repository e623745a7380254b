import {
  bankCodes,
  banks,
  type CallInput,
  type CallName,
  type CustomerRow,
  cashTypes,
  MAX_WAITING_PAYMENTS,
  type PaymentRequest,
  paymentChannels,
} from '@tradebook/contract'
import { depositReport, withdrawalRequest } from '@tradebook/contract/schemas/payment'
import { Button, Modal } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/use-call.ts'
import { useSend } from '../api/use-send.ts'
import { useNotificationChanges } from '../live/use-live.ts'
import { useSession } from '../session.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useListState } from '../ui/data-table/list-state.ts'
import { useFreshList, useServerList } from '../ui/data-table/server-list.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { money, naira } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { SchemaForm } from '../ui/schema-form/schema-form.tsx'
import { FrozenNotice, useIsFrozen } from './freeze-panel.tsx'
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
  return isCustomer && <PaymentsOfCustomer type={type} account={account} />
}

const PaymentsOfCustomer = (props: OwnPaymentsProps) => {
  // Staff decide meanwhile, of which the customer is notified.
  const changes = useNotificationChanges()
  useFreshList('BackOffice/GetPaymentRequests', changes)
  useFreshList('BackOffice/GetPaymentOptions', changes)
  useFreshList(
    props.type === 'deposit' ? 'BackOffice/GetAccountInflow' : 'BackOffice/GetAccountOutflow',
    changes,
  )
  return (
    <>
      <NewPayment {...props} />
      <Payments {...props} />
    </>
  )
}

/** The number of the request that was made last, until it waits no longer: `onOver` is called then. */
function useMadeLast({ type, account: { cscsAccount } }: OwnPaymentsProps, onOver: () => void) {
  const [id, setID] = useState<number>()
  const { data, isFetching } = useCall(
    'BackOffice/GetPaymentRequests',
    { cscsAcct: cscsAccount, type: [type], state: ['waiting'], maxResultCount: MAX_WAITING_PAYMENTS },
    { enabled: id !== undefined, staleTime: 0 },
  )
  const isOver = id !== undefined && data && !isFetching && !data.items.some((one) => one.id === id)
  useEffect(() => {
    if (!isOver) return
    setID(undefined)
    onOver()
  }, [isOver, onOver])
  return setID
}

const NewPayment = (props: OwnPaymentsProps) => {
  const { type, account } = props
  const { cscsAccount, accountNumber } = account
  const { t } = useTranslation()
  const isDeposit = type === 'deposit'
  const { data } = useCall('BackOffice/GetPaymentOptions', { cscsAcct: cscsAccount }, { staleTime: 0 })
  const { postingID, made, text, begun, posted, failed } = usePosting(
    isDeposit ? 'BackOffice/ReportDeposit' : 'BackOffice/RequestWithdrawal',
    accountNumber,
  )
  const madeLast = useMadeLast(props, begun)
  const isFrozen = useIsFrozen(cscsAccount)
  if (!data) return null
  const { payee, withdrawable, payIn, today } = data
  // What comes in still arrives.
  if (isFrozen && !isDeposit)
    return (
      <Section heading={t('Payment.Withdrawal')}>
        <FrozenNotice />
      </Section>
    )
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
              <dd>{naira(withdrawable)}</dd>
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
            onDone={({ id }) => {
              madeLast(id)
              posted(t('Payment.Deposit.done'))
            }}
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
            onDone={({ id }) => {
              madeLast(id)
              posted(t('Payment.Withdrawal.done'))
            }}
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
  const [asked, ask] = useState<PaymentRequest>()
  const leave = () => ask(undefined)
  const view = useMemo(
    () =>
      paymentsView({
        key: 'payments',
        isOfFirm: false,
        actions: (request, translate) => (
          <Button
            size="small"
            aria-label={translate('Payment.Cancel.of', { id: request.id })}
            onClick={() => ask(request)}
          >
            {translate('Payment.Cancel')}
          </Button>
        ),
      }),
    [],
  )
  const [state, change] = useListState(view)
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
      <Modal
        open={asked !== undefined}
        title={asked && t('Payment.Cancel.sure', { type: t(cashTypes[type]), amount: money(asked.amount) })}
        okText={asked && t('Payment.Cancel.of', { id: asked.id })}
        okButtonProps={{ danger: true }}
        cancelText={t('Payment.Cancel.keep')}
        onCancel={leave}
        onOk={() => {
          if (asked) void send({ id: asked.id })
          leave()
        }}
        destroyOnHidden
      >
        {t('Payment.Cancel.sure.details')}
      </Modal>
    </Section>
  )
}
