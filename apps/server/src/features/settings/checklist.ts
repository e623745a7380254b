import {
  ALWAYS,
  type ChecklistState,
  type ChecklistStep,
  checklistSteps,
  type Permission,
} from '@tradebook/contract'
import { sql } from 'kysely'
import type { Handlers } from '../../http/handlers.ts'
import { approvalRulesOf, approversOf } from '../../platform/influences.ts'
import { settingsInForce } from '../../platform/settings.ts'
import type { Store, Tx } from '../../store/store.ts'

export interface ChecklistParts {
  readonly areMailsSent: boolean
  /** Whether staff enter the depository's numbers, because none is connected. */
  readonly isNumberedByHand: boolean
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}

/** What the firm still needs before its first trade, computed from what there is. */
export const checklistHandlers = (
  store: Store,
  { areMailsSent, isNumberedByHand, marketDate }: ChecklistParts,
): Handlers<'Settings/GetChecklist'> => ({
  'Settings/GetChecklist': async (_, { caller: { tenantId } }) => {
    const firm = await settingsInForce(store, tenantId, null)
    const rules = await approvalRulesOf(store, tenantId, marketDate())
    const has = await store.forTenant(tenantId).read((tx) => factsOf(tx, rules))
    const missingUnless = (isThere: boolean): ChecklistState => (isThere ? 'done' : 'missing')
    const checkUnless = (isThere: boolean): ChecklistState => (isThere ? 'done' : 'check')
    const states: Readonly<Record<ChecklistStep, ChecklistState>> = {
      particulars: missingUnless(
        [firm.memberCode, firm.address, firm.phone, firm.emailAddress].every(Boolean),
      ),
      numbers: missingUnless([firm.rcNumber, firm.secNumber, firm.taxNumber].every(Boolean)),
      logo: checkUnless(has.logo),
      payIn: missingUnless(firm.payIn !== ''),
      // The published charges apply until the firm changes them.
      charges: checkUnless(has.charges),
      dealers: missingUnless(has.dealers > 0),
      approvers: missingUnless(
        has.approvers.length > 0 && new Set([...has.makers, ...has.approvers]).size > 1,
      ),
      independent: missingUnless(has.independentPair),
      // Without mail staff pass links on and confirm addresses.
      mail: checkUnless(areMailsSent),
      depository: checkUnless(!isNumberedByHand),
      customer: missingUnless(has.customer),
      deposit: missingUnless(has.deposit),
    }
    return { items: checklistSteps.map((step) => ({ step, state: states[step] })) }
  },
})

async function factsOf(tx: Tx, rules: Awaited<ReturnType<typeof approvalRulesOf>>) {
  const { rows } = await sql<{
    logo: boolean
    charges: boolean
    dealers: number
    makers: readonly number[]
    approvers: readonly number[]
    now: Date
    customer: boolean
    deposit: boolean
  }>`SELECT EXISTS (SELECT FROM firm_logos) AS logo,
    EXISTS (SELECT FROM fee_rates WHERE date_from > ${ALWAYS}::date) AS charges,
    cardinality(${holders('TRADE_ALL_ACCOUNTS')}) AS dealers, ${holders('POST_LEDGER')} AS makers,
    ${holders('APPROVE_LEDGER')} AS approvers, now() AS now,
    EXISTS (SELECT FROM trading_accounts) AS customer,
    EXISTS (SELECT FROM ledger_entries WHERE kind = 'deposit') AS deposit`.execute(tx)
  const facts = rows[0] as (typeof rows)[number]
  const madeAt = facts.now.getTime()
  const known = await approversOf(tx, rules, madeAt)
  return {
    ...facts,
    /** Whether somebody could approve now what another one asks for. */
    independentPair: facts.approvers.some((deciderId) =>
      facts.makers.some(
        (makerId) => makerId !== deciderId && !known.refusalOf(deciderId, { makerId, madeAt }),
      ),
    ),
  }
}

/** The active users who hold a permission. */
const holders = (permission: Permission) => sql<number[]>`ARRAY(
  SELECT id FROM users WHERE is_active AND deletion_time IS NULL AND (
    EXISTS (SELECT FROM user_permissions p WHERE p.user_id = users.id AND permission = ${permission})
    OR EXISTS (SELECT FROM user_roles r JOIN role_permissions p ON p.role_id = r.role_id
      WHERE r.user_id = users.id AND permission = ${permission})) ORDER BY id)`
