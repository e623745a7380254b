/** Sums by asset that follow the record: what a batch added counts for good once the batch is kept. */
export class Tally {
  #kept = new Map<string, bigint>()
  #now = new Map<string, bigint>()

  add(asset: string, amount: bigint): void {
    this.#now.set(asset, this.of(asset) + amount)
  }

  of(asset: string): bigint {
    return this.#now.get(asset) ?? 0n
  }

  keep(): void {
    this.#kept = new Map(this.#now)
  }

  lose(): void {
    this.#now = new Map(this.#kept)
  }
}
