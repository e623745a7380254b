import type { Refusal } from '@tradebook/contract'
import type { PreviewAnswers, Previewed, PreviewRequest } from './decisions/previews.ts'
import type { Desk } from './desk.ts'

/** The desk as the other parts of the server know it: the desk of this process, or that of another one. */
export interface DeskPort
  extends Pick<
    Desk,
    | 'submit'
    | 'session'
    | 'halts'
    | 'listings'
    | 'status'
    | 'health'
    | 'marketTime'
    | 'picture'
    | 'baseline'
    | 'subscribe'
  > {
  /** What a request would come to if it were decided now; nothing changes. */
  preview<Kind extends Previewed>(
    input: PreviewRequest<Kind>,
  ): PreviewAnswers[Kind] | Refusal | Promise<PreviewAnswers[Kind] | Refusal>
}
