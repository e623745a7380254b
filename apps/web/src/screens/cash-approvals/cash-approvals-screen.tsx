import {
  type CallInput,
  type CallOutput,
  type CashRequest,
  type CustomerRow,
  cashTypes,
  postingTypes,
} from '@tradebook/contract'
import { approvalInput, cashEntryForm, rejectionInput } from '@tradebook/contract/schemas/cash'
import { Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CustomerSelect } from '../../accounts/customer-select.tsx'
import { FreezeWords, FrozenNotice, useIsFrozen } from '../../accounts/freeze-panel.tsx'
import { usePortalAccount } from '../../accounts/portal-account.ts'
import { CHANGED_BY_POSTING, usePosting } from '../../accounts/posting.ts'
import { BalanceLeft } from '../../accounts/reversal.tsx'
import { useCall } from '../../api/use-call.ts'
import { ACCOUNT_STATEMENT, accountAt } from '../../paths.ts'
import { useCan, useMayRead } from '../../session.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { money, naira, quantity as written } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './cash-approvals-screen.module.css'
import { cashApprovalsView, type Decision } from './cash-approvals-view.tsx'
import { PaymentRequests } from './payment-requests.tsx'

/** Deposits and withdrawals are posted manually here; they and transfers of shares are approved or rejected by another person. */
const CashApprovalsScreen = () => {
  const { t } = useTranslation()
  const posts = useCan('POST_LEDGER')
  const readsRequests = useMayRead('POST_LEDGER')
  return (
    <Page title={t('Cash.Title')} about={t('Cash.About')} isWide>
      {readsRequests && <PaymentRequests />}
      {posts && <PostCash />}
      <Postings />
    </Page>
  )
}

/** The form to post cash of the account that the address names. */
const PostCash = () => {
  const { t } = useTranslation()
  const { shown, choose } = usePortalAccount()
  const account = shown.status === 'known' ? shown.account : undefined
  return (
    <Section
      heading={t('Cash.Post')}
      tools={
        <div className={styles.account}>
          <CustomerSelect
            label={t('Cash.Post.Account')}
            account={account}
            onChoose={(chosen) => choose(chosen.accountNumber)}
          />
        </div>
      }
    >
      {account ? (
        <CashForm key={account.accountNumber} account={account} />
      ) : (
        <EmptyState title={t('Cash.Post.NoAccount')} details={t('Cash.Post.NoAccount.details')} />
      )}
    </Section>
  )
}

type Entry = CallInput<'BackOffice/PostCashEntry'>
type Options = CallOutput<'BackOffice/GetPaymentOptions'>

const CashForm = ({ account }: { readonly account: CustomerRow }) => {
  const { t } = useTranslation()
  const { cscsAccount, accountNumber, customerName } = account
  const [modal, dialog] = Modal.useModal()
  const { postingID, made, text, begun, posted, failed, isRepeat, toInput } = usePosting(
    'BackOffice/PostCashEntry',
    accountNumber,
  )
  const done = ({ status }: CallOutput<'BackOffice/PostCashEntry'>, { type, amount }: Entry) =>
    posted(
      t(`Cash.Post.${status}`, {
        type: t(cashTypes[type]),
        amount: money(amount),
        account: accountNumber,
      }),
    )
  const { data: options } = useCall(
    'BackOffice/GetPaymentOptions',
    { cscsAcct: cscsAccount },
    { staleTime: 0 },
  )
  return (
    <div className={styles.form}>
      <Payee cscsAcct={cscsAccount} options={options} />
      <SchemaForm
        key={made}
        label={t('Cash.Post')}
        change="BackOffice/PostCashEntry"
        schema={cashEntryForm}
        fields={[
          { name: 'type', label: 'List.Column.type', choices: cashTypes },
          { name: 'amount', label: 'List.Column.amount' },
          { name: 'reference', label: 'List.Column.reference', help: 'Cash.Post.Reference.help' },
          { name: 'narration', label: 'List.Column.narration', help: 'Cash.Post.Narration.help' },
          ...(isRepeat ? ([{ name: 'again', label: 'Cash.Post.Again' }] as const) : []),
        ]}
        toInput={toInput}
        initial={{ postingID, cscsAcct: cscsAccount, type: 'deposit' }}
        action={t('Cash.Post.Action')}
        makesStale={CHANGED_BY_POSTING}
        confirm={async ({ type, amount, narration, reference }) => {
          const posting = { type: t(cashTypes[type]), amount: money(amount) }
          return modal.confirm({
            title: t('Cash.Post.Confirm', { ...posting, customer: customerName, account: accountNumber }),
            content: (
              <>
                <p>{t('Cash.Post.Confirm.details', { narration, reference })}</p>
                {type === 'withdrawal' && <WithdrawalFacts amount={amount} options={options} />}
              </>
            ),
            okText: t('Cash.Post.Confirm.Action', posting),
            cancelText: t('Cash.Post.Back'),
          })
        }}
        onSubmit={begun}
        onDone={done}
        onFailed={failed}
      />
      {dialog}
      <p role="status">{text}</p>
      <Link to={accountAt(ACCOUNT_STATEMENT, accountNumber)}>
        {t('Cash.Post.Statement', { account: accountNumber })}
      </Link>
    </div>
  )
}

