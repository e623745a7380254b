import { accountStates, accountTypeWords, banks, customerScreens } from '@tradebook/contract'
import { particularNames } from '@tradebook/contract/schemas/customers'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { FreezeButton, FreezePanel } from '../../accounts/freeze-panel.tsx'
import { ChangeButton } from '../../administration/change-button.tsx'
import { useCall } from '../../api/use-call.ts'
import {
  ACCOUNT_STATEMENT,
  AUDIT_TRAIL,
  accountAt,
  PORTFOLIO_HOLDING,
  PURCHASE_NOTES,
  REPORT_ORDERS,
} from '../../paths.ts'
import { RequestAnswers } from '../../registration/request-answers.tsx'
import { useAreMailsSent, useCan, useMayRead } from '../../session.ts'
import { dateAndTime, naira } from '../../ui/format.ts'
import { GuardedDrawer } from '../../ui/guarded-drawer.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Changes } from './changes.tsx'
import { Correction } from './correction.tsx'
import styles from './customer-screen.module.css'
import { Documents } from './documents.tsx'
import { FileButton } from './file-button.tsx'
import type { CustomerRecord } from './record.ts'

/** A customer with everything about the person; the address names whose record it is. */
const CustomerScreen = () => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const id = Number(query.get('id')) || 0
  const record = useCall('Customer/GetCustomerRecord', { id }, { staleTime: 0 })
  const mayExport = useMayRead('VIEW_AUDIT_TRAIL')
  return (
    <Page
      title={record.data?.name ?? t('Customer.Title')}
      about={t('Customer.About')}
      tools={record.data && mayExport && <FileButton id={id} />}
      isWide
    >
      <Loaded answer={record}>{(data) => <Record record={data} />}</Loaded>
    </Page>
  )
}

