import type { CallOutput } from '@tradebook/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type OfAccount, PortalPage } from '../../accounts/portal-page.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useServerList } from '../../ui/data-table/server-list.ts'
import { Section } from '../../ui/page.tsx'
import { movementView } from './movement-view.tsx'

/** What moved the shares of an account in the days chosen, with what it owned after it. */
const PortfolioMovementScreen = () => {
  const { t } = useTranslation()
  return (
    <PortalPage title={t('Movement.Title')} about={t('Movement.About')}>
      {(of) => <Movements key={of.input.cscsAcct} {...of} />}
    </PortalPage>
  )
}

const Movements = ({ account, input }: OfAccount) => {
  const view = useMemo(() => movementView(account), [account])
  const [state, change] = useListState(view)
  const { answer, ...source } = useServerList('BackOffice/GetPortfolioMovement', view, state, input)
  const totals = answer && shownTotals(answer.totals, state.filters.securityID !== undefined)
  return (
    <Section>
      <DataTable
        list={view}
        source={{ ...source, ...(totals && { totals }) }}
        state={state}
        onChange={change}
        fileInput={input}
      />
    </Section>
  )
}

type Totals = CallOutput<'BackOffice/GetPortfolioMovement'>['totals']

/** Shares of several securities have no sum that means anything; their values have. */
const shownTotals = ({ valueIn, valueOut, ...quantities }: Totals, isOfOneSecurity: boolean) => ({
  valueIn,
  valueOut,
  ...(isOfOneSecurity && quantities),
})

export default PortfolioMovementScreen
