import type { CallOutput, StatementLine } from '@tradebook/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { NoteTrades } from '../../accounts/note-trades.tsx'
import { PdfButton } from '../../accounts/pdf-button.tsx'
import { type OfAccount, PortalPage } from '../../accounts/portal-page.tsx'
import { ReversalButton } from '../../accounts/reversal.tsx'
import { accountAt, CASH_APPROVALS } from '../../paths.ts'
import { useCan } from '../../session.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useServerList } from '../../ui/data-table/server-list.ts'
import { date, money } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import styles from './account-statement-screen.module.css'
import { statementView } from './statement-view.ts'

/** What moved the cash of an account in the days chosen, and its balance before and after them. */
const AccountStatementScreen = () => {
  const { t } = useTranslation()
  return (
    <PortalPage title={t('Statement.Title')} about={t('Statement.About')}>
      {(of) => <Statement key={of.input.cscsAcct} {...of} />}
    </PortalPage>
  )
}

const Statement = ({ account, input }: OfAccount) => {
  const { t } = useTranslation()
  const posts = useCan('POST_LEDGER')
  const [state, change] = useListState(statementView)
  const [opened, setOpened] = useState<readonly string[]>([])
  const { answer, ...source } = useServerList('BackOffice/GetAccountStatement', statementView, state, input)
  const toggle = ({ id }: StatementLine) =>
    setOpened((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]))
  return (
    <Section>
      <DataTable
        list={statementView}
        source={{
          ...source,
          ...(answer && { totals: { ...answer.totals, balance: answer.closingBalance } }),
        }}
        state={state}
        onChange={change}
        fileInput={input}
        note={answer && <Balances {...answer} />}
        onOpen={toggle}
        tools={
          <>
            {posts && <Link to={accountAt(CASH_APPROVALS, account.accountNumber)}>{t('Cash.Post')}</Link>}
            <PdfButton
              isTool
              file="BackOffice/PrintAccountStatement"
              input={input}
              label={t('Document.PdfOf', { title: t('Statement.Title') })}
            />
          </>
        }
        detail={{
          of: opened,
          show: (line) =>
            line.noteNumber === null ? (
              isReversible(line) && (
                <ReversalButton
                  account={account}
                  entry={line.entry}
                  narration={line.narration}
                  amount={(line.credit ?? 0) - (line.debit ?? 0)}
                />
              )
            ) : (
              <NoteTrades cscsAcct={input.cscsAcct} number={line.noteNumber} />
            ),
        }}
      />
    </Section>
  )
}

/** What was posted by hand and was not taken back, nor takes anything back. */
const isReversible = (line: StatementLine): line is StatementLine & { readonly entry: number } =>
  line.entry !== null && line.reverses === null && line.reversedBy === null

type Answer = CallOutput<'BackOffice/GetAccountStatement'>

/** What the account had before the first and after the last of the days. */
const Balances = ({ from, to, openingBalance, closingBalance }: Answer) => {
  const { t } = useTranslation()
  return (
    <span className={styles.balances}>
      <span>
        {t('Statement.OpeningOn', { date: date(from) })} <strong>{money(openingBalance)}</strong>
      </span>
      <span>
        {t('Statement.ClosingOn', { date: date(to) })} <strong>{money(closingBalance)}</strong>
      </span>
    </span>
  )
}

export default AccountStatementScreen
