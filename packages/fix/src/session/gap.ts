import type { CompleteSettings } from './settings.ts'

/** How often a gap is asked for before the session gives up. */
const TRIES = 3

/** What the time asks for: to ask again for what is missing, or to give up. */
type GapDue = 'ask' | 'giveUp' | undefined

/** The messages of the peer that are missing: up to which number, when they were last asked for, and how often without an answer. */
export class Gap {
  readonly #resendTimeout: number
  #open: { readonly upTo: number; at: number; tries: number } | undefined

  constructor({ resendTimeout }: Pick<CompleteSettings, 'resendTimeout'>) {
    this.#resendTimeout = resendTimeout
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  /** @param tries 1 if the peer was asked, 0 if it sends what is missing without being asked. */
  begin(upTo: number, now: number, tries: 0 | 1): void {
    this.#open = { upTo, at: now, tries }
  }

  /** One of the missing messages has come: the peer has its time for the next one. */
  advanced(now: number): void {
    if (this.#open) this.#open = { ...this.#open, at: now, tries: 1 }
  }

  /** Ends it if nothing before the message that is expected next is missing. */
  endIfFilled(nextIn: number): void {
    if (this.#open && nextIn > this.#open.upTo) this.end()
  }

  end(): void {
    this.#open = undefined
  }

  setBack(ms: number): void {
    if (this.#open) this.#open.at -= ms
  }

  /** When something is due next. */
  get nextTimer(): number {
    return this.#open ? this.#open.at + this.#resendTimeout : Number.POSITIVE_INFINITY
  }

  due(now: number): GapDue {
    if (!this.#open || now < this.nextTimer) return undefined
    return this.#open.tries < TRIES ? 'ask' : 'giveUp'
  }

  askedAgain(now: number): void {
    if (this.#open) this.#open = { ...this.#open, at: now, tries: this.#open.tries + 1 }
  }
}
