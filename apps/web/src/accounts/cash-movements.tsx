import { type CashMovement, inflowList, movementStates, outflowList } from '@tradebook/contract'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { choiceFilter } from '../ui/data-table/choice-filter.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useListState } from '../ui/data-table/list-state.ts'
import { type ListView, listView } from '../ui/data-table/list-view.ts'
import { useServerList } from '../ui/data-table/server-list.ts'
import { Section } from '../ui/page.tsx'
import { OwnPayments } from './own-payments.tsx'
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
      { key: 'date', characters: 13, isKept: true },
      { key: 'valueDate', characters: 13, isNamed: true },
      { key: 'kind', characters: 14, overflow: 'wrap' },
      { key: 'channel', characters: 14, overflow: 'wrap', isLeftWhenEmpty: true },
      { key: 'bank', characters: 14, overflow: 'wrap', isLeftWhenEmpty: true },
      { key: 'reference', characters: 16, overflow: 'wrap' },
      { key: 'narration', characters: 26, overflow: 'wrap' },
      { key: 'state', characters: 16, overflow: 'wrap' },
      { key: 'amount', characters: 16, isKept: true },
      { key: 'balance', characters: 16 },
    ],
    filters: [choiceFilter('state', 'Movement.State', 'Movement.All', movementStates)],
    leaving: ['reference', 'kind', 'channel', 'bank', 'valueDate'],
    card: [
      ['date', 'amount'],
      ['narration'],
      ['kind', 'channel', 'bank'],
      ['reference', 'state'],
      ['valueDate', 'balance'],
    ],
    empty: { title: `${direction}.Empty`, details: 'Movement.Empty.details' },
  })

/** The lists of money from and to the outside. */
export const movementViews = { Inflow: viewOf('Inflow'), Outflow: viewOf('Outflow') }

/** A screen of an account's money from the outside, or to it, with what waits for approval. */
export const CashMovementsPage = ({ direction }: { readonly direction: Direction }) => {
  const { t } = useTranslation()
  return (
    <PortalPage title={t(`${direction}.Title`)} about={t(`${direction}.About`)}>
      {(of) => (
        <Fragment key={of.input.cscsAcct}>
          <Movements direction={direction} {...of} />
          <OwnPayments type={direction === 'Inflow' ? 'deposit' : 'withdrawal'} account={of.account} />
        </Fragment>
      )}
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
