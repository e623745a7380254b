import { ClientResults } from './client-results.ts'
import { type Call, HubError, type Invoker, resultOf, type Started } from './invocation.ts'
import {
  type CancelInvocation,
  type Completion,
  type HubMessage,
  type Invocation,
  MessageType,
  type Outcome,
  type StreamInvocation,
  type StreamItem,
} from './messages.ts'
import { type Upload, Uploads } from './uploads.ts'

/** The messages that make up calls. */
export type CallMessage = Invocation | StreamInvocation | StreamItem | Completion | CancelInvocation

export interface CallsHost<Connection> {
  readonly invoker: Invoker<Connection>
  /** The most streams of both directions at once. */
  readonly streams: number
  /**
   * Sends the client a message.
   * @throws Error when it cannot be encoded.
   */
  send(message: HubMessage): void
  /** What had to wait may be possible now. */
  proceed(): void
}

/**
 * The calls between one client and the hub: those that the client makes, the streams in both
 * directions that belong to them, and those that the hub makes and whose result it awaits.
 *
 * Ordinary calls run one at a time; those with streams run alongside them.
 */
export class Calls<Connection> {
  readonly #connection: Connection
  readonly #host: CallsHost<Connection>
  /** What the hub streams to the client, by invocation id. */
  readonly #streams = new Map<string, AbortController>()
  readonly #uploads: Uploads
  readonly #results = new ClientResults()
  readonly #ended = new AbortController()
  #isBusy = false
  /** How many calls with uploads run. */
  #uploading = 0
  /** Streams that wait for their turn to send an item. */
  readonly #turns: (() => void)[] = []

  constructor(connection: Connection, host: CallsHost<Connection>) {
    this.#connection = connection
    this.#host = host
    this.#uploads = new Uploads(() => host.proceed())
  }

  /** Whether an ordinary call runs, so that the next one has to wait. */
  get isBusy(): boolean {
    return this.#isBusy
  }

  /** Whether no message may be read for now. */
  get isFull(): boolean {
    return this.#uploads.isFull
  }

  /** Whether a stream waits for its turn to send an item. */
  get hasItems(): boolean {
    return this.#turns.length > 0
  }

  /** Lets the next stream in turn send an item. */
  sendItem(): void {
    this.#turns.shift()?.()
  }

  handle(message: CallMessage): void {
    switch (message.type) {
      case MessageType.invocation:
        this.#invoke(message)
        break
      case MessageType.streamInvocation:
        void this.#stream(message)
        break
      case MessageType.streamItem:
        this.#uploads.add(message.invocationId, message.item)
        break
      case MessageType.completion:
        if (!this.#results.complete(message)) this.#uploads.end(message.invocationId, message.error)
        break
      case MessageType.cancelInvocation:
        this.#streams.get(message.invocationId)?.abort()
    }
  }

  /** Calls a method of the client. @param until when it must have answered. */
  invokeClient(target: string, args: readonly unknown[], until: number): Promise<unknown> {
    const { invocationId, result } = this.#results.await(until)
    this.#host.send({ type: MessageType.invocation, invocationId, target, arguments: args })
    return result
  }

  check(now: number): void {
    this.#results.check(now)
  }

  /** The connection has ended, and with it everything that is under way. */
  end(): void {
    this.#ended.abort()
    for (const stream of this.#streams.values()) stream.abort()
    this.#uploads.endAll()
    this.#results.endAll()
    for (const resolve of this.#turns.splice(0)) resolve()
  }

  #invoke(call: Invocation): void {
    const { started, uploads } = this.#start(call, this.#ended.signal)
    const done = (outcome: Outcome) => {
      this.#uploads.close(uploads)
      this.#complete(call, outcome)
    }
    if ('error' in started || !(started.returned instanceof Promise)) {
      done('error' in started ? started : resultOf(started.returned))
      return
    }
    // What a call with uploads awaits comes after it, so it runs alongside the others.
    if (uploads.length > 0) this.#uploading += 1
    else this.#isBusy = true
    const failed = (error: unknown) => this.#host.invoker.methodFailed(call.target, error)
    void started.returned.then(resultOf, failed).then((outcome) => {
      if (uploads.length > 0) this.#uploading -= 1
      else this.#isBusy = false
      done(outcome)
      this.#host.proceed()
    })
  }

  async #stream(call: StreamInvocation): Promise<void> {
    const { invocationId } = call
    if (this.#streams.has(invocationId)) {
      this.#complete(call, { error: `Invocation ID '${invocationId}' is already in use.` })
      return
    }
    const stream = new AbortController()
    const { started, uploads } = this.#start(call, stream.signal)
    if ('returned' in started) this.#streams.set(invocationId, stream)
    const outcome =
      'error' in started
        ? started
        : await this.#sendItems(call, started.returned as AsyncIterable<unknown>, stream.signal)
    this.#streams.delete(invocationId)
    this.#uploads.close(uploads)
    this.#complete(call, outcome)
  }

  #start(call: Call, signal: AbortSignal): { started: Started; uploads: readonly Upload[] } {
    const { streams, invoker } = this.#host
    const { target, streamIds = [] } = call
    const hasStreams = call.type === MessageType.streamInvocation || streamIds.length > 0
    if (hasStreams && this.#streams.size + this.#uploading >= streams) {
      const tooMany = new HubError(`A connection has at most ${streams} streams at once.`)
      return { started: invoker.methodFailed(target, tooMany), uploads: [] }
    }
    let uploads: readonly Upload[] = []
    const openUploads = () => {
      uploads = this.#uploads.open(streamIds)
      return uploads
    }
    const started = invoker.start(this.#connection, call, signal, openUploads)
    return { started, uploads }
  }

  /** Sends the items of a stream until it ends or is cancelled. Returns how it ended. */
  async #sendItems(
    { invocationId, target }: StreamInvocation,
    items: AsyncIterable<unknown>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    try {
      const iterator = items[Symbol.asyncIterator]()
      for (;;) {
        await this.#turn()
        const next = signal.aborted ? DONE : await nextUnless(signal, iterator)
        if (signal.aborted) {
          // The stream may be waiting for something that never comes.
          void iterator.return?.().catch(() => {})
          return {}
        }
        if (next.done) return {}
        this.#host.send({ type: MessageType.streamItem, invocationId, item: next.value })
      }
    } catch (error) {
      return signal.aborted ? {} : this.#host.invoker.streamFailed(target, error)
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#ended.signal.aborted) resolve()
      else this.#turns.push(resolve)
      this.#host.proceed()
    })
  }

  /** Answers a call, if its caller waits for that. */
  #complete({ invocationId, target }: Call, outcome: Outcome): void {
    if (invocationId === undefined || this.#ended.signal.aborted) return
    const completed = (by: Outcome) => this.#host.send({ type: MessageType.completion, invocationId, ...by })
    try {
      completed(outcome)
    } catch (error) {
      completed(this.#host.invoker.methodFailed(target, error))
    }
  }
}

const DONE = { value: undefined, done: true } as const

/** The next item of the stream, or its end as soon as the signal is aborted. */
function nextUnless(signal: AbortSignal, iterator: AsyncIterator<unknown>): Promise<IteratorResult<unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<unknown>>()
  const aborted = () => resolve(DONE)
  signal.addEventListener('abort', aborted)
  iterator
    .next()
    .then(resolve, reject)
    .finally(() => signal.removeEventListener('abort', aborted))
  return promise
}
