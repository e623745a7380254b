import {
  type AgreedCharges,
  chargesOn,
  type FeeTable,
  feesOf,
  feeTable,
  kobo,
  type PriceKobo,
  Side,
  settingsFrom,
  shares,
  totalOf,
  withAgreements,
} from '@tradebook/contract'
import type { Client } from 'pg'
import { feeRateOf } from '../../apps/server/src/desk/record/fee-rows.ts'
import { loadListings } from '../../apps/server/src/desk/record/load-listings.ts'
import { columnTypes } from '../../apps/server/src/store/column-types.ts'
import { HOST } from '../../apps/server/src/store/host.ts'

/**
 * What holds of a record and the charges of its firms, and of its trades and the limits of their days. A firm's rows
 * may change between market days, so a note is charged by those of its trade date.
 */
export const rulesOfCharges: Readonly<Record<string, (client: Client) => Promise<unknown[]>>> = {
  'a note is charged by the fee table of its trade date': wrongNotes,
  'cash on hold is what open orders may still cost': wrongHolds,
  'nothing trades beyond the limits of its day': tradesBeyondLimits,
}

/** Which note, or which one to come. */
interface OfNote {
  readonly tenant_id: number
  readonly account: string
  readonly side: Side
  readonly trade_date: string
}

/** The charges of a note at a consideration, in kobo. */
type Charged = (note: OfNote, consideration: bigint) => bigint

async function tariffs(client: Client): Promise<Charged> {
  const fees = await client.query({ text: 'SELECT * FROM fee_rates', types: columnTypes })
  const agreed = await client.query({
    text: 'SELECT account, charges.* FROM customer_charges charges JOIN trading_accounts USING (tenant_id, customer_id)',
    types: columnTypes,
  })
  const tables = Map.groupBy(fees.rows, ({ tenant_id }) => tenant_id as number)
  const agreements = Map.groupBy(agreed.rows, ({ tenant_id, account }) => `${tenant_id}|${account}`)
  const tableOf = (tenantId: number): FeeTable => feeTable((tables.get(tenantId) ?? []).map(feeRateOf))
  const agreedWith = ({ tenant_id, account }: OfNote): readonly AgreedCharges[] =>
    withAgreements(
      [],
      (agreements.get(`${tenant_id}|${account}`) ?? []).map((row) => ({
        dateFrom: row.date_from,
        commissionPpm: row.commission_ppm,
        stampDutyExempt: row.stamp_duty_exempt,
      })),
    )
  return (note, consideration) => {
    const ofNote = { side: note.side, tradeDate: note.trade_date }
    const charges = chargesOn(tableOf(note.tenant_id), ofNote, agreedWith(note))
    // The firms of these runs charge by rates alone.
    return totalOf(feesOf(charges, { consideration: kobo(consideration), quantity: shares(0), trades: 0 }))
  }
}

async function wrongNotes(client: Client): Promise<unknown[]> {
  const charged = await tariffs(client)
  const { rows } = await client.query<OfNote & { number: number; consideration: bigint; printed: string }>({
    text: `SELECT n.*, (SELECT sum((l ->> 'amount')::bigint) FROM json_array_elements(lines) AS l) AS printed
      FROM contract_notes n`,
    types: columnTypes,
  })
  return rows
    .map((note) => ({
      number: note.number,
      account: note.account,
      printed: BigInt(note.printed),
      due: charged(note, note.consideration),
    }))
    .filter(({ printed, due }) => printed !== due)
}

/**
 * The accounts whose cash on hold is not, to the kobo, what the notes of the day on which their firm's books are hold
 * for the open orders. An order without a price costs the limit of that day at worst.
 */
