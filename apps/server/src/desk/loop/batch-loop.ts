import type { RefusalName } from '@tradebook/contract'
import { HOST } from '../../store/host.ts'
import type { BatchChanges } from '../decisions/batch-changes.ts'
import type { DeskCore } from '../decisions/core.ts'
import type { MarketClock } from '../decisions/market-clock.ts'
import type { VenueStatus } from '../decisions/venue-status.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { DeskEvent } from '../publishing/desk-events.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { Unrecordable } from '../record/failures.ts'
import { takeChanges } from './decide.ts'
import { DecidedInputs } from './decided-inputs.ts'
import type { DeskConnection } from './desk-connection.ts'
import type { Inputs, Intake } from './intake.ts'
import { Outbox } from './outbox.ts'

/** What every core of a desk works with. */
export interface BatchLoopParts {
  readonly intake: Intake
  readonly connection: Pick<DeskConnection, 'commit' | 'keepLast'>
  readonly publisher: Publisher
  readonly clock: MarketClock
  readonly venueStatus: VenueStatus
  readonly options: Pick<DeskOptions, 'time' | 'gather' | 'observer' | 'log' | 'line'>
}

/**
 * A core from the rebuild that made it until it is given up: it decides the inputs that wait, persists what
 * changed in one transaction, and only then answers the callers and publishes: where more waits, while the
 * next batch is being persisted. One batch is in flight at a time; what arrives meanwhile is decided, and leaves
 * with the next.
 */
export class BatchLoop {
  readonly core: DeskCore
  readonly outbox: Outbox
  readonly #parts: BatchLoopParts
  /** What leaves with the next batch. */
  #decided: DecidedInputs
  #isPersisting = false
  /** Publishes and answers a batch that is committed. */
  #delivery: (() => void) | undefined

  constructor(core: DeskCore, parts: BatchLoopParts) {
    this.core = core
    this.#parts = parts
    this.outbox = new Outbox(parts.options.line, core.openCommands)
    this.#decided = this.#nothingDecided()
  }

  /** Whether inputs are decided that have not left with a batch. */
  get hasDecided(): boolean {
    return !this.#decided.isEmpty
  }

  /** The market's date as of the last decision, and now, where a new market day has begun. */
  get newDay(): { readonly from: string; readonly to: string } | undefined {
    const { clock } = this.#parts
    const from = this.core.market.line.marketDate
    const to = clock.marketDate(clock.now())
    return to > from ? { from, to } : undefined
  }

