import type { VenueConnection } from '@tradebook/contract'
import type { CrowdReport } from './crowd-port.ts'
import type { Published, PublishedBatch } from './published.ts'

const VENUE = 'Tradebook Exchange'

/** Those who listen to the desk, and what they are told beside the batches themselves. */
export class Publisher {
  readonly #listeners = new Set<(batch: PublishedBatch) => void>()
  readonly #crowdListeners = new Set<(reports: readonly CrowdReport[]) => void>()
  readonly #resetListeners = new Set<() => void>()
  #sequence = 0

  listen = (listener: (batch: PublishedBatch) => void): (() => void) => added(this.#listeners, listener)

  onReports = (listener: (reports: readonly CrowdReport[]) => void): (() => void) =>
    added(this.#crowdListeners, listener)

  onReset = (listener: () => void): (() => void) => added(this.#resetListeners, listener)

  /** @param sequence the journal's after what is told. */
  publish(sequence: number, events: readonly Published[]): void {
    this.#sequence = sequence
    if (events.length === 0) return
    for (const listener of this.#listeners) listener({ sequence, events })
  }

  report(reports: readonly CrowdReport[]): void {
    if (reports.length > 0) for (const listener of this.#crowdListeners) listener(reports)
  }

  reset(): void {
    for (const listener of this.#resetListeners) listener()
  }

  /** Whether the venue is reached, and what it is doing. */
  publishVenue({ connected, ...state }: Omit<VenueConnection, 'venue'>): void {
    const argument = { connected, venue: VENUE, ...state }
    this.publish(this.#sequence, [{ target: 'onNseConnection', argument }])
  }
}

function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
