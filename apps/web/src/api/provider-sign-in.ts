import { call } from './client.ts'
import { clearCookie, cookies, readCookie, writeCookie } from './cookies.ts'
import { keepToken } from './token.ts'

/** Sign-in at the identity provider of a firm: the browser goes there, and comes back to a page of its own. */

/** So long a sign-in at a provider may take. */
const AWAY_S = 600

/**
 * Sends the browser to the provider of the firm.
 *
 * @param place where the person goes afterwards.
 * @throws ApiError when the server refuses or does not answer.
 */
export async function leaveForProvider(tenancyName: string, place: string | null): Promise<void> {
  const { url } = await call('TokenAuth/BeginProviderSignIn', { tenancyName }, { failure: 'inline' })
  if (place === null) clearCookie(cookies.place)
  else writeCookie(cookies.place, place, AWAY_S)
  window.location.assign(url)
}

/** Where the person was going before the browser left; it is told once. */
export function placeBefore(): string | null {
  const place = readCookie(cookies.place)
  clearCookie(cookies.place)
  return place ?? null
}

/**
 * Ends the sign-in with what the provider gave the browser, and keeps the token until the browser closes.
 *
 * @throws ApiError when the server refuses or does not answer.
 */
export async function signInByProvider(providerAnswer: string): Promise<void> {
  keepToken(await call('TokenAuth/AuthenticateByProvider', { providerAnswer }, { failure: 'inline' }), false)
}
