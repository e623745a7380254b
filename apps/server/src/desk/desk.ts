import { type MarketSession, marketRules, type Refusal, refuse, type TradingHalt } from '@tradebook/contract'
import { systemEvery } from '../platform/clock.ts'
import type { Health } from '../store/server-lock.ts'
import { whyUnavailable } from '../store/unavailable.ts'
import type { Listing } from '../venue/listing.ts'
import { Attempts } from './attempts.ts'
import type { DeskCore } from './core.ts'
import type { CrowdCommand, CrowdPort } from './crowd-port.ts'
import { takeChanges } from './decide.ts'
import { DecidedInputs } from './decided-inputs.ts'
import { DeskConnection } from './desk-connection.ts'
import type { DeskOptions, DeskStatus } from './desk-options.ts'
import { FencedOut, sqlStateOf, Unrecordable } from './failures.ts'
import { type ClientInput, type DeskAnswer, refused, type Waiting } from './inputs.ts'
import { type Inputs, Intake } from './intake.ts'
import { MarketClock } from './market-clock.ts'
import { marketSession } from './market-session.ts'
import type { MarketState } from './market-state.ts'
import type { Previews } from './previews.ts'
import type { Published, PublishedFeed } from './published.ts'
import { Publisher } from './publisher.ts'
import type { TakeoverEnd } from './takeover.ts'
import { tradingHalts } from './trading-halts.ts'
import { type Unavailability, unavailabilityOf } from './unavailability.ts'
import { describe } from './unrecordable-inputs.ts'
import { VenueStatus } from './venue-status.ts'

// Longer than 300 lines, for it is one loop: taking inputs, committing, publishing and coming back share one state.

/** How often the desk looks at the clock, and at the database, when nobody trades: in real time, and in the market's. */
const CLOCK_CHECK_MS = { real: 1_000, market: 15_000 }
/** Between attempts to come back; the longest is short enough to be back 5 s after the cause is gone. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/**
 * The one writer. It takes the inputs that wait, decides them in memory, persists what changed in one
 * transaction, and only then answers the callers and publishes: where more waits, while the next batch is
 * being persisted. One batch is in flight at a time; what arrives meanwhile is decided, and leaves with the next.
 * After a failure it takes over its record again; only another desk that was elected ends it.
 */
export class Desk implements PublishedFeed, CrowdPort {
  readonly #options: DeskOptions
  readonly #connection: DeskConnection
  readonly #clock: MarketClock
  readonly #intake: Intake
  readonly #attempts = new Attempts()
  readonly #publisher = new Publisher()
  readonly #venueStatus: VenueStatus
  readonly baseline = this.#publisher.baseline
  readonly subscribe = this.#publisher.subscribe
  /** The market as it has been published. */
  readonly picture = this.#publisher.picture
  #core: DeskCore | undefined
  /** The market and its securities as the last core left them: known also while there is no core. */
  #market: Pick<MarketState, 'phase' | 'line' | 'interrupted'> | undefined
  #listings: readonly Listing[] = []
  /** Why the desk is cut off from its record; undefined while it is not. */
  #away: string | undefined = 'The market is not open yet.'
  /** What leaves with the next batch. */
  #decided: DecidedInputs
  #isPersisting = false
  /** Publishes and answers a batch that is committed. */
  #conclusion: (() => void) | undefined
  #isAwake = false
  #wake: () => void = () => {}
  #running: Promise<void> | undefined
  #isEnding = false
  #endClockCheck: () => void = () => {}

