/** The places the application leads to by itself. */
export const HOME = '/app/trading'
export const LOGIN = '/user/login'
export const LOGOUT = '/app/logout'
export const DENIED = '/exception?type=401'

/** The sign-in page that remembers where to return. */
export const loginFor = (asked: string): string =>
  asked.startsWith(LOGIN) ? asked : `${LOGIN}?${new URLSearchParams({ from: asked })}`

/** Tells the sign-in page that its visitor did not choose to go there. */
export const SESSION_ENDED = 'ended'

/** The sign-in page for whose session ended by itself. */
export const putOutFrom = (place: string): string => {
  const login = loginFor(place)
  return `${login}${login.includes('?') ? '&' : '?'}${SESSION_ENDED}`
}

/** Where sign-in returns to: a place inside the application, whatever the address says. */
export const returnPath = (from: string | null): string =>
  from && /^\/app(?=[/?#]|$)(?!.*\\)/.test(from) && !from.startsWith(LOGOUT) ? from : HOME
