import { featureValues } from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import { type Bus, topic } from '../bus/bus.ts'
import { runForAll } from '../store/connection-shares.ts'
import { HOST } from '../store/host.ts'
import type { Database } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { cached } from './cached.ts'
import { readSettings } from './settings.ts'

export interface FoundTenant {
  readonly id: number
  readonly tenancyName: string
  readonly name: string
  readonly isActive: boolean
}

/** A firm by its id or, in any letter case, its tenancy name; the host is found by its id 0 alone. */
export async function findTenant(
  store: Store,
  by: { readonly id: number } | { readonly tenancyName: string },
): Promise<FoundTenant | undefined> {
  const row = await store.forHost().read((tx) => {
    const tenants = tx.selectFrom('tenants').selectAll().where('deletion_time', 'is', null)
    return 'id' in by
      ? tenants.where('id', '=', by.id).executeTakeFirst()
      : tenants
          .where(sql`lower(tenancy_name)`, '=', by.tenancyName.trim().toLowerCase())
          .where('id', '!=', 0)
          .executeTakeFirst()
  })
  return row && foundTenant(row)
}

/** What distinguishes a file of a firm's records from others of its kind: a day and the firm. */
export const dayAndFirm = async (store: Store, day: string, id: number): Promise<readonly string[]> => [
  day,
  (await findTenant(store, { id }))?.tenancyName ?? '',
]

/** What every request may want to know of firms; it may be a few seconds old. */
export interface Tenants {
  /** A firm by its id, the host by 0. */
  find(id: number): Promise<FoundTenant | undefined>
  /** A firm by its tenancy name in any letter case; never the host. */
  named(tenancyName: string): Promise<FoundTenant | undefined>
  /** The features of a firm; the host has the defaults. */
  featuresOf(id: number): Promise<Record<string, string>>
  /** The settings that are set: the user's own before the firm's, the firm's before the host's, by name. */
  settingsOf(id: number, userId: number | null): Promise<Record<string, string>>
  /** A firm, its features or its settings were changed: the next request sees it. */
  changed(): void
}

const KNOWN_FOR_MS = 5_000
/** More than firms, and people who come within seconds. */
const MOST_KNOWN = 1_000

/** A firm, its features or its settings were changed. */
const firmsChanged = topic<null>('firms-changed')

export function openTenants(store: Store, now: () => number, bus: Bus): Tenants {
  const rules = { most: MOST_KNOWN, forMs: KNOWN_FOR_MS, now }
  // All at once: anyone who asks for ids that are nobody's makes no question of each.
  const all = cached(() => runForAll(() => listTenants(store)), rules)
  const features = cached((id: number) => runForAll(() => readFeatures(store, id)), rules)
  const settings = cached((key: string) => {
    const [id, userId] = key.split(' ').map(Number) as [number, number | undefined]
    return runForAll(() => readSettings(store, id, userId ?? null))
  }, rules)
  const forget = () => {
    for (const known of [all, features, settings]) known.clear()
  }
  bus.listen(firmsChanged, forget)
  bus.onGap(forget)
  return {
    find: async (id) => (await all.of('all')).get(id),
    async named(tenancyName) {
      const name = tenancyName.trim().toLowerCase()
      const firms = [...(await all.of('all')).values()]
      return firms.find((firm) => firm.id !== HOST && firm.tenancyName.toLowerCase() === name)
    },
    featuresOf: (id) => features.of(id),
    settingsOf: (id, userId) => settings.of(userId === null ? `${id}` : `${id} ${userId}`),
    changed: () => bus.announce(firmsChanged, null),
  }
}

const listTenants = async (store: Store): Promise<ReadonlyMap<number, FoundTenant>> => {
  const rows = await store
    .forHost()
    .read((tx) => tx.selectFrom('tenants').selectAll().where('deletion_time', 'is', null).execute())
  return new Map(rows.map((row) => [row.id, foundTenant(row)]))
}

async function readFeatures(store: Store, tenantId: number): Promise<Record<string, string>> {
  const rows = await store
    .forTenant(tenantId)
    .read((tx) => tx.selectFrom('features').select(['name', 'value']).execute())
  return featureValues(Object.fromEntries(rows.map(({ name, value }) => [name, value])))
}

const foundTenant = (row: Selectable<Database['tenants']>): FoundTenant => ({
  id: row.id,
  tenancyName: row.tenancy_name,
  name: row.name,
  isActive: row.is_active,
})
