import {
  type DoubtRow,
  doubtList,
  type FlaggedReportRow,
  flaggedReportList,
  isRefusal,
  type PriceKobo,
  type Refusal,
  refuse,
  type Side,
  sides,
  toNaira,
  type UnclaimedRow,
  unclaimedList,
} from '@tradebook/contract'
import { barOf, type OrderThere } from '@tradebook/orders'
import { type Selectable, sql } from 'kysely'
import type { ReadProposal } from '../../desk/decisions/reconciliation-lines.ts'
import type { DeskPort } from '../../desk/desk-port.ts'
import { type DeskAnswer, originOf } from '../../desk/inputs.ts'
import type { MarketPicture } from '../../desk/publishing/market-picture.ts'
import type { Handlers } from '../../http/handlers.ts'
import { approvalRulesOf, approversOf } from '../../platform/influences.ts'
import { HOST } from '../../store/host.ts'
import { type ListSource, readPage } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { FlaggedReports, UnclaimedOrders, VenueDoubts } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'

export interface ExchangeLineDependencies {
  readonly desk: Pick<DeskPort, 'submit'>
  readonly store: Store
  readonly picture: Pick<MarketPicture, 'venue'>
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}

/** The line to an exchange that others operate, as its operators see it. */
export function exchangeLineFeature({
  desk,
  store,
  picture,
  marketDate,
}: ExchangeLineDependencies): Handlers<`ExchangeLine/${string}`> {
  return {
    'ExchangeLine/GetState': async () => {
      const line = picture.venue()?.line
      const kept = await store.forTenant(HOST).read(recordedState)
      return { state: line?.state ?? null, since: line?.since ?? null, ...kept }
    },

    'ExchangeLine/GetReports': async (input, { caller }) =>
      readPage(store.forTenant(caller.tenantId), reportSource(input, await firmNames(store)), input),

    'ExchangeLine/GetOrdersInDoubt': async (input, { caller }) =>
      readPage(
        store.forTenant(caller.tenantId),
        doubtSource(input, caller.userId, await firmNames(store)),
        input,
      ),

    'ExchangeLine/AskAgain': async ({ orderID }, context) =>
      doneOr(await desk.submit({ kind: 'askAgain', origin: originOf(context), orderID })),

    'ExchangeLine/SettleOrder': async ({ orderID, as, reason }, context) => {
      const { tenantId, userId } = context.caller
      const rules = await approvalRulesOf(store, tenantId, marketDate())
      const confirms = await store
        .forTenant(tenantId)
        .read(async (tx) => readProposal(tx, rules, { userId, as }, await openDoubt(tx, orderID)))
      if (isRefusal(confirms)) return confirms
      const origin = originOf(context)
      return doneOr(await desk.submit({ kind: 'settleDoubt', origin, orderID, as, reason, confirms }))
    },

    'ExchangeLine/GetUnclaimedOrders': async (input, { caller }) =>
      readPage(
        store.forTenant(caller.tenantId),
        unclaimedSource(input, caller.userId, await tenancyNames(store)),
        input,
      ),

    'ExchangeLine/SettleUnclaimed': async (input, context) => {
      const { tenantId, userId } = context.caller
      const { venueOrderID, as, account = '', reason } = input
      const [firm] = [...(await tenancyNames(store))].find(([, name]) => name === input.firm) ?? []
      if (as === 'adopted' && firm === undefined) return refuse('unknownFirm')
      const rules = await approvalRulesOf(store, tenantId, marketDate())
      const confirms = await store
        .forTenant(tenantId)
        .read(async (tx) => readProposal(tx, rules, { userId, as }, await openUnclaimed(tx, venueOrderID)))
      if (isRefusal(confirms)) return confirms
      const origin = originOf(context)
      const asked = { kind: 'settleUnclaimed', origin, venueOrderID, reason, confirms } as const
      return doneOr(
        await desk.submit(
          as === 'adopted' && firm !== undefined
            ? { ...asked, as, firm, account }
            : { ...asked, as: 'canceled' },
        ),
      )
    },

    'ExchangeLine/CancelAll': async ({ reason }, context) => {
      const answer = await desk.submit({ kind: 'cancelAll', origin: originOf(context), reason })
      if (answer.kind === 'refused') return answer.refusal
      if (answer.kind !== 'cancelled') throw new Error(`the desk answered ${answer.kind}`)
      return { cancelled: answer.count }
    },
  }
}

/** What is stored of a proposal that waits for a second person. */
interface Proposed {
  readonly proposed: string | null
  readonly proposer_id: number | null
  readonly proposed_at: Date | null
}

/**
 * The proposal of another person that a person confirms by saying the same; `null` if none waits, so that theirs is the
 * first. A refusal if the two are not independent.
 */
