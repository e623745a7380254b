import type { MarketSession, Refusal, TradingHalt } from '@tradebook/contract'
import { question, topic } from '../../bus/bus.ts'
import type { Listing } from '../../venue/listing.ts'
import type { PreviewAnswers, Previewed } from '../decisions/previews.ts'
import type { DeskStatus } from '../desk-options.ts'
import type { ClientInput, DeskAnswer } from '../inputs.ts'
import type { Baseline, EventBatch } from '../publishing/desk-events.ts'

/** What a desk and the processes that serve people say to each other. */

/** How often a desk publishes its heartbeat. */
export const BEAT_MS = 250

/** A desk of one process, from its start to its end. A later one of the same record has a higher epoch. */
export interface DeskOf {
  readonly desk: string
}

/** A batch as it was published. The outcome of the market's own work concerns nobody else. */
export type PublishedBatch = DeskOf &
  Omit<EventBatch, 'workReports'> & {
    /** The batch that this desk published before it; null where it was the first. */
    readonly before: Pick<EventBatch, 'epoch' | 'batch'> | null
  }
export const deskBatch = topic<PublishedBatch>('desk-batch')

/** The heartbeat of a desk: its status, and the last batch that it has published. */
export interface DeskBeat extends DeskOf {
  /** Counts the heartbeats of this desk. */
  readonly beat: number
  readonly epoch: number
  readonly batch: number
  readonly status: DeskStatus
  readonly session: MarketSession | undefined
  readonly halts: readonly TradingHalt[]
  /** Epoch milliseconds of the market. */
  readonly marketTime: number
}
export const deskBeat = topic<DeskBeat>('desk-beat')

/** The market as of a batch, for anyone who missed those before it. */
export const askBaseline = question<
  null,
  DeskOf & { readonly baseline: Baseline; readonly listings: readonly Listing[] }
>('desk-baseline')

/** @param desk the one that is asked: a question for one desk is never answered by the next. */
export const askSubmit = (desk: string) =>
  question<{ readonly beat: number; readonly input: ClientInput }, DeskAnswer>(`desk-submit-${desk}`)

export const askPreview = (desk: string) =>
  question<Extract<ClientInput, { kind: Previewed }>, PreviewAnswers[Previewed] | Refusal>(
    `desk-preview-${desk}`,
  )
