import type { Handlers } from '../../http/handlers.ts'
import type { Tenants } from '../../platform/tenants.ts'
import { HOST } from '../../store/host.ts'
import type { Store } from '../../store/store.ts'

export interface SessionParts {
  readonly store: Store
  readonly tenants: Tenants
  readonly application: { readonly version: string; readonly releaseDate: string }
}

/** Who is at the page. */
export const session = ({ store, tenants, application }: SessionParts): Handlers<`Session/${string}`> => ({
  async 'Session/GetCurrentLoginInformations'(_, { caller, tenantId }) {
    const features = await tenants.featuresOf(tenantId)
    const tenant = tenantId === HOST ? undefined : await tenants.find(tenantId)
    const user = caller && (await userOf(store, caller.tenantId, caller.userId))
    return {
      application: {
        ...application,
        features: Object.fromEntries(
          Object.entries(features).map(([name, value]) => [name, value === 'true']),
        ),
      },
      user: user ? { ...user, roles: [...caller.roles], due: caller.due } : null,
      tenant: tenant ? { id: tenant.id, tenancyName: tenant.tenancyName, name: tenant.name } : null,
    }
  },
})

const userOf = (store: Store, tenantId: number, userId: number) =>
  store
    .forTenant(tenantId)
    .read((tx) =>
      tx
        .selectFrom('users')
        .select(['id', 'name', 'surname', 'user_name as userName', 'email_address as emailAddress'])
        .where('id', '=', userId)
        .executeTakeFirst(),
    )
