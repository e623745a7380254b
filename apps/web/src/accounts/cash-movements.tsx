import { type CashMovement, inflowList, movementStates, outflowList } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { choiceFilter } from '../ui/data-table/choice-filter.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useListState } from '../ui/data-table/list-state.ts'
import { type ListView, listView } from '../ui/data-table/list-view.ts'
import { useServerList } from '../ui/data-table/server-list.ts'
import { Section } from '../ui/page.tsx'
import { type OfAccount, PortalPage } from './portal-page.tsx'

type Direction = 'Inflow' | 'Outflow'

const viewOf = (direction: Direction): ListView<CashMovement> =>
  listView({
    key: direction.toLowerCase(),
    title: `${direction}.Title`,
    of: direction === 'Inflow' ? inflowList : outflowList,
    file: `BackOffice/DownloadAccount${direction}`,
    rowKey: ({ id }) => id,
    pageSize: 50,
    columns: [
      { key: 'date', characters: 14, isKept: true },
      { key: 'kind', characters: 18 },
      { key: 'reference', characters: 20 },
      { key: 'narration', characters: 36, overflow: 'wrap' },
      { key: 'state', characters: 22 },
      { key: 'amount', characters: 18, isKept: true },
    ],
    filters: [choiceFilter('state', 'Movement.State', 'Movement.All', movementStates)],
    leaving: ['reference', 'kind'],
    card: [['date', 'amount'], ['narration'], ['reference', 'state'], ['kind']],
    empty: { title: `${direction}.Empty`, details: 'Movement.Empty.details' },
  })

/** The lists of money from and to the outside. */
export const movementViews = { Inflow: viewOf('Inflow'), Outflow: viewOf('Outflow') }

/** A screen of an account's money from the outside, or to it, with what waits for approval. */
export const CashMovementsPage = ({ direction }: { readonly direction: Direction }) => {
  const { t } = useTranslation()
  return (
    <PortalPage title={t(`${direction}.Title`)} about={t(`${direction}.About`)}>
      {(of) => <Movements key={of.input.cscsAcct} direction={direction} {...of} />}
    </PortalPage>
  )
}

const Movements = ({ direction, input }: OfAccount & { readonly direction: Direction }) => {
  const { t } = useTranslation()
  const view = movementViews[direction]
  const [state, change] = useListState(view)
  const { answer, ...source } = useServerList(`BackOffice/GetAccount${direction}`, view, state, input)
  return (
    <Section>
      <DataTable
        list={view}
        source={{ ...source, ...(answer && { totals: answer.totals }) }}
        state={state}
        onChange={change}
        fileInput={input}
        note={answer && answer.totalCount > 0 && t('Movement.Total')}
      />
    </Section>
  )
}
