import { parse } from '../wire/message.ts'
import type { Fetch, Stored } from './step.ts'
import type { Writer } from './writer.ts'

/**
 * What is sent again because the peer asked for it: stored messages, fetched chunk by chunk, and a gap fill in the place
 * of those that were not stored.
 */
export class Resend {
  readonly #writer: Writer
  readonly #chunk: number
  /** What was fetched last, the first number not covered yet, and the last. */
  #running: { fetch: Fetch; uncovered: number; readonly last: number } | undefined
  #fetches = 0

  /** @param chunk how many messages are fetched at once. */
  constructor(writer: Writer, chunk: number) {
    this.#writer = writer
    this.#chunk = chunk
  }

  /** Begins to send a range again. A later request takes the place of one that is not finished. */
  begin(from: number, last: number): Fetch {
    const fetch = this.#fetch(from, last)
    this.#running = { fetch, uncovered: from, last }
    return fetch
  }

  /** Sends nothing more of it. */
  end(): void {
    this.#running = undefined
  }

  /** The messages of a fetch have come. @returns what is sent now, and what is fetched next. */
  stored(
    id: number,
    messages: readonly Stored[],
    now: number,
  ): { readonly send: readonly Uint8Array[]; readonly fetch: Fetch | undefined } {
    const running = this.#running
    // The answer to an earlier request may still come, and what it has may be another range, or from before a reset.
    if (!running || running.fetch.id !== id) return { send: [], fetch: undefined }
    const send: Uint8Array[] = []
    const fillTo = (next: number) => {
      if (running.uncovered < next) send.push(this.#writer.gapFill(running.uncovered, next, now))
    }
    const { to } = running.fetch
    for (const { number, bytes } of messages) {
      if (number < running.uncovered || number > to) continue
      fillTo(number)
      send.push(this.#writer.again(number, parse(bytes), now))
      running.uncovered = number + 1
    }
    if (to < running.last) {
      running.fetch = this.#fetch(to + 1, running.last)
      return { send, fetch: running.fetch }
    }
    fillTo(running.last + 1)
    this.#running = undefined
    return { send, fetch: undefined }
  }

  #fetch(from: number, last: number): Fetch {
    return { id: ++this.#fetches, from, to: Math.min(from + this.#chunk - 1, last) }
  }
}
