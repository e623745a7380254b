import { cookies, readCookie } from './api/cookies.ts'

/** The short name of the firm that a public form begins with: the address's `tenant`, else the firm of the last sign-in. */
export const firmIn = (query: URLSearchParams): string =>
  query.get('tenant') ?? readCookie(cookies.firm) ?? ''
