/**
 * A busy market changes a hundred times while the eye sees one picture. Changes are gathered and
 * shown together, at most once a frame, so that thousands of events a second cost twenty repaints.
 */

/** How long changes are gathered before the page hears of them, in milliseconds. */
export const FRAME_MS = 50

/** A value that readers can follow. `get` changes only when its listeners are told. */
export interface Readable<T> {
  readonly get: () => T
  /** Returns how to stop listening. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Runs a function once, a frame later. */
export type Schedule = (show: () => void) => void

const nextFrame: Schedule = (show) => {
  setTimeout(show, FRAME_MS)
}

/** The common heartbeat of every live value of a page. */
export class Frames {
  readonly #schedule: Schedule
  readonly #changed = new Set<Live<unknown>>()
  #waiting = false

  constructor(schedule: Schedule = nextFrame) {
    this.#schedule = schedule
  }

  /** A value read from changing state; say `changed()` on it after each change. */
  live<T>(read: () => T): Live<T> {
    return new Live(this, read)
  }

  gather(value: Live<unknown>): void {
    this.#changed.add(value)
    if (this.#waiting) return
    this.#waiting = true
    this.#schedule(() => this.#show())
  }

  #show(): void {
    this.#waiting = false
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const value of changed) value.show()
  }
}

export class Live<T> implements Readable<T> {
  readonly #frames: Frames
  readonly #read: () => T
  readonly #listeners = new Set<() => void>()
  #shown: T

  constructor(frames: Frames, read: () => T) {
    this.#frames = frames
    this.#read = read
    this.#shown = read()
  }

  readonly get = (): T => this.#shown

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

  show(): void {
    this.#shown = this.#read()
    for (const listener of this.#listeners) listener()
  }
}
