/** The places the application leads to by itself. */
export const HOME = '/app/trading'
export const LOGIN = '/user/login'
export const LOGOUT = '/app/logout'
export const DENIED = '/exception?type=401'

/** Travels to the sign-in page with who did not choose to go there. */
export const SESSION_ENDED = 'sessionEnded'

/** The sign-in page that remembers where to return. */
export const loginFor = (asked: string): string =>
  asked.startsWith(LOGIN) ? asked : `${LOGIN}?${new URLSearchParams({ from: asked })}`

/** Where sign-in returns to: a place inside the application, whatever the address says. */
export const returnPath = (from: string | null): string =>
  from && /^\/app(?=[/?#]|$)(?!.*\\)/.test(from) && !from.startsWith(LOGOUT) ? from : HOME
