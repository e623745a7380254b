import { type CallInput, type Statistics, topStatistics, topTrades } from '@tradebook/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useCall } from '../api/use-call.ts'
import { useAllStatistics, useIsFresh } from '../live/use-live.ts'
import { HOME, securityAt } from '../paths.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import type { ListView } from '../ui/data-table/list-view.ts'
import { Section } from '../ui/page.tsx'
import { useUntouched } from '../ui/use-untouched.ts'

interface MoverTableProps {
  readonly tools?: ReactNode
  readonly view: ListView<Statistics>
  readonly rule: MoverRule
}

/** Which securities are shown, in which order. The server knows the same rules. */
export type MoverRule =
  | Required<CallInput<'MarketData/GetTopStatistics'>>
  | Required<CallInput<'MarketData/GetTopTrades'>>

const pick = (rule: MoverRule, all: readonly Statistics[]): readonly Statistics[] =>
  'by' in rule ? topTrades(all, rule) : topStatistics(all, rule)

/** How often the server is asked while nothing arrives live, in milliseconds. */
const ASKED_EVERY_MS = 5_000

/** The securities of a rule as the server picks them, while the live figures are not there or may be old. */
function useAnswered(rule: MoverRule, enabled: boolean): readonly Statistics[] | undefined {
  const options = { enabled, staleTime: 0, refetchInterval: ASKED_EVERY_MS }
  const isByTrades = 'by' in rule
  const traded = useCall('MarketData/GetTopTrades', isByTrades ? rule : {}, {
    ...options,
    enabled: enabled && isByTrades,
  })
  const moved = useCall('MarketData/GetTopStatistics', isByTrades ? {} : rule, {
    ...options,
    enabled: enabled && !isByTrades,
  })
  return enabled ? (isByTrades ? traded : moved).data?.items : undefined
}

/** The securities that a rule picks. Their order stands still under the hand, their figures follow the market. */
export function MoverTable({ view, rule, tools }: MoverTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const all = useAllStatistics()
  const answered = useAnswered(rule, !useIsFresh())
  const [asOfOrder, touched] = useUntouched(all)
  const now = new Map(all.map((row) => [row.securityID, row]))
  const rows = answered ?? pick(rule, asOfOrder).map((row) => now.get(row.securityID) ?? row)
  return (
    <Section {...touched}>
      <DataTable
        list={view}
        heading={t(view.title)}
        tools={tools}
        source={{ rows: all.length === 0 && !answered ? undefined : rows, total: rows.length }}
        state={FIRST_PAGE}
        onChange={() => undefined}
        onOpen={({ securityID }) => navigate(securityAt(HOME, securityID))}
      />
    </Section>
  )
}

/** All rows are on one page, in the order of the rule. */
const FIRST_PAGE = { page: 1, filters: {} }
