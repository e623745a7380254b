import { ACCOUNT_REQUEST, DENIED, LOGIN, loginFor, returnPath } from './paths.ts'
import { mayOpen, type ScreenRow } from './routes.ts'
import { isMember, type Session } from './session.ts'

/**
 * Where a person is sent instead of the screen they asked for, or `undefined` when they may see it.
 *
 * @param asked path with query, kept so that signing in leads there.
 */
export function detour(
  row: ScreenRow,
  asked: string,
  who: Pick<Session, 'user' | 'permissions' | 'roles'>,
): string | undefined {
  if (row.path === LOGIN)
    return who.user ? returnPath(new URLSearchParams(asked.split('?')[1]).get('from')) : undefined
  if (!row.path.startsWith('/app')) return undefined
  if (!who.user) return loginFor(asked)
  if (mayOpen(row, who)) return undefined
  return isMember(who) ? DENIED : ACCOUNT_REQUEST
}
