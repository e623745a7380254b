/** A mail as its row is written, in the transaction of what it is about. */
export interface MailRow {
  readonly tenantId: number
  /** A UUID. */
  readonly id: string
  /** Null for a customer without a user. */
  readonly userId: number | null
  readonly template: string
  /** Recipient and texts, sealed, in hexadecimal digits. */
  readonly sealed: string
  /** Epoch milliseconds. */
  readonly at: number
}
