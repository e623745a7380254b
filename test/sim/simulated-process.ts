import { pino } from 'pino'
import { Desk } from '../../apps/server/src/desk/desk.ts'
import { type ClientInput, type DeskAnswer, installation } from '../../apps/server/src/desk/inputs.ts'
import type { EventBatch } from '../../apps/server/src/desk/publishing/desk-events.ts'
import { GuardedClock } from '../../apps/server/src/platform/clock.ts'
import { HOST } from '../../apps/server/src/store/host.ts'
import { EmbeddedVenue, openedVenue } from '../../apps/server/src/venue/embedded/embedded.ts'
import { overLine } from '../../apps/server/src/venue/line-venue.ts'
import { must } from './audit.ts'
import { SimulatedClient, type SimulatedNetwork } from './link.ts'
import type { SlowVenue } from './slow-venue.ts'

const silent = pino({ level: 'silent' })
/** Few, for a run opens many venues; so the pool of orders grows as well. */
const RESERVED_ORDERS = 64

/** A desk, and what only its process has. */
export class SimulatedProcess {
  readonly desk: Desk
  readonly client: SimulatedClient
  readonly unanswered = new Set<ClientInput>()
  /** Executions that were kept and whose desk knows it, but that it has not published. */
  readonly unpublished = new Set<number>()
  /** Whether its desk was replaced. */
  hasEnded = false
  /** What it published last. */
  #last = { epoch: 0, batch: 0 }

  /** @param slow the exchange on a line where orders trade, instead of the embedded one. */
  constructor(network: SimulatedNetwork, slow?: SlowVenue) {
    this.client = new SimulatedClient(network, (executions) => {
      for (const { sequence } of executions) this.unpublished.add(sequence)
    })
    const { client } = this
    const { wall, monotonic } = network.time
    const line = slow?.open((said) =>
      client.isAlive ? this.desk.submit({ ...said, origin: installation(HOST) }) : new Promise(() => {}),
    )
    this.desk = new Desk({
      ...(line && { line }),
      openVenue: (listings, options) => {
        const embedded = openedVenue(new EmbeddedVenue(listings, options, RESERVED_ORDERS))
        const capabilities = { ...embedded.capabilities, replacesToFilled: true }
        return slow ? overLine({ ...embedded, capabilities }) : embedded
      },
      connect: client.connect,
      clock: 'real',
      time: new GuardedClock({ wall, monotonic }),
      pause: (ms) => new Promise((resolve) => client.later(ms, resolve)),
      every: (ms, work) => client.later(ms, work, true),
      orderRate: { perSecond: 1_000, burst: 1_000 },
      log: silent,
      onReplaced: () => {
        this.hasEnded = true
      },
    })
  }

  /** Whether its desk works, everybody is answered and nothing is on its way. */
  get isAtRest(): boolean {
    const { ready, waiting } = this.desk.status
    return ready && waiting === 0 && this.unanswered.size === 0 && this.client.isIdle
  }

  submit(input: ClientInput, onAnswered: (answer: DeskAnswer) => void): void {
    // The same request may be under way already, and each sending of it is answered.
    const sent = { ...input }
    this.unanswered.add(sent)
    void this.desk.submit(sent).then((answer) => {
      this.unanswered.delete(sent)
      onAnswered(answer)
    })
  }

  /** Each epoch numbers its batches from 1 without holes. @returns whether the batch begins an epoch. */
  begins({ epoch, batch }: EventBatch): boolean {
    const before = this.#last
    const isNext = epoch === before.epoch && batch === before.batch + 1
    // Until a desk has opened its books it has nothing but its connection to publish.
    const isRebuild = epoch > before.epoch && batch === 1
    if (epoch > 0) {
      must(
        isNext || isRebuild,
        `batch ${batch} of epoch ${epoch} follows batch ${before.batch} of ${before.epoch}`,
      )
      this.#last = { epoch, batch }
    }
    return isRebuild
  }
}
