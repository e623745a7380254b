import type { Logger } from 'pino'
import type { CertainTime } from '../platform/clock.ts'
import type { Connection } from '../store/connection.ts'
import type { ClockMode } from './market-clock.ts'
import type { Rate } from './token-buckets.ts'

export interface DeskSurroundings {
  /** A connection of its own under the desk's role, whose statements have deadlines. */
  readonly connect: () => Promise<Connection>
  readonly clock: ClockMode
  readonly time: CertainTime
  /** Settles after so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>
  /** Orders and replaces of one user. */
  readonly orderRate: Rate
  readonly log: Logger
  /** Another desk was elected: this one has ended, and nothing else ends it. */
  readonly onStopped: (reason: Error) => void
}

export interface DeskStatus {
  /** Whether orders can be taken. */
  readonly ready: boolean
  /** Why not, in an operator's words. */
  readonly reason?: string
  readonly waiting: number
  readonly marketDate: string
}
