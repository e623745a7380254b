import {
  type CallInput,
  type CallName,
  type CallOutput,
  type FileCallName,
  refusals,
} from '@tradebook/contract'
import { ApiError, type ValidationError } from './api-error.ts'
import { routeOf } from './call-routes.ts'
import { clearCookie, cookies, readCookie } from './cookies.ts'
import { registrationToken } from './registration-token.ts'

/** Milliseconds a call may take (specification §9). */
export const TIMEOUT_MS = 60_000
/** Milliseconds a call with files may take: some mebibytes over a slow line. */
const FILES_TIMEOUT_MS = 5 * 60_000

/**
 * What is special about a call's failure, which is otherwise notified and read aloud (specification §8).
 * `inline`: the screen says it too and has it read aloud, so that the notification is only seen.
 * `repeated`: the page makes the call again and again by itself; notified when it begins to fail, not each time.
 * `typed`: the same, and what a person types is its input: it is one call, whatever that is.
 * `silent`: not notified at all.
 */
export type FailureKind = 'inline' | 'repeated' | 'typed' | 'silent'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly failure?: FailureKind | undefined
  /** The files of a call that takes them, by the names of their parts. */
  readonly files?: Readonly<Record<string, File>> | undefined
}

/** What the page does about failures. Set once, at start. */
interface FailureListeners {
  /**
   * A call that failed and was not given up by its caller.
   *
   * @param isReadAloud false: a message on the screen is read aloud already.
   */
  failed(error: ApiError, isReadAloud: boolean): void
  /** A call succeeded that had failed with this before, of which no other call has failed since. */
  recovered(error: ApiError): void
  /** The session is over. Storage and token are already cleared. */
  unauthorised(): void
  /** A permission was missing, also of a call that is not notified: the session's may have been changed since they were read. */
  denied(): void
  /** Somebody else is signed in at this browser by now. */
  anotherPerson(): void
}

let listeners: FailureListeners = {
  failed: () => undefined,
  recovered: () => undefined,
  unauthorised: () => undefined,
  denied: () => undefined,
  anotherPerson: () => undefined,
}
let baseUrl = ''

export const listenToFailures = (given: FailureListeners): void => {
  listeners = given
}

/** The address of the services by the configuration; relative to the page when it is empty. */
export const setBaseUrl = (url: string): void => {
  baseUrl = url.replace(/\/+$/, '')
}

/** The token of the person this document belongs to; none before somebody signed in. */
let owner: string | undefined

export const belongTo = (token: string | undefined): void => {
  owner = token
}

/** Tabs share the token: another of them may have signed somebody else in. */
function isAnothers(): boolean {
  const token = readCookie(cookies.token)
  return owner !== undefined && token !== undefined && token !== owner
}

/**
 * Whether the browser's token is still that of the person this document belongs to: what one person
 * typed must never be sent in the name of another.
 */
export function isStillTheirs(): boolean {
  if (isAnothers()) listeners.anotherPerson()
  else if (owner !== undefined && readCookie(cookies.token) === undefined) end()
  else return true
  return false
}

/** Deletes what is kept of the person who was signed in: local and session storage and the token, unless it is somebody else's. */
export function clearCredentials(): void {
  if (isAnothers()) return
  localStorage.clear()
  sessionStorage.clear()
  clearCookie(cookies.token)
}

function end(): void {
  clearCredentials()
  listeners.unauthorised()
}

/**
 * Makes one call of the contract.
 *
 * @returns what is under `result`.
 * @throws ApiError for every answer that is not a success and for no answer within a minute; the
 * signal's own reason when the caller gave up.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  { files, ...options }: CallOptions = {},
): Promise<CallOutput<Name>> {
  const made = async () => (await exchange(name, input, options.signal, files)) as CallOutput<Name>
  return handled([name, input], made, options)
}

export interface DownloadOptions extends Omit<CallOptions, 'files'> {
  /** Receives each piece of the file as it comes. */
  readonly received?: (piece: Uint8Array) => void
}

/**
 * Fetches the file a call of the contract gives, under the name the server gave it.
 *
 * @throws ApiError for a refusal, and when the file did not come whole or nothing of it came for a
 * minute; the signal's own reason when the caller gave up. While it comes it may take longer.
 */
export async function download<Name extends FileCallName>(
  name: Name,
  input: CallInput<Name>,
  { received, ...options }: DownloadOptions = {},
): Promise<File> {
  const made = async () => {
    const timeout = new IdleTimeout(TIMEOUT_MS)
    try {
      const answer = await request(name, input, anyOf(options.signal, timeout.signal))
      if (!answer.ok) throw failureOf(answer, await contentOf(() => answer.text()))
      const fileName = /filename\*=UTF-8''([^;]+)/i.exec(answer.headers.get('Content-Disposition') ?? '')?.[1]
      const whole = observed(answer, (piece) => {
        timeout.renew()
        received?.(piece)
      })
      const content = await contentOf(() => whole.blob())
      return new File([content], decodeURIComponent(fileName ?? name), { type: content.type })
    } finally {
      timeout.end()
    }
  }
  return handled([name, input], made, options)
}

/** Gives up by its signal once it has not been renewed for so long. */
class IdleTimeout {
  readonly #ms: number
  readonly #given = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ms: number) {
    this.#ms = ms
    this.renew()
  }

  get signal(): AbortSignal {
    return this.#given.signal
  }

  renew(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#given.abort(), this.#ms)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

const anyOf = (given: AbortSignal | undefined, own: AbortSignal): AbortSignal =>
  given ? AbortSignal.any([given, own]) : own

/** An answer whose content is received as it was sent, and each piece of it by an observer too. */
function observed(answer: Response, received: (piece: Uint8Array) => void): Response {
  const pieces = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, passed) {
      received(piece)
      passed.enqueue(piece)
    },
  })
  return new Response(answer.body?.pipeThrough(pieces) ?? null, { headers: answer.headers })
}

