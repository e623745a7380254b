import { setTimeout as pause } from 'node:timers/promises'

/** How long until the desk is told again what it could not accept. */
const RETRY_MS = 50

export type HaltAction = 'halt' | 'resume'

/**
 * Passes the halts of the exchange to the desk: of each security, and of the market, what the exchange said last, until
 * the desk has decided it.
 */
export class ExchangeHalts {
  readonly #take: (action: HaltAction, securityID: string | null) => Promise<boolean>
  readonly #warn: (text: string) => void
  /** What was said last of each security that the desk has not decided yet; `null` is the market. */
  readonly #said = new Map<string | null, HaltAction>()
  #isStopped = false

  /** @param take gives it to the desk, which may have decided it already. @returns whether the desk is done with it. */
  constructor(
    take: (action: HaltAction, securityID: string | null) => Promise<boolean>,
    warn: (text: string) => void,
  ) {
    this.#take = take
    this.#warn = warn
  }

  /** The exchange has halted a security, or with `null` the market; or trading continues there. */
  said(action: HaltAction, securityID: string | null): void {
    const isUnderWay = this.#said.has(securityID)
    this.#said.set(securityID, action)
    if (!isUnderWay) void this.#pass(securityID)
  }

  /** Passes nothing on any more. */
  stop(): void {
    this.#isStopped = true
  }

  async #pass(securityID: string | null): Promise<void> {
    while (!this.#isStopped) {
      const action = this.#said.get(securityID)!
      const isTaken = await this.#take(action, securityID).catch((error: Error) => {
        this.#warn(`${action} of ${securityID ?? 'the market'} failed: ${error.message}`)
        return false
      })
      if (!isTaken) await pause(RETRY_MS)
      else if (this.#said.get(securityID) === action) break
    }
    this.#said.delete(securityID)
  }
}
