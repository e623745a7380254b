import {
  type MarketTrade,
  nairaToKobo,
  percentOf,
  type Statistics,
  type StatisticsChange,
  toNaira,
} from '@tradebook/contract'
import type { Frames, Live, Readable } from './frames.ts'
import type { SelectedBook } from './selected-book.ts'

/**
 * Of securities that only the watch shows, a price is drawn at most this often, in milliseconds: more
 * cannot be read in one of thirty rows. The selected one is drawn with each frame.
 */
export const UNSELECTED_PAUSE_MS = 250

/**
 * The statistics of every security, each followed by itself so that one price repaints one row.
 * Statistics are published a few times a second and a book with each event: where a book is at hand, its
 * best prices are the security's, and a trade that is published is its last, so that no two places of the
 * screen differ.
 */
export class StatisticsBoard {
  readonly #frames: Frames
  readonly #items = new Map<string, Statistics>()
  readonly #rows = new Map<string, Live<Statistics | undefined>>()
  /** Changes received while a list is being fetched: they are laid over it when it comes. */
  #meanwhile: StatisticsChange[] | undefined
  /** The securities there are, in the server's order. */
  readonly securityIDs: Live<readonly string[]>
  readonly #book: Pick<SelectedBook, 'securityID' | 'top'>

  /** @param book The book that is at hand: of the selected security. */
  constructor(frames: Frames, book: Pick<SelectedBook, 'securityID' | 'top'>) {
    this.#frames = frames
    this.#book = book
    this.securityIDs = frames.live(() => [...this.#items.keys()])
  }

  /** One security's statistics. */
  row(securityID: string): Readable<Statistics | undefined> {
    const known = this.#rows.get(securityID)
    if (known) return known
    const row = this.#frames.live(
      () => this.latest(securityID),
      () => (securityID === this.#book.securityID ? 0 : UNSELECTED_PAUSE_MS),
    )
    this.#rows.set(securityID, row)
    return row
  }

  /** As of the last event, without waiting for the frame. */
  latest(securityID: string): Statistics | undefined {
    const item = this.#items.get(securityID)
    return item && this.#quoted(item)
  }

  /** Of every security as of the last event, in the server's order. */
  latestOfAll(): Statistics[] {
    return [...this.#items.values()].map((item) => this.#quoted(item))
  }

  /** The best prices of a security's book may have changed. */
  topMoved(securityID: string): void {
    this.#rows.get(securityID)?.changed()
  }

  /** A trade was published: its price is the last one, before the statistics carry it. */
  traded({ securityID, mdEntryPx, mdEntrySize }: MarketTrade): void {
    const known = this.#items.get(securityID)
    if (!known) return
    this.merge({ securityID, lastPx: mdEntryPx, lastQty: mdEntrySize, ...changeTo(mdEntryPx, known) })
  }

  #quoted(item: Statistics): Statistics {
    const top = this.#book.top(item.securityID)
    return top ? { ...item, ...top } : item
  }

  /** A list is about to be fetched. */
  expectList(): void {
    this.#meanwhile = []
  }

  /** The list that was fetched; what was received meanwhile is newer or already in it. */
  load(items: readonly Statistics[]): void {
    const meanwhile = this.#meanwhile ?? []
    this.#meanwhile = undefined
    this.#items.clear()
    for (const item of items) this.#items.set(item.securityID, item)
    this.securityIDs.changed()
    for (const row of this.#rows.values()) row.changed()
    for (const change of meanwhile) this.merge(change)
  }

  /** Merge into the item of the same security, or append a whole new one. */
  merge(change: StatisticsChange): void {
    this.#meanwhile?.push(change)
    const { securityID } = change
    const known = this.#items.get(securityID)
    if (!known && !isWhole(change)) return
    this.#items.set(securityID, { ...known, ...change } as Statistics)
    if (!known) this.securityIDs.changed()
    this.#rows.get(securityID)?.changed()
  }
}

/** A price against the previous close: in naira, and in percent with 2 decimals. */
function changeTo(
  price: number,
  { prevClosePx }: Statistics,
): Pick<Statistics, 'change' | 'changePercent'> | undefined {
  const now = nairaToKobo(price)
  const before = nairaToKobo(prevClosePx)
  if (now === undefined || !before) return undefined
  const change = (now - before) as typeof now
  return { change: toNaira(change), changePercent: percentOf(change, before) }
}

/** Fields alone do not suffice to show the row of a security that is not known yet. */
const isWhole = (change: StatisticsChange): change is Statistics => change.symbol !== undefined
