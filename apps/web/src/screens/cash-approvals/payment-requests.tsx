import { cashTypes, type PaymentRequest, paymentChannels } from '@tradebook/contract'
import { paymentDecline, paymentPosting } from '@tradebook/contract/schemas/payment'
import { Button, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paymentsView } from '../../accounts/payments-view.tsx'
import { CHANGED_BY_POSTING } from '../../accounts/posting.ts'
import { useNotificationChanges } from '../../live/use-live.ts'
import { useMayMake } from '../../session.ts'
import { useFreshList } from '../../ui/data-table/server-list.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { date, naira } from '../../ui/format.ts'
import { Facts } from '../../ui/opened-row.tsx'
import { Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './cash-approvals-screen.module.css'

interface Decision {
  readonly request: PaymentRequest
  readonly posts: boolean
}

/** What customers reported and requested: staff post it, or decline it with a reason. */
export const PaymentRequests = () => {
  const { t } = useTranslation()
  const [decision, decide] = useState<Decision>()
  const decides = useMayMake('BackOffice/PostPaymentRequest')
  const view = useMemo(
    () =>
      paymentsView({
        key: 'payments',
        isOfFirm: true,
        actions: (request, translate) =>
          !decides ? null : request.isOwn ? (
            translate('Payment.Own')
          ) : (
            <span className={styles.decide}>
              <Button
                size="small"
                aria-label={translate('Payment.Post.of', { id: request.id })}
                onClick={() => decide({ request, posts: true })}
              >
                {translate('Payment.Post')}
              </Button>
              <Button
                size="small"
                aria-label={translate('Payment.Decline.of', { id: request.id })}
                onClick={() => decide({ request, posts: false })}
              >
                {translate('Payment.Decline')}
              </Button>
            </span>
          ),
      }),
    [decides],
  )
  const close = () => decide(undefined)
  // Staff are notified of each that comes.
  useFreshList('BackOffice/GetPaymentRequests', useNotificationChanges())
  return (
    <Section>
      <ServerTable call="BackOffice/GetPaymentRequests" list={view} heading={t('Payment.List')} />
      <Modal
        open={decision !== undefined}
        title={
          decision &&
          t(decision.posts ? 'Payment.Post.of' : 'Payment.Decline.of', { id: decision.request.id })
        }
        onCancel={close}
        footer={null}
        destroyOnHidden
      >
        {decision && <DecisionForm {...decision} onDone={close} />}
      </Modal>
    </Section>
  )
}

/** The request in full, and the button that posts or declines it. */
const DecisionForm = ({ request, posts, onDone }: Decision & { readonly onDone: () => void }) => {
  const { t } = useTranslation()
  const { id, type, amount, customerName, account, channel, paidOn, reference } = request
  const [bank, number] = [request.bank ?? '', request.bankAccount ?? '']
  return (
    <>
      <Facts
        of={[
          [t('List.Column.type'), t(cashTypes[type])],
          [t('List.Column.amount'), naira(amount)],
          [t('List.Column.customerName'), `${customerName} · ${account}`],
          ...(channel ? [[t('Payment.Channel'), t(paymentChannels[channel])] as const] : []),
          ...(bank
            ? [[t(type === 'deposit' ? 'Payment.Bank' : 'Payment.Payee'), `${bank} ${number}`] as const]
            : []),
          ...(paidOn ? [[t('Payment.PaidOn'), date(paidOn)] as const] : []),
          ...(reference ? [[t('List.Column.reference'), reference] as const] : []),
        ]}
      />
      {posts ? (
        <SchemaForm
          label={t('Payment.Post.of', { id })}
          change="BackOffice/PostPaymentRequest"
          schema={paymentPosting}
          fields={[{ name: 'narration', label: 'List.Column.narration', help: 'Cash.Post.Narration.help' }]}
          initial={{ id, narration: t(`Payment.Narration.${type}`, { bank, number }) }}
          action={t('Payment.Post.action')}
          makesStale={CHANGED_BY_POSTING}
          onDone={onDone}
        />
      ) : (
        <SchemaForm
          label={t('Payment.Decline.of', { id })}
          change="BackOffice/DeclinePaymentRequest"
          schema={paymentDecline}
          fields={[{ name: 'reason', label: 'List.Column.reason', help: 'Payment.Decline.help' }]}
          initial={{ id }}
          action={t('Payment.Decline.action')}
          makesStale={CHANGED_BY_POSTING}
          onDone={onDone}
        />
      )}
    </>
  )
}
