import {
  type AccountType,
  type AuditChange,
  type CallRequest,
  type CustomerChange,
  isRefusal,
  type Refusal,
  refusalInWords,
  refuse,
} from '@tradebook/contract'
import {
  type CustomerField,
  faultsOf,
  isSensitive,
  type Particular,
  particularNames,
} from '@tradebook/contract/schemas/customers'
import { fieldTitle } from '@tradebook/contract/schemas/registration-texts'
import { type Selectable, sql } from 'kysely'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { keepIdentities } from '../../platform/identities.ts'
import { type Approvers, recordInfluences } from '../../platform/influences.ts'
import { applicantName, postalAddress } from '../../platform/particulars.ts'
import type { CustomerChanges, Customers } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { unlessTaken } from '../../store/users.ts'

/** Corrections of what is kept of a customer: made at once, or by two people where they are sensitive. */

export type CustomerRow = Selectable<Customers>
export type ChangeRow = Selectable<CustomerChanges>
type Answers = Readonly<Record<string, unknown>>
type Changed = (change: AuditChange) => void

export const particularsKept = ({ particulars }: Pick<CustomerRow, 'particulars'>): Answers =>
  particulars as Answers

/** The customer, whose row is locked; the lock keeps two corrections of one customer from crossing. */
export const customerLocked = (tx: Tx, id: number): Promise<CustomerRow | undefined> =>
  tx.selectFrom('customers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** What a correction changes: the fields that differ, as they are and as they are to be. */
export interface Correction {
  readonly before: Answers
  readonly after: Answers
}

/** What was sent, compared with what is kept. */
export function correctionOf(
  row: CustomerRow,
  sent: Omit<CallRequest<'Customer/UpdateCustomer'>, 'id' | 'reason'>,
): Correction {
  const kept = currentOf(row)
  const changed = [...particularNames, 'chn' as const].filter((name) => {
    const value = plainOf(sent[name])
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(kept[name] ?? null)
  })
  const only = (values: Answers) =>
    Object.fromEntries(changed.map((name) => [name, plainOf(values[name]) ?? null]))
  return { before: only(kept), after: only(sent) }
}

/** What is kept of a customer by the names of the fields: of one who never made a request, what the firm has. */
export const currentOf = (row: CustomerRow): Answers => ({
  ...(row.email_address !== null && { emailAddress: row.email_address }),
  ...(row.phone_number !== null && { phoneNumber: row.phone_number }),
  ...particularsKept(row),
  ...(row.chn !== null && { chn: row.chn }),
})

const plainOf = (value: unknown): unknown => {
  const plain = typeof value === 'string' ? value.trim() : value
  return plain === '' ? null : plain
}

/** What keeps a correction from being made. */
export async function refusalOfCorrection(
  tx: Tx,
  row: CustomerRow,
  { after }: Correction,
  marketDate: string,
): Promise<Refusal | undefined> {
  const names = Object.keys(after)
  if (names.length === 0) return refuse('customerUnchanged')
  const waiting = await tx
    .selectFrom('customer_changes')
    .select('maker_name')
    .where('customer_id', '=', row.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting) return refuse('customerChangeWaits', { makerName: waiting.maker_name })
  const { chn } = after
  if (typeof chn === 'string' && (await holderOfChn(tx, chn, row.id))) return refuse('chnHeld', { chn })
  const fields = faultsOf(typeOf(row), merged(row, after), names, marketDate)
  if (fields.length === 0) return undefined
  return refuse('customerFieldsWrong', { fields: fields.map(fieldTitle).join() }, { fields })
}

/** A customer who never made a request is taken for a single person. */
export const typeOf = ({ account_type }: Pick<CustomerRow, 'account_type'>): AccountType =>
  (account_type ?? 'individual') as AccountType

const holderOfChn = (tx: Tx, chn: string, except: number) =>
  tx
    .selectFrom('customers')
    .select('id')
    .where((eb) => eb(eb.fn('upper', ['chn']), '=', chn.toUpperCase()))
    .where('id', '<>', except)
    .executeTakeFirst()

const merged = (row: CustomerRow, after: Answers): Answers =>
  Object.fromEntries(
    Object.entries({ ...currentOf(row), ...after }).filter(
      ([name, value]) => value !== null && name !== 'chn',
    ),
  )

/** Whether a second person decides it. */
export const needsSecond = ({ after }: Pick<Correction, 'after'>): boolean =>
  Object.keys(after).some((name) => isSensitive(name as CustomerField))

/** The name that a correction gives a customer; `undefined` where it changes none. */
export function newNameOf(row: CustomerRow, after: Answers): string | undefined {
  const isNamed = Object.keys(after).some((name) => NAMES.test(name))
  const name = isNamed ? applicantName(typeOf(row), merged(row, after)) : undefined
  return name && name !== row.name ? name : undefined
}
const NAMES = /^(joint)?(firstName|surname)$|^companyName$/i

export const changeOf = (customerId: number, { before, after }: Correction): AuditChange => ({
  ...{ entity: 'Customer', id: String(customerId), before: { ...before }, after: { ...after } },
})

/** Makes a correction of a customer whose row is locked. The name is the desk's, which has it on open orders. */
export async function make(
  tx: Tx,
  row: CustomerRow,
  correction: Correction,
  changed: Changed,
): Promise<void> {
  const { after } = correction
  const particulars = merged(row, after)
  const textOf = (name: Particular) => (typeof particulars[name] === 'string' ? particulars[name] : null)
  await tx
    .updateTable('customers')
    .set({
      particulars: JSON.stringify(particulars),
      ...{ email_address: textOf('emailAddress'), phone_number: textOf('phoneNumber') },
      // Of a customer who never made a request nothing is known part by part.
      ...(textOf('address1') !== null && { address: postalAddress(particulars) }),
      ...(typeof after.chn === 'string' && { chn: after.chn }),
    })
    .where('id', '=', row.id)
    .execute()
  const request = await tx
    .selectFrom('account_requests')
    .select(['tenant_id', 'id', 'fields'])
    .where('customer_id', '=', row.id)
    .executeTakeFirst()
  // Another request with the same answers is pointed out; the bank account is that of the request.
  if (request) await keepIdentities(tx, request, { ...(request.fields as Answers), ...particulars })
  changed(changeOf(row.id, correction))
}

/** Who signs in by a corrected address signs in by the new one; a refusal where another person does. */
export async function followSignIn(
  tx: Tx,
  { tenant_id: tenantId, id, email_address: from }: CustomerRow,
  { after }: Correction,
  { makerId, at }: { readonly makerId: number; readonly at: number },
): Promise<Refusal | undefined> {
  const { emailAddress: to } = after
  if (from === null || typeof to !== 'string') return undefined
  const followed = tx
    .updateTable('users')
    .set({
      email_address: to,
      user_name: sql<string>`case when lower(user_name) = lower(${from}) then ${to} else user_name end`,
    })
    .where(sql<string>`lower(email_address)`, '=', from.toLowerCase())
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('user_trading_accounts')
        .innerJoin('trading_accounts', 'trading_accounts.account', 'user_trading_accounts.account')
        .select('user_trading_accounts.user_id')
        .where('trading_accounts.customer_id', '=', id),
    )
    .returning('id')
    .execute()
  const rows = await unlessTaken<Refusal | { readonly id: number }[]>(followed, { emailAddress: to })
  if (isRefusal(rows)) return rows
  await recordInfluences(
    tx,
    rows.map(({ id: userId }) => ({ tenantId, userId, byId: makerId, kind: 'address' as const, at })),
  )
  return undefined
}

