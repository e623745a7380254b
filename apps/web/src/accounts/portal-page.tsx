import type { CustomerRow, Period } from '@tradebook/contract'
import { Button, Select, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router'
import { useSession } from '../session.ts'
import { DayPicker } from '../ui/day-picker.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { date } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { useBalancesShown } from './balances-shown.ts'
import { CustomerSelect } from './customer-select.tsx'
import { FreezeButton, FreezePanel } from './freeze-panel.tsx'
import { type PortalChoice, usePeriod, usePortalAccount } from './portal-account.ts'
import styles from './portal-page.module.css'
import { portalScreens } from './portal-screens.ts'

/** What a screen of the portal is about. */
export interface OfAccount {
  readonly account: CustomerRow
  /** What its calls are asked: the account, and the days of the address. What the address leaves out the server completes. */
  readonly input: { readonly cscsAcct: string } & Partial<Period>
}

interface PortalPageProps {
  readonly title: string
  readonly about: string
  /** False: what it shows is of no days. */
  readonly isOfDays?: boolean
  readonly children: (of: OfAccount) => ReactNode
}

/** A screen of one account: whose account and which days are chosen next to its title, and kept in the address. */
export function PortalPage({ title, about, isOfDays = true, children }: PortalPageProps) {
  const { t } = useTranslation()
  const choice = usePortalAccount()
  const { asked } = usePeriod()
  const { shown } = choice
  return (
    <Page
      title={title}
      about={about}
      tools={
        <div className={styles.tools}>
          <AccountChoice {...choice} />
          {isOfDays && <PeriodChoice />}
        </div>
      }
      isWide
    >
      {shown.status === 'known' && <PrintedChoice account={shown.account} isOfDays={isOfDays} />}
      <div className={styles.bar}>
        <OtherScreens />
        {shown.status === 'known' && <FreezeButton key={shown.account.cscsAccount} account={shown.account} />}
      </div>
      {shown.status === 'known' && <FreezePanel key={shown.account.cscsAccount} account={shown.account} />}
      {shown.status === 'known' ? (
        children({
          account: shown.account,
          input: { cscsAcct: shown.account.cscsAccount, ...(isOfDays && asked) },
        })
      ) : (
        <Section>
          {shown.status === 'waiting' && <Skeleton active />}
          {shown.status === 'choose' && (
            <EmptyState title={t('Portal.Choose')} details={t('Portal.Choose.details')} />
          )}
          {shown.status === 'none' && (
            <EmptyState title={t('Portal.NoAccount')} details={t('Portal.NoAccount.details')} />
          )}
          {shown.status === 'unknown' && (
            <EmptyState
              title={t('Portal.Unknown', { account: shown.asked })}
              details={t('Portal.Unknown.details')}
            />
          )}
          {shown.status === 'failed' && (
            <EmptyState
              title={t('Portal.Failed')}
              details={t('Table.Failed.details')}
              action={<Button onClick={shown.retry}>{t('Chunk.Retry')}</Button>}
            />
          )}
        </Section>
      )}
    </Page>
  )
}

/** Whose account and which days a printed screen is of. */
function PrintedChoice({ account, isOfDays }: { readonly account: CustomerRow; readonly isOfDays: boolean }) {
  const { period } = usePeriod()
  const days = isOfDays && period ? ` · ${date(period.from)} – ${date(period.to)}` : ''
  return (
    <p data-print-about>
      {nameOf(account)}
      {days}
    </p>
  )
}

/** A customer of one account reads whose it is; of several, one is selected; a broker searches. */
function AccountChoice({ shown, searches, own, choose }: PortalChoice) {
  const { t } = useTranslation()
  const account = shown.status === 'known' ? shown.account : undefined
  if (searches) {
    return (
      <div className={styles.account}>
        <CustomerSelect
          label={t('Portal.Account')}
          account={account}
          onChoose={({ accountNumber }) => choose(accountNumber)}
        />
      </div>
    )
  }
  if (own.length <= 1) return account && <span className={styles.name}>{nameOf(account)}</span>
  return (
    <Select
      className={styles.account}
      aria-label={t('Portal.Account')}
      value={account?.accountNumber ?? null}
      options={own.map((row) => ({ value: row.accountNumber, label: nameOf(row) }))}
      onChange={(accountNumber) => accountNumber !== null && choose(accountNumber)}
    />
  )
}

const nameOf = ({ customerName, accountNumber }: CustomerRow) => `${customerName} · ${accountNumber}`

/** The first and the last day. One that is moved past the other takes it along. */
function PeriodChoice() {
  const { t } = useTranslation()
  const { period, choose } = usePeriod()
  const [from, to] = [period?.from ?? '', period?.to ?? '']
  return (
    <>
      <DayPicker
        aria-label={t('Portal.From')}
        placeholder={t('Portal.From')}
        value={from}
        onChange={(day) => choose({ from: day, ...(day > to && { to: day }) })}
      />
      <DayPicker
        aria-label={t('Portal.To')}
        placeholder={t('Portal.To')}
        value={to}
        onChange={(day) => choose({ to: day, ...(day !== '' && day < from && { from: day }) })}
      />
    </>
  )
}

/** The other screens of the account, which for a broker are not in the menu. */
function OtherScreens() {
  const { t } = useTranslation()
  const [{ search }, isCustomer] = [useLocation(), useSession(({ roles }) => roles.has('CUSTOMER'))]
  const showsCash = useBalancesShown()
  const screens = Object.values(portalScreens).filter(({ isOfCash }) => showsCash || !isOfCash)
  if (isCustomer) return null
  const kept = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => !name.includes('.')))
  return (
    <nav className={styles.screens} aria-label={t('Portal.Screens')}>
      {screens.map(({ path, title }) => (
        <NavLink key={path} to={`${path}?${kept}`}>
          {t(title)}
        </NavLink>
      ))}
    </nav>
  )
}
