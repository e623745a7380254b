import type { CallOutput } from '@tradebook/contract'
import { cookies, writeCookie } from './cookies.ts'
import { forgetRegistration } from './registration-token.ts'

/** Keeps the token of who signed in: until it expires if the person is to be remembered, else until the browser closes. */
export function keepToken(
  { accessToken, expireInSeconds }: CallOutput<'TokenAuth/Authenticate'>,
  rememberMe: boolean,
): void {
  forgetRegistration()
  writeCookie(cookies.token, accessToken ?? '', rememberMe ? expireInSeconds : undefined)
}