async function wrongHolds(client: Client): Promise<unknown[]> {
  const charged = await tariffs(client)
  const open = await client.query<
    OfNote & { security_id: string; price: number | null; leaves_qty: number; consideration: string }
  >({
    types: columnTypes,
    text: `
    SELECT o.tenant_id, o.account, o.side, o.security_id, o.price, o.leaves_qty, days.market_date AS trade_date,
      coalesce(n.consideration, 0) AS consideration
    FROM orders o
    JOIN (
      SELECT tenants.id AS tenant_id, coalesce(f.market_date, desk.market_date) AS market_date
      FROM desk, tenants LEFT JOIN firm_days f ON f.tenant_id = tenants.id
    ) AS days USING (tenant_id)
    LEFT JOIN contract_notes n ON (n.tenant_id, n.account, n.side, n.security_id, n.trade_date)
      = (o.tenant_id, o.account, o.side, o.security_id, days.market_date)
    WHERE ord_status IN ('0', '1')`,
  })
  const limits = await limitsOfDays(client, new Set(open.rows.map(({ trade_date }) => trade_date)))
  const usable = await proceedsUsable(client)
  const owed = new Map<string, bigint>()
  for (const [, orders] of Map.groupBy(open.rows, (o) =>
    [o.tenant_id, o.account, o.side, o.security_id].join('|'),
  )) {
    const [note] = orders
    if (!note) continue
    const { side, trade_date, security_id } = note
    const held = heldFor(
      {
        side,
        consideration: BigInt(note.consideration),
        open: orders.map(({ price, leaves_qty }) => ({
          leaves: leaves_qty,
          worstPx: price ?? limits(trade_date, security_id, side) ?? 0,
        })),
      },
      (consideration) => charged(note, consideration),
      usable(note.tenant_id),
    )
    const key = `${note.tenant_id}|${note.account}`
    owed.set(key, (owed.get(key) ?? 0n) + held)
  }
  const { rows } = await client.query<{ tenant_id: number; account: string; held: string }>(
    'SELECT tenant_id, account, held FROM cash_balances',
  )
  return rows
    .map(({ tenant_id, account, held }) => ({
      account,
      held: BigInt(held),
      owed: owed.get(`${tenant_id}|${account}`) ?? 0n,
    }))
    .filter((row) => row.held !== row.owed)
}

interface OpenNote {
  readonly side: Side
  /** What has traded, in kobo. */
  readonly consideration: bigint
  readonly open: readonly { readonly leaves: number; readonly worstPx: number }[]
}

/** Far past where the charges of a first trade can matter: a kobo or two for each of their lines. */
const DEAREST_WITHIN = 600

/** The cash that a note holds for its open orders: the most by which they may lower what may be spent. */
function heldFor(
  { side, consideration, open }: OpenNote,
  charged: (consideration: bigint) => bigint,
  isUsable: boolean,
): bigint {
  const cashAt = (amount: bigint) => (side === Side.buy ? -amount : amount) - charged(amount)
  const cash = cashAt(consideration)
  if (side === Side.buy) {
    const worst = open.reduce((sum, { leaves, worstPx }) => sum + BigInt(leaves) * BigInt(worstPx), 0n)
    return cash - cashAt(consideration + worst)
  }
  const lowest = Math.min(...open.map(({ worstPx }) => worstPx))
  const spendable = isUsable || cash < 0n ? cash : 0n
  let held = 0n
  for (let brings = lowest; brings <= lowest + DEAREST_WITHIN; brings += 1) {
    const short = spendable - cashAt(consideration + BigInt(brings))
    if (short > held) held = short
  }
  return held
}

/** The worst price that a day allows an order without one. */
async function limitsOfDays(
  client: Client,
  days: ReadonlySet<string>,
): Promise<(day: string, securityID: string, side: Side) => PriceKobo | undefined> {
  const worst = new Map<string, PriceKobo>()
  for (const day of days)
    for (const { securityID, lowLimitPx, highLimitPx } of await loadListings(client, day)) {
      worst.set(`${day}|${securityID}|${Side.buy}`, highLimitPx)
      worst.set(`${day}|${securityID}|${Side.sell}`, lowLimitPx)
    }
  return (...key) => worst.get(key.join('|'))
}

/** The worst that an order without a price can meet are the limits of the day. */
async function tradesBeyondLimits(client: Client): Promise<unknown[]> {
  const { rows } = await client.query<{
    security_id: string
    market_date: string
    low: PriceKobo
    high: PriceKobo
  }>({
    text: 'SELECT security_id, market_date, min(price) AS low, max(price) AS high FROM market_trades GROUP BY 1, 2',
    types: columnTypes,
  })
  const limits = await limitsOfDays(client, new Set(rows.map(({ market_date }) => market_date)))
  return rows.filter(({ security_id, market_date, low, high }) => {
    const [lowest, highest] = [Side.sell, Side.buy].map((side) => limits(market_date, security_id, side))
    return lowest === undefined || highest === undefined || low < lowest || high > highest
  })
}

/** Whether a firm lets proceeds be spent before they are received. */
async function proceedsUsable(client: Client): Promise<(tenantId: number) => boolean> {
  const { rows } = await client.query('SELECT tenant_id, name, value FROM settings WHERE user_id IS NULL')
  const setBy = (tenantId: number) =>
    Object.fromEntries(
      rows.filter((row) => row.tenant_id === tenantId).map(({ name, value }) => [name, value]),
    )
  return (tenantId) => settingsFrom({ ...setBy(HOST), ...setBy(tenantId) }).unsettledProceedsUsable
}
