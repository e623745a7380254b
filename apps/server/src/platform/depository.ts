/** For whom an account at the depository is asked. */
export interface DepositoryApplication {
  /** Of anyone who asks, so that who asks twice is answered alike. */
  readonly tenantId: number
  readonly requestId: number
  readonly name: string
  /** The numbers that the applicant has already, if any. */
  readonly cscsAccount: string | null
  readonly chn: string | null
}

/** The depository's numbers. */
export interface DepositoryAccount {
  /** Ten digits. */
  readonly cscsAccount: string
  /** Clearing house number: C, eight digits, two letters. */
  readonly chn: string
}

export type DepositoryAnswer =
  | ({ readonly kind: 'assigned' } & DepositoryAccount)
  /** `reason` is the depository's own text, or the key of one that Tradebook words. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It has not answered in time. It may be asked again by the same application. */
  | { readonly kind: 'silent' }

/** The port to the depository (CSCS), which keeps the accounts of all brokers' customers. */
export interface Depository {
  /** Whether staff enter its numbers as they approve, because none is connected. */
  readonly isByHand: boolean
  /** Asks for an account. Rejects when the depository cannot be reached, which counts as silence. */
  open(application: DepositoryApplication): Promise<DepositoryAnswer>
}
