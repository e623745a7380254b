import { HubError } from './invocation.ts'

/** With so many items waiting in a stream, no more of its client's messages are read. */
const MOST_ITEMS = 10

/** The streams that a client sends with its calls. Each is read once, by the method that was called. */
export class Uploads {
  readonly #streams = new Map<string, Upload>()
  readonly #hasRoom: () => void

  /** @param hasRoom called when a stream that was full is no longer. */
  constructor(hasRoom: () => void) {
    this.#hasRoom = hasRoom
  }

  /** Whether any stream has as many items waiting as it may. */
  get isFull(): boolean {
    for (const stream of this.#streams.values()) if (stream.isFull) return true
    return false
  }

  /** Opens streams by the ids that the client has given them. */
  open(ids: readonly string[]): Upload[] {
    for (const id of ids)
      if (this.#streams.has(id)) throw new HubError(`Stream ID '${id}' is already in use.`)
    return ids.map((id) => {
      const stream = new Upload(id, this.#hasRoom)
      this.#streams.set(id, stream)
      return stream
    })
  }

  /** Adds an item; one of a stream that is not open is ignored. */
  add(id: string, item: unknown): void {
    this.#streams.get(id)?.add(item)
  }

  /** The client has ended a stream; with an error, reading it throws. */
  end(id: string, error?: string): void {
    this.#streams.get(id)?.end(error === undefined ? undefined : new HubError(error))
    this.#streams.delete(id)
  }

  /** The method no longer reads these streams: what still comes of them is ignored. */
  close(streams: readonly Upload[]): void {
    for (const stream of streams) if (this.#streams.get(stream.id) === stream) this.#streams.delete(stream.id)
    if (streams.length > 0) this.#hasRoom()
  }

  /** The connection has ended: reading any of the streams throws. */
  endAll(): void {
    for (const stream of this.#streams.values())
      stream.end(new Error('The underlying connection was closed.'))
    this.#streams.clear()
  }
}

/** A stream of one client. It has one reader. */
export class Upload implements AsyncIterableIterator<unknown> {
  readonly id: string
  readonly #hasRoom: () => void
  readonly #items: unknown[] = []
  #end: { readonly error?: Error } | undefined
  #reader: PromiseWithResolvers<IteratorResult<unknown>> | undefined

  constructor(id: string, hasRoom: () => void) {
    this.id = id
    this.#hasRoom = hasRoom
  }

  get isFull(): boolean {
    return this.#items.length >= MOST_ITEMS
  }

  add(item: unknown): void {
    if (this.#end) return
    if (!this.#reader) this.#items.push(item)
    else this.#take()?.resolve({ value: item, done: false })
  }

  end(error: Error | undefined): void {
    if (this.#end) return
    this.#end = error ? { error } : {}
    if (error) this.#take()?.reject(error)
    else this.#take()?.resolve(DONE)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<unknown>> {
    if (this.#items.length > 0) {
      const wasFull = this.isFull
      const value = this.#items.shift()
      if (wasFull) this.#hasRoom()
      return Promise.resolve({ value, done: false })
    }
    if (this.#end) return this.#end.error ? Promise.reject(this.#end.error) : Promise.resolve(DONE)
    this.#reader = Promise.withResolvers()
    return this.#reader.promise
  }

  /** The reader has stopped: what still comes is dropped. */
  return(): Promise<IteratorResult<unknown>> {
    const wasFull = this.isFull
    this.#end = {}
    this.#items.length = 0
    if (wasFull) this.#hasRoom()
    return Promise.resolve(DONE)
  }

  #take(): PromiseWithResolvers<IteratorResult<unknown>> | undefined {
    const reader = this.#reader
    this.#reader = undefined
    return reader
  }
}

const DONE = { value: undefined, done: true } as const
