import {
  approvalThreshold,
  type FirmSettings,
  type Kobo,
  kobo,
  nairaToKobo,
  type SettingTexts,
  settingsFrom,
} from '@tradebook/contract'
import { HOST } from '../store/host.ts'
import type { Store, Tx } from '../store/store.ts'

/** All settings that are set, by name: the user's own before the firm's, the firm's before the host's. */
export async function readSettings(
  store: Pick<Store, 'forTenant'>,
  tenantId: number,
  userId: number | null,
): Promise<Record<string, string>> {
  const ofHost = tenantId === HOST ? {} : await settingsOf(store, HOST, null)
  return { ...ofHost, ...(await settingsOf(store, tenantId, userId)) }
}

/** The settings that are in force for a user, or with `null` in a firm, at this moment. */
export const settingsInForce = async (
  store: Pick<Store, 'forTenant'>,
  tenantId: number,
  userId: number | null,
): Promise<FirmSettings> => settingsFrom(await readSettings(store, tenantId, userId))

/** Kobo above which postings of a firm on a market day need the approval of another person. */
export async function approvalAbove(
  store: Pick<Store, 'forTenant'>,
  tenantId: number,
  marketDate: string,
): Promise<Kobo> {
  const [own, ofHost] = await Promise.all([ownSettings(store, tenantId), ownSettings(store, HOST)])
  return nairaToKobo(approvalThreshold(own, ofHost, marketDate)) ?? kobo(0)
}

/** What a firm, or the host, has set itself, without its users'. */
export const ownSettings = (store: Pick<Store, 'forTenant'>, tenantId: number): Promise<SettingTexts> =>
  settingsOf(store, tenantId, null)

async function settingsOf(
  store: Pick<Store, 'forTenant'>,
  tenantId: number,
  userId: number | null,
): Promise<Record<string, string>> {
  const rows = await store.forTenant(tenantId).read((tx) =>
    tx
      .selectFrom('settings')
      .select(['name', 'value'])
      .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', userId)]))
      .orderBy('user_id', (order) => order.asc().nullsFirst())
      .execute(),
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** The texts that users have set for themselves under a name; those who have set none are not among them. */
export async function textsOfUsers(
  tx: Tx,
  name: string,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('settings')
    .select(['user_id', 'value'])
    .where('user_id', 'in', userIds)
    .where('name', '=', name)
    .execute()
  return new Map(rows.flatMap(({ user_id: userId, value }) => (userId === null ? [] : [[userId, value]])))
}

/** Keeps what a user sets for their own use under a name. */
export const keepTextOfUser = async (
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: number },
  name: string,
  value: string,
): Promise<void> => {
  await tx
    .insertInto('settings')
    .values({ tenant_id: tenantId, user_id: userId, name, value })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'name']).doUpdateSet({ value }))
    .execute()
}
