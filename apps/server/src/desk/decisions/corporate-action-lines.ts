import type { CorporateAction } from '@tradebook/contract'
import type { RegisteredShares } from '@tradebook/ledger'

/** What the record keeps of corporate actions. */

/** Who did something, and when by the market's clock, ISO 8601. */
interface Done {
  readonly by: string
  readonly at: string
}

/** A corporate action as the record keeps it. */
export interface CorporateActionLine {
  readonly action: CorporateAction
  readonly announced: Done
  readonly revoked: Done | null
}

/** The shares that an account of a firm had in the register of a corporate action. */
export interface RegisteredLine extends RegisteredShares {
  readonly tenantId: number
  readonly actionID: number
}

/** The market day that a firm's books began last. */
export interface FirmDayLine {
  readonly tenantId: number
  readonly marketDate: string
}

/** What the record holds of corporate actions that are not paid everywhere. */
export interface RecordedCorporateActions {
  readonly lines: readonly CorporateActionLine[]
  readonly registered: readonly RegisteredLine[]
  /** Of each firm that a market day has begun for. */
  readonly firmDays: readonly FirmDayLine[]
}
