import {
  type Basket,
  basketColumns,
  type CallRequest,
  clOrdIDOfLine,
  isFinal,
  lagosDate,
  MOST_BASKET_LINES,
  OrdStatus,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Database } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'

const ended = Object.values(OrdStatus).filter(isFinal)

type Sending = CallRequest<'Basket/Send'>

/** What a basket's lines are sent as. */
export interface Claims {
  /** The `clOrdID` of each order, in their sequence. */
  readonly clOrdIDs: readonly string[]
  /** The version of the basket with these ids; null of one that is not saved. */
  readonly version: number | null
}

interface Sender {
  readonly caller: Caller
  readonly marketTime: number
  readonly opened: SelectQueryBuilder<
    Database,
    'baskets' | 'users',
    { id: number; version: number; lines: unknown }
  >
}

/**
 * Gives the lines of a saved basket the ids under which they are sent, and keeps them with the lines: anyone who sends a
 * line after that, of whichever copy of the page, sends it under the same id, and it is entered once. A line whose order
 * was rejected, or ended on an earlier day, gets another id. Orders that name no line go under the ids of their sending.
 *
 * @param sender with market time, epoch milliseconds, and the basket, if the sender may open it.
 * @returns a refusal if the basket is another than the sender has read; a sending that is repeated has ids already.
 */
export async function claimLines(
  tx: Tx,
  { sendID, version, orders }: Sending,
  { caller, marketTime, opened }: Sender,
): Promise<Claims | Refusal> {
  const own = orders.map((_, index) => clOrdIDOfLine(sendID, index + 1))
  const isSaved = orders.some(({ line }) => line !== undefined)
  const basket = isSaved ? await opened.forUpdate('baskets').executeTakeFirst() : undefined
  // It may be gone by now. Its orders exist nevertheless, and a repeated request finds them.
  if (!basket) {
    await rememberUnsaved(tx, caller, sendID, marketTime)
    return { clOrdIDs: own, version: null }
  }
  const lines = [...(basket.lines as Basket['lines'])]
  const claimed = orders.map(({ line = 0 }) => lines[line - 1]?.sentAs)
  if (basket.version !== version && claimed.some((id, index) => id !== own[index]))
    return refuse('basketChanged')
  const over = await overOf(
    tx,
    lagosDate(marketTime),
    claimed.filter((id) => id !== undefined),
  )
  const clOrdIDs = orders.map(({ line = 0 }, index) => {
    const id = own[index] ?? ''
    const saved = lines[line - 1]
    if (!saved) return id
    const isTaken = saved.sentAs !== undefined && (saved.sentAs === id || !over.has(saved.sentAs))
    if (isTaken && saved.sentAs !== undefined) return saved.sentAs
    lines[line - 1] = { ...saved, sentAs: id }
    return id
  })
  if (clOrdIDs.every((id, index) => id === claimed[index])) return { clOrdIDs, version: basket.version }
  const changed = await tx
    .updateTable('baskets')
    .set({ lines: JSON.stringify(lines), version: sql<number>`version + 1` })
    .where('id', '=', basket.id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return { clOrdIDs, version: changed.version }
}

/** Those of the ids whose orders were rejected, or ended on an earlier day. */
async function overOf(tx: Tx, today: string, clOrdIDs: readonly string[]): Promise<ReadonlySet<string>> {
  if (clOrdIDs.length === 0) return new Set()
  const rows = await tx
    .selectFrom('order_requests as r')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.order_id', '=', 'r.order_id'),
    )
    .select('r.cl_ord_id')
    .where('r.cl_ord_id', '=', sql<string>`ANY(${clOrdIDs}::text[])`)
    .groupBy('r.cl_ord_id')
    .having(
      sql<boolean>`bool_and(o.ord_status = ${OrdStatus.rejected} OR o.ord_status = ANY(${ended}::text[]) AND o.market_date < ${today}::date)`,
    )
    .execute()
  return new Set(rows.map((row) => row.cl_ord_id))
}

/** So long an unsaved basket can be saved with the ids of its orders: by then these have ended, or are in the list of orders. */
const KEPT_MS = 7 * 86_400_000

async function rememberUnsaved(
  tx: Tx,
  { tenantId, userId }: Caller,
  sendID: string,
  marketTime: number,
): Promise<void> {
  await tx
    .deleteFrom('unsaved_sendings')
    .where('user_id', '=', userId)
    .where('sent_at', '<', new Date(marketTime - KEPT_MS))
    .execute()
  await tx
    .insertInto('unsaved_sendings')
    .values({ tenant_id: tenantId, user_id: userId, send_id: sendID, sent_at: new Date(marketTime) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type SavedLines = Basket['lines']

/**
 * The lines that are saved, each with the id of its order if it was given here: the same line of the saved basket has it,
 * or the user has sent it before it was saved. Any other id is left out, and so is one that another line has, too.
 *
 * @param before the lines of the saved basket; none of a new one.
 */
export async function withOwnIDs(
  tx: Tx,
  { userId }: Caller,
  lines: SavedLines,
  before: SavedLines,
): Promise<SavedLines> {
  const saved = new Map(before.flatMap((line) => (line.sentAs === undefined ? [] : [[line.sentAs, line]])))
  const sendIDs = lines.flatMap(({ sentAs }) => (sentAs === undefined ? [] : [sendIDOf(sentAs)]))
  if (sendIDs.length === 0) return lines
  const unsaved = await tx
    .selectFrom('unsaved_sendings')
    .select('send_id')
    .where('user_id', '=', userId)
    .where('send_id', '=', sql<string>`ANY(${sendIDs}::text[])`)
    .execute()
  const sent = new Set(unsaved.map((row) => row.send_id))
  const given = new Set<string>()
  return lines.map(({ sentAs, ...cells }) => {
    if (sentAs === undefined || given.has(sentAs)) return cells
    const known = saved.get(sentAs)
    const isOwn = known
      ? basketColumns.every((column) => known[column] === cells[column])
      : sent.has(sendIDOf(sentAs))
    if (!isOwn) return cells
    given.add(sentAs)
    return { ...cells, sentAs }
  })
}

/** The sending whose line has this id; no id of a sending if it is no such id. */
function sendIDOf(clOrdID: string): string {
  const [, sendID = '', line] = /^(.*)-([1-9]\d*)$/.exec(clOrdID) ?? []
  return Number(line) <= MOST_BASKET_LINES ? sendID : ''
}