const Record = ({ record }: { readonly record: CustomerRecord }) => {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const [done, setDone] = useState('')
  const maintains = useCan('MAINTAIN_CUSTOMERS')
  const type = record.accountType ?? 'individual'
  return (
    <>
      <Accounts record={record} />
      <Section
        heading={t('Customer.Particulars')}
        tools={
          maintains && (
            <Button size="small" onClick={() => setEditing(true)}>
              {t('Customer.Edit')}
            </Button>
          )
        }
      >
        <p className={styles.part}>
          {[
            record.accountType && t(accountTypeWords[record.accountType]),
            record.openedAt && `${t('Customers.OpenedOn')} ${dateAndTime(record.openedAt)}`,
            record.chn && `${t('Registration.Field.chn')} ${record.chn}`,
            record.address,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p role="status">{done}</p>
        <div className={styles.part}>
          <RequestAnswers type={type} values={record.particulars} names={particularNames} isForStaff />
        </div>
      </Section>
      <Section heading={t('Customer.Changes')}>
        <div className={styles.part} id={CHANGES_ID}>
          <Changes changes={record.changes} />
        </div>
      </Section>
      <Documents record={record} />
      <SignIns record={record} />
      <Views record={record} />
      <GuardedDrawer
        open={isEditing}
        onClose={() => setEditing(false)}
        destroyOnHidden
        size={560}
        title={t('Customer.Edit')}
      >
        {isEditing && (
          <Correction
            record={record}
            onShowWaiting={() => {
              setEditing(false)
              document.getElementById(CHANGES_ID)?.scrollIntoView()
            }}
            onDone={(words) => {
              setDone(words)
              setEditing(false)
            }}
          />
        )}
      </GuardedDrawer>
    </>
  )
}

type Payee = Pick<CustomerRecord['accounts'][number], 'bankCode' | 'bankAccount' | 'bankAccountName'>

/** A bank account as people read it: bank, number, and in whose name it is. */
function payeeText({ bankCode, bankAccount, bankAccountName }: Payee): string {
  if (bankAccount === null) return '–'
  const bank = (banks as Readonly<Record<string, string>>)[bankCode ?? ''] ?? bankCode ?? ''
  return [`${bank} ${bankAccount}`, bankAccountName].filter(Boolean).join(', ')
}

/** Where a form leads to what waits. */
const CHANGES_ID = 'customer-changes'

const Accounts = ({ record: { accounts } }: { readonly record: CustomerRecord }) => {
  const { t } = useTranslation()
  const seesTrail = useMayRead('VIEW_AUDIT_TRAIL')
  const seesOrders = useMayRead('VIEW_ALL_ORDERS')
  return (
    <Section heading={t('Customer.Accounts')}>
      {accounts.map(({ accountNumber, cscsAccount, cash, securities, state, ...payee }) => (
        <div key={accountNumber} className={styles.part}>
          <dl className={styles.facts}>
            <dt>{t('AccountRequest.AccountNumber')}</dt>
            <dd>{accountNumber}</dd>
            <dt>{t('Registration.Field.cscsAccount')}</dt>
            <dd>{cscsAccount}</dd>
            <dt>{t('Customers.State')}</dt>
            <dd>{t(accountStates[state])}</dd>
            <dt>{t('Customers.Cash')}</dt>
            <dd>{naira(cash)}</dd>
            <dt>{t('Customer.Securities')}</dt>
            <dd>{securities}</dd>
            <dt>{t('Customer.BankAccount')}</dt>
            <dd>{payeeText(payee)}</dd>
          </dl>
          <FreezePanel account={{ accountNumber, cscsAccount }} />
          <FreezeButton account={{ accountNumber, cscsAccount }} />
          <nav className={styles.links} aria-label={accountNumber}>
            <Link to={accountAt(ACCOUNT_STATEMENT, accountNumber)}>{t('Customer.Statement')}</Link>
            <Link to={accountAt(PORTFOLIO_HOLDING, accountNumber)}>{t('Customer.Holdings')}</Link>
            <Link to={accountAt(PURCHASE_NOTES, accountNumber)}>{t('Customer.Notes')}</Link>
            {seesOrders && (
              <Link
                to={`${REPORT_ORDERS}?${new URLSearchParams({ 'report-orders.account': accountNumber })}`}
              >
                {t('Customer.Orders')}
              </Link>
            )}
            {seesTrail && (
              <Link to={`${AUDIT_TRAIL}?${new URLSearchParams({ 'audit.about': accountNumber })}`}>
                {t('Customer.Trail')}
              </Link>
            )}
          </nav>
        </div>
      ))}
    </Section>
  )
}

const SignIns = ({ record: { id, users, particulars } }: { readonly record: CustomerRecord }) => {
  const { t } = useTranslation()
  const areMailsSent = useAreMailsSent()
  const [done, setDone] = useState('')
  const { emailAddress: address } = particulars
  const invited = { userName: address ?? '', emailAddress: address ?? '' }
  return (
    <Section heading={t('Customer.SignIns')}>
      <p role="status" className={styles.part}>
        {done}
      </p>
      {users.length === 0 && (
        <div className={styles.part}>
          <p>{t('Customer.SignIns.none')}</p>
          {address === null ? (
            <p>{t('Customer.Invite.noAddress')}</p>
          ) : (
            <ChangeButton
              change="Customer/InviteCustomer"
              input={{ id }}
              label={t('Customer.Invite')}
              makesStale={['Customer/GetCustomerRecord', 'Customer/GetUnprovedPeople']}
              onDone={() => setDone(t(areMailsSent ? 'Users.Invited' : 'Users.AddedUnmailed', invited))}
            />
          )}
        </div>
      )}
      {users.map(
        ({ userId, userName, emailAddress, isEmailConfirmed, isActive, isTwoFactorOn, lastLoginTime }) => (
          <dl key={userId} className={styles.facts}>
            <dt>{t('Users.UserName')}</dt>
            <dd>{userName}</dd>
            <dt>{t('Users.EmailAddress')}</dt>
            <dd>
              {emailAddress} · {t(isEmailConfirmed ? 'Customer.EmailConfirmed' : 'Customer.EmailUnconfirmed')}
            </dd>
            <dt>{t('Users.Active')}</dt>
            <dd>{t(isActive ? 'Registration.Yes' : 'Registration.No')}</dd>
            <dt>{t('Users.TwoFactor')}</dt>
            <dd>{t(isTwoFactorOn ? 'Registration.Yes' : 'Registration.No')}</dd>
            <dt>{t('Customer.LastSignIn')}</dt>
            <dd>{lastLoginTime ? dateAndTime(lastLoginTime) : t('Customer.Never')}</dd>
          </dl>
        ),
      )}
    </Section>
  )
}

const Views = ({ record: { views } }: { readonly record: CustomerRecord }) => {
  const { t } = useTranslation()
  return (
    <Section heading={t('Customer.Views')}>
      <p className={styles.part}>{t(views.length === 0 ? 'Customer.Views.none' : 'Customer.Views.about')}</p>
      <ul className={styles.part}>
        {views.map(({ userName, screen, day, at }) => (
          <li key={`${userName} ${screen} ${day}`}>
            {dateAndTime(at)} · {userName} · {t(customerScreens[screen])}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export default CustomerScreen
