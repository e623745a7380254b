import { useTranslation } from 'react-i18next'
import { EntitlementsDue } from '../../accounts/entitlements-due.tsx'
import { type OfAccount, PortalPage } from '../../accounts/portal-page.tsx'
import { useMarketSummary } from '../../live/use-live.ts'
import { useCan } from '../../session.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useFreshList, useServerList } from '../../ui/data-table/server-list.ts'
import { Section } from '../../ui/page.tsx'
import { holdingView } from './holding-view.ts'
import { TransferForm } from './transfer-form.tsx'

/** How long holdings may lag behind the market, in milliseconds. */
const LAG_MS = 5_000

/** What an account owns now, as far as its orders and settlements leave it free. */
const PortfolioHoldingScreen = () => {
  const { t } = useTranslation()
  return (
    <PortalPage title={t('Holding.Title')} about={t('Holding.About')} isOfDays={false}>
      {(of) => <Holdings key={of.input.cscsAcct} {...of} />}
    </PortalPage>
  )
}

const Holdings = ({ input, account }: OfAccount) => {
  const { t } = useTranslation()
  const posts = useCan('POST_LEDGER')
  const [state, change] = useListState(holdingView)
  const call = 'BackOffice/GetDashAccountPortfolioHolding'
  const { answer, ...source } = useServerList(call, holdingView, state, input)
  useFreshList(call, useMarketSummary()?.numberOfTrades, LAG_MS)
  return (
    <>
      <EntitlementsDue cscsAcct={input.cscsAcct} />
      <Section>
        <DataTable
          list={holdingView}
          source={{ ...source, ...(answer && { totals: answer.totals }) }}
          state={state}
          onChange={change}
          fileInput={input}
        />
      </Section>
      {posts && (
        <Section heading={t('Transfer.Title')}>
          <TransferForm key={account.accountNumber} account={account} />
        </Section>
      )}
    </>
  )
}

export default PortfolioHoldingScreen