/** Calls of which the last one failed, with its failure: the latest failure is the last. */
const failing = new Map<CallName, ApiError>()

function fail(name: CallName, error: ApiError): void {
  failing.delete(name)
  failing.set(name, error)
}

/** The call succeeded. Its failure is over, unless another call failed alike since, as of a lost line. */
function recover(name: CallName, isRepeated: boolean): void {
  const error = failing.get(name)
  if (!error) return
  const names = [...failing.keys()]
  const since = names.slice(names.indexOf(name) + 1).flatMap((later) => failing.get(later) ?? [])
  failing.delete(name)
  const isOthers = since.some(
    ({ message, details }) => message === error.message && details === error.details,
  )
  if (!isOthers && !isRepeated) listeners.recovered(error)
}

/** Calls that the page repeats by itself of which the last one failed. */
const failingRepeats = new Set<string>()

/** Makes a call in the name of the person this document belongs to, and reports its failure. */
async function handled<T>(
  [name, input]: readonly [CallName, object],
  make: () => Promise<T>,
  { signal, failure }: Omit<CallOptions, 'files'>,
): Promise<T> {
  if (!isStillTheirs()) throw new ApiError({ status: 401, message: '', details: null, code: 0, data: {} })
  const repeated =
    failure === 'repeated' ? `${name} ${JSON.stringify(input)}` : failure === 'typed' ? name : undefined
  try {
    const made = await make()
    if (repeated) failingRepeats.delete(repeated)
    recover(name, repeated !== undefined)
    return made
  } catch (error) {
    if (signal?.aborted || !(error instanceof ApiError)) throw error
    const isKnown = failure === 'silent' || (repeated !== undefined && failingRepeats.has(repeated))
    if (repeated) failingRepeats.add(repeated)
    fail(name, error)
    if (isDenied(error)) listeners.denied()
    if (error.status === 401) end()
    else if (!isKnown) listeners.failed(error, failure !== 'inline')
    throw error
  }
}

/** The desk refuses a side of the market by its own code, every other call is answered 403. */
const isDenied = ({ status, code }: ApiError): boolean =>
  status === 403 || code === refusals.sideNotPermitted.code

async function exchange(
  name: CallName,
  input: object,
  signal: AbortSignal | undefined,
  files: CallOptions['files'],
): Promise<unknown> {
  const timeout = AbortSignal.timeout(files ? FILES_TIMEOUT_MS : TIMEOUT_MS)
  const answer = await request(name, input, anyOf(signal, timeout), files)
  const text = await contentOf(() => answer.text())
  const envelope = parse(text)
  if (answer.ok && envelope?.success !== false) return envelope?.result ?? null
  throw failureOf(answer, text)
}

const request = (
  name: CallName,
  input: object,
  signal?: AbortSignal,
  files?: CallOptions['files'],
): Promise<Response> => {
  const { path, verb } = routeOf(name)
  const inQuery = verb === 'GET' || verb === 'DELETE'
  return contentOf(() =>
    fetch(baseUrl + path + (inQuery ? queryOf(input) : ''), {
      method: verb,
      // The browser writes the type of a form with its boundary.
      headers: headers(!inQuery && !files),
      body: inQuery ? null : files ? formOf(input, files) : JSON.stringify(input),
      signal: signal ?? null,
    }),
  )
}

/** The body of a call with files: the parameters as texts, each file under its name. */
function formOf(input: object, files: Readonly<Record<string, File>>): FormData {
  const form = new FormData()
  for (const [name, value] of parametersOf(input)) form.append(name, value)
  for (const [name, file] of Object.entries(files)) form.append(name, file)
  return form
}

/** What comes over the network. @throws ApiError with status 0 when it does not come, or not whole. */
async function contentOf<T>(content: () => Promise<T>): Promise<T> {
  try {
    return await content()
  } catch {
    throw new ApiError({ status: 0, message: '', details: null, code: 0, data: {} })
  }
}

function failureOf(answer: Response, text: string): ApiError {
  const error = parse(text)?.error
  return new ApiError({
    status: answer.status,
    message: error?.message ?? '',
    details: error?.details ?? null,
    code: error?.code ?? 0,
    data: error?.data ?? {},
    validationErrors: error?.validationErrors ?? [],
    retryAfterS: secondsIn(answer.headers.get('Retry-After')),
  })
}

/** `Retry-After` in seconds; our server never sends it as a date. */
const secondsIn = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined

/** ABP's envelope. Every part may be missing: a gateway may answer in the server's place. */
interface Envelope {
  readonly success?: boolean
  readonly result?: unknown
  readonly error?: {
    readonly message?: string
    readonly details?: string | null
    readonly code?: number
    readonly data?: Record<string, unknown>
    readonly validationErrors?: readonly ValidationError[] | null
  } | null
}

function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function headers(hasBody: boolean): Record<string, string> {
  // Whose registration is not finished shows its token so, never in an address; other calls take its bearer for nobody.
  const token = readCookie(cookies.token) ?? registrationToken()
  const tenantId = readCookie(cookies.tenantId)
  const culture = readCookie(cookies.culture)
  return {
    Accept: 'application/json',
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(tenantId && { 'Abp.TenantId': tenantId }),
    ...(culture && { '.AspNetCore.Culture': `c=${culture}|uic=${culture}` }),
  }
}

function queryOf(input: object): string {
  const parameters = parametersOf(input)
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** The values of an input as texts by name, without what is not given. */
function parametersOf(input: object): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    // A list is the same name several times.
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) parameters.append(name, String(one))
    }
  }
  return parameters
}
