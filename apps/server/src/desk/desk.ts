import { type MarketSession, marketRules, type Refusal, refuse, type TradingHalt } from '@tradebook/contract'
import { systemEvery } from '../platform/clock.ts'
import type { Health } from '../store/server-lock.ts'
import { whyUnavailable } from '../store/unavailable.ts'
import type { Listing } from '../venue/listing.ts'
import type { MarketWork, MarketWorkPort } from '../venue/market-operation.ts'
import type { DeskCore } from './decisions/core.ts'
import { MarketClock } from './decisions/market-clock.ts'
import { marketSession } from './decisions/market-session.ts'
import type { PreviewAnswers, Previewed, PreviewRequest } from './decisions/previews.ts'
import { tradingHalts } from './decisions/trading-halts.ts'
import { VenueStatus } from './decisions/venue-status.ts'
import type { DeskOptions, DeskStatus } from './desk-options.ts'
import type { ClientInput, DeskAnswer, Waiting } from './inputs.ts'
import { Admission } from './loop/admission.ts'
import { BatchLoop, type BatchLoopParts } from './loop/batch-loop.ts'
import { DeskConnection } from './loop/desk-connection.ts'
import { type Inputs, Intake } from './loop/intake.ts'
import type { TakeoverEnd } from './loop/takeover.ts'
import { type Unavailability, unavailabilityOf } from './loop/unavailability.ts'
import type { EventFeed } from './publishing/desk-events.ts'
import { Publisher } from './publishing/publisher.ts'
import { FencedOut } from './record/failures.ts'

/** How often the desk looks at the clock, and at the database, when nobody trades: in real time, and in the market's. */
const CLOCK_CHECK_MS = { real: 1_000, market: 15_000 }
/** Between attempts to come back; the longest is short enough to be back about a second after the cause is gone. */
const PAUSE_MS = { first: 100, longest: 500 }

/**
 * The one writer, from its start to its end. It rebuilds a core from its record, which decides and persists the inputs
 * that wait. After a failure it gives the core up and takes over again; only another desk that was elected ends it.
 */
export class Desk implements EventFeed, MarketWorkPort {
  readonly #options: DeskOptions
  readonly #connection: DeskConnection
  readonly #clock: MarketClock
  readonly #intake: Intake
  readonly #admission: Admission
  readonly #publisher = new Publisher()
  readonly #venueStatus: VenueStatus
  readonly baseline = this.#publisher.baseline
  readonly subscribe = this.#publisher.subscribe
  /** The market as it has been published. */
  readonly picture = this.#publisher.picture
  readonly #loopParts: BatchLoopParts
  /** The core; `undefined` while the desk is away, and while it rebuilds. */
  #loop: BatchLoop | undefined
  /** What the last core left, known also while there is none. */
  #last: Pick<DeskCore, 'market' | 'listings' | 'venueName'> | undefined
  /** Why the desk is cut off from its record; undefined while it is not. */
  #outage: string | undefined = 'The market is not open yet.'
  #mayHaveWork = false
  #wake: () => void = () => {}
  #running: Promise<void> | undefined
  #isEnding = false
  #endClockCheck: () => void = () => {}

