/** ABP's answers: every JSON answer of a call is wrapped, and its properties keep this order. */

const AFTER_RESULT = ',"targetUrl":null,"success":true,"error":null,"unAuthorizedRequest":false,"__abp":true}'

/** A success as JSON text. */
export const success = (result: unknown): string =>
  `{"result":${JSON.stringify(result ?? null)}${AFTER_RESULT}`

export interface Failure {
  readonly message: string
  readonly details?: string | null
  /** The refusal's number; 0 where there is none. */
  readonly code?: number
  readonly validationErrors?: readonly ValidationError[] | null
  /** What a program may want besides the words. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  /** The caller is not signed in, or lacks a permission. */
  readonly unAuthorizedRequest?: boolean
}

export interface ValidationError {
  readonly message: string
  /** Names of the fields it is about. */
  readonly members: readonly string[]
}

/** A failure as JSON text. */
export const failure = ({
  message,
  details = null,
  code = 0,
  validationErrors = null,
  data,
  unAuthorizedRequest = false,
}: Failure): string =>
  JSON.stringify({
    result: null,
    targetUrl: null,
    success: false,
    error: { code, message, details, validationErrors, ...(data ? { data } : {}) },
    unAuthorizedRequest,
    __abp: true,
  })