  constructor(options: DeskOptions) {
    const { clock: mode, speed = 1, rules = marketRules, time, orderRate, connect } = options
    this.#options = options
    this.#clock = new MarketClock({ mode, speed, rules }, time)
    this.#venueStatus = new VenueStatus(this.#clock)
    this.#decided = new DecidedInputs(time.monotonic)
    this.#intake = new Intake({
      orderRate,
      monotonic: time.monotonic,
      // While the books are rebuilt every cancel may be one that ends an order.
      endsOrder: (input) => this.#core?.endsOrder(input) ?? true,
      onEntered: () => this.#wakeUp(),
    })
    this.#connection = new DeskConnection(connect, time.monotonic, () => this.#wakeUp())
  }

  /**
   * Takes over the record, rebuilds from it, and begins to work.
   *
   * @throws Error when it can not: only a desk that has worked tries again.
   */
  async start(): Promise<void> {
    await this.#takeOver()
    this.#running = this.#run()
    const { every = systemEvery } = this.#options
    const { real, market } = CLOCK_CHECK_MS
    this.#endClockCheck = every(Math.min(real, market / this.#clock.speed), () => this.#wakeUp())
  }

  /** Finishes and answers the batch in flight, and ends. Inputs that still wait are refused. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#endClockCheck()
    this.#wakeUp()
    // A desk that is away has nothing in flight, and may wait for its database for ever.
    if (this.#away === undefined) await this.#running
    if (this.#core) await this.#connection.keepLast(takeChanges(this.#core, this.#clock))
    this.#connection.close()
    this.#intake.refuseAll('unavailable')
  }

  get status(): DeskStatus {
    const { ok: ready, ...why } = this.health
    const { waiting, crowdWaiting } = this.#intake
    return { ready, ...why, waiting, crowdWaiting, marketDate: this.#market?.line.marketDate ?? '' }
  }

  /** Whether orders can be taken, and in an operator's words why not. */
  get health(): Health {
    const { reason } = this.#unavailability() ?? {}
    return reason === undefined ? { ok: true } : { ok: false, reason }
  }

  /** Where the market stands in its day; `undefined` before the desk has started. */
  get session(): MarketSession | undefined {
    return this.#market && marketSession(this.#market, this.#clock)
  }

  /** What interrupts trading now, each with who did it. */
  get halts(): readonly TradingHalt[] {
    return this.#market ? tradingHalts(this.#market, this.#clock) : []
  }

  /** The market's time, epoch milliseconds. */
  readonly marketTime = (): number => this.#clock.stamp()

  /** The securities of the market day, in listing order; none before the desk has started. */
  get listings(): readonly Listing[] {
    return this.#listings
  }

  /** Submits an input; the answer comes after the commit. Of what is refused here nothing is kept. */
  submit(input: ClientInput): Promise<DeskAnswer> {
    const unavailability = this.#unavailability()
    const mayPass = unavailability?.refusal === 'tradingPaused' && input.kind === 'cancelOrder'
    const isRefused = unavailability !== undefined && !mayPass
    if (!isRefused) this.#watch(input)
    const answered = isRefused ? Promise.resolve(refused(unavailability.refusal)) : this.#enter(input)
    void answered.then((answer) => this.#options.observer?.answered(answer))
    return answered
  }

  #enter(input: ClientInput): Promise<DeskAnswer> {
    return input.kind === 'openFirm' ? this.#enterOfTenant(input) : this.#intake.submit(input)
  }

  /** The record would refuse the whole batch with an input that opens a firm that is no tenant. */
  async #enterOfTenant(input: ClientInput): Promise<DeskAnswer> {
    const isTenant = await this.#connection.isTenant(input.origin.tenantId).catch(() => undefined)
    if (isTenant === false) return refused('unknownFirm')
    const refusal = isTenant ? this.#unavailability()?.refusal : 'unavailable'
    return refusal ? refused(refusal) : this.#intake.submit(input)
  }

  /** Switches the kill switch of a user who attempts too many orders on, before any other input is decided. */
  #watch(input: ClientInput): void {
    const switchedOn = this.#attempts.attempted(input, this.#core, this.#options.time.monotonic())
    if (switchedOn?.kind !== 'setKillSwitch') return
    const { origin, tenantId, id: userId } = switchedOn
    this.#options.log.warn({ tenantId, userId }, 'a user sends orders too fast: the kill switch goes on')
    void this.#intake.submitFirst(switchedOn).then(() => this.#attempts.switched(origin, userId))
  }

  /** Offers commands of the crowd; false when none is taken. */
  offer(commands: readonly CrowdCommand[]): boolean {
    const isTaken = this.#unavailability() === undefined && this.#intake.offer(commands)
    if (!isTaken) this.#options.observer?.crowdTurnedDown()
    return isTaken
  }

  /**
   * Asks what a request would come to if it were decided now; nothing changes, and nothing waits. What is
   * decided and not committed yet counts.
   */
  preview<Answer>(ask: (previews: Previews, now: number) => Answer): Answer | Refusal {
    const unavailability = this.#unavailability()
    if (unavailability || !this.#core) return refuse(unavailability?.refusal ?? 'unavailable')
    return ask(this.#core.previewsAt(this.#clock.wallTime()), this.#clock.stamp())
  }

  #unavailability = (): Unavailability | undefined =>
    unavailabilityOf({
      isEnding: this.#isEnding,
      away: this.#away,
      silentForMs: this.#connection.silentForMs,
      isRebuilding: !this.#core,
      leap: this.#clock.leap,
    })

  async #run(): Promise<void> {
    await this.#work()
    this.#conclude()
  }

  async #work(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!this.#isEnding || !this.#decided.isEmpty) {
      try {
        if (this.#away === undefined) {
          await this.#awake()
          await this.#turn()
        } else {
          await this.#takeOver()
          this.#options.log.info('the desk is back')
        }
        pauseMs = FIRST_PAUSE_MS
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error))
        if (this.#isEnding && this.#away !== undefined) return
        this.#goAway(reason)
        if (reason instanceof FencedOut) return this.#giveWay(reason)
        await this.#options.pause(pauseMs)
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      }
    }
  }

  #wakeUp(): void {
    this.#isAwake = true
    this.#wake()
    if (this.#isPersisting) void this.#decideMeanwhile()
  }

  /** Resolves when there may be something to do; after a rest, when what came together waits together. */
  async #awake(): Promise<void> {
    const isIdle = this.#intake.isEmpty && this.#decided.isEmpty
    if (isIdle) this.#conclude()
    if (isIdle && !this.#isAwake) {
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
      await this.#options.gather?.()
    }
    this.#isAwake = false
  }

  /** One batch: what is decided, the inputs that wait, and the phase changes and the new day that have become due. */
  async #turn(): Promise<void> {
    if (!this.#connection.stands) throw new Error('the connection to the database was lost')
    if (this.#decided.isEmpty) {
      // The first input of a new market day finds the old one closed: nothing is awaited between this and deciding.
      if (this.#isNewDay) await this.#turnDay()
      this.#refuseInDoubt()
    }
    if (this.#decided.isEmpty || this.#isUsual) {
      const clients = this.#intake.takeClients()
      this.#decide({ clients, crowd: this.#intake.takeCrowd() })
    }
    await this.#persist()
    await this.#connection.confirm()
  }

  async #turnDay(): Promise<void> {
    this.#options.log.info(this.#dates, 'a new market day')
    await this.#takeOver()
  }

  /** While the time is in doubt, nothing is decided but cancels. */
  #refuseInDoubt(): void {
    if (this.#clock.leap === undefined) return
    this.#conclude()
    this.#publisher.publish(this.#venueEvents())
    this.#intake.refuseAllButCancels('tradingPaused')
  }

  /** The market's date as of the last decision, and now. */
  get #dates(): { readonly from: string; readonly to: string } {
    const { line } = this.#market ?? {}
    return { from: line?.marketDate ?? '', to: this.#clock.marketDate(this.#clock.now()) }
  }

  get #isNewDay(): boolean {
    const { from, to } = this.#dates
    return to > from
  }

  /** Whether inputs need not wait for a new day, or for the time to be certain. */
  get #isUsual(): boolean {
    return !this.#isNewDay && this.#clock.leap === undefined
  }

  /** Awaits a commit; what arrives meanwhile is decided. */
  async #whileDeciding(committing: Promise<void>): Promise<void> {
    this.#isPersisting = true
    try {
      await committing
    } finally {
      this.#isPersisting = false
    }
  }

  /**
   * Decides what arrives while a batch is being persisted: the database need not wait for it afterwards. The
   * crowd's commands wait, for clients' inputs come before them.
   */
  async #decideMeanwhile(): Promise<void> {
    await this.#options.gather?.()
    if (!this.#isPersisting || this.#intake.isEmpty || !this.#isUsual) return
    this.#decide({ clients: this.#intake.takeClients(), crowd: [] })
  }

  #decide(inputs: Inputs): void {
    if (!this.#core) throw new Error('the desk is not ready')
    this.#decided.decide(this.#core, this.#clock, inputs)
  }

  /** What is decided, which waits no longer. */
  #takeDecided(): DecidedInputs {
    const taken = this.#decided
    this.#decided = new DecidedInputs(this.#options.time.monotonic)
    this.#intake.release()
    return taken
  }

  /**
   * Persists what is decided, answers and publishes. The cause of a batch that can not be recorded is found by
   * deciding the clients' inputs again one by one, with those that were decided after it. Any other failure
   * leaves the commit in doubt.
   */
  async #persist(): Promise<void> {
    const { observer, time, log } = this.#options
    const batch = this.#takeDecided()
    const { clients, crowd } = batch
    try {
      if (!this.#core) throw new Error('the desk is not ready')
      const changes = batch.changes(this.#core, this.#clock)
      // Before anything else is decided: later ones are not persisted with this batch.
      const events = [...changes.published, ...this.#venueEvents()]
      const committing = this.#connection.commit(changes)
      // Where publishing fails, the connection is dropped, and nobody awaits this commit any more.
      committing.catch(() => {})
      this.#conclude()
      const concluded = time.monotonic()
      await this.#whileDeciding(committing)
      const commitMs = time.monotonic() - concluded
      observer?.committed({ clients: clients.length, crowd, decideMs: batch.decideMs, commitMs })
      if (crowd.length > 0) this.#intake.crowdWas('recorded')
      this.#conclusion = () => {
        try {
          this.#publisher.publish(events, changes.crowd)
        } finally {
          batch.answer()
        }
      }
    } catch (error) {
      if (error instanceof Unrecordable) {
        log.error({ err: error }, 'a batch can not be recorded; looking for the cause')
        const unrecordable = await this.#takeOver([...clients, ...this.#takeDecided().clients])
        if (unrecordable === 0 && crowd.length > 0) this.#intake.crowdWas('unrecordable')
        return
      }
      this.#conclude()
      batch.refuse('outcomeUnknown')
      throw error
    }
  }

  /**
   * Publishes and answers the batch that was committed last. Where more waits, its answers are written while the
   * database commits the next batch: neither waits for the other.
   */
  #conclude(): void {
    const conclude = this.#conclusion
    this.#conclusion = undefined
    conclude?.()
  }

  /**
   * Takes over and rebuilds. The crowd's orders are gone, and so is what it had asked for about them.
   *
   * @param again inputs of a batch that can not be recorded.
   * @returns how many of them are refused for what they contain.
   */
  async #takeOver(again: readonly Waiting[] = []): Promise<number> {
    this.#conclude()
    let unrecordable = 0
    this.#core = undefined
    await this.#connection.takeOver({
      clock: this.#clock,
      openVenue: this.#options.openVenue,
      again,
      onUnrecordable: (waiting, error) => {
        unrecordable += 1
        this.#refuseUnrecordable(waiting, error)
      },
      onLeftOut: (subject, error) =>
        this.#options.log.error(
          { err: error, sqlState: sqlStateOf(error.cause), subject },
          'this can not be turned to the new market day and stays as it was',
        ),
      onEnd: (end) => this.#takeoverEnded(end),
    })
    return unrecordable
  }

  #takeoverEnded({ leading, epoch, events }: TakeoverEnd): void {
    if (leading) {
      this.#core = leading.core
      this.#market = leading.core.market
      this.#listings = leading.core.listings
      this.#away = undefined
      this.#intake.dropCrowd()
    }
    if (epoch === undefined) this.#publisher.publish(events)
    else this.#publisher.open(epoch, events)
    if (!leading) return
    this.#options.observer?.rebuilt()
    this.#venueStatus.reset()
    this.#publisher.publish(this.#venueEvents())
  }

  #venueEvents = (): Published[] => (this.#core ? this.#venueStatus.connected(this.#core.market) : [])

  #refuseUnrecordable(waiting: Waiting, error: Unrecordable): void {
    this.#options.log.error(
      { err: error, sqlState: sqlStateOf(error.cause), input: describe(waiting.input) },
      'a request can not be recorded and is refused',
    )
    this.#intake.refuseUnrecordable(waiting)
  }

  /** Cut off from the record: nothing is taken until the desk is back. */
  #goAway(reason: Error): void {
    this.#conclude()
    const { log } = this.#options
    const wasThere = this.#away === undefined
    this.#away = whyUnavailable(reason) ?? 'The market could not be rebuilt from its record.'
    this.#core = undefined
    this.#connection.drop()
    if (wasThere) {
      log.error({ err: reason }, 'the desk is cut off from its record and tries to come back')
      if (this.#market) this.#publisher.publish(this.#venueStatus.disconnected(this.#market))
    } else log.warn({ err: reason }, 'the desk can not come back yet')
    // Nothing of what was decided has left.
    this.#takeDecided().refuse('unavailable')
    this.#intake.refuseAll('unavailable')
  }

  /** Ends, for another desk has been elected. */
  #giveWay(reason: Error): void {
    this.#isEnding = true
    this.#endClockCheck()
    this.#options.log.fatal({ reason: reason.message }, 'the desk has ended')
    this.#options.onReplaced(reason)
  }
}
