import { type Completion, type Invocation, MessageType, type StreamInvocation } from './messages.ts'

/**
 * A method that clients may call.
 *
 * `bind` validates the received arguments and converts them to those of the method, or throws; it is
 * the method's only protection from hostile input. A method that does not return a promise completes
 * in the same turn of the event loop, so its completion is in order with what is broadcast around it.
 */
export interface HubMethod<Connection, Arguments extends readonly unknown[]> {
  bind(given: readonly unknown[]): Arguments
  run(connection: Connection, ...args: Arguments): unknown
  /**
   * What this call costs beyond reading it and sending its completion, in the tokens of
   * `call-budget.ts`. Called before the method runs. When absent, nothing.
   */
  cost?(connection: Connection, ...args: Arguments): number
  /** Whether the connection may call the method. When absent, every connection may. */
  allows?(connection: Connection): boolean
}

/** A method whose argument types are hidden, so that one table can contain methods of all types. */
export interface BoundMethod<Connection> {
  allows(connection: Connection): boolean
  bind(given: readonly unknown[]): BoundCall<Connection>
}

/** A call with valid arguments. */
export interface BoundCall<Connection> {
  cost(connection: Connection): number
  run(connection: Connection): unknown
}

/** A row of a method table. */
export const hubMethod = <Connection, Arguments extends readonly unknown[]>(
  method: HubMethod<Connection, Arguments>,
): BoundMethod<Connection> => ({
  allows: (connection) => method.allows?.(connection) ?? true,
  bind: (given) => {
    const args = method.bind(given)
    return {
      cost: (connection) => method.cost?.(connection, ...args) ?? 0,
      run: (connection) => method.run(connection, ...args),
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

  /** Runs a call. Returns its completion, or nothing for a caller that does not wait for one. */
  invoke(
    connection: Connection,
    call: Invocation | StreamInvocation,
  ): Completion | undefined | Promise<Completion | undefined> {
    const { invocationId } = call
    const completed = (outcome: Outcome): Completion | undefined =>
      invocationId === undefined ? undefined : { type: MessageType.completion, invocationId, ...outcome }

    const outcome = this.#run(connection, call)
    return outcome instanceof Promise ? outcome.then(completed) : completed(outcome)
  }

  #run(connection: Connection, call: Invocation | StreamInvocation): Outcome | Promise<Outcome> {
    const { target } = call
    const binding = `Failed to invoke '${target}' due to an error on the server.`
    const unusable = this.#options.unusableTexts?.(call) ?? []
    if (unusable.length > 0) {
      const error = new HubError(`Not well-formed text: ${unusable.join(', ')}`)
      return { error: this.#errorText(binding, error) }
    }
    const method = this.#methods.get(target.toLowerCase())
    if (!method) return { error: `Unknown hub method '${target}'` }
    if (!method.allows(connection)) {
      return { error: `Failed to invoke '${target}' because user is unauthorized` }
    }
    if (call.type === MessageType.streamInvocation) {
      return {
        error: `The client attempted to invoke the non-streaming '${target}' method with a streaming invocation.`,
      }
    }
    const threw = `An unexpected error occurred invoking '${target}' on the server.`
    const streams = call.streamIds?.length ?? 0
    if (streams > 0) {
      const error = new HubError(`Client sent ${streams} stream(s), Hub method expects 0.`)
      return { error: this.#errorText(threw, error) }
    }

    let bound: BoundCall<Connection>
    try {
      bound = method.bind(call.arguments)
    } catch (error) {
      return { error: this.#errorText(binding, error) }
    }
    const failed = (error: unknown): Outcome => {
      if (!(error instanceof HubError)) this.#options.failed(error, target)
      return { error: this.#errorText(threw, error) }
    }
    try {
      this.#options.consume(connection, bound.cost(connection))
      const result = bound.run(connection)
      return result instanceof Promise ? result.then(resultOf, failed) : resultOf(result)
    } catch (error) {
      return failed(error)
    }
  }

  #errorText(prefix: string, error: unknown): string {
    const isShown = error instanceof HubError || (this.#options.detailedErrors && error instanceof Error)
    return isShown ? `${prefix} ${error.name}: ${error.message}` : prefix
  }
}

type Outcome = { readonly result: unknown } | { readonly error: string }

/** A method that returns nothing completes with null. */
const resultOf = (result: unknown): Outcome => ({ result: result ?? null })
