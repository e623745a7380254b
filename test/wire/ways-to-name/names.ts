import type { CallInput, CallName } from '@tradebook/contract'

/** All by which somebody's belongings can be named. */
export interface Names {
  readonly account: string
  readonly cscsAccount: string
  readonly customerName: string
  readonly phoneNumber: string
  /** An order that rests, and the person's own id of it. */
  readonly orderID: string
  readonly clOrdID: string
  /** A list of securities that the person keeps. */
  readonly watchlistID: string
  /** An alert that the person set. */
  readonly alertID: string
  /** An instruction that the person recorded. */
  readonly instructionID: string
  /** Orders that the person prepared together. */
  readonly basketID: string
  /** What the person was notified of. */
  readonly notificationID: string
  /** A posting that waits for approval. */
  readonly cashRequestID: string
  /** A deposit that the person reported, which waits for staff. */
  readonly paymentRequestID: string
  /** An order that is over, and the person's own id of its cancellation. */
  readonly endedOrderID: string
  readonly bulkOrderID: string
  readonly cancelClOrdID: string
  /** Where the person is signed in besides. */
  readonly sessionID: string
  /** A passkey of the person. */
  readonly passkeyID: string
  /** A user and a role of the person's firm. */
  readonly userID: string
  readonly roleID: string
  /** A request of the person for an account. */
  readonly accountRequestID: string
}

/** Named as such things are, and nobody's. */
export const nobodys: Names = {
  account: 'MSL999999',
  cscsAccount: '0055555555',
  customerName: 'Nemo Nwankwo',
  phoneNumber: '+2348066666666',
  orderID: '888888888',
  clOrdID: 'never-sent',
  watchlistID: '666666666',
  alertID: '999999991',
  instructionID: '999999993',
  basketID: '999999992',
  notificationID: '0d7e63bb-40d6-4f4f-8a1b-2f0f8c5d9e11',
  cashRequestID: '555555555',
  paymentRequestID: '111111111',
  endedOrderID: '777777777',
  bulkOrderID: '777777779',
  cancelClOrdID: 'never-cancelled',
  sessionID: '1e8f74cc-51e7-4a60-9b2c-30a1d9e6f022',
  passkeyID: '5b7f64dd-62e8-4b71-8c3d-41b2eaf70133',
  userID: '444444444',
  roleID: '333333333',
  accountRequestID: '222222222',
}

/** As some clients write it. */
export const withoutZeros = (cscsAccount: string): string => cscsAccount.replace(/^0+/, '')

export type WaysToName = { readonly [Name in CallName]: readonly ((names: Names) => CallInput<Name>)[] }