/** A correction that waits, whose row is locked, with its customer; a refusal where the caller cannot approve it. */
export async function approvable(
  tx: Tx,
  id: number,
  caller: Pick<Caller, 'userId'>,
  approvers: (since: number) => Promise<Approvers>,
): Promise<{ readonly change: ChangeRow; readonly customer: CustomerRow } | Refusal> {
  const change = await changeLocked(tx, id)
  if (!change) return refuse('unknownCustomerChange')
  const refusal = change.state === 'waiting' ? undefined : refuse('customerChangeDecided')
  if (refusal) return refusal
  if (change.maker_id === caller.userId) return refuse('customerChangeOwn')
  const madeAt = change.made_at.getTime()
  const dependent = (await approvers(madeAt)).refusalOf(caller.userId, { makerId: change.maker_id, madeAt })
  if (dependent) return dependent
  const customer = await tx
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', change.customer_id)
    .executeTakeFirst()
  return customer ? { change, customer } : refuse('unknownCustomer', { customerId: change.customer_id })
}

export const changeLocked = (tx: Tx, id: number): Promise<ChangeRow | undefined> =>
  tx.selectFrom('customer_changes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The correction that a row keeps. */
export const keptOf = ({ before, after }: ChangeRow): Correction => ({
  before: before as Answers,
  after: after as Answers,
})

/** A correction as people read it. */
export function changeShown(
  row: ChangeRow & { readonly customer_name: string },
  notByReader: string | null,
): CustomerChange {
  const { before, after } = keptOf(row)
  return {
    ...{ id: row.id, customerId: row.customer_id, customerName: row.customer_name },
    ...{ state: row.state as CustomerChange['state'], reason: row.reason, makerName: row.maker_name },
    ...{ madeAt: row.made_at.toISOString(), deciderName: row.decider_name, decision: row.decision },
    decidedAt: row.decided_at?.toISOString() ?? null,
    fields: Object.keys(after).map((name) => ({ name, before: before[name] ?? null, after: after[name] })),
    notByReader,
  }
}

/** Corrections with whose they are. */
export const changeRows = (tx: Tx) =>
  tx
    .selectFrom('customer_changes')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.tenant_id', '=', 'customer_changes.tenant_id')
        .onRef('customers.id', '=', 'customer_changes.customer_id'),
    )
    .selectAll('customer_changes')
    .select('customers.name as customer_name')

/** Why the reader cannot approve a correction that waits, in words. */
export async function whyNot(
  rows: readonly ChangeRow[],
  { userId }: Pick<Caller, 'userId'>,
  approvers: (since: number) => Promise<Approvers>,
  translate: CallContext['translate'],
): Promise<(row: ChangeRow) => string | null> {
  const waiting = rows.filter(({ state }) => state === 'waiting').map(({ made_at }) => made_at.getTime())
  const known = waiting.length > 0 ? await approvers(Math.min(...waiting)) : undefined
  return ({ state, maker_id: makerId, made_at }) => {
    if (state !== 'waiting') return null
    const refusal =
      makerId === userId
        ? refuse('customerChangeOwn')
        : known?.refusalOf(userId, { makerId, madeAt: made_at.getTime() })
    return refusal ? refusalInWords(refusal, translate).details : null
  }
}
