/** Sums by name. */
export class Tally {
  readonly sums = new Map<string, bigint>()

  of(name: string): bigint {
    return this.sums.get(name) ?? 0n
  }

  add(name: string, amount: bigint): void {
    this.sums.set(name, this.of(name) + amount)
  }
}
