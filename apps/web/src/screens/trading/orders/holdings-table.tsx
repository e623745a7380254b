import { totalsOfHoldings } from '@tradebook/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { localList } from '../../../ui/data-table/local-list.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AccountChooser, useAccountFunds, useTradingAccount } from '../ticket/account.tsx'
import { holdingView } from './holding-view.ts'
import { useCurrentValuation } from './use-current-valuation.ts'

/** What the ticket's account holds, as the server values it: at the published price. */
export function HoldingsTable({ onSelect }: { onSelect: (securityID: string) => void }) {
  const { t } = useTranslation()
  const account = useTradingAccount()
  const { holdings } = useAccountFunds(account)
  useCurrentValuation(holdings)
  const [state, change] = useListState(holdingView)
  const source = useMemo(
    () => ({ ...localList(holdingView, holdings, state), totals: totalsOfHoldings(holdings ?? []) }),
    [holdings, state],
  )
  if (!account)
    return (
      <EmptyState
        title={t('Trading.Holdings.NoAccount')}
        details={t('Trading.Holdings.NoAccount.details')}
        action={<AccountChooser label={t('Trading.Ticket.Account')} account={undefined} />}
      />
    )
  return (
    <DataTable
      list={holdingView}
      source={source}
      state={state}
      onChange={change}
      onOpen={({ securityID }) => onSelect(securityID)}
      fileInput={{ cscsAcct: account.cscsAccount }}
      note={t('Trading.Holdings.Of', { customer: account.customerName, account: account.accountNumber })}
      empty={{
        title: t('Trading.Holdings.None'),
        details: t('Trading.Holdings.None.details', { customer: account.customerName }),
      }}
    />
  )
}
