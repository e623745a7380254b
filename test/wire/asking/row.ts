import type { CallInput, CallName, FileCallName } from '@tradebook/contract'

/** How each call that answers in the envelope is asked so that it has something to answer. */
export type Asking = {
  readonly [Name in Exclude<CallName, FileCallName>]: () => Promise<readonly CallInput<Name>[]>
}