  /** What the state of the venue has to publish. */
  get venueEvents(): DeskEvent[] {
    const { killSwitches } = this.core.firmState
    return this.#parts.venueStatus.connected(this.core, {
      isHalted: killSwitches.isOn({ tenantId: HOST, scope: 'market', id: '' }),
      isReconciling: this.outbox.isReconciling,
    })
  }

  /** Something has begun to wait: while a batch is being persisted it is decided at once. */
  inputQueued(): void {
    if (this.#isPersisting) void this.#decideMeanwhile()
  }

  /**
   * One batch: what is decided, the inputs that wait, and the phase changes that have become due.
   *
   * @returns the inputs of a batch that cannot be recorded, with those that were decided after it: this core is
   * to be given up. Any other failure leaves the commit in doubt, and is thrown.
   */
  async decideAndPersist(): Promise<Inputs | undefined> {
    const { intake } = this.#parts
    if (!this.hasDecided) this.#refuseInDoubt()
    if (!this.hasDecided || this.#isUsual)
      this.#decide({ clients: intake.takeClients(), work: intake.takeWork() })
    return this.#persist()
  }

  /**
   * Publishes and answers the batch that was committed last. Where more waits, its answers are written while the
   * database commits the next batch: neither waits for the other.
   */
  deliver(): void {
    const deliver = this.#delivery
    this.#delivery = undefined
    deliver?.()
  }

  /** Refuses what is decided and has not left: nothing of it is persisted. */
  refuseDecided(refusal: RefusalName): void {
    this.#takeDecided().refuse(refusal)
  }

  /** Persists what time alone has changed since the last batch, when the desk ends. */
  async keepLast(): Promise<void> {
    const { connection, clock } = this.#parts
    await connection.keepLast(takeChanges(this.core, clock))
  }

  /** While the time is in doubt, nothing is decided but cancels. */
  #refuseInDoubt(): void {
    const { clock, publisher, intake } = this.#parts
    if (clock.leap === undefined) return
    this.deliver()
    publisher.publish(this.venueEvents)
    intake.refuseAllButCancels('tradingPaused')
  }

  /** Whether inputs need not wait for a new day, or for the time to be certain. */
  get #isUsual(): boolean {
    return this.newDay === undefined && this.#parts.clock.leap === undefined
  }

  /**
   * Decides what arrives while a batch is being persisted: the database need not wait for it afterwards. The
   * market's work waits, for clients' inputs come before it.
   */
  async #decideMeanwhile(): Promise<void> {
    const { intake, options } = this.#parts
    await options.gather?.()
    if (!this.#isPersisting || !this.#isUsual) return
    const clients = intake.takeClients()
    if (clients.length > 0) this.#decide({ clients, work: [] })
  }

  #decide(inputs: Inputs): void {
    this.#decided.decide(this.core, this.#parts.clock, inputs)
  }

  /** What is decided, which waits no longer. */
  #takeDecided(): DecidedInputs {
    const taken = this.#decided
    this.#decided = this.#nothingDecided()
    this.#parts.intake.release()
    return taken
  }

  #nothingDecided(): DecidedInputs {
    return new DecidedInputs(this.#parts.options.time.monotonic)
  }

  /** Persists what is decided. @returns as `decideAndPersist` does. */
  async #persist(): Promise<Inputs | undefined> {
    const { intake, options } = this.#parts
    const batch = this.#takeDecided()
    const { clients, work } = batch
    try {
      const changes = this.outbox.release(batch.changes(this.core, this.#parts.clock))
      this.core.commandsReleased(changes.venueCommands)
      // Before anything else is decided: later ones are not persisted with this batch.
      if (changes.openOrdersAnswers.length > 0) this.outbox.reconciled()
      const events = [...changes.events, ...this.venueEvents]
      const commitMs = await this.#commit(changes)
      this.outbox.committed()
      this.outbox.query(changes.venueQueries)
      this.outbox.cancelUnclaimed(changes.unclaimedCancels)
      const flagged = changes.flaggedReports.map(({ flag }) => flag)
      options.observer?.committed({ clients, work, flagged, decideMs: batch.decideMs, commitMs })
      for (const line of changes.flaggedReports)
        options.log.warn({ ...line }, 'the venue sent an unusual report')
      if (work.length > 0) intake.workWas('recorded')
      this.#delivery = this.#deliveryOf(batch, events, changes.workReports)
      return undefined
    } catch (error) {
      if (error instanceof Unrecordable) {
        options.log.error({ err: error }, 'a batch cannot be recorded; looking for the cause')
        return { clients: [...clients, ...this.#takeDecided().clients], work }
      }
      batch.refuse('outcomeUnknown')
      throw error
    }
  }

  /**
   * What publishes and answers a batch. Made outside of `#persist`, whose variables it would hold: the changes of most
   * batches then outlived collections of the young generation, and each of these took twice as long.
   */
  #deliveryOf(
    batch: DecidedInputs,
    events: readonly DeskEvent[],
    reports: BatchChanges['workReports'],
  ): () => void {
    return () => {
      try {
        this.#parts.publisher.publish(events, reports)
      } finally {
        batch.answer()
      }
    }
  }

  /**
   * Sends a batch to the record, publishes and answers the one before, and decides what arrives until the commit.
   *
   * @returns for how many milliseconds the commit alone was awaited.
   */
  async #commit(changes: BatchChanges): Promise<number> {
    const { connection, options } = this.#parts
    const { monotonic } = options.time
    const committing = connection.commit(changes)
    // Where publishing fails, the connection is dropped, and nobody awaits this commit any more.
    committing.catch(() => {})
    this.deliver()
    const delivered = monotonic()
    this.#isPersisting = true
    // What had no room in the batch that has left.
    if (!this.#parts.intake.isEmpty) void this.#decideMeanwhile()
    try {
      await committing
    } finally {
      this.#isPersisting = false
    }
    return monotonic() - delivered
  }
}
