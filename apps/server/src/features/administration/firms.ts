import {
  type AuditChange,
  type FeatureName,
  featureValues,
  OrdStatus,
  type Refusal,
  refuse,
  type TenantRecord,
} from '@tradebook/contract'
import type { Order } from '@tradebook/orders'
import { type Selectable, sql } from 'kysely'
import { waits } from '../../desk/decisions/stopped-firms.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { HOST } from '../../store/host.ts'
import { idsOfRoles, insertTenant } from '../../store/people.ts'
import type { Orders } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { switchOfHost } from '../../store/switch-of-host.ts'
import { giveRoles, insertUser, type NewPerson } from '../../store/users.ts'
import type { FirmStop } from './stopped-firms.ts'
import { tenantRowOf } from './tenant-list.ts'

/** The rows of firms as the host makes, reads and changes them. */

/** A firm that was not deleted, with all that the host decides about it. */
export async function readFirm(store: Store, id: number): Promise<TenantRecord | Refusal> {
  const row = await store
    .forHost()
    .read((tx) =>
      tx
        .selectFrom('tenants')
        .selectAll()
        .where('id', '=', id)
        .where('id', '>', HOST)
        .where('deletion_time', 'is', null)
        .executeTakeFirst(),
    )
  if (!row) return refuse('unknownTenant')
  const set = await store
    .forTenant(id)
    .read((tx) => tx.selectFrom('features').select(['name', 'value']).execute())
  const values = featureValues(Object.fromEntries(set.map(({ name, value }) => [name, value])))
  const { memberCode, address, phone } = await settingsInForce(store, id, null)
  const stopped = await switchOfHost(store, id)
  const open = await store.forTenant(id).read((tx) =>
    tx
      .selectFrom('orders')
      .select(['ord_type', 'exec_inst', 'time_in_force'])
      .select((eb) => [eb.fn.min('price').as('price'), eb.fn.countAll<string>().as('count')])
      .where('ord_status', 'in', [OrdStatus.new, OrdStatus.partiallyFilled])
      .groupBy(['ord_type', 'exec_inst', 'time_in_force', sql`price IS NULL`])
      .execute(),
  )
  const [admin, second] = await store
    .forTenant(id)
    .read(async (tx) => [await adminBeforeSignIn(tx).executeTakeFirst(), await secondAdmin(tx)] as const)
  return {
    ...tenantRowOf(row),
    adminEmailAddress: admin?.email_address ?? null,
    secondAdmin: second ? secondAdminShown(second) : null,
    features: { SignalR: values.SignalR === 'true' },
    ...{ memberCode, address, phone },
    isKillSwitchOn: stopped !== undefined,
    openOrderCount: countOf(open),
    cancelledByHalt: countOf(open.filter((kind) => !waits(termsOf(kind)))),
    areOrdersHalted: stopped?.halts_orders ?? false,
  }
}

type OpenKind = Pick<Selectable<Orders>, 'ord_type' | 'exec_inst' | 'time_in_force' | 'price'>

const termsOf = ({ ord_type, exec_inst, time_in_force, price }: OpenKind) => ({
  ordType: ord_type as Order['ordType'],
  execInst: exec_inst as Order['execInst'],
  timeInForce: time_in_force as Order['timeInForce'],
  price: price as Order['price'],
})

const countOf = (kinds: readonly { readonly count: string }[]): number =>
  kinds.reduce((sum, { count }) => sum + Number(count), 0)

/** What the host gives a firm, or withholds from it. */
export type FeaturesSet = { readonly [Name in FeatureName]?: boolean | undefined }

export interface NewFirm {
  readonly tenancyName: string
  readonly name: string
  readonly isActive: boolean
  readonly features: FeaturesSet | undefined
  readonly adminEmailAddress: string
}

/** Whom the rows of a new firm have as its administrator. Nobody knows the password. */
export const firstAdmin = { userName: 'admin', name: 'admin', surname: 'admin' } as const

/**
 * Makes the rows of a firm: its name, features, static roles, and the user `admin`.
 *
 * @param tx a transaction of a person of the host, which is one of the firm afterwards.
 * @param passwordHash of a password that nobody knows.
 */
export async function insertFirm(
  store: Store,
  tx: Tx,
  { features, adminEmailAddress, ...firm }: NewFirm,
  passwordHash: string,
): Promise<{ readonly tenantId: number; readonly userId: number }> {
  await store.becomeHost(tx)
  const tenantId = await insertTenant(store, tx, firm)
  await setFeatures(tx, tenantId, features)
  const admin = { ...firstAdmin, emailAddress: adminEmailAddress }
  const userId = await insertUser(tx, tenantId, admin, passwordHash)
  await giveRoles(tx, tenantId, userId, await idsOfRoles(tx, ['ADMIN']))
  return { tenantId, userId }
}

/** The administrator that a firm was made with, until somebody has signed in as that. */
export const adminBeforeSignIn = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select(['id', 'email_address'])
    .where('user_name', '=', firstAdmin.userName)
    .where('last_login_time', 'is', null)
    .where('deletion_time', 'is', null)

