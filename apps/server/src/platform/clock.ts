import { randomUUID } from 'node:crypto'

/** The wall clock and fresh ids, handed to whoever needs them so that a test can hold them still. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  newId(): string
}

export const wallClock: Clock = { now: Date.now, newId: randomUUID }
