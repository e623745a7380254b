import { createHash } from 'node:crypto'
import { type Call, httpAnswerOf, isRefusal, type Refusal, refuse } from '@tradebook/contract'
import type { Caller } from '../platform/caller.ts'
import {
  type IdempotencyKeys,
  type KeptAnswer,
  type KeyedRequest,
  KeyTaken,
} from '../platform/idempotency-keys.ts'
import { userKey } from '../platform/user-key.ts'
import { DatabaseUnavailable } from '../store/unavailable.ts'
import type { UploadedFile } from './multipart.ts'

/** The request header of draft-ietf-httpapi-idempotency-key-header, as it is sent. */
export const KEY_HEADER = 'idempotency-key'
/** On an answer that was kept. */
export const REPLAYED_HEADER = 'idempotent-replayed'

/** Visible characters of ASCII, at most 255 of them. */
const KEY = /^[\x20-\x7e]{1,255}$/

export const isKey = (key: unknown): key is string => typeof key === 'string' && KEY.test(key)

/** The request with its key. Two requests are the same when the call, its checked input and its files are. */
export function keyedRequest(
  { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>,
  key: string,
  called: {
    readonly name: string
    readonly input: object
    readonly files: readonly UploadedFile[]
    /** Whether its answer holds a secret. */
    readonly isSecret: boolean
  },
): KeyedRequest {
  const hash = createHash('sha256').update(JSON.stringify([called.name, called.input]))
  for (const { name, bytes } of called.files) hash.update(JSON.stringify([name, bytes.length])).update(bytes)
  return { tenantId, userId, key, hash: hash.digest(), isSecret: called.isSecret }
}

/** A refusal as it is answered, in the words of the request's language. */
type Worded = (refusal: Refusal) => KeptAnswer

/**
 * Answers each request with a key once. Of several at a time with one key the others wait for the first, and
 * are answered as it was. What may pass (429 and 503) and what fails is not kept: it may be sent again. A call
 * that is claimed is an exception where nobody knows whether it was carried out, because its outcome is unknown
 * or it failed: its claim stays, so that it is not carried out twice.
 */
export class KeyedAnswers {
  readonly #keys: IdempotencyKeys
  /** The last request of each key that is under way. */
  readonly #underWay = new Map<string, Promise<unknown>>()

  constructor(keys: IdempotencyKeys) {
    this.#keys = keys
  }

  /** Persists the answer of a call in the transaction of what it changes. */
  readonly keepIn: IdempotencyKeys['keepIn'] = (tx, request, answer) => this.#keys.keepIn(tx, request, answer)

  /**
   * @param once how its row keeps the call from being carried out twice.
   * @param act carries the request out: its refusal, or its answer as text.
   */
  async answer(
    request: KeyedRequest,
    once: NonNullable<Call['once']>,
    act: () => Promise<Refusal | string>,
    worded: Worded,
  ): Promise<Refusal | (KeptAnswer & { readonly isKept: boolean })> {
    const lane = JSON.stringify([userKey(request), request.key])
    const before = this.#underWay.get(lane)
    const answered = (before ?? Promise.resolve()).then(() => this.#answer(request, once, act, worded))
    const settled = answered.catch(() => undefined)
    this.#underWay.set(lane, settled)
    try {
      return await answered
    } finally {
      if (this.#underWay.get(lane) === settled) this.#underWay.delete(lane)
    }
  }

  async #answer(
    request: KeyedRequest,
    once: NonNullable<Call['once']>,
    act: () => Promise<Refusal | string>,
    worded: Worded,
  ): Promise<Refusal | (KeptAnswer & { readonly isKept: boolean })> {
    const known = await this.#keys.find(request)
    if (known === 'otherRequest') return refuse('idempotencyKeyUsed')
    if (typeof known === 'object') return { ...known, isKept: true }
    // What has an id of its own is not done twice; of what has none it is unknown whether it was.
    if (known === 'begun') return refuse('keyOutcomeUnknown')
    // Another process may have begun it meanwhile.
    if (once === 'claim' && !(await this.#keys.claim(request))) return refuse('keyOutcomeUnknown')
    let result: Refusal | string
    try {
      result = await act()
    } catch (error) {
      if (!(error instanceof KeyTaken)) throw error
      return this.#answer(request, once, act, worded)
    }
    if (isRefusal(result) && mayPass(result)) {
      if (once === 'claim' && result.refusal !== 'outcomeUnknown') await this.#keys.release(request)
      return result
    }
    const answer = isRefusal(result) ? worded(result) : { status: 200, text: result }
    if (once !== 'transaction' || isRefusal(result)) await this.#keep(request, answer)
    return { ...answer, isKept: false }
  }

  /** The request is carried out, so that it is answered although its answer cannot be kept. */
  #keep(request: KeyedRequest, answer: KeptAnswer): Promise<void> {
    return this.#keys.keep(request, answer).catch((error) => {
      if (!(error instanceof DatabaseUnavailable)) throw error
    })
  }
}

/** Refusals that are a matter of time, or of which it is not known what was done. */
const mayPass = ({ refusal }: Refusal): boolean =>
  refusal === 'outcomeUnknown' || [429, 503].includes(httpAnswerOf(refusal).status)
