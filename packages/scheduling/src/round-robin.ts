/** An item whose turn it is, and whose it is. */
export interface Turn<Item> {
  readonly key: string
  readonly item: Item
}

/**
 * Items that wait in one lane for each key. Lanes are served in turn, one item each, so that no key
 * waits for what another one has accumulated; the items of a lane keep their order.
 */
export class RoundRobin<Item> {
  /** In the order of their turns: a map keeps the order in which keys were added. */
  readonly #lanes = new Map<string, Item[]>()
  #size = 0

  /** How many items wait. */
  get size(): number {
    return this.#size
  }

  /** How many items of the key wait. */
  waitingOf(key: string): number {
    return this.#lanes.get(key)?.length ?? 0
  }

  add(key: string, item: Item): void {
    const lane = this.#lanes.get(key)
    if (lane) lane.push(item)
    else this.#lanes.set(key, [item])
    this.#size += 1
  }

  /** Takes the next item of the first key in turn that `isEligible`; that key goes to the end of the line. */
  next(isEligible: (key: string) => boolean = () => true): Turn<Item> | undefined {
    for (const [key, lane] of this.#lanes) {
      if (!isEligible(key)) continue
      this.#lanes.delete(key)
      const [item] = lane.splice(0, 1)
      if (lane.length > 0) this.#lanes.set(key, lane)
      this.#size -= 1
      return { key, item: item as Item }
    }
    return undefined
  }

  /** Removes an item that does not wait any longer. Returns whether it waited. */
  remove(key: string, item: Item): boolean {
    const lane = this.#lanes.get(key)
    const at = lane?.indexOf(item) ?? -1
    if (!lane || at < 0) return false
    lane.splice(at, 1)
    if (lane.length === 0) this.#lanes.delete(key)
    this.#size -= 1
    return true
  }

  /** Takes all items, lane by lane. */
  takeAll(): Item[] {
    const all = [...this.#lanes.values()].flat()
    this.#lanes.clear()
    this.#size = 0
    return all
  }
}
