/**
 * A busy market changes a hundred times while the eye sees one picture. Changes are gathered and
 * shown together, at most once a frame, so that thousands of events a second cost twenty repaints.
 */

/** A value that readers can follow. To those who follow it, `get` changes only when they are notified. */
export interface Readable<T> {
  readonly get: () => T
  /** Returns how to stop listening. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Runs a function once, a frame later. */
export type RequestFrame = (show: () => void) => void

/** The common heartbeat of every live value of a page. */
export class Frames {
  readonly #requestFrame: RequestFrame
  readonly #now: () => number
  readonly #changed = new Set<Live<unknown>>()
  #waiting = false

  /** @param now Milliseconds of a clock that is never set back. */
  constructor(requestFrame: RequestFrame, now: () => number = () => performance.now()) {
    this.#requestFrame = requestFrame
    this.#now = now
  }

  /**
   * A value read from changing state; call its `changed()` after each change.
   *
   * @param pause The least time between two showings of it, in milliseconds: a value that has rested is
   *   shown with the next frame, one that changes all the time no more often than is read.
   */
  live<T>(read: () => T, pause: () => number = () => 0): Live<T> {
    return new Live(this, read, pause)
  }

  gather(value: Live<unknown>): void {
    this.#changed.add(value)
    this.#showSoon()
  }

  #showSoon(): void {
    if (this.#waiting) return
    this.#waiting = true
    this.#requestFrame(() => this.#show())
  }

  #show(): void {
    this.#waiting = false
    const now = this.#now()
    const due = [...this.#changed].filter((value) => value.isDue(now))
    for (const value of due) this.#changed.delete(value)
    for (const value of due) value.show(now)
    if (this.#changed.size > 0) this.#showSoon()
  }
}

export class Live<T> implements Readable<T> {
  readonly #frames: Frames
  readonly #read: () => T
  readonly #pause: () => number
  readonly #listeners = new Set<() => void>()
  #shown: T
  #shownAt = Number.NEGATIVE_INFINITY
  /** It has changed while nobody followed it. */
  #isUnread = false

  constructor(frames: Frames, read: () => T, pause: () => number) {
    this.#frames = frames
    this.#read = read
    this.#pause = pause
    this.#shown = read()
  }

  readonly get = (): T => {
    if (this.#isUnread) this.#readAgain()
    return this.#shown
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** The state behind the value has changed: show it with the next frame. */
  changed(): void {
    this.#frames.gather(this)
  }

  /** Whether it may be shown at this time of the frames' clock. */
  isDue(now: number): boolean {
    // A clock that begins again, as each test's does, holds nothing back.
    return this.#listeners.size === 0 || Math.abs(now - this.#shownAt) >= this.#pause()
  }

  show(now: number): void {
    // A list that is not drawn is not made.
    if (this.#listeners.size === 0) {
      this.#isUnread = true
      return
    }
    this.#shownAt = now
    this.#readAgain()
    for (const listener of this.#listeners) listener()
  }

  #readAgain(): void {
    this.#isUnread = false
    this.#shown = this.#read()
  }
}
