import type { DueStep, LanguageName, Permission } from '@tradebook/contract'

/** Who is signed in, as the token's session is on this very request. */
export interface Caller {
  readonly userId: number
  readonly userName: string
  readonly sessionId: string
  /** The firm, or 0 for the host. */
  readonly tenantId: number
  /** Upper-cased role names. */
  readonly roles: readonly string[]
  readonly permissions: ReadonlySet<Permission>
  /** Account numbers of the user's own trading accounts. */
  readonly accounts: readonly string[]
  /** What the user has to do before any other call is answered. */
  readonly due: DueStep | null
  /** The language that the user chose, or `null`: then the browser's counts. */
  readonly language: LanguageName | null
}
