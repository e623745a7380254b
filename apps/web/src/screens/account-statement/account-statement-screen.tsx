import type { CallOutput, StatementLine } from '@tradebook/contract'
import { useMemo, useState } from 'react'
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
import { foldReversedPairs, type ReversedPair } from './reversed-pairs.ts'
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
  const { rows } = source
  const { lines, pairs } = useFoldedLines(rows)
  const toggle = ({ id }: StatementLine) =>
    setOpened((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]))
  return (
    <Section>
      <DataTable
        list={statementView}
        source={{
          ...source,
          rows: rows && lines,
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
          show: (line) => {
            const pair = pairs.get(line.id)
            if (pair) return <Pair {...pair} />
            if (line.noteNumber !== null)
              return <NoteTrades cscsAcct={input.cscsAcct} number={line.noteNumber} />
            return (
              isReversible(line) && (
                <ReversalButton
                  account={account}
                  entry={line.entry}
                  narration={line.narration}
                  amount={(line.credit ?? 0) - (line.debit ?? 0)}
                  isWaiting={line.reversalWaits}
                />
              )
            )
          },
        }}
      />
    </Section>
  )
}

/** What was posted manually and was not taken back, nor takes anything back. */
const isReversible = (line: StatementLine): line is StatementLine & { readonly entry: number } =>
  line.entry !== null && line.reverses === null && line.reversedBy === null

/** The lines of a page with each reversed pair in one line, which says both days. */
function useFoldedLines(rows: readonly StatementLine[] = []) {
  const { t } = useTranslation()
  return useMemo(() => {
    const { lines, pairs } = foldReversedPairs(rows)
    const worded = lines.map((line) => {
      const pair = pairs.get(line.id)
      if (!pair) return line
      const days = { posted: date(pair.wrong.date), reversed: date(pair.reversal.date) }
      return { ...line, narration: t('Statement.Pair', { narration: line.narration, ...days }) }
    })
    return { lines: worded, pairs }
  }, [rows, t])
}

/** The wrong entry and its reversal as they were posted, each with the balance that it left. */
const Pair = ({ wrong, reversal }: ReversedPair) => {
  const { t } = useTranslation()
  return (
    <ul className={styles.pair} aria-label={t('Statement.Pair.Label')}>
      {[wrong, reversal].map(({ id, reference, narration, debit, credit, balance, ...line }) => (
        <li key={id}>
          {date(line.date)} · {[reference, narration].filter(Boolean).join(' · ')} ·{' '}
          {t(debit === null ? 'List.Column.credit' : 'List.Column.debit')} <b>{money(debit ?? credit)}</b> ·{' '}
          {t('List.Column.balance')} <b>{money(balance)}</b>
        </li>
      ))}
    </ul>
  )
}

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
