import type { MarketRules } from '@tradebook/contract'
import type { ReportFlag } from '@tradebook/orders'
import type { Rate } from '@tradebook/scheduling'
import type { Logger } from 'pino'
import type { GuardedClock } from '../platform/clock.ts'
import type { VenueLine } from '../venue/commands.ts'
import type { MarketWork } from '../venue/market-operation.ts'
import type { OpenVenue } from '../venue/venue.ts'
import type { ClockMode } from './decisions/market-clock.ts'
import type { ClientInput, DeskAnswer, Waiting } from './inputs.ts'
import type { RecordConnection } from './record/record-connection.ts'

export interface DeskOptions {
  readonly connect: () => Promise<RecordConnection>
  /** Where orders trade; opened again whenever the books are rebuilt. */
  readonly openVenue: OpenVenue
  /** The line to the venue; absent of one in this process. */
  readonly line?: VenueLine
  readonly clock: ClockMode
  /** How many milliseconds of market time pass in one, where the clock is a demo's; unset: one. */
  readonly speed?: number
  /** Unset: the exchange's. */
  readonly rules?: MarketRules
  readonly time: GuardedClock
  /** Resolves after so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>
  /** Resolves when the inputs that arrived together have all been submitted, so that they are one batch; unset: at once. */
  readonly gather?: () => Promise<void>
  /** Repeats the work every so many milliseconds until what it returns is called; unset: by the system's timer. */
  readonly every?: (ms: number, work: () => void) => () => void
  /** Orders and replaces of one user. */
  readonly orderRate: Rate
  readonly log: Logger
  /** Another desk was elected: this one has ended, and nothing else ends it. */
  readonly onReplaced: (reason: Error) => void
  readonly observer?: DeskObserver
}

/** Receives what is measured of a desk's work. */
export interface DeskObserver {
  /** A client's input was sent to the desk. */
  submitted?(input: ClientInput): void
  /** A batch was decided and committed. */
  committed(batch: CommittedBatch): void
  /** The books were rebuilt from the record. */
  rebuilt(): void
  /** A client's input was answered; some are refused before they are decided. */
  answered(answer: DeskAnswer, input: ClientInput): void
  /** Work of the market found no room. */
  workTurnedDown(): void
}

export interface CommittedBatch {
  /** The client inputs; none in a batch that time alone brought. */
  readonly clients: readonly Pick<Waiting, 'input'>[]
  readonly work: readonly MarketWork[]
  /** Why reports of venues in it are out of the ordinary. */
  readonly flagged: readonly ReportFlag[]
  readonly decideMs: number
  /** How long the desk waited for the commit alone, after it had published and answered the batch before. */
  readonly commitMs: number
}

export interface DeskStatus {
  /** Whether orders can be taken. */
  readonly ready: boolean
  /** Why not, in an operator's words. */
  readonly reason?: string
  /** Client inputs, and pieces of the market's own work, that wait to be decided. */
  readonly waiting: number
  readonly workWaiting: number
  readonly marketDate: string
}