  constructor(options: DeskOptions) {
    const { clock: mode, speed = 1, rules = marketRules, time, orderRate, connect } = options
    this.#options = options
    this.#clock = new MarketClock({ mode, speed, rules }, time)
    this.#venueStatus = new VenueStatus(this.#clock, options.line)
    this.#intake = new Intake({
      orderRate,
      monotonic: time.monotonic,
      // While the books are rebuilt every cancel may be one that ends an order.
      endsOrder: (input) => this.#loop?.core.endsOrder(input) ?? true,
      onEntered: () => this.#wakeUp(),
    })
    this.#connection = new DeskConnection(connect, time.monotonic, () => this.#wakeUp())
    const parts = { intake: this.#intake, connection: this.#connection, options }
    this.#loopParts = {
      ...parts,
      publisher: this.#publisher,
      clock: this.#clock,
      venueStatus: this.#venueStatus,
    }
    const core = () => this.#loop?.core
    options.line?.onReady(() => {
      this.#loop?.outbox.askInDoubt()
      this.#wakeUp()
    })
    this.#admission = new Admission({ ...parts, unavailability: this.#unavailability, core })
  }

  /**
   * Takes over the record, rebuilds from it, and begins to work.
   *
   * @throws Error when it cannot: only a desk that has worked tries again.
   */
  async start(): Promise<void> {
    await this.#takeOver()
    this.#running = this.#work().then(() => this.#loop?.deliver())
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
    if (this.#outage === undefined) await this.#running
    await this.#loop?.keepLast()
    this.#connection.close()
    this.#intake.refuseAll('unavailable')
  }

  get status(): DeskStatus {
    const { ok: ready, ...why } = this.health
    const { waiting, workWaiting } = this.#intake
    return { ready, ...why, waiting, workWaiting, marketDate: this.#last?.market.line.marketDate ?? '' }
  }

  /** Whether orders can be taken, and in an operator's words why not. */
  get health(): Health {
    const { reason } = this.#unavailability() ?? {}
    return reason === undefined ? { ok: true } : { ok: false, reason }
  }

  /** Where the market is in its day; `undefined` before the desk has started. */
  get session(): MarketSession | undefined {
    return this.#last && marketSession(this.#last.market, this.#clock)
  }

  /** What interrupts trading now, each with who did it. */
  get halts(): readonly TradingHalt[] {
    return this.#last ? tradingHalts(this.#last.market, this.#clock) : []
  }

  /** The market's time, epoch milliseconds. */
  readonly marketTime = (): number => this.#clock.stamp()

  /** The securities of the market day, in listing order; none before the desk has started. */
  get listings(): readonly Listing[] {
    return this.#last?.listings ?? []
  }

  /** Submits an input; the answer comes after the commit. Of what is refused before it is decided nothing is kept. */
  submit(input: ClientInput): Promise<DeskAnswer> {
    return this.#admission.submit(input)
  }

  /** Offers work of the market's own; false when none is taken. */
  offer(work: MarketWork): boolean {
    return this.#admission.offer(work)
  }

  /**
   * Answers what a request would come to if it were decided now; nothing changes, and nothing waits. What is
   * decided and not committed yet counts.
   */
  preview<Kind extends Previewed>(input: PreviewRequest<Kind>): PreviewAnswers[Kind] | Refusal {
    const unavailability = this.#unavailability()
    if (unavailability || !this.#loop) return refuse(unavailability?.refusal ?? 'unavailable')
    const previews = this.#loop.core.previewsAt(this.#clock.wallTime())
    // An input is answered with the preview of its kind.
    return previews.of(input, this.#clock.stamp()) as PreviewAnswers[Kind] | Refusal
  }

  #unavailability = (): Unavailability | undefined =>
    unavailabilityOf({
      isEnding: this.#isEnding,
      away: this.#outage,
      silentForMs: this.#connection.silentForMs,
      isRebuilding: !this.#loop,
      leap: this.#clock.leap,
    })

  async #work(): Promise<void> {
    let pauseMs = PAUSE_MS.first
    while (!this.#isEnding || this.#loop?.hasDecided) {
      try {
        if (this.#loop) {
          await this.#awaitWork(this.#loop)
          await this.#nextBatch(this.#loop)
        } else {
          await this.#takeOver()
          this.#options.log.info('the desk is back')
        }
        pauseMs = PAUSE_MS.first
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error))
        if (this.#isEnding && this.#outage !== undefined) return
        this.#disconnect(reason)
        if (reason instanceof FencedOut) return this.#stepDown(reason)
        await this.#options.pause(pauseMs)
        pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest)
      }
    }
  }

  #wakeUp(): void {
    this.#mayHaveWork = true
    this.#wake()
    this.#loop?.inputQueued()
  }

  /** Resolves when there may be something to do; after a rest, when what came together waits together. */
  async #awaitWork(loop: BatchLoop): Promise<void> {
    const isIdle = this.#intake.isEmpty && !loop.hasDecided
    if (isIdle) loop.deliver()
    if (isIdle && !this.#mayHaveWork) {
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
      await this.#options.gather?.()
    }
    this.#mayHaveWork = false
  }

  /** One batch, or the turn to a new market day. */
  async #nextBatch(loop: BatchLoop): Promise<void> {
    if (!this.#connection.stands) throw new Error('the connection to the database was lost')
    const newDay = loop.hasDecided ? undefined : loop.newDay
    if (newDay) {
      this.#options.log.info(newDay, 'a new market day')
      await this.#takeOver()
      return
    }
    // The first input of a new market day finds the old one closed: nothing is awaited between the look and deciding.
    const unrecordable = await loop.decideAndPersist()
    if (unrecordable) await this.#decideAgain(unrecordable)
    await this.#connection.confirm()
  }

  /** Finds why a batch cannot be recorded: clients' inputs are decided one by one; if it is none of them, it was the market's work. */
  async #decideAgain({ clients, work }: Inputs): Promise<void> {
    const unrecordable = await this.#takeOver(clients)
    if (unrecordable === 0 && work.length > 0) this.#intake.workWas('unrecordable')
  }

  /**
   * Takes over and rebuilds. What the market's work had brought into the books is gone, and so is the work that waits.
   *
   * @param again inputs of a batch that cannot be recorded.
   * @returns how many of them are refused for what they contain.
   */
  async #takeOver(again: readonly Waiting[] = []): Promise<number> {
    this.#dropCore()
    let unrecordable = 0
    await this.#connection.takeOver({
      clock: this.#clock,
      openVenue: this.#options.openVenue,
      again,
      log: this.#options.log,
      onUnrecordable: (waiting) => {
        unrecordable += 1
        this.#intake.refuseUnrecordable(waiting)
      },
      onEnd: (end) => this.#takeoverEnded(end),
    })
    return unrecordable
  }

  #takeoverEnded({ leading, epoch, events }: TakeoverEnd): void {
    if (leading) {
      this.#loop = new BatchLoop(leading.core, this.#loopParts)
      const { market, listings, venueName } = leading.core
      this.#last = { market, listings, venueName }
      this.#outage = undefined
      this.#intake.dropWork()
    }
    if (epoch === undefined) this.#publisher.publish(events)
    else this.#publisher.open(epoch, events)
    if (!leading) return
    this.#options.observer?.rebuilt()
    if (this.#loop) this.#publisher.publish(this.#loop.venueEvents)
  }

  /** Of the core nothing is awaited any more but what it has committed. @returns it, to refuse what it has decided. */
  #dropCore(): BatchLoop | undefined {
    const loop = this.#loop
    loop?.deliver()
    this.#loop = undefined
    return loop
  }

  /** Cut off from the record: nothing is taken until the desk is back. */
  #disconnect(reason: Error): void {
    const abandoned = this.#dropCore()
    const { log } = this.#options
    const wasThere = this.#outage === undefined
    this.#outage = whyUnavailable(reason) ?? 'The market could not be rebuilt from its record.'
    this.#connection.drop()
    if (wasThere) {
      log.error({ err: reason }, 'the desk lost its record and is trying to recover')
      if (this.#last) this.#publisher.publish(this.#venueStatus.disconnected(this.#last))
    } else log.warn({ err: reason }, 'the desk cannot recover yet')
    // Nothing of what was decided has left.
    abandoned?.refuseDecided('unavailable')
    this.#intake.refuseAll('unavailable')
  }

  /** Ends, for another desk has been elected. */
  #stepDown(reason: Error): void {
    this.#isEnding = true
    this.#endClockCheck()
    this.#options.log.fatal({ reason: reason.message }, 'the desk has ended')
    this.#options.onReplaced(reason)
  }
}
