import { session } from './session.ts'

/**
 * What a person arranged on this device. Signing out empties web storage, and a person who signs in
 * each morning should not have to arrange the screen each morning. A cookie outlives that; its path
 * keeps it out of every call. One person's arrangement is not the next one's.
 */
const ownName = (name: string): string => {
  const { tenant, user } = session()
  return `${name}.${tenant?.id ?? 'host'}.${user?.id ?? 'nobody'}`
}

const YEAR_S = 365 * 24 * 60 * 60

export function readOwnCookie(name: string): string | null {
  const start = `${ownName(name)}=`
  const pair = document.cookie.split('; ').find((other) => other.startsWith(start))
  return pair ? decodeURIComponent(pair.slice(start.length)) : null
}

/** Keeps a value for the pages under `path`; `undefined` deletes it. */
export function writeOwnCookie(name: string, value: string | undefined, path: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const rules = `path=${path}; samesite=lax; max-age=${value === undefined ? 0 : YEAR_S}${secure}`
  document.cookie = `${ownName(name)}=${encodeURIComponent(value ?? '')}; ${rules}`
}
