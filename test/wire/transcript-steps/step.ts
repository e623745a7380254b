import type { CallName, CallOutput } from '@tradebook/contract'

/** Who makes a request: a user of the demo's firms, or who an earlier step registered or signed in. */
export type Who =
  | 'nobody'
  | 'bearer of a registration token'
  | 'broker of Meridian'
  | 'admin of Meridian'
  | 'supervisor of Meridian'
  | 'customer of Meridian'
  | 'zainab of Meridian'
  | 'broker of Zenith-Hill'
  | 'customer of Zenith-Hill'
  | 'admin of Zenith-Hill'
  | 'admin of host'

/** What an answer shows of its call; `unauthorized` is a refusal because of the token. */
export type Shows = 'success' | 'invalid' | 'refused' | 'unauthorized'

/** What earlier answers had, for later requests. */
export interface Kept {
  /** Of the answers so far, the newest of each call that succeeded. */
  newest<Name extends CallName>(name: Name): CallOutput<Name>
  /** The code that was mailed last to an address. */
  mailedCode(emailAddress: string): Promise<string>
  /** Five wrong passwords of a user, from here. */
  lockOut(user: { readonly tenancyName: string; readonly userNameOrEmailAddress: string }): Promise<void>
  now(): number
  /** Where the pages are. */
  readonly origin: () => string
}

export interface Step {
  readonly name: CallName
  readonly shows: Shows
  /** What is special about it. */
  readonly when?: string
  readonly by: Who
  readonly input: object | ((kept: Kept) => object | Promise<object>)
  readonly documents?: Readonly<Record<string, File>>
  /** Of the page that asks, where it is another than ours. */
  readonly origin?: string
  /** Read again until it holds: what is written in the background. */
  readonly until?: (result: unknown) => boolean
}

/** Of whom the steps register or make. */
export const NEW_PASSWORD = 'Quiet-harbour-lamp-7'

/** A role, as an administrator makes it. */
export const desk = {
  name: 'Night desk',
  displayName: 'Night desk',
  description: null,
  grantedPermissions: ['BUY', 'No.Such'],
}

/** Of a list that is read in pages. */
export const page = { maxResultCount: 2, skipCount: 0, keyword: '' }

/** No row has this id. */
export const NONE = 999_999_999

/** Steps of one person at one call. */
export const steps = (by: Who, name: CallName, ...rows: readonly Omit<Step, 'by' | 'name'>[]): Step[] =>
  rows.map((row) => ({ by, name, ...row }))
