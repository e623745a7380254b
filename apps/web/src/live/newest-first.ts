import type { Frames, Live } from './frames.ts'

/**
 * A list whose newest item comes first and whose items are known by an id: trades, news,
 * orders, executions. An item that is known is replaced when it is newer, never doubled.
 */
export class NewestFirst<T> {
  readonly #idOf: (item: T) => string
  readonly #rankOf: (item: T) => Rank
  readonly #isStale: (coming: T, known: T) => boolean
  readonly #limit: number
  readonly #byId = new Map<string, T>()
  /** The ids received while a whole list is being fetched: they may be newer than the list. */
  #meanwhile: Set<string> | undefined
  /** Oldest first, as a Map keeps them: the reading turns it round. */
  readonly items: Live<readonly T[]>
  #isFetched = false
  /** Whether a list was fetched since it was cleared: until then an empty one is not known to be empty. */
  readonly isFetched: Live<boolean>

  constructor(frames: Frames, rules: NewestFirstRules<T>) {
    this.#idOf = rules.idOf
    this.#rankOf = rules.rankOf
    this.#isStale = rules.isStale ?? (() => false)
    this.#limit = rules.limit ?? Number.POSITIVE_INFINITY
    this.items = frames.live(() => [...this.#byId.values()].reverse())
    this.isFetched = frames.live(() => this.#isFetched)
  }

  /** Adds one item as it happens: at the front if its id is new, else instead of the known one. */
  take(item: T): void {
    const id = this.#idOf(item)
    this.#meanwhile?.add(id)
    const known = this.#byId.get(id)
    if (known !== undefined && this.#isStale(item, known)) return
    this.#byId.set(id, item)
    this.#dropOldest()
    this.items.changed()
  }

  /** Merges a fetched list, newest first, with what was received: each item in its place. */
  merge(fetched: readonly T[]): void {
    const joined = new Map(fetched.toReversed().map((item) => [this.#idOf(item), item]))
    for (const [id, received] of this.#byId) {
      const listed = joined.get(id)
      if (listed === undefined || !this.#isStale(received, listed)) joined.set(id, received)
    }
    this.#byId.clear()
    const inOrder = [...joined].sort(([, a], [, b]) => compare(this.#rankOf(a), this.#rankOf(b)))
    for (const [id, item] of inOrder) this.#byId.set(id, item)
    this.#dropOldest()
    this.items.changed()
    this.#setFetched(true)
  }

  /** A whole list is about to be fetched. */
  expectList(): void {
    this.#meanwhile = new Set()
  }

  /** The whole list that was fetched, newest first: what it does not hold is gone, unless it was received meanwhile. */
  load(fetched: readonly T[]): void {
    const listed = new Set(fetched.map(this.#idOf))
    for (const id of this.#byId.keys()) {
      if (!listed.has(id) && !this.#meanwhile?.has(id)) this.#byId.delete(id)
    }
    this.#meanwhile = undefined
    this.merge(fetched)
  }

  clear(): void {
    this.#meanwhile = undefined
    this.#byId.clear()
    this.items.changed()
    this.#setFetched(false)
  }

  #setFetched(isFetched: boolean): void {
    if (this.#isFetched === isFetched) return
    this.#isFetched = isFetched
    this.isFetched.changed()
  }

  get(id: string): T | undefined {
    return this.#byId.get(id)
  }

  #dropOldest(): void {
    for (const id of this.#byId.keys()) {
      if (this.#byId.size <= this.#limit) return
      this.#byId.delete(id)
    }
  }
}

export interface NewestFirstRules<T> {
  readonly idOf: (item: T) => string
  /** Where it belongs: higher is newer. Items of one rank keep the order they came in. */
  readonly rankOf: (item: T) => Rank
  /** Whether what comes is older than what is known of the same id. */
  readonly isStale?: (coming: T, known: T) => boolean
  /** How many items are kept; the oldest fall off. */
  readonly limit?: number
}

/** A number, or a time in ISO 8601. */
type Rank = number | string

const compare = (a: Rank, b: Rank): number => (a < b ? -1 : a > b ? 1 : 0)
