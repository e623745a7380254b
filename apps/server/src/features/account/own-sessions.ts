import { refuse } from '@tradebook/contract'
import type { Handlers } from '../../http/handlers.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Sessions } from '../../platform/sessions.ts'
import type { Store } from '../../store/store.ts'

export interface OwnSessionsParts {
  readonly store: Store
  readonly sessions: Sessions
  readonly clock: Clock
}

/** Where a person is signed in, and how the person ends that from elsewhere. */
export const ownSessions = ({
  store,
  sessions,
  clock,
}: OwnSessionsParts): Handlers<
  'Account/GetSessions' | 'Account/RevokeSession' | 'Account/RevokeOtherSessions'
> => ({
  async 'Account/GetSessions'(_, { caller }) {
    const rows = await store.forTenant(caller.tenantId).read((tx) =>
      tx
        .selectFrom('sessions')
        .innerJoin('users', (join) =>
          join
            .onRef('users.id', '=', 'sessions.user_id')
            .onRef('users.security_stamp', '=', 'sessions.security_stamp'),
        )
        .select(['sessions.id', 'client_ip_address', 'browser_info', 'signed_in_at', 'last_seen_at'])
        .where('user_id', '=', caller.userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', new Date(clock.now()))
        .orderBy('signed_in_at', 'desc')
        .orderBy('sessions.id')
        .limit(MOST_SESSIONS)
        .execute(),
    )
    return {
      items: rows.map((row) => ({
        id: row.id,
        current: row.id === caller.sessionId,
        ipAddress: row.client_ip_address,
        browser: row.browser_info,
        signedInAt: row.signed_in_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
      })),
    }
  },

  async 'Account/RevokeSession'({ id }, { caller, write }) {
    const ended = await sessions.end({ userId: caller.userId, sessionId: id }, write)
    return ended ? {} : refuse('unknownSession')
  },

  async 'Account/RevokeOtherSessions'(_, { caller, write }) {
    await sessions.endAllOf(caller, write, caller.sessionId)
    return {}
  },
})

/** A person signed in more often than that ends the others together. */
const MOST_SESSIONS = 100
