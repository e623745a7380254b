import { HOME, LOGIN, needsOf, type ScreenRow } from './routes.tsx'
import { type Session, satisfies } from './session.ts'

export const DENIED = '/exception?type=401'

/**
 * Where a person is sent instead of the screen they asked for, or `undefined` when they may see it.
 *
 * @param asked path with query, remembered so that signing in leads there.
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
  return needsOf(row).every((needs) => satisfies(who, needs)) ? undefined : DENIED
}

/** The sign-in page that remembers where to return. */
export const loginFor = (asked: string): string =>
  asked.startsWith(LOGIN) ? asked : `${LOGIN}?${new URLSearchParams({ from: asked })}`

/** Where sign-in returns to: a place inside the application, whatever the address says. */
export const returnPath = (from: string | null): string =>
  from && /^\/app(?=[/?#]|$)(?!.*\\)/.test(from) && !from.startsWith('/app/logout') ? from : HOME
