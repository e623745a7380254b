import { isOriginOf, relyingPartyOf } from './relying-party.ts'

/** The page to which an identity provider sends browsers back. */
const RETURN_PAGE = '/user/provider'

/** Where it sends the browser of a page of this origin back to: to that origin where it is one of ours, else to the address of the installation. */
export function redirectUriOf(publicUrl: string, origin: string | undefined): string {
  const party = relyingPartyOf(publicUrl)
  const isOurs = party !== undefined && origin !== undefined && isOriginOf(party, origin)
  return `${isOurs ? origin : publicUrl}${RETURN_PAGE}`
}

/** Where a provider posts logout tokens for a firm. */
export const logoutPath = (tenantId: number | ':firm'): string => `/openid/${tenantId}/back-channel-logout`
