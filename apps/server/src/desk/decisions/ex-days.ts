import {
  type CorporateAction,
  dilutionOf,
  exReferencePx,
  GREATEST_AMOUNT,
  type PriceGroup,
  type PriceKobo,
  shares,
  tickOf,
} from '@tradebook/contract'
import type { Client } from 'pg'
import type { CorporateActionLine, RecordedCorporateActions } from './corporate-action-lines.ts'

type Asked = Pick<Client, 'query'>

/** The market days whose ex-days begin: after `from`, and until `date`. */
interface Begun {
  readonly from: string
  readonly date: string
}

/**
 * Begins the day of the securities that a bonus or a split dilutes: the reference price is the last official
 * close, diluted, in ticks; what was traded before is kept as it was, and how it is compared with what
 * comes is noted. Part of the transaction that begins the market day, so that it happens once.
 */
export async function beginExDays(client: Asked, { from, date }: Begun): Promise<void> {
  for (const action of await dilutionsBetween(client, { from, date })) {
    const dilution = dilutionOf(action)
    if (!dilution) continue
    const { securityID, exDate } = action
    const { rows } = await client.query<{ price_group: PriceGroup; published_px: PriceKobo }>(
      `SELECT s.price_group, d.published_px FROM securities s JOIN daily_statistics d USING (security_id)
       WHERE s.security_id = $1 AND d.market_date <= $2 ORDER BY d.market_date DESC LIMIT 1`,
      [securityID, date],
    )
    for (const { price_group, published_px } of rows) {
      // Of several on one day, each begins with the price that the one before it left.
      await client.query(
        `INSERT INTO daily_statistics (security_id, market_date, reference_px, published_px) VALUES ($1, $2, $3, $3)
         ON CONFLICT (security_id, market_date)
           DO UPDATE SET reference_px = excluded.reference_px, published_px = excluded.published_px`,
        [securityID, date, exReferencePx(published_px, action, tickOf(price_group))],
      )
    }
    const { before, after } = dilution
    await client.query(
      `UPDATE price_adjustments SET before_shares = before_shares * $2, after_shares = after_shares * $3
       WHERE security_id = $1`,
      [securityID, before, after],
    )
    await client.query(
      `INSERT INTO price_adjustments
       SELECT $1, coalesce(max(date_until), '-infinity'), $2::date, $3, $4 FROM price_adjustments WHERE security_id = $1
       ON CONFLICT DO NOTHING`,
      [securityID, exDate, before, after],
    )
  }
}

/** Changes the number of shares of the companies whose ex-days begin, rounded down and within `GREATEST_AMOUNT`: after the index of the days before. */
export async function diluteShares(client: Asked, begun: Begun): Promise<void> {
  for (const action of await dilutionsBetween(client, begun)) {
    const dilution = dilutionOf(action)
    if (!dilution) continue
    await client.query(
      `UPDATE securities SET shares_outstanding = least(greatest(div(shares_outstanding * $2::numeric, $3::numeric), 1), $4)
       WHERE security_id = $1`,
      [action.securityID, dilution.after, dilution.before, GREATEST_AMOUNT],
    )
  }
}

async function dilutionsBetween(client: Asked, { from, date }: Begun): Promise<CorporateAction[]> {
  const { rows } = await client.query(
    `SELECT * FROM corporate_actions
     WHERE revoked_at IS NULL AND type <> 'dividend' AND ex_date > $1 AND ex_date <= $2 ORDER BY ex_date, id`,
    [from, date],
  )
  return rows.map((row) => lineOf(row).action)
}

/** The corporate actions that are not paid in the books of every firm, with what is registered of them. */
export async function loadCorporateActions(
  client: Asked,
  marketDate: string,
): Promise<RecordedCorporateActions> {
  const firmDays = await client.query('SELECT * FROM firm_days')
  const since = firmDays.rows.reduce(
    (first: string, { market_date }) => (market_date < first ? market_date : first),
    marketDate,
  )
  const actions = await client.query('SELECT * FROM corporate_actions WHERE pay_date >= $1 ORDER BY id', [
    since,
  ])
  const registered = await client.query(
    `SELECT h.* FROM corporate_action_holdings h JOIN corporate_actions a ON a.id = h.action_id
     LEFT JOIN firm_days f ON f.tenant_id = h.tenant_id
     WHERE a.pay_date > coalesce(f.market_date, $1::date) AND a.pay_date >= $2::date ORDER BY h.account`,
    [marketDate, since],
  )
  return {
    lines: actions.rows.map(lineOf),
    registered: registered.rows.map((row) => ({
      tenantId: row.tenant_id,
      actionID: Number(row.action_id),
      account: row.account,
      quantity: shares(BigInt(row.quantity)),
    })),
    firmDays: firmDays.rows.map((row) => ({ tenantId: row.tenant_id, marketDate: row.market_date })),
  }
}

function lineOf(row: {
  id: string
  type: CorporateAction['type']
  security_id: string
  register_date: string
  ex_date: string
  pay_date: string
  rate: string | null
  ratio_shares: string | null
  ratio_held: string | null
  announced_at: Date
  announced_by: string
  revoked_at: Date | null
  revoked_by: string | null
}): CorporateActionLine {
  const { type } = row
  const of = {
    id: Number(row.id),
    securityID: row.security_id,
    registerDate: row.register_date,
    exDate: row.ex_date,
    payDate: row.pay_date,
  }
  return {
    action:
      type === 'dividend'
        ? { ...of, type, rate: BigInt(row.rate ?? 0) }
        : {
            ...of,
            type,
            ratio: { shares: BigInt(row.ratio_shares ?? 0), held: BigInt(row.ratio_held ?? 0) },
          },
    announced: { at: row.announced_at.toISOString(), by: row.announced_by },
    revoked: row.revoked_at === null ? null : { at: row.revoked_at.toISOString(), by: row.revoked_by ?? '' },
  }
}
