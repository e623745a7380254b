import { isDeepStrictEqual } from 'node:util'
import {
  type AccountType,
  type AuditChange,
  applicantName,
  type CallRequest,
  type CustomerChange,
  type DocumentKind,
  isRefusal,
  type Refusal,
  refusalInWords,
  refuse,
} from '@tradebook/contract'
import {
  accountFieldNames,
  besideParticulars,
  type CustomerField,
  correctedNames,
  faultsOf,
  isSensitive,
  type Particular,
} from '@tradebook/contract/schemas/customers'
import { fieldTitle } from '@tradebook/contract/schemas/registration-texts'
import { type Selectable, sql } from 'kysely'
import type { CallContext } from '../../http/handlers.ts'
import {
  type OwnAccountOf,
  ownAccountsOf,
  refusalOfDecider,
  refusalOfMaker,
  refusalOfOwn,
} from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { ownersOf } from '../../platform/customer-keys.ts'
import { isChnHeld, isCscsAccountHeld } from '../../platform/depository-numbers.ts'
import { keepIdentities } from '../../platform/identities.ts'
import { type Approvers, recordInfluences } from '../../platform/influences.ts'
import { defaultLanguage, languagesChosenBy } from '../../platform/localisation.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import { postalAddress } from '../../platform/particulars.ts'
import { voidPasswordLinks } from '../../platform/password-links.ts'
import { lockOfFirm } from '../../store/advisory-locks.ts'
import type { CustomerChanges, Customers } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { unlessTaken } from '../../store/users.ts'

/** Corrections of what is kept of a customer: made at once, or by two people where they are sensitive. */

/** With what the customer's account has: null of one who has several. */
export type CustomerRow = Selectable<Customers> & {
  readonly cscs_account: string | null
  readonly bank_account_name: string | null
}
export type ChangeRow = Selectable<CustomerChanges>
type Answers = Readonly<Record<string, unknown>>
type Changed = (change: AuditChange) => void

export const particularsKept = ({ particulars }: Pick<CustomerRow, 'particulars'>): Answers =>
  particulars as Answers

export const customerRow = (tx: Tx, id: number) =>
  tx
    .selectFrom('customers')
    .selectAll()
    .select([ofOnlyAccount('cscs_account'), ofOnlyAccount('bank_account_name')])
    .where('id', '=', id)

const ofOnlyAccount = <Column extends 'cscs_account' | 'bank_account_name'>(column: Column) =>
  sql<string | null>`(select min(${sql.ref(column)}) from trading_accounts
    where customer_id = customers.id having count(*) = 1)`.as(column)

/** The customer, whose row is locked; the lock keeps two corrections of one customer from crossing. */
export const customerLocked = (tx: Tx, id: number): Promise<CustomerRow | undefined> =>
  customerRow(tx, id).forNoKeyUpdate('customers').executeTakeFirst()

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
  const changed = correctedNames.filter((name) => {
    const value = plainOf(sent[name])
    return value !== undefined && !isDeepStrictEqual(value, kept[name] ?? null)
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
  ...(row.cscs_account !== null && { cscsAccount: row.cscs_account }),
  ...(row.bank_account_name !== null && { bankAccountName: row.bank_account_name }),
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
  const waiting = await waitingOf(tx, row.id, names)
  if (waiting) return refuse('customerChangeWaits', { makerName: waiting.maker_name })
  const held = await refusalOfNumbers(tx, row, after)
  if (held) return held
  const answers = withoutNulls({ ...currentOf(row), ...after })
  const fields = faultsOf(typeOf(row), answers, names, marketDate)
  if (fields.length === 0) return undefined
  return refuse('customerFieldsWrong', { fields: fields.map(fieldTitle).join() }, { fields })
}

/** A correction of any of these that waits: two of one field would each be of what the other one replaces. */
export const waitingOf = (tx: Tx, customerId: number, names: readonly string[]) =>
  tx
    .selectFrom('customer_changes')
    .select('maker_name')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`after ?| ${[...names]}::text[]`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Why a customer cannot have a number of the depository: another one has it. Asked again when it is approved. */
export async function refusalOfNumbers(
  tx: Tx,
  row: CustomerRow,
  after: Answers,
): Promise<Refusal | undefined> {
  const { chn, cscsAccount } = after
  // Of several accounts it is not known which one is meant.
  const ofAccount = row.cscs_account === null ? accountFieldNames.filter((name) => name in after) : []
  if (ofAccount.length > 0)
    return refuse('customerFieldsWrong', { fields: ofAccount.map(fieldTitle).join() }, { fields: ofAccount })
  if (chn !== undefined || cscsAccount !== undefined) await lockOfFirm(tx, 'depositoryNumbers', row.tenant_id)
  if (typeof chn === 'string' && (await isChnHeld(tx, chn, row.id))) return refuse('chnHeld', { chn })
  if (typeof cscsAccount === 'string' && (await isCscsAccountHeld(tx, cscsAccount, row.id)))
    return refuse('cscsAccountHeld', { cscsAccount })
  return undefined
}

/** A customer who never made a request is taken for a single person. */
export const typeOf = ({ account_type }: Pick<CustomerRow, 'account_type'>): AccountType =>
  (account_type ?? 'individual') as AccountType

const withoutNulls = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null))

