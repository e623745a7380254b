import { TenantState } from '@tradebook/contract'
import { call } from './api/client.ts'
import { clearCookie, cookies, FIVE_YEARS_S, readCookie, writeCookie } from './api/cookies.ts'

/** The short name of the firm that a public form begins with: the address's `tenant`, else the firm of the last sign-in. */
export const firmIn = (query: URLSearchParams): string =>
  query.get('tenant') ?? readCookie(cookies.firm) ?? ''

/** Why a firm can not be chosen. */
export type FirmFault = 'firmNotFound' | 'firmInActive'

/**
 * Makes the firm the one that all calls before sign-in are about; an empty name is the host.
 *
 * @returns why it can not be, or whether persons may register with it.
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
