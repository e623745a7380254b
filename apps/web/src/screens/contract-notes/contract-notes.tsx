import type { Side } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { type OfAccount, PortalPage } from '../../accounts/portal-page.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useServerList } from '../../ui/data-table/server-list.ts'
import { useOpenedRows } from '../../ui/data-table/use-opened-rows.ts'
import { Section } from '../../ui/page.tsx'
import { ArchiveDownload } from './archive-download.tsx'
import { Note } from './note.tsx'
import { noteView } from './note-view.ts'

/** The contract notes of an account's purchases or sales in the days chosen. */
export const ContractNotes = ({ side }: { readonly side: Side }) => {
  const { t } = useTranslation()
  return (
    <PortalPage title={t(`Notes.Title.${side}`)} about={t(`Notes.About.${side}`)}>
      {(of) => <Notes key={of.input.cscsAcct} {...of} side={side} />}
    </PortalPage>
  )
}

const Notes = ({ input, side }: OfAccount & { readonly side: Side }) => {
  const [state, change] = useListState(noteView)
  const [opened, toggle] = useOpenedRows(noteView)
  const asked = { ...input, side: [side] }
  const { answer, ...source } = useServerList('BackOffice/GetContractNotes', noteView, state, asked)
  const isFiltered = Object.keys(state.filters).length > 0
  return (
    <Section>
      <DataTable
        list={noteView}
        source={{ ...source, ...(answer && { totals: totalsOf(answer.totals) }) }}
        state={state}
        onChange={change}
        fileInput={asked}
        tools={
          <ArchiveDownload
            input={{ ...input, side }}
            total={isFiltered || source.isTotalBounded ? undefined : source.total}
          />
        }
        onOpen={toggle}
        detail={{ of: opened, show: (note) => <Note note={note} issuer={answer?.issuer ?? []} /> }}
      />
    </Section>
  )
}

interface Totals {
  readonly consideration: number
  readonly totalFees: number
  readonly cash: number
}

/** Notes of one side: what was paid for all purchases, or received of all sales. */
const totalsOf = ({ consideration, totalFees, cash }: Totals) => ({
  consideration,
  totalFees,
  netAmount: Math.abs(cash),
})