/** The particulars as they are once corrected. */
const merged = (row: CustomerRow, after: Answers): Answers =>
  Object.fromEntries(
    Object.entries(withoutNulls({ ...currentOf(row), ...after })).filter(
      ([name]) => !(besideParticulars as readonly string[]).includes(name),
    ),
  )

/** Whether a second person decides it. */
export const needsSecond = ({ after }: Pick<Correction, 'after'>): boolean =>
  Object.keys(after).some((name) => isSensitive(name as CustomerField))

/** What of a correction is the desk's, which writes accounts and has names on open orders; `undefined` of none. */
export function deskCorrectionOf(
  row: CustomerRow,
  after: Answers,
):
  | { readonly customerName?: string; readonly cscsAccount?: string; readonly bankAccountName?: string }
  | undefined {
  const isNamed = Object.keys(after).some((name) => NAMES.test(name))
  const name = isNamed ? applicantName(typeOf(row), merged(row, after)) : undefined
  const { cscsAccount, bankAccountName } = after
  const corrected = {
    ...(name && name !== row.name && { customerName: name }),
    ...(typeof cscsAccount === 'string' && cscsAccount !== row.cscs_account && { cscsAccount }),
    ...(typeof bankAccountName === 'string' &&
      bankAccountName !== row.bank_account_name && { bankAccountName }),
  }
  return Object.keys(corrected).length > 0 ? corrected : undefined
}

/** What of a correction that is rejected the desk has already: an approval of it ended with the server. */
export function takenBackOf(row: CustomerRow, change: ChangeRow): ReturnType<typeof deskCorrectionOf> {
  const { before, after } = keptOf(change)
  const missing = deskCorrectionOf(row, after)
  const { cscsAccount, bankAccountName, customerName: composed } = deskCorrectionOf(row, before) ?? {}
  const isNamed = Object.keys(after).some((name) => NAMES.test(name))
  const former = change.former_name ?? composed
  const back = {
    ...(isNamed && former !== undefined && former !== row.name && missing?.customerName === undefined
      ? { customerName: former }
      : {}),
    ...(cscsAccount !== undefined && missing?.cscsAccount === undefined && { cscsAccount }),
    ...(bankAccountName !== undefined && missing?.bankAccountName === undefined && { bankAccountName }),
  }
  return Object.keys(back).length > 0 ? back : undefined
}

/** Corrections that still wait are of the name that the desk has now: a rejection of one restores that. */
export const keepFormerName = (tx: Tx, customerId: number) =>
  tx
    .updateTable('customer_changes')
    .set((eb) => ({
      former_name: eb.selectFrom('customers').select('name').where('id', '=', customerId),
    }))
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .execute()
const NAMES = /^(joint)?(firstName|surname)$|^companyName$/i

export const changeOf = (customerId: number, { before, after }: Correction): AuditChange => ({
  ...{ entity: 'Customer', id: String(customerId), before: { ...before }, after: { ...after } },
})