/** Where withdrawals of the account go, and what can be paid out now; of a frozen one that nothing can. */
const Payee = ({
  cscsAcct,
  options,
}: {
  readonly cscsAcct: string
  readonly options: Options | undefined
}) => {
  const { t } = useTranslation()
  const isFrozen = useIsFrozen(cscsAcct)
  if (isFrozen) return <FrozenNotice />
  if (!options) return null
  const { payee, withdrawable } = options
  if (!payee) return <p>{t('Cash.Payee.none')}</p>
  return (
    <p>
      {t('Cash.Payee', { bank: payee.bank, number: payee.bankAccount })}
      {typeof withdrawable === 'number' && ` ${t('Payment.Withdrawable')}: ${naira(withdrawable)}`}
    </p>
  )
}

/** Where a withdrawal goes, and that it will be refused where it is more than can be withdrawn. */
const WithdrawalFacts = ({
  amount,
  options,
}: {
  readonly amount: number
  readonly options: Options | undefined
}) => {
  const { t } = useTranslation()
  if (!options) return null
  const { payee, withdrawable } = options
  const isAbove = typeof withdrawable === 'number' && amount > withdrawable
  return (
    <>
      {payee && <p>{t('Cash.Payee', { bank: payee.bank, number: payee.bankAccount })}</p>}
      {isAbove && (
        <p role="alert">
          {t('Cash.Post.Confirm.above', { amount: money(amount), available: money(withdrawable) })}
        </p>
      )}
    </>
  )
}

const Postings = () => {
  const { t } = useTranslation()
  const [decision, decide] = useState<Decision>()
  const approves = useCan('APPROVE_LEDGER')
  const view = useMemo(() => cashApprovalsView(decide, approves), [approves])
  const close = () => decide(undefined)
  return (
    <Section>
      <ServerTable call="BackOffice/GetCashApprovals" list={view} heading={t('Cash.List')} />
      <Modal
        open={decision !== undefined}
        title={decision && t(titleOf(decision), { id: decision.request.id })}
        onCancel={close}
        footer={null}
        destroyOnHidden
      >
        {decision && <DecisionForm {...decision} onDone={close} />}
      </Modal>
    </Section>
  )
}

/** What is decided, in full, and the button that does. */
const DecisionForm = ({ request, approves, onDone }: Decision & { readonly onDone: () => void }) => {
  const { t } = useTranslation()
  const {
    id,
    type,
    amount,
    securityID,
    quantity,
    unitCost,
    worth,
    customerName: customer,
    account,
    narration,
    reference,
    makerName: maker,
    payee,
    balanceAfter,
  } = request
  const title = t(titleOf({ request, approves }), { id })
  return (
    <>
      <p>
        {t(summaryOf(request), {
          type: t(postingTypes[type]),
          amount: money(amount ?? 0),
          quantity: written(quantity ?? 0),
          securityID: securityID ?? '',
          cost: unitCost === null ? '' : t('Cash.Summary.cost', { cost: money(unitCost) }),
          customer,
          account,
          narration,
          reference,
          maker,
        })}
      </p>
      {amount === null && worth !== null && (
        <p>
          {t('Trading.Column.tradeValue')}: {money(worth)}
        </p>
      )}
      {payee !== null && (
        <p>
          {t('Payment.Payee')}: {payee}
        </p>
      )}
      {request.freeze !== null && <LiftedFreeze cscsAcct={request.cscsAccount} freeze={request.freeze} />}
      {balanceAfter !== null && <BalanceLeft balance={balanceAfter} />}
      {approves && amount !== null && balanceAfter === null && (
        <AvailableOf cscsAccount={request.cscsAccount} />
      )}
      {approves ? (
        <SchemaForm
          label={title}
          change="BackOffice/ApproveCashEntry"
          schema={approvalInput}
          fields={[]}
          initial={{ id }}
          action={t('Cash.Approve')}
          makesStale={CHANGED_BY_POSTING}
          onDone={onDone}
        />
      ) : (
        <SchemaForm
          label={title}
          change="BackOffice/RejectCashEntry"
          schema={rejectionInput}
          fields={[{ name: 'reason', label: 'List.Column.reason' }]}
          initial={{ id }}
          action={t(request.isOwn ? 'Cash.Withdraw' : 'Cash.Reject')}
          makesStale={CHANGED_BY_POSTING}
          onDone={onDone}
        />
      )}
    </>
  )
}

const titleOf = ({ request, approves }: Decision) => {
  if (approves) return 'Cash.Approve.of'
  return request.isOwn ? 'Cash.Withdraw.of' : 'Cash.Reject.of'
}

const summaryOf = ({ type, amount }: CashRequest) => {
  if (type === 'charges') return 'Cash.Summary.charges'
  if (type === 'freeze' || type === 'unfreeze') return 'Cash.Summary.freeze'
  if (type === 'cashTerms') return 'Cash.Summary.terms'
  return amount === null ? 'Cash.Summary.shares' : 'Cash.Summary'
}

/** The freeze that the request would lift: its ground, date, reference and document. */
const LiftedFreeze = ({ cscsAcct, freeze }: { readonly cscsAcct: string; readonly freeze: number }) => {
  const { t } = useTranslation()
  const { data } = useCall('BackOffice/GetAccountFreezes', { cscsAcct }, { staleTime: 0 })
  const found = data?.items.find(({ id }) => id === freeze)
  if (!found) return null
  return (
    <section aria-label={t('Freeze.Lift.which')}>
      <FreezeWords {...found} />
    </section>
  )
}

/** What the account could spend now; nothing for anyone who is not shown it. */
const AvailableOf = ({ cscsAccount }: Pick<CashRequest, 'cscsAccount'>) => {
  const { t } = useTranslation()
  const { data } = useCall('Order/GetDashAccountBalance', { cscsAccount }, { staleTime: 0 })
  return data && <p>{t('Cash.Available', { amount: money(data.availableBalance) })}</p>
}

export default CashApprovalsScreen
