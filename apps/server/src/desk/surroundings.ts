import type { Rate } from '@tradebook/scheduling'
import type { Logger } from 'pino'
import type { CertainTime } from '../platform/clock.ts'
import type { ClockMode } from './market-clock.ts'
import type { RecordConnection } from './record-connection.ts'

export interface DeskSurroundings {
  readonly connect: () => Promise<RecordConnection>
  readonly clock: ClockMode
  readonly time: CertainTime
  /** Settles after so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>
  /** Repeats the work every so many milliseconds until what it returns is called; unset: by the system's timer. */
  readonly every?: (ms: number, work: () => void) => () => void
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
