import { HubError } from './invocation.ts'
import type { Completion } from './messages.ts'

/** The calls of methods of one client whose results are awaited. */
export class ClientResults {
  readonly #awaited = new Map<string, Awaited>()
  #lastId = 0

  /** Registers a call. @param until when the client must have answered, by the caller's clock. */
  await(until: number): { readonly invocationId: string; readonly result: Promise<unknown> } {
    this.#lastId += 1
    const invocationId = `s${this.#lastId}`
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#awaited.set(invocationId, { until, resolve, reject })
    return { invocationId, result: promise }
  }

  /** The client has answered. Returns whether it was asked. */
  complete({ invocationId, error, result }: Completion): boolean {
    const call = this.#take(invocationId)
    if (!call) return false
    if (error === undefined) call.resolve(result)
    else call.reject(new HubError(error))
    return true
  }

  /** Ends what has not been answered in time. */
  check(now: number): void {
    for (const [id, { until }] of this.#awaited)
      if (now > until) this.#take(id)?.reject(new Error('The client has not answered in time.'))
  }

  endAll(): void {
    for (const id of this.#awaited.keys())
      this.#take(id)?.reject(new Error('The underlying connection was closed.'))
  }

  #take(id: string): Awaited | undefined {
    const call = this.#awaited.get(id)
    this.#awaited.delete(id)
    return call
  }
}

interface Awaited {
  readonly until: number
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}