/** The administrator whom the host named besides the first. */
export const secondAdmin = (tx: Tx) =>
  tx
    .selectFrom('tenants')
    .innerJoin('users', 'users.id', 'tenants.second_admin_id')
    .select(['users.id', 'user_name', 'users.name', 'surname', 'email_address', 'last_login_time'])
    .where('users.deletion_time', 'is', null)
    .executeTakeFirst()

const secondAdminShown = (
  admin: NonNullable<Awaited<ReturnType<typeof secondAdmin>>>,
): TenantRecord['secondAdmin'] => ({
  ...{ userName: admin.user_name, name: admin.name, surname: admin.surname },
  emailAddress: admin.last_login_time ? null : admin.email_address,
})

/**
 * Names the second administrator of a firm, or corrects who that is. No person of the firm is behind that user, so there
 * is not a row of `influences`. Answers the user's id.
 *
 * @param tx a transaction of the firm, which it is afterwards.
 * @param id the user who was named before and has not signed in.
 */
export async function nameSecondAdmin(
  store: Store,
  tx: Tx,
  tenantId: number,
  id: number | undefined,
  person: NewPerson,
): Promise<number> {
  if (id !== undefined) {
    await tx
      .updateTable('users')
      .set({ user_name: person.userName, name: person.name, surname: person.surname })
      .set({ email_address: person.emailAddress })
      .where('id', '=', id)
      .execute()
    return id
  }
  const made = await insertUser(tx, tenantId, person, await passwordOfNobody())
  await giveRoles(tx, tenantId, made, await idsOfRoles(tx, ['ADMIN']))
  await store.becomeHost(tx)
  await tx.updateTable('tenants').set({ second_admin_id: made }).where('id', '=', tenantId).execute()
  await store.become(tx, tenantId)
  return made
}

export const passwordOfNobody = (): Promise<string> => hashPassword(crypto.randomUUID())

export interface FirmChange {
  readonly tenancyName?: string
  readonly name?: string
  readonly isActive?: boolean
  /** Of a firm that is disabled. */
  readonly stop?: FirmStop
  readonly features?: FeaturesSet | undefined
}

/**
 * Changes the rows of a firm in a transaction of a person of the host.
 *
 * @param inFirm what else is done, as the firm.
 * @returns what was changed, as the audit trail keeps it.
 */
export async function changeFirm(
  store: Store,
  tx: Tx,
  id: number,
  { tenancyName, name, isActive, stop, features }: FirmChange,
  inFirm: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<AuditChange> {
  const before = await decidedOf(store, tx, id)
  await store.becomeHost(tx)
  const row = {
    ...(tenancyName !== undefined && { tenancy_name: tenancyName }),
    ...(name !== undefined && { name }),
    ...(isActive === true && { is_active: true, stop_orders: null, stop_reason: null }),
    ...(isActive === false && { is_active: false }),
    ...(stop && { stop_orders: stop.openOrders, stop_reason: stop.reason }),
  }
  if (Object.keys(row).length > 0) await tx.updateTable('tenants').set(row).where('id', '=', id).execute()
  await store.become(tx, id)
  await setFeatures(tx, id, features)
  await inFirm(tx)
  const after = await decidedOf(store, tx, id)
  await store.become(tx, HOST)
  return { entity: 'Tenant', id: String(id), before, after }
}

/** What the host has decided about a firm; the transaction is one of the firm afterwards. */
export async function decidedOf(store: Store, tx: Tx, id: number) {
  await store.become(tx, id)
  const firm = await tx
    .selectFrom('tenants')
    .select(['tenancy_name', 'name', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const features = await tx.selectFrom('features').select(['name', 'value']).orderBy('name').execute()
  return {
    ...{ tenancyName: firm.tenancy_name, name: firm.name, isActive: firm.is_active },
    features: Object.fromEntries(features.map(({ name, value }) => [name, value])),
  }
}

/**
 * Hides a firm and frees its name. Mails of it that wait are not sent any more.
 *
 * @param inFirm what else is done, as the firm.
 */
export async function hideFirm(
  store: Store,
  id: number,
  inFirm: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  await store.forHost().write(async (tx) => {
    await tx
      .updateTable('tenants')
      .set({ deletion_time: sql`now()`, is_active: false })
      .where('id', '=', id)
      .where('deletion_time', 'is', null)
      .execute()
    await store.become(tx, id)
    await tx.deleteFrom('mails').where('sealed', 'is not', null).execute()
    await inFirm(tx)
  })
}

/** How far the desk has come with a firm that was not deleted. */
export async function standingAtDesk(store: Store, id: number): Promise<'missing' | 'open' | 'closed'> {
  const row = await store
    .forTenant(id)
    .read((tx) => tx.selectFrom('firm_terms').select('is_closed').executeTakeFirst())
  if (!row) return 'missing'
  return row.is_closed ? 'closed' : 'open'
}

async function setFeatures(tx: Tx, tenantId: number, features: FeaturesSet = {}): Promise<void> {
  for (const [name, isOn] of Object.entries(features)) {
    if (isOn === undefined) continue
    const value = String(isOn)
    await tx
      .insertInto('features')
      .values({ tenant_id: tenantId, name, value })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doUpdateSet({ value }))
      .execute()
  }
}