async function readProposal(
  tx: Tx,
  rules: Awaited<ReturnType<typeof approvalRulesOf>>,
  { userId, as }: { readonly userId: number; readonly as: string },
  row: Proposed | undefined,
): Promise<ReadProposal | null | Refusal> {
  if (!row?.proposed_at || row.proposer_id === null) return null
  if (row.proposer_id === userId || row.proposed !== as) return null
  const [makerId, madeAt] = [row.proposer_id, row.proposed_at.getTime()]
  const refusal = (await approversOf(tx, rules, madeAt)).refusalOf(userId, { makerId, madeAt })
  return refusal ?? { byId: makerId, at: madeAt }
}

function doneOr(answer: DeskAnswer): Refusal | Record<string, never> {
  if (answer.kind === 'refused') return answer.refusal
  return {}
}

const ORDER_ID = /^[1-9]\d{0,17}$/

const openDoubt = (tx: Tx, orderID: string) =>
  ORDER_ID.test(orderID)
    ? tx
        .selectFrom('venue_doubts')
        .selectAll()
        .where('order_id', '=', BigInt(orderID))
        .where('ended_at', 'is', null)
        .executeTakeFirst()
    : undefined

const openUnclaimed = (tx: Tx, venueOrderID: string) =>
  tx
    .selectFrom('unclaimed_orders')
    .selectAll()
    .where('venue_order_id', '=', venueOrderID)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** What the record says about the line. */
