import { setTimeout as pause } from 'node:timers/promises'
import type { Phase } from '@tradebook/contract'

/** How long until the desk is told again what it could not accept. */
const RETRY_MS = 50

/** The exchange has halted a security, or with `null` the market; or trading continues there; or its day has a new phase. */
export type ExchangeState =
  | {
      readonly kind: 'venueHalt'
      readonly action: 'halt' | 'resume'
      readonly securityID: string | null
    }
  | { readonly kind: 'venuePhase'; readonly phase: Phase }

/**
 * Passes the phases and halts of the exchange to the desk: what the exchange said last, of the phase, of the halt of the
 * market and of each security, until the desk has decided it.
 */
export class ExchangeStates {
  readonly #take: (state: ExchangeState) => Promise<boolean>
  readonly #warn: (text: string) => void
  /** What was said last and the desk has not decided yet, by what it is about. */
  readonly #said = new Map<string, ExchangeState>()
  #isStopped = false

  /** @param take gives it to the desk, which may have decided it already. @returns whether the desk is done with it. */
  constructor(take: (state: ExchangeState) => Promise<boolean>, warn: (text: string) => void) {
    this.#take = take
    this.#warn = warn
  }

  /** The exchange has said this. */
  said(state: ExchangeState): void {
    const about = aboutOf(state)
    const isUnderWay = this.#said.has(about)
    this.#said.set(about, state)
    if (!isUnderWay) void this.#pass(about)
  }

  /** Passes nothing on any more. */
  stop(): void {
    this.#isStopped = true
  }

  async #pass(about: string): Promise<void> {
    while (!this.#isStopped) {
      const state = this.#said.get(about)!
      const isTaken = await this.#take(state).catch((error: Error) => {
        this.#warn(`${wordsOf(state)} failed: ${error.message}`)
        return false
      })
      if (!isTaken) await pause(RETRY_MS)
      else if (wordsOf(this.#said.get(about)!) === wordsOf(state)) break
    }
    this.#said.delete(about)
  }
}

const aboutOf = (state: ExchangeState): string =>
  state.kind === 'venuePhase' ? 'phase' : `halt ${state.securityID ?? ''}`

const wordsOf = (state: ExchangeState): string =>
  state.kind === 'venuePhase'
    ? `phase ${state.phase}`
    : `${state.action} of ${state.securityID ?? 'the market'}`
