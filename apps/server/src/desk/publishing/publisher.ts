import type { MarketWorkReport } from '../../venue/market-operation.ts'
import type { Baseline, DeskEvent, EventBatch, EventFeed } from './desk-events.ts'
import { MarketPicture } from './market-picture.ts'

/** Numbers what is published, folds it into the picture of the market, and passes it to all subscribers. */
export class Publisher implements EventFeed {
  /** The market as it has been published. */
  readonly picture = new MarketPicture()
  readonly #defect: (error: unknown) => void
  // The picture is the first, so anyone who subscribes during a batch has that batch in its baseline.
  readonly #subscribers = new Set<Subscriber>([{ receive: (batch) => this.picture.apply(batch) }])

  /**
   * @param defect receives the error of a subscriber. It must not throw: the batch is committed, so
   *   its callers are answered and the other subscribers receive it.
   */
  constructor(defect: (error: unknown) => void = throwUncaught) {
    this.#defect = defect
  }

  baseline = (): Baseline => this.picture.baseline()

  subscribe: EventFeed['subscribe'] = (receive, replaced) => {
    const subscriber = { receive, ...(replaced && { replaced }) }
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  /** Begins again from a baseline, where batches were missed. */
  replace(baseline: Baseline): void {
    this.picture.load(baseline)
    this.#tell(({ replaced }) => replaced?.())
  }

  /** Publishes the first batch of an epoch, whose events open the books of every security. */
  open(epoch: number, events: readonly DeskEvent[]): void {
    this.#send({ epoch, batch: 1, events, workReports: [] })
  }

  /** Publishes the next batch of the epoch, unless there is nothing in it. */
  publish(events: readonly DeskEvent[], workReports: readonly MarketWorkReport[] = []): void {
    if (events.length === 0 && workReports.length === 0) return
    const { epoch, batch } = this.picture
    this.#send({ epoch, batch: batch + 1, events, workReports })
  }

  #send(batch: EventBatch): void {
    this.#tell(({ receive }) => receive(batch))
  }

  #tell(call: (subscriber: Subscriber) => void): void {
    for (const subscriber of [...this.#subscribers]) {
      try {
        call(subscriber)
      } catch (error) {
        this.#defect(error)
      }
    }
  }
}

interface Subscriber {
  readonly receive: (batch: EventBatch) => void
  readonly replaced?: () => void
}

/** Throws where nothing catches it, which ends the process as a defect. */
const throwUncaught = (error: unknown): void =>
  queueMicrotask(() => {
    throw error
  })
