import {
  type BookEntry,
  type BookEvent,
  type NamedBook,
  OrderBook,
  type OrderBookOwners,
  type Statistics,
} from '@tradebook/contract'
import type { Frames, Live } from './frames.ts'

export interface BookView {
  /** Empty before a security is selected. */
  readonly securityID: string
  /** Each order of a side, the best price first. */
  readonly bids: readonly BookEntry[]
  readonly offers: readonly BookEntry[]
  /** Shares of all orders of a side. */
  readonly bidQuantity: number
  readonly offerQuantity: number
  /** False while a snapshot is awaited: what is shown may be wrong. */
  readonly right: boolean
  /** By `mdEntryID`, the users behind those entries of the person's own firm that the person may know. */
  readonly owners: ReadonlyMap<string, string>
}

/** The best prices of one security, in naira, and all that is at them. Null where nobody bids or offers. */
export type TopOfBook = Pick<Statistics, 'bidPx' | 'bidSize' | 'offerPx' | 'offerSize'>

/** No security has this id. */
const NONE = ''

/**
 * The book of the one security the person looks at. Events that come while a snapshot is awaited
 * are kept and laid over it; after a hole the book is marked incomplete and waits for the next snapshot.
 */
export class SelectedBook {
  #book = new OrderBook(NONE)
  /** Events that await the snapshot; none while the book is right. */
  #awaiting: BookEvent[] | undefined = []
  readonly #owners = new Map<string, string>()
  readonly view: Live<BookView>
  readonly #touched: (securityID: string) => void

  /** @param touched Called with each change whose best prices may be others now. */
  constructor(frames: Frames, touched: (securityID: string) => void = () => {}) {
    this.#touched = touched
    this.view = frames.live(() => ({
      securityID: this.#book.securityID,
      bids: [...this.#book.bids],
      offers: [...this.#book.offers],
      bidQuantity: quantityOf(this.#book.bids),
      offerQuantity: quantityOf(this.#book.offers),
      right: this.#awaiting === undefined,
      owners: new Map(this.#owners),
    }))
  }

  get securityID(): string {
    return this.#book.securityID
  }

  /** The best prices of the book as it is drawn; of another security, or before the first snapshot, none. */
  top(securityID: string): TopOfBook | undefined {
    if (securityID !== this.#book.securityID || this.#book.epoch < 0) return undefined
    const [bidPx, bidSize] = bestOf(this.#book.bids)
    const [offerPx, offerSize] = bestOf(this.#book.offers)
    return { bidPx, bidSize, offerPx, offerSize }
  }

  /** Selects another security: its book is empty until its snapshot comes. */
  select(securityID: string | undefined): void {
    const before = this.#book.securityID
    this.#book = new OrderBook(securityID ?? NONE)
    this.#awaiting = []
    this.#owners.clear()
    this.#touched(before)
    this.#changed()
  }

  /** What is held may be wrong from now on. */
  awaitSnapshot(): void {
    this.#awaiting ??= []
    this.view.changed()
  }

  /**
   * Replaces everything with the snapshot and applies the kept events to it.
   * Answers `'gap'` when the snapshot is older than what was missed: ask again.
   */
  load(snapshot: NamedBook): 'right' | 'gap' {
    const kept = this.#awaiting ?? []
    this.#awaiting = undefined
    this.#book.load(snapshot)
    // Those of a call have the names; the hub sends them apart.
    for (const { mdEntryID, userName } of snapshot.items)
      if (userName !== undefined) this.#owners.set(mdEntryID, userName)
    this.#changed()
    for (const event of kept) this.receive(event)
    const standing = new Set(this.#book.snapshot().items.map(({ mdEntryID }) => mdEntryID))
    for (const mdEntryID of this.#owners.keys()) if (!standing.has(mdEntryID)) this.#owners.delete(mdEntryID)
    return this.#awaiting ? 'gap' : 'right'
  }

  /** Applies one event. After `'gap'` the book awaits a snapshot, which the caller requests. */
  receive(event: BookEvent): 'taken' | 'gap' {
    if (event.argument.securityID !== this.#book.securityID) return 'taken'
    if (this.#awaiting) {
      this.#awaiting.push(event)
      return 'taken'
    }
    const result = this.#book.apply(event)
    if (result === 'known') return 'taken'
    if (result === 'gap') {
      this.#awaiting = [event]
      this.view.changed()
      return 'gap'
    }
    if (event.target === 'clearAllOrderBook') this.#owners.clear()
    if (event.target === 'deleteOrderBook') this.#owners.delete(event.argument.mdEntryID)
    this.#changed()
    return 'taken'
  }

  /** Adds the users behind entries. They arrive after their entries, or just before the snapshot that has them. */
  takeOwners({ securityID, items }: OrderBookOwners): void {
    if (securityID !== this.#book.securityID) return
    for (const { mdEntryID, userName } of items) this.#owners.set(mdEntryID, userName)
    this.view.changed()
  }

  #changed(): void {
    this.view.changed()
    this.#touched(this.#book.securityID)
  }
}

const quantityOf = (side: readonly BookEntry[]): number =>
  side.reduce((sum, { mdEntrySize }) => sum + mdEntrySize, 0)

/** The first price of a side and the quantity at it. */
function bestOf(side: readonly BookEntry[]): [price: number, size: number] | [null, null] {
  const [best] = side
  if (!best) return [null, null]
  let size = 0
  for (const { mdEntryPx, mdEntrySize } of side) {
    if (mdEntryPx !== best.mdEntryPx) break
    size += mdEntrySize
  }
  return [best.mdEntryPx, size]
}
