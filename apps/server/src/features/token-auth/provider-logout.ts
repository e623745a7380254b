import { writeAudit } from '../../platform/audit.ts'
import { faultOf, readLogoutToken } from '../../platform/provider-client.ts'
import type { ProviderSignInParts } from './provider-sign-in.ts'

/** Who posted a logout token, as the audit trail keeps it. */
interface Poster {
  readonly clientIpAddress: string
  readonly browserInfo: string
}

/** What became of a logout token. `invalid`: also where the firm has no provider. */
export type LogoutOutcome = 'ended' | 'invalid' | 'unavailable'

/** Ends the sessions of a person who was signed out at the provider (OpenID Connect Back-Channel Logout 1.0). */
export const openProviderLogout =
  ({
    store,
    clock,
    sessions,
    providers,
  }: Pick<ProviderSignInParts, 'store' | 'clock' | 'sessions' | 'providers'>) =>
  async (tenantId: number, token: string, poster: Poster): Promise<LogoutOutcome> => {
    const startedAt = clock.now()
    const scope = store.forTenant(tenantId)
    const provider = await scope.read((tx) => providers.find(tx))
    if (!provider) return 'invalid'
    const ended = await readToken()
    if (typeof ended === 'string') return ended
    const { issuer } = provider
    await sessions.endAtProvider(tenantId, { issuer, ...ended }, (work) =>
      scope.write(async (tx) => {
        const result = await work(tx)
        const user = await tx
          .selectFrom('provider_subjects')
          .innerJoin('users', 'users.id', 'provider_subjects.user_id')
          .select(['users.id', 'user_name'])
          .where('issuer', '=', issuer)
          .where('subject', '=', ended.subject ?? '')
          .executeTakeFirst()
        await writeAudit(tx, {
          ...{ tenantId, userId: user?.id ?? null, userName: user?.user_name ?? null },
          ...{ serviceName: 'TokenAuth', methodName: 'LogOutByProvider' },
          parameters: { provider: provider.name },
          ...{ executionTime: new Date(startedAt), executionDuration: clock.now() - startedAt, ...poster },
        })
        return result
      }),
    )
    return 'ended'

    async function readToken() {
      if (!provider) return 'invalid'
      try {
        const configuration = await providers.configurationOf(provider)
        return await readLogoutToken(configuration, provider, token, providers.fetch)
      } catch (error) {
        return faultOf(error).fault === 'unavailable' ? 'unavailable' : 'invalid'
      }
    }
  }
