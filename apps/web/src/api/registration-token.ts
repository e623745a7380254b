/** Where the token of a registration is kept: in this tab alone, and while the tab is open. */
const KEY = 'registration'

/**
 * The token of an unfinished registration, which opens its own calls and nothing else. It outlives a reload:
 * a phone may drop the page while its camera is open.
 */
export const registrationToken = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined

export const keepRegistrationToken = (token: string): void => sessionStorage.setItem(KEY, token)

export const forgetRegistration = (): void => sessionStorage.removeItem(KEY)

/** Clears what is kept of the person who was signed in, and nothing of the person who is registering. */
export function keepRegistrationThrough(clear: () => void): void {
  const token = registrationToken()
  clear()
  if (token !== undefined) keepRegistrationToken(token)
}
