import { type Invocation, MessageType, type Outcome, type StreamInvocation } from './messages.ts'

interface MethodRow<Connection, Arguments extends readonly unknown[]> {
  /**
   * Validates the received arguments and converts them to those of the method, or throws; it is the
   * method's only protection from hostile input.
   * @param uploads the streams that the client sends with the call.
   */
  bind(given: readonly unknown[], uploads: readonly AsyncIterable<unknown>[]): Arguments
  /** How many streams the client sends with each call. When absent, none. */
  readonly uploads?: number
  /**
   * What this call costs beyond reading it and sending what it returns, in the tokens of
   * `call-budget.ts`. Called before the method runs. When absent, nothing.
   */
  cost?(connection: Connection, ...args: Arguments): number
  /** Whether the connection may call the method. When absent, every connection may. */
  allows?(connection: Connection): boolean
}

/**
 * A method that clients may call. One that does not return a promise completes in the same turn of
 * the event loop, so its completion is in order with what is broadcast around it.
 */
export interface HubMethod<Connection, Arguments extends readonly unknown[]>
  extends MethodRow<Connection, Arguments> {
  run(connection: Connection, ...args: Arguments): unknown
}

/** A method that returns a stream. Its items are asked for as fast as the client reads them. */
export interface HubStream<Connection, Arguments extends readonly unknown[]>
  extends MethodRow<Connection, Arguments> {
  /** @param signal aborted when the client cancels the stream or its connection ends. */
  stream(connection: Connection, signal: AbortSignal, ...args: Arguments): AsyncIterable<unknown>
}

/** A method whose argument types are hidden, so that one table can contain methods of all types. */
export interface BoundMethod<Connection> {
  readonly isStream: boolean
  readonly uploads: number
  allows(connection: Connection): boolean
  bind(given: readonly unknown[], uploads: readonly AsyncIterable<unknown>[]): BoundCall<Connection>
}

/** A call with valid arguments. */
export interface BoundCall<Connection> {
  cost(connection: Connection): number
  /** Returns the result, or a promise of it; of a method that streams, the stream. */
  start(connection: Connection, signal: AbortSignal): unknown
}

/** A row of a method table. */
export const hubMethod = <Connection, Arguments extends readonly unknown[]>(
  method: HubMethod<Connection, Arguments>,
): BoundMethod<Connection> =>
  boundMethod(method, false, (connection, _signal, args) => method.run(connection, ...args))

/** A row of a method table. */
export const hubStream = <Connection, Arguments extends readonly unknown[]>(
  method: HubStream<Connection, Arguments>,
): BoundMethod<Connection> =>
  boundMethod(method, true, (connection, signal, args) => method.stream(connection, signal, ...args))

const boundMethod = <Connection, Arguments extends readonly unknown[]>(
  method: MethodRow<Connection, Arguments>,
  isStream: boolean,
  start: (connection: Connection, signal: AbortSignal, args: Arguments) => unknown,
): BoundMethod<Connection> => ({
  isStream,
  uploads: method.uploads ?? 0,
  allows: (connection) => method.allows?.(connection) ?? true,
  bind: (given, uploads) => {
    const args = method.bind(given, uploads)
    return {
      cost: (connection) => method.cost?.(connection, ...args) ?? 0,
      start: (connection, signal) => start(connection, signal, args),
    }
  },
})

/** An error whose text is sent to the client. Of other errors the client learns only which method failed. */
export class HubError extends Error {
  override readonly name = 'HubException'
}

export interface InvokerOptions<Connection> {
  /** By name, which clients may write in any case. */
  readonly methods: Readonly<Record<string, BoundMethod<Connection>>>
  /** Sends clients the text of every error; for development only. */
  readonly detailedErrors: boolean
  /** Returns the paths of the members of a call that contain unacceptable text; such a call is refused. */
  unusableTexts?(call: object): readonly string[]
  /** A call is about to consume so many tokens. */
  consume(connection: Connection, tokens: number): void
  /** A method failed with another error than a `HubError`. */
  failed(error: unknown, method: string): void
}

/** A call that a client makes. */
export type Call = Invocation | StreamInvocation

/** What a method has returned for a call, or the error that completes the call. */
export type Started = { readonly returned: unknown } | { readonly error: string }

/** Runs the methods of a table and reports errors in the texts that SignalR clients know. */
export class Invoker<Connection> {
  readonly #methods: ReadonlyMap<string, BoundMethod<Connection>>
  readonly #options: InvokerOptions<Connection>

  constructor(options: InvokerOptions<Connection>) {
    this.#methods = new Map(
      Object.entries(options.methods).map(([name, method]) => [name.toLowerCase(), method]),
    )
    this.#options = options
  }

  /**
   * Starts the method of a call.
   * @param openUploads returns the streams that the client sends with the call; called once it is certain that they are wanted.
   */
  start(
    connection: Connection,
    call: Call,
    signal: AbortSignal,
    openUploads: () => readonly AsyncIterable<unknown>[],
  ): Started {
    const { target, streamIds = [] } = call
    const notBound = `Failed to invoke '${target}' due to an error on the server.`
    const unusable = this.#options.unusableTexts?.(call) ?? []
    if (unusable.length > 0)
      return this.#failure(notBound, new HubError(`Not well-formed text: ${unusable.join(', ')}`))
    const method = this.#methods.get(target.toLowerCase())
    if (!method) return { error: `Unknown hub method '${target}'` }
    if (!method.allows(connection))
      return { error: `Failed to invoke '${target}' because user is unauthorized` }
    if (method.isStream !== (call.type === MessageType.streamInvocation)) return { error: wrongKind(call) }
    if (streamIds.length !== method.uploads) {
      const counts = `Client sent ${streamIds.length} stream(s), Hub method expects ${method.uploads}.`
      return this.#failure(threwIn(target), new HubError(counts))
    }
    let bound: BoundCall<Connection>
    try {
      bound = method.bind(call.arguments, openUploads())
    } catch (error) {
      return this.#failure(notBound, error)
    }
    try {
      this.#options.consume(connection, bound.cost(connection))
      return { returned: bound.start(connection, signal) }
    } catch (error) {
      return this.methodFailed(target, error)
    }
  }

  /** What the caller learns of a method that failed. */
  methodFailed(target: string, error: unknown): { readonly error: string } {
    return this.#failed(threwIn(target), target, error)
  }

  /** What the caller learns of a stream that failed. */
  streamFailed(target: string, error: unknown): { readonly error: string } {
    return this.#failed('An error occurred on the server while streaming results.', target, error)
  }

  #failed(prefix: string, target: string, error: unknown): { readonly error: string } {
    if (!(error instanceof HubError)) this.#options.failed(error, target)
    return this.#failure(prefix, error)
  }

  #failure(prefix: string, error: unknown): { readonly error: string } {
    const isShown = error instanceof HubError || (this.#options.detailedErrors && error instanceof Error)
    return { error: isShown ? `${prefix} ${error.name}: ${error.message}` : prefix }
  }
}

const threwIn = (target: string) => `An unexpected error occurred invoking '${target}' on the server.`

const wrongKind = ({ type, target }: Call): string =>
  type === MessageType.streamInvocation
    ? `The client attempted to invoke the non-streaming '${target}' method with a streaming invocation.`
    : `The client attempted to invoke the streaming '${target}' method with a non-streaming invocation.`

/** A method that returns nothing completes with null. */
export const resultOf = (result: unknown): Outcome => ({ result: result ?? null })
