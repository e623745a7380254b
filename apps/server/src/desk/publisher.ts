import type { CrowdReport } from './crowd-port.ts'
import { MarketPicture } from './market-picture.ts'
import type { Opening, Published, PublishedBatch, PublishedFeed } from './published.ts'

/** Numbers what is published, folds it into the picture of the market, and passes it to all subscribers. */
export class Publisher implements PublishedFeed {
  /** The market as it has been published. */
  readonly picture = new MarketPicture()
  readonly #subscribers = new Set<(batch: PublishedBatch) => void>()

  opening = (): Opening => this.picture.opening()

  subscribe = (receive: (batch: PublishedBatch) => void): (() => void) => {
    this.#subscribers.add(receive)
    return () => this.#subscribers.delete(receive)
  }

  /** Publishes the first batch of an epoch, whose events open the books of every security. */
  open(epoch: number, events: readonly Published[]): void {
    this.#send({ epoch, batch: 1, events, crowd: [] })
  }

  /** Publishes the next batch of the epoch, unless there is nothing in it. */
  publish(events: readonly Published[], crowd: readonly CrowdReport[] = []): void {
    if (events.length === 0 && crowd.length === 0) return
    const { epoch, batch } = this.picture
    this.#send({ epoch, batch: batch + 1, events, crowd })
  }

  #send(batch: PublishedBatch): void {
    this.picture.apply(batch)
    // Whoever subscribes meanwhile has this batch in its opening.
    for (const receive of [...this.#subscribers]) receive(batch)
  }
}
