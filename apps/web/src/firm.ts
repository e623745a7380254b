import { TenantState } from '@tradebook/contract'
import { call } from './api/client.ts'
import { clearCookie, cookies, FIVE_YEARS_S, readCookie, writeCookie } from './api/cookies.ts'

/** The short name of the firm that a public form begins with: the address's `tenant`, else the firm of the last sign-in. */
export const firmIn = (query: URLSearchParams): string =>
  query.get('tenant') ?? readCookie(cookies.firm) ?? ''

/** Labels that hosts have without being named after a firm, and addresses without a name. */
const NO_FIRM = /^(www|localhost|\d+|\[.*)$/i

/**
 * The short name of the firm that an address is of: the one it names as `tenancyName` or `tenant`, else the first label
 * of its host (`meridian.tradebook.ng`), which need not be a firm's. `undefined`: it names none.
 */
export function firmOfAddress({
  hostname,
  search,
}: Pick<Location, 'hostname' | 'search'>): string | undefined {
  const query = new URLSearchParams(search)
  const named = query.get('tenancyName') ?? query.get('tenant')
  if (named?.trim()) return named.trim()
  const labels = hostname.split('.')
  const [first = ''] = labels
  return labels.length > 2 && !NO_FIRM.test(first) ? first : undefined
}

/** Why a firm cannot be chosen. */
export type FirmFault = 'firmNotFound' | 'firmInActive'

/**
 * Makes the firm the one that all calls before sign-in are about; an empty name is the host.
 *
 * @returns why it cannot be, or whether persons may register with it.
 * @throws ApiError when the server refuses or does not answer.
 */
export async function chooseFirm(
  tenancyName: string,
): Promise<{ readonly fault: FirmFault } | { readonly fault?: never; readonly isRegistrationOpen: boolean }> {
  if (!tenancyName) {
    clearCookie(cookies.tenantId)
    clearCookie(cookies.firm)
    return { isRegistrationOpen: false }
  }
  const firm = await call('Account/IsTenantAvailable', { tenancyName }, { failure: 'inline' })
  if (firm.state === TenantState.inActive) return { fault: 'firmInActive' }
  if (firm.state !== TenantState.available || firm.tenantId === null) return { fault: 'firmNotFound' }
  writeCookie(cookies.tenantId, String(firm.tenantId), FIVE_YEARS_S)
  writeCookie(cookies.firm, tenancyName, FIVE_YEARS_S)
  return { isRegistrationOpen: firm.isRegistrationOpen }
}
