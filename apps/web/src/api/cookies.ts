/** What the page keeps in cookies, by the names ABP clients agree on. */
export const cookies = {
  token: 'Abp.AuthToken',
  tenantId: 'Abp.TenantId',
  culture: 'Abp.Localization.CultureName',
  /** The page's own: they outlive sign-out, which empties web storage. */
  firm: 'Tradebook.Firm',
  theme: 'Tradebook.Theme',
  /** Where a person was going who signs in at an identity provider. */
  place: 'Tradebook.Place',
} as const

type CookieName = (typeof cookies)[keyof typeof cookies]

/** "About 5 years" (specification §9). */
export const FIVE_YEARS_S = 5 * 365 * 24 * 60 * 60

export function readCookie(name: CookieName): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found && (decodeURIComponent(found.slice(name.length + 1)) || undefined)
}

/** Keeps a cookie so many seconds; without an age it ends with the browser's session. */
export function writeCookie(name: CookieName, value: string, maxAgeSeconds?: number): void {
  const age = maxAgeSeconds === undefined ? '' : `; max-age=${maxAgeSeconds}`
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${age}${secure}`
}

export const clearCookie = (name: CookieName): void => writeCookie(name, '', 0)