async function recordedState(tx: Tx) {
  const { rows } = await sql<{
    waiting: string
    unanswered: string
    sent: Date | null
    received: Date | null
    doubts: string
  }>`SELECT
      (SELECT count(*) FROM venue_commands WHERE answered_at IS NULL AND released_at IS NULL) AS waiting,
      (SELECT count(*) FROM venue_commands WHERE answered_at IS NULL AND released_at IS NOT NULL) AS unanswered,
      (SELECT released_at FROM venue_commands WHERE released_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS sent,
      (SELECT max(taken_at) FROM venue_exec_ids) AS received,
      (SELECT count(*) FROM venue_doubts WHERE ended_at IS NULL) AS doubts`.execute(tx)
  const [row] = rows
  const halt = await tx
    .selectFrom('kill_switches')
    .select(['since', 'switched_by', 'reason'])
    .where('scope', '=', 'market')
    .where('is_on', '=', true)
    .executeTakeFirst()
  const compared = await tx
    .selectFrom('venue_reconciliations')
    .select(['done_at', 'counts'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return {
    lastSentAt: row?.sent?.toISOString() ?? null,
    lastReceivedAt: row?.received?.toISOString() ?? null,
    waiting: Number(row?.waiting),
    unanswered: Number(row?.unanswered),
    inDoubt: Number(row?.doubts),
    halted: halt ? { since: halt.since.toISOString(), by: halt.switched_by, reason: halt.reason } : null,
    reconciled: compared
      ? { at: compared.done_at.toISOString(), ...(compared.counts as unknown as Counts) }
      : null,
  }
}

interface Counts {
  readonly agrees: number
  readonly unanswered: number
  readonly onlyHere: number
  readonly onlyThere: number
  readonly differs: number
}

type FirmNames = ReadonlyMap<number, string>

const firmNames = async (store: Store): Promise<FirmNames> => {
  const firms = await store.forHost().read((tx) => tx.selectFrom('tenants').select(['id', 'name']).execute())
  return new Map(firms.map(({ id, name }) => [id, name]))
}

/** The names under which people sign in, by which a firm is named without doubt. */
const tenancyNames = async (store: Store): Promise<FirmNames> => {
  const firms = await store
    .forHost()
    .read((tx) => tx.selectFrom('tenants').select(['id', 'tenancy_name']).execute())
  return new Map(firms.map(({ id, tenancy_name }) => [id, tenancy_name]))
}

const reportID = sql.ref('flagged_reports.id')
const storedReports: StoredList<(typeof flaggedReportList)['columns']> = {
  list: flaggedReportList,
  key: reportID,
  columns: {
    // Reports are numbered in the order in which they came.
    receivedAt: { value: sql.ref('flagged_reports.received_at'), order: reportID },
    flag: stored('flagged_reports.flag'),
    marketDate: stored('flagged_reports.market_date'),
    id: { value: reportID, order: reportID },
  },
}

const reportSource = (
  input: Parameters<typeof filtered>[2],
  names: FirmNames,
): ListSource<Selectable<FlaggedReports>, FlaggedReportRow> => ({
  parts: (tx) => [
    {
      rows: filtered(tx.selectFrom('flagged_reports').selectAll(), storedReports, input),
    },
  ],
  order: rowOrder(storedReports, input.sorting),
  item: (row) => {
    const { report } = row.report as { report: ShownReport }
    return {
      id: Number(row.id),
      receivedAt: row.received_at.toISOString(),
      flag: row.flag as FlaggedReportRow['flag'],
      firm: row.firm === null ? null : (names.get(row.firm) ?? null),
      orderID: row.order_id,
      execID: row.exec_id,
      // A message that cannot be read has no ExecType (150) that is known.
      execType: report.message === undefined ? report.execType : '',
      quantity: report.lastQty ?? null,
      price: report.lastPx === undefined ? null : toNaira(report.lastPx as PriceKobo),
      details: report.message === undefined ? null : `${report.why}: ${report.message}`,
      marketDate: row.market_date,
    }
  },
})

/** What is shown of a report, as it is stored. */
interface ShownReport {
  readonly execType: string
  readonly lastQty?: number
  readonly lastPx?: number
  readonly why?: string
  readonly message?: string
}

const doubtID = sql.ref('venue_doubts.id')
const storedDoubts: StoredList<(typeof doubtList)['columns']> = {
  list: doubtList,
  key: sql.ref('venue_doubts.order_id'),
  columns: {
    since: { value: sql.ref('venue_doubts.since'), order: doubtID },
    side: { value: sql`venue_doubts.here ->> 'side'` },
    why: stored('venue_doubts.why'),
    proposed: stored('venue_doubts.proposed'),
    id: { value: doubtID, order: doubtID },
  },
}

interface Figures {
  readonly cumQty: number
  readonly leavesQty: number
}
interface Here extends Figures {
  readonly account: string
  readonly securityID: string
  readonly side: Side
}

const doubtSource = (
  input: Parameters<typeof filtered>[2],
  userId: number,
  names: FirmNames,
): ListSource<Selectable<VenueDoubts>, DoubtRow> => ({
  parts: (tx) => [
    {
      rows: filtered(
        tx.selectFrom('venue_doubts').selectAll().where('ended_at', 'is', null),
        storedDoubts,
        input,
      ),
    },
  ],
  order: rowOrder(storedDoubts, input.sorting),
  item: (row) => {
    const [here, there] = [row.here as unknown as Here, row.there as unknown as Figures | null]
    return {
      id: Number(row.id),
      since: row.since.toISOString(),
      orderID: String(row.order_id),
      firm: names.get(row.firm) ?? '',
      account: here.account,
      securityID: here.securityID,
      side: here.side,
      why: row.why as DoubtRow['why'],
      cumQty: here.cumQty,
      leavesQty: here.leavesQty,
      cumQtyThere: there?.cumQty ?? null,
      leavesQtyThere: there?.leavesQty ?? null,
      proposed: row.proposed as DoubtRow['proposed'],
      proposerName: row.proposer_name,
      isOwn: row.proposer_id === userId,
    }
  },
})

const unclaimedID = sql.ref('unclaimed_orders.id')
const storedUnclaimed: StoredList<(typeof unclaimedList)['columns']> = {
  list: unclaimedList,
  key: sql.ref('unclaimed_orders.venue_order_id'),
  columns: {
    since: { value: sql.ref('unclaimed_orders.since'), order: unclaimedID },
    side: { value: sql`unclaimed_orders.there ->> 'side'` },
    proposed: stored('unclaimed_orders.proposed'),
    id: { value: unclaimedID, order: unclaimedID },
  },
}

const unclaimedSource = (
  input: Parameters<typeof filtered>[2],
  userId: number,
  names: FirmNames,
): ListSource<Selectable<UnclaimedOrders>, UnclaimedRow> => ({
  parts: (tx) => [
    {
      rows: filtered(
        tx.selectFrom('unclaimed_orders').selectAll().where('ended_at', 'is', null),
        storedUnclaimed,
        input,
      ),
    },
  ],
  order: rowOrder(storedUnclaimed, input.sorting),
  item: (row) => {
    const there = row.there as unknown as OrderThere
    const { orderID, securityID, price, cumQty, leavesQty } = there
    const side = there.side in sides ? (there.side as Side) : null
    return {
      ...{ id: Number(row.id), since: row.since.toISOString(), venueOrderID: row.venue_order_id },
      ...{ orderID, securityID, side, price: price === null ? null : toNaira(price), cumQty, leavesQty },
      ...{ bar: barOf(there), rejected: row.rejected },
      proposed: row.proposed as UnclaimedRow['proposed'],
      firm: row.firm === null ? null : (names.get(row.firm) ?? null),
      ...{ account: row.account, proposerName: row.proposer_name, isDecided: row.is_decided },
      isOwn: row.proposer_id === userId,
    }
  },
})
