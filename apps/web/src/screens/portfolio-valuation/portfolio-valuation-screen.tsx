import type { CallOutput } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { EntitlementsDue } from '../../accounts/entitlements-due.tsx'
import { PdfButton } from '../../accounts/pdf-button.tsx'
import { type OfAccount, PortalPage } from '../../accounts/portal-page.tsx'
import { useMarketSummary } from '../../live/use-live.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useFreshList, useServerList } from '../../ui/data-table/server-list.ts'
import { change, date, direction, money } from '../../ui/format.ts'
import { Columns, Section } from '../../ui/page.tsx'
import { Allocation } from './allocation.tsx'
import { Performance } from './performance.tsx'
import styles from './portfolio-valuation-screen.module.css'
import { valuationView } from './valuation-view.ts'

/** How long a valuation of today may lag behind the market, in milliseconds. */
const LAG_MS = 15_000

/** What an account was worth at the end of the last of the days, of what, and how that changed during them. */
const PortfolioValuationScreen = () => {
  const { t } = useTranslation()
  return (
    <PortalPage title={t('Valuation.Title')} about={t('Valuation.About')}>
      {(of) => <Valuation key={of.input.cscsAcct} {...of} />}
    </PortalPage>
  )
}

const Valuation = ({ input }: OfAccount) => {
  const { t } = useTranslation()
  const [state, changeList] = useListState(valuationView)
  const { cscsAcct, to } = input
  const asked = { cscsAcct, ...(to && { asOf: to }) }
  const { answer, ...source } = useServerList(
    'BackOffice/GetDashAccountPortfolioValuation',
    valuationView,
    state,
    asked,
  )
  // The sums are of all holdings, also where the list shows some of them.
  const isWhole = Object.keys(state.filters).length === 0
  const trades = useMarketSummary()?.numberOfTrades
  useFreshList('BackOffice/GetDashAccountPortfolioValuation', trades, LAG_MS)
  return (
    <>
      <EntitlementsDue {...asked} />
      {answer && <Figures {...answer} />}
      <Columns>
        <Section heading={t('Valuation.Allocation')}>{answer && <Allocation {...answer} />}</Section>
        <Section heading={t('Valuation.Performance')}>
          <Performance input={input} />
        </Section>
      </Columns>
      <Section>
        <DataTable
          list={valuationView}
          source={{ ...source, ...(answer && isWhole && { totals: answer.totals }) }}
          state={state}
          onChange={changeList}
          fileInput={asked}
          tools={
            <PdfButton
              isTool
              file="BackOffice/PrintPortfolioValuation"
              input={asked}
              label={t('Document.PdfOf', { title: t('Valuation.Title') })}
            />
          }
          note={answer && t('Valuation.AsOf', { date: date(answer.asOf) })}
        />
      </Section>
    </>
  )
}

type Answer = CallOutput<'BackOffice/GetDashAccountPortfolioValuation'>

/** The sums of a valuation. A gain has its direction as sign and colour. */
const Figures = ({ totals, cashBalance, totalValue, realisedGain }: Answer) => {
  const { t } = useTranslation()
  const figures = [
    { title: 'Valuation.Total', amount: totalValue },
    { title: 'Valuation.Holdings', amount: totals.marketValue },
    { title: 'Valuation.Cash', amount: cashBalance },
    { title: 'Valuation.Unrealised', amount: totals.gainLoss, isGain: true },
    { title: 'Valuation.Realised', amount: realisedGain, isGain: true },
  ] as const
  return (
    <dl className={styles.figures}>
      {figures.map(({ title, amount, ...figure }) => (
        <div key={title}>
          <dt>{t(title)} (₦)</dt>
          {'isGain' in figure ? (
            <dd data-tone={direction(amount)}>{change(amount)}</dd>
          ) : (
            <dd>{money(amount)}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}

export default PortfolioValuationScreen
