import type { RefusalName } from '@tradebook/contract'
import type { BatchChanges } from '../decisions/batch-changes.ts'
import type { DeskCore } from '../decisions/core.ts'
import type { MarketClock } from '../decisions/market-clock.ts'
import { type DeskAnswer, refused, type Waiting } from '../inputs.ts'
import { decide, takeChanges } from './decide.ts'
import type { Inputs } from './intake.ts'

/** Inputs that are decided and leave together, with their answers. Nothing of them is persisted yet. */
export class DecidedInputs {
  readonly clients: Waiting[] = []
  readonly work: Inputs['work'][number][] = []
  readonly #answers: DeskAnswer[] = []
  readonly #monotonic: () => number
  /** How long deciding took, in milliseconds. */
  decideMs = 0
  /** Why the desk in memory is broken: nothing is decided any more. */
  #failure: unknown
  #failed = false

  /** @param monotonic milliseconds, never running backwards. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  get isEmpty(): boolean {
    return this.clients.length === 0 && this.work.length === 0
  }

  /** Decides more inputs, clients' before the market's work. A decision that fails is what `changes` throws. */
  decide(core: DeskCore, clock: MarketClock, { clients, work }: Inputs): void {
    this.clients.push(...clients)
    this.work.push(...work)
    if (this.#failed) return
    const started = this.#monotonic()
    try {
      for (const { input } of clients) this.#answers.push(decide(core, clock, input))
      for (const piece of work) decide(core, clock, { kind: 'marketWork', work: piece })
    } catch (error) {
      this.#failed = true
      this.#failure = error
    }
    this.decideMs += this.#monotonic() - started
  }

  /**
   * Everything that the decisions changed, with the phase changes that were due by now.
   * @throws Unrecordable when a decision failed: the desk in memory is broken, nothing was persisted.
   */
  changes(core: DeskCore, clock: MarketClock): BatchChanges {
    if (this.#failed) throw this.#failure
    const started = this.#monotonic()
    const changes = takeChanges(core, clock)
    this.decideMs += this.#monotonic() - started
    return changes
  }

  /** Answers the clients with what was decided. */
  answer(): void {
    this.clients.forEach(({ answer }, index) => {
      answer(this.#answers[index] as DeskAnswer)
    })
  }

  /** Refuses what the clients asked for, whatever was decided. */
  refuse(refusal: RefusalName): void {
    for (const { answer } of this.clients) answer(refused(refusal))
  }
}
