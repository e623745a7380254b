/** Who in this process listens to which topic, by its name. */
export class Listeners {
  readonly #byTopic = new Map<string, Set<(message: unknown) => void>>()

  /** @returns how to stop listening. */
  add(topic: string, listener: (message: unknown) => void): () => void {
    const all = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, all)
    // A listener that is added twice is called twice, and removed once.
    const mine = (message: unknown) => listener(message)
    all.add(mine)
    return () => void all.delete(mine)
  }

  call(topic: string, message: unknown): void {
    for (const listener of [...(this.#byTopic.get(topic) ?? [])]) listener(message)
  }
}