/** Makes a correction of a customer whose row is locked, except for what the desk has made of it (`deskCorrectionOf`). */
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
  await renameUser(tx, row.id, correction, changed)
}

/** The columns of a user that hold an answer of its person. */
const NAME_COLUMNS = { firstName: 'name', surname: 'surname' } as const

/** A customer's user is called by the corrected name in the menu and in mails, unless its name was changed there. */
async function renameUser(
  tx: Tx,
  customerId: number,
  { before, after }: Correction,
  changed: Changed,
): Promise<void> {
  for (const [answer, column] of Object.entries(NAME_COLUMNS)) {
    const [from, to] = [before[answer], after[answer]]
    if (typeof from !== 'string' || typeof to !== 'string') continue
    const renamed = await tx
      .updateTable('users')
      .set({ [column]: to })
      .where(column, '=', from)
      .where(
        'id',
        'in',
        ownersOf(tx).where('trading_accounts.customer_id', '=', customerId).select('users.id'),
      )
      .returning('id')
      .execute()
    for (const { id } of renamed)
      changed({ entity: 'User', id: String(id), before: { [column]: from }, after: { [column]: to } })
  }
}

/**
 * A customer who signs in by a corrected address signs in by the new one; staff who trade for the account do not. A
 * refusal where another person does already. As with every change of an address, links that went to the earlier one end,
 * and its reader is informed.
 */
export async function followSignIn(
  tx: Tx,
  { tenant_id: tenantId, id, email_address: from }: CustomerRow,
  { after }: Correction,
  { makerId, at, outbox, changed }: SignInMoves,
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
    .where('id', 'in', ownersOf(tx).where('trading_accounts.customer_id', '=', id).select('users.id'))
    .returning(['id', 'name', 'user_name'])
    .execute()
  const rows = await unlessTaken<Refusal | Awaited<typeof followed>>(followed, { emailAddress: to })
  if (isRefusal(rows)) return rows
  await recordInfluences(
    tx,
    rows.map(({ id: userId }) => ({ tenantId, userId, byId: makerId, kind: 'address' as const, at })),
  )
  const languages = await languagesChosenBy(
    tx,
    rows.map(({ id: userId }) => userId),
  )
  const { name: firm } = await tx.selectFrom('tenants').select('name').executeTakeFirstOrThrow()
  for (const { id: userId, name, user_name: userName } of rows) {
    await voidPasswordLinks(tx, userId, at)
    const earlier = {
      tenantId,
      userId,
      emailAddress: from,
      language: languages.get(userId) ?? defaultLanguage,
    }
    await outbox.add(tx, earlier, 'emailAddressChanged', { name, userName, firm })
    changed({
      ...{ entity: 'User', id: String(userId) },
      ...{ before: { emailAddress: from }, after: { emailAddress: to } },
    })
  }
  return undefined
}

/** Who asked that a sign-in moves, when, and by what its earlier reader is informed. */
interface SignInMoves {
  readonly makerId: number
  readonly at: number
  readonly outbox: Pick<MailOutbox, 'add'>
  readonly changed: Changed
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
  const decided = refusalOfDecided(change, caller)
  if (decided) return decided
  if (change.maker_id === caller.userId) return refuse('customerChangeOwn')
  const own = refusalOfOwners(await ownAccountsOf(tx, [caller.userId, change.maker_id]), caller, change)
  if (own) return own
  const madeAt = change.made_at.getTime()
  const dependent = (await approvers(madeAt)).refusalOf(caller.userId, { makerId: change.maker_id, madeAt })
  if (dependent) return dependent
  const customer = await customerRow(tx, change.customer_id).executeTakeFirst()
  return customer ? { change, customer } : refuse('unknownCustomer', { customerId: change.customer_id })
}

/** Why a person neither asks for a correction of a customer nor decides it: they sign in for an account of the customer. */
export const refusalOfOwnCustomer = async (
  tx: Tx,
  caller: Pick<Caller, 'accounts'>,
  customerId: number,
): Promise<Refusal | undefined> =>
  (await accountsOf(tx, customerId)).map((account) => refusalOfOwn(caller, account)).find(Boolean)

