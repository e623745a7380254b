import { type Completion, type Invocation, MessageType, type StreamInvocation } from './messages.ts'

/**
 * A method clients may call.
 *
 * `bind` turns the arguments as they came into those the method takes, and throws when they do not
 * fit; it is the method's only guard against hostile input. A method that returns without a promise
 * is answered in the same turn, so its answer is in order with what is broadcast around it.
 */
export interface HubMethod<Connection, Arguments extends readonly unknown[]> {
  bind(given: readonly unknown[]): Arguments
  run(connection: Connection, ...args: Arguments): unknown
  /**
   * What this call costs beyond reading it and sending its answer, in the tokens of `spending.ts`; asked
   * before it runs. Absent: nothing.
   */
  cost?(connection: Connection, ...args: Arguments): number
  /** Absent: everybody who is connected. */
  allows?(connection: Connection): boolean
}

/** A method whose argument types only it knows, as a table of methods holds it. */
export interface BoundMethod<Connection> {
  allows(connection: Connection): boolean
  bind(given: readonly unknown[]): BoundCall<Connection>
}

/** A call whose arguments fit. */
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

/** An error whose text the client may read. Others are told only where they happened. */
export class HubError extends Error {
  override readonly name = 'HubException'
}

export interface InvokerOptions<Connection> {
  /** By name; clients may write it in any case. */
  readonly methods: Readonly<Record<string, BoundMethod<Connection>>>
  /** Tell clients the text of every error, for development. */
  readonly detailedErrors: boolean
  /** The members of a call that hold texts nobody can take, as paths; such a call is refused. */
  unusableTexts?(call: object): readonly string[]
  /** A call is about to cost this much. */
  spend(connection: Connection, tokens: number): void
  /** A method failed with something else than a `HubError`. */
  failed(error: unknown, method: string): void
}

/** Runs the methods of a table and words what goes wrong as SignalR clients know it. */
export class Invoker<Connection> {
  readonly #methods: ReadonlyMap<string, BoundMethod<Connection>>
  readonly #options: InvokerOptions<Connection>

  constructor(options: InvokerOptions<Connection>) {
    this.#methods = new Map(
      Object.entries(options.methods).map(([name, method]) => [name.toLowerCase(), method]),
    )
    this.#options = options
  }

  /** Answer a call: the completion to send, or nothing for a caller who does not wait for one. */
  answer(
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
      return { error: this.#worded(binding, error) }
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
      return { error: this.#worded(threw, error) }
    }

    let bound: BoundCall<Connection>
    try {
      bound = method.bind(call.arguments)
    } catch (error) {
      return { error: this.#worded(binding, error) }
    }
    const failed = (error: unknown): Outcome => {
      if (!(error instanceof HubError)) this.#options.failed(error, target)
      return { error: this.#worded(threw, error) }
    }
    try {
      this.#options.spend(connection, bound.cost(connection))
      const result = bound.run(connection)
      return result instanceof Promise ? result.then(resultOf, failed) : resultOf(result)
    } catch (error) {
      return failed(error)
    }
  }

  #worded(prefix: string, error: unknown): string {
    const isShown = error instanceof HubError || (this.#options.detailedErrors && error instanceof Error)
    return isShown ? `${prefix} ${error.name}: ${error.message}` : prefix
  }
}

type Outcome = { readonly result: unknown } | { readonly error: string }

/** A method that returns nothing completes with null. */
const resultOf = (result: unknown): Outcome => ({ result: result ?? null })
