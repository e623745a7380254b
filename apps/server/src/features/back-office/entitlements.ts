import {
  type CorporateActionEffect,
  type CorporateActionTerms,
  dividendOn,
  type EntitlementRow,
  exDateOf,
  kobo,
  type Shares,
  shares,
  sharesChangedBy,
  toNaira,
} from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from '../../store/scope.ts'

/** An account with its shares in a register. */
export interface Owner {
  readonly account: string
  readonly cscs_account: string
  readonly name: string
  readonly quantity: bigint
}

/**
 * The firm's accounts in the register of an action: as it was closed, or as they are now, settled and
 * with what the notes due until the qualification date deliver.
 *
 * @param account the only account that is read; by default all.
 */
export async function registerOf(
  tx: Tx,
  { type, securityID, registerDate }: CorporateActionTerms,
  account: string | null = null,
): Promise<{ readonly isRegistered: boolean; readonly owners: readonly Owner[] }> {
  const action = await tx
    .selectFrom('corporate_actions')
    .select(['id', 'ex_date'])
    .where('type', '=', type)
    .where('security_id', '=', securityID)
    .where('register_date', '=', registerDate)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  const day = await tx.selectFrom('firm_days').select('market_date').executeTakeFirst()
  const isClosed =
    day !== undefined &&
    (type === 'split' ? day.market_date >= exDateOf(registerDate) : day.market_date > registerDate)
  if (action && isClosed) {
    const { rows } = await sql<Owner>`
      SELECT a.account, a.cscs_account, c.name, h.quantity
      FROM corporate_action_holdings h
      JOIN trading_accounts a ON (a.tenant_id, a.account) = (h.tenant_id, h.account)
      JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)
      WHERE h.action_id = ${action.id} AND (${account}::text IS NULL OR h.account = ${account}) ORDER BY a.account`.execute(
      tx,
    )
    return { isRegistered: true, owners: rows }
  }
  const { rows } = await sql<Owner>`
    SELECT a.account, a.cscs_account, c.name, (p.settled + coalesce(n.quantity, 0))::bigint AS quantity
    FROM positions p
    JOIN trading_accounts a ON (a.tenant_id, a.account) = (p.tenant_id, p.account)
    JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)
    LEFT JOIN LATERAL (
      SELECT sum(CASE WHEN side = '1' THEN quantity ELSE -quantity END) AS quantity FROM contract_notes n
      WHERE (n.tenant_id, n.account, n.security_id) = (p.tenant_id, p.account, p.security_id)
        AND NOT n.settled AND n.replaced_by IS NULL AND n.settlement_date <= ${registerDate}::date
    ) n ON true
    WHERE p.security_id = ${securityID} AND (${account}::text IS NULL OR p.account = ${account})
      AND p.settled + coalesce(n.quantity, 0) > 0 ORDER BY a.account`.execute(tx)
  return { isRegistered: false, owners: rows }
}

/** What a corporate action gives an owner: exact, in kobo and shares. What its type does not give is 0. */
export interface Entitlement {
  readonly owner: Owner
  readonly isCash: boolean
  readonly gross: bigint
  readonly tax: bigint
  readonly net: bigint
  readonly shares: bigint
}

export function entitlementOf(terms: CorporateActionTerms, owner: Owner): Entitlement {
  const held: Shares = shares(owner.quantity)
  return terms.type === 'dividend'
    ? { owner, isCash: true, ...dividendOn(held, terms.rate), shares: 0n }
    : {
        owner,
        isCash: false,
        gross: 0n,
        tax: 0n,
        net: 0n,
        shares: sharesChangedBy(terms.type, held, terms.ratio),
      }
}

export function toEntitlementRow({
  owner,
  isCash,
  gross,
  tax,
  net,
  shares: given,
}: Entitlement): EntitlementRow {
  const { account, cscs_account: cscsAccount, name: customerName, quantity } = owner
  const naira = (amount: bigint) => (isCash ? toNaira(kobo(amount)) : null)
  return {
    account,
    cscsAccount,
    customerName,
    quantity: Number(quantity),
    gross: naira(gross),
    tax: naira(tax),
    net: naira(net),
    shares: isCash ? null : Number(given),
  }
}

export function totalsOf(entitlements: readonly Entitlement[]): CorporateActionEffect['totals'] {
  const sum = (of: (entitlement: Entitlement) => bigint) =>
    entitlements.reduce((total, entitlement) => total + of(entitlement), 0n)
  return {
    quantity: Number(sum(({ owner }) => owner.quantity)),
    gross: toNaira(kobo(sum(({ gross }) => gross))),
    tax: toNaira(kobo(sum(({ tax }) => tax))),
    net: toNaira(kobo(sum(({ net }) => net))),
    shares: Number(sum((entitlement) => entitlement.shares)),
  }
}