/** The numbers of a customer's accounts. */
export const accountsOf = async (tx: Tx, customerId: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('trading_accounts')
    .select('account')
    .where('customer_id', '=', customerId)
    .execute()
  return rows.map(({ account }) => account)
}

/** Why a correction is not approved by the caller or by anybody: one of the two signs in for an account of the customer. */
function refusalOfOwners(
  ownAccountOf: OwnAccountOf,
  { userId }: Pick<Caller, 'userId'>,
  { customer_id, maker_id }: Pick<ChangeRow, 'customer_id' | 'maker_id'>,
): Refusal | undefined {
  const concerned = { customers: [customer_id] }
  return (
    refusalOfDecider(ownAccountOf, userId, concerned) ?? refusalOfMaker(ownAccountOf, maker_id, concerned)
  )
}

/** Why a correction is not decided again: the caller has decided it, or another person. */
export function refusalOfDecided(
  { state, decider_id }: ChangeRow,
  { userId }: Pick<Caller, 'userId'>,
): Refusal | undefined {
  if (state === 'waiting') return undefined
  if (decider_id !== userId) return refuse('customerChangeDecided')
  return refuse(state === 'rejected' ? 'rejectedByYou' : 'approvedByYou')
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
  row: ChangeRow & {
    readonly customer_name: string
    readonly document_id: number | null
    readonly document_kind: string | null
    readonly document_name: string | null
  },
  { userId, notByReader }: { readonly userId: number; readonly notByReader: string | null },
): CustomerChange {
  const { before, after } = keptOf(row)
  const { document_id: document, document_kind: kind, document_name: name } = row
  const earlier = kind === null ? null : (before[kind] as { request?: number; document?: number } | null)
  return {
    ...{ id: row.id, customerId: row.customer_id, customerName: row.customer_name },
    ...{ state: row.state as CustomerChange['state'], reason: row.reason, makerName: row.maker_name },
    isOwn: row.maker_id === userId,
    ...{ madeAt: row.made_at.toISOString(), deciderName: row.decider_name, decision: row.decision },
    decidedAt: row.decided_at?.toISOString() ?? null,
    fields: Object.keys(after)
      .filter((field) => field !== kind)
      .map((field) => ({ name: field, before: before[field] ?? null, after: after[field] })),
    document:
      document === null || kind === null || name === null
        ? null
        : {
            ...{ kind: kind as DocumentKind, name, document },
            before: earlier && { request: earlier.request ?? null, document: earlier.document ?? null },
          },
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
    .leftJoin('customer_documents as document', (join) =>
      join
        .onRef('document.tenant_id', '=', 'customer_changes.tenant_id')
        .onRef('document.change_id', '=', 'customer_changes.id'),
    )
    .selectAll('customer_changes')
    .select(['customers.name as customer_name', 'document.id as document_id'])
    .select(['document.kind as document_kind', 'document.name as document_name'])

/** Why the reader cannot approve a correction that waits, in words. */
export async function whyNot(
  tx: Tx,
  rows: readonly ChangeRow[],
  caller: Pick<Caller, 'userId'>,
  approvers: (since: number) => Promise<Approvers>,
  translate: CallContext['translate'],
): Promise<(row: ChangeRow) => string | null> {
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const times = waiting.map(({ made_at }) => made_at.getTime())
  const known = waiting.length > 0 ? await approvers(Math.min(...times)) : undefined
  const ownAccountOf = await ownAccountsOf(tx, [caller.userId, ...waiting.map(({ maker_id }) => maker_id)])
  return (row) => {
    const { state, maker_id: makerId, made_at } = row
    if (state !== 'waiting') return null
    const refusal =
      makerId === caller.userId
        ? refuse('customerChangeOwn')
        : (refusalOfOwners(ownAccountOf, caller, row) ??
          known?.refusalOf(caller.userId, { makerId, madeAt: made_at.getTime() }))
    return refusal ? refusalInWords(refusal, translate).details : null
  }
}
