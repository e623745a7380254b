/** What is wrong with some fields of a request. */
export interface ValidationError {
  readonly message: string
  /** The fields it is about, as paths into the call's input: `orderQty`, `address.city`. */
  readonly members: readonly string[]
}

/** The error of a failed answer, by ABP's envelope. */
export interface Failure {
  /** HTTP status; 0 when no answer came at all. */
  readonly status: number
  readonly message: string
  readonly details: string | null
  /** The refusal's stable number, 0 where there is none. */
  readonly code: number
  readonly data: Readonly<Record<string, unknown>>
  /** What is wrong with single fields, where the request itself was not valid. */
  readonly validationErrors?: readonly ValidationError[] | undefined
  /** Seconds to wait before the next try (`Retry-After`), where the server sent it. */
  readonly retryAfterS?: number | undefined
}

/** A call that did not succeed. */
export class ApiError extends Error implements Failure {
  override readonly name = 'ApiError'
  readonly status: number
  readonly details: string | null
  readonly code: number
  readonly data: Readonly<Record<string, unknown>>
  readonly validationErrors: readonly ValidationError[]
  readonly retryAfterS: number | undefined

  constructor(failure: Failure) {
    super(failure.message)
    this.status = failure.status
    this.details = failure.details
    this.code = failure.code
    this.data = failure.data
    this.validationErrors = failure.validationErrors ?? []
    this.retryAfterS = failure.retryAfterS
  }
}
