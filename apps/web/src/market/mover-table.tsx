import type { Statistics } from '@tradebook/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useAllStatistics } from '../live/use-live.ts'
import { HOME, securityAt } from '../paths.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import type { ListView } from '../ui/data-table/list-view.ts'
import { Section } from '../ui/page.tsx'
import { useUntouched } from '../ui/use-untouched.ts'

interface MoverTableProps {
  readonly tools?: ReactNode
  readonly view: ListView<Statistics>
  /** Picks and orders the securities that are shown. */
  readonly pick: (all: readonly Statistics[]) => readonly Statistics[]
}

/** The securities that a rule picks. Their order stands still under the hand, their figures follow the market. */
export function MoverTable({ view, pick, tools }: MoverTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const all = useAllStatistics()
  const [asOfOrder, touched] = useUntouched(all)
  const now = new Map(all.map((row) => [row.securityID, row]))
  const rows = pick(asOfOrder).map((row) => now.get(row.securityID) ?? row)
  return (
    <Section {...touched}>
      <DataTable
        list={view}
        heading={t(view.title)}
        tools={tools}
        source={{ rows: all.length === 0 ? undefined : rows, total: rows.length }}
        state={FIRST_PAGE}
        onChange={() => undefined}
        onOpen={({ securityID }) => navigate(securityAt(HOME, securityID))}
      />
    </Section>
  )
}

/** All rows stand on one page, in the order of the rule. */
const FIRST_PAGE = { page: 1, filters: {} }
