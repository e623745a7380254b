import type { TextKey } from '../../words/words.ts'

/** Where a request to post a transfer stands. One that needs no approval is posted at once. */
export const transferStates = {
  posted: 'List.Transfer.posted',
  pending: 'List.Transfer.pending',
  approved: 'List.Transfer.approved',
  rejected: 'List.Transfer.rejected',
} as const satisfies Record<string, TextKey>
export type TransferState = keyof typeof transferStates
