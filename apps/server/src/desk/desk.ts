import {
  english,
  isoTime,
  type Phase,
  type RefusalName,
  refuse,
  tradingSessionSubIDOf,
} from '@tradebook/contract'
import { userKey } from '../platform/user-key.ts'
import { SILENT } from '../store/connection.ts'
import type { Health } from '../store/server-lock.ts'
import { whyUnavailable } from '../store/unavailable.ts'
import type { Listing } from '../venue/listing.ts'
import type { DeskCore } from './core.ts'
import type { CrowdCommand, CrowdPort } from './crowd-port.ts'
import { CrowdQueue } from './crowd-queue.ts'
import { Culprits, describe } from './culprits.ts'
import { DeskConnection } from './desk-connection.ts'
import { FencedOut, sqlStateOf, Unrecordable } from './failures.ts'
import { FairQueue } from './fair-queue.ts'
import type { CancelOrder, ClientInput, DeskAnswer } from './inputs.ts'
import { MarketClock } from './market-clock.ts'
import type { MarketPhase } from './market-phase.ts'
import type { PublishedFeed } from './published.ts'
import { Publisher } from './publisher.ts'
import type { DeskRecord } from './record.ts'
import type { RestorationEnd, Waiting } from './restore.ts'
import type { DeskStatus, DeskSurroundings } from './surroundings.ts'

const VENUE = 'Tradebook Exchange'
/** At most so many client inputs are kept by one transaction. */
const BATCH = 512
/** How often the desk looks at the clock, and at the database, when nobody trades. */
const CLOCK_CHECK_MS = 1_000
/** A database that has not answered for so long is not well, though its statement may still end. */
const SILENT_MS = 3_000
/** Between attempts to come back; the longest is short enough to be back 5 s after the cause is gone. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/** Why requests are not taken: the caller's refusal, and the operator's reason. */
interface Hindrance {
  readonly refusal: Extract<RefusalName, 'unavailable' | 'tradingPaused'>
  readonly reason: string
}

interface Taken {
  readonly clients: readonly Waiting[]
  readonly crowd: readonly (readonly CrowdCommand[])[]
}

/**
 * The one writer. It takes the inputs that wait, decides them in memory, keeps what changed in one
 * transaction, and only then answers the callers and tells the listeners. One batch is in flight at
 * a time. Whatever keeps it from its record, it comes back by itself; only another desk ends it.
 */
export class Desk implements PublishedFeed, CrowdPort {
  readonly #surroundings: DeskSurroundings
  readonly #connection: DeskConnection
  readonly #clock: MarketClock
  readonly #queue: FairQueue<Waiting>
  readonly #culprits = new Culprits()
  /** The orders that a cancel under way will end. */
  readonly #ending = new Set<string>()
  readonly #crowd: CrowdQueue
  readonly #publisher = new Publisher()
  readonly opening = this.#publisher.opening
  readonly subscribe = this.#publisher.subscribe
  /** The market as it has been published. */
  readonly picture = this.#publisher.picture
  #core: DeskCore | undefined
  #marketDate = ''
  /** Why the desk is cut off from its record; undefined while it is not. */
  #away: string | undefined = 'The market is not open yet.'
  #publishedPhase: string | undefined
  #isAwake = false
  #wake: () => void = () => {}
  #running: Promise<void> | undefined
  #stopping = false
  #clockCheck: NodeJS.Timeout | undefined

  constructor(surroundings: DeskSurroundings) {
    const { clock, time, orderRate, connect } = surroundings
    this.#surroundings = surroundings
    this.#clock = new MarketClock(clock, time)
    this.#queue = new FairQueue(orderRate, time.monotonic)
    this.#crowd = new CrowdQueue(time.monotonic)
    this.#connection = new DeskConnection(connect, time.monotonic, () => this.#wakeUp())
  }

  /**
   * Takes over the record, rebuilds from it, and begins to work.
   *
   * @throws Error when it can not: only a desk that has worked comes back by itself.
   */
  async start(): Promise<void> {
    await this.#restore()
    this.#running = this.#run()
    this.#clockCheck = setInterval(() => this.#wakeUp(), CLOCK_CHECK_MS)
  }

  /** Finish and answer the batch in flight, and stop. Those still waiting are told to ask again. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#clockCheck)
    this.#wakeUp()
    // A desk that is away has nothing in flight, and may wait for its database for ever.
    if (this.#away === undefined) await this.#running
    this.#connection.close()
    this.#refuseWaiting('unavailable')
  }

  get status(): DeskStatus {
    const { ok: ready, ...why } = this.health
    return { ready, ...why, waiting: this.#queue.size, marketDate: this.#marketDate }
  }

  /** Whether orders can be taken, and in an operator's words why not. */
  get health(): Health {
    const hindrance = this.#hindrance()
    return hindrance ? { ok: false, reason: hindrance.reason } : { ok: true }
  }

  /** The securities of the market day, in listing order; none before the desk has started. */
  get listings(): readonly Listing[] {
    return this.#core?.listings ?? []
  }

  /** Ask the desk; the answer comes after the commit. Of what is refused here nothing is kept. */
  submit(input: ClientInput): Promise<DeskAnswer> {
    const hindrance = this.#hindrance()
    const mayPass = hindrance?.refusal === 'tradingPaused' && input.kind === 'cancelOrder'
    if (hindrance && !mayPass) return Promise.resolve(refused(hindrance.refusal))
    if (this.#culprits.has(input)) return Promise.resolve(refused('unrecordable'))
    const endsOrder = input.kind === 'cancelOrder' && this.#endsOrder(input)
    if (endsOrder) this.#ending.add(input.orderID)
    const answered = new Promise<DeskAnswer>((answer) => {
      const entered = this.#queue.enter(userKey(input.origin), input.kind, { input, answer }, endsOrder)
      if (!entered) answer(refused('busy'))
      else this.#wakeUp()
    })
    if (endsOrder) void answered.then(() => this.#ending.delete(input.orderID))
    return answered
  }

  /**
   * Whether a cancel will end an order, as far as can be known before its turn. Any other is sent for
   * nothing and costs its user's rate. While the books are rebuilt none does.
   */
  #endsOrder(input: CancelOrder): boolean {
    return !this.#ending.has(input.orderID) && (this.#core?.endsOrder(input) ?? true)
  }

  /** The crowd is throttled first. */
  offer(commands: readonly CrowdCommand[]): boolean {
    if (this.#queue.size > BATCH || this.#hindrance() || !this.#crowd.enter(commands)) return false
    this.#wakeUp()
    return true
  }

  #hindrance(): Hindrance | undefined {
    if (this.#stopping) return { refusal: 'unavailable', reason: 'The server is stopping.' }
    if (this.#away !== undefined) return { refusal: 'unavailable', reason: this.#away }
    if (this.#connection.silentForMs > SILENT_MS)
      return { refusal: 'unavailable', reason: this.#core ? SILENT : 'The market is being restored.' }
    const leap = this.#clock.leap
    return leap === undefined ? undefined : { refusal: 'tradingPaused', reason: leapInWords(leap) }
  }

  async #run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!this.#stopping) {
      try {
        if (this.#away === undefined) {
          await this.#awake()
          await this.#turn()
        } else {
          await this.#restore()
          this.#surroundings.log.info('the desk is back')
        }
        pauseMs = FIRST_PAUSE_MS
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error))
        if (this.#stopping && this.#away !== undefined) return
        const isEnd = reason instanceof FencedOut
        this.#goAway(reason)
        if (isEnd) return this.#end(reason)
        await this.#surroundings.pause(pauseMs)
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      }
    }
  }

  #wakeUp(): void {
    this.#isAwake = true
    this.#wake()
  }

  /** Settles when there may be something to do. */
  async #awake(): Promise<void> {
    if (!this.#isAwake && this.#queue.size === 0 && this.#crowd.size === 0) {
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
    this.#isAwake = false
  }

  /** One batch, and what time brought. */
  async #turn(): Promise<void> {
    if (!this.#connection.stands) throw new Error('the connection to the database was lost')
    // The first input of a new market day finds the old one closed.
    const date = this.#clock.marketDate(this.#clock.now())
    if (date > this.#marketDate) {
      this.#surroundings.log.info({ from: this.#marketDate, to: date }, 'a new market day')
      await this.#restore()
    }
    this.#publishPhase()
    if (this.#clock.leap !== undefined) {
      this.#crowd.takeAll()
      for (const { answer } of this.#queue.takeAllButCancels()) answer(refused('tradingPaused'))
    }
    const clients = this.#queue.take(BATCH)
    await this.#keep({ clients, crowd: this.#crowd.takeAll() })
    await this.#connection.confirm()
  }

  /** Publishes the phase of the market when it has changed. */
  #publishPhase(): void {
    const market = this.#clock.phase()
    const paused = this.#clock.leap !== undefined
    const phase = paused ? 'halted' : market.phase
    const text = paused ? english['Refusal.tradingPaused'] : english[`Trading.Phase.${phase}`]
    if (text === this.#publishedPhase) return
    this.#publishedPhase = text
    this.#publishVenue(true, market, phase, text)
    // The statistics that it changes are published with the next batch, which follows at once.
    this.#core?.enterPhase(market)
  }

  #publishVenue(connected: boolean, market: MarketPhase, phase: Phase, text: string): void {
    const argument = {
      connected,
      venue: VENUE,
      phase,
      opensAt: market.opensAt === null ? null : isoTime(market.opensAt),
      tradingSessionSubID: tradingSessionSubIDOf(market.phase),
      marketDate: this.#marketDate,
      text,
      time: isoTime(this.#clock.stamp()),
    }
    this.#publisher.publish([{ target: 'onNseConnection', argument }])
  }

  /**
   * Decide a batch, keep it, then tell. What can not be recorded is found by deciding the clients'
   * inputs again one by one. Any other failure leaves it unknown whether the batch was kept.
   */
  async #keep({ clients, crowd }: Taken): Promise<void> {
    try {
      const { record, answers } = this.#decide({ clients, crowd })
      await this.#connection.commit(record)
      this.#publisher.publish(record.published, record.crowd)
      if (crowd.length > 0) this.#crowd.wasRecorded()
      clients.forEach(({ answer }, index) => {
        answer(answers[index] as DeskAnswer)
      })
    } catch (error) {
      if (error instanceof Unrecordable) {
        const { log } = this.#surroundings
        log.error(
          { err: error, inputs: clients.length },
          'a batch can not be recorded; looking for the cause',
        )
        const culprits = await this.#restore(clients)
        if (culprits === 0 && crowd.length > 0) this.#crowd.wasUnrecordable()
        return
      }
      for (const { answer } of clients) answer(refused('outcomeUnknown'))
      throw error
    }
  }

  /** @throws Unrecordable when a decision fails: the desk in memory is broken, nothing was kept. */
  #decide({ clients, crowd }: Taken): { record: DeskRecord; answers: readonly DeskAnswer[] } {
    const core = this.#core
    if (!core) throw new Error('the desk is not ready')
    const phase = this.#clock.phase()
    try {
      const answers = clients.map(({ input }) => core.decide(input, phase, this.#clock.stamp()) as DeskAnswer)
      for (const commands of crowd) core.decide({ kind: 'crowd', commands }, phase, this.#clock.stamp())
      return { record: core.takeRecord(this.#clock.stamp()), answers }
    } catch (error) {
      throw new Unrecordable(error)
    }
  }

  /**
   * Take over and rebuild. The crowd's orders are gone, and so is what it had asked for about them.
   *
   * @param again inputs of a batch that can not be recorded.
   * @returns how many of them are refused for what they contain.
   */
  async #restore(again: readonly Waiting[] = []): Promise<number> {
    let culprits = 0
    this.#core = undefined
    await this.#connection.restore({
      clock: this.#clock,
      again,
      onCulprit: (culprit, error) => {
        culprits += 1
        this.#refuseCulprit(culprit, error)
      },
      onEnd: (end) => this.#restorationEnded(end),
    })
    return culprits
  }

  #restorationEnded({ restored, epoch, events }: RestorationEnd): void {
    if (restored) {
      this.#core = restored.core
      this.#marketDate = restored.marketDate
      this.#away = undefined
      this.#crowd.takeAll()
    }
    if (epoch === undefined) this.#publisher.publish(events)
    else this.#publisher.open(epoch, events)
    if (!restored) return
    this.#publishedPhase = undefined
    this.#publishPhase()
  }

  #refuseCulprit({ input, answer }: Waiting, error: Unrecordable): void {
    this.#surroundings.log.error(
      { err: error, sqlState: sqlStateOf(error.cause), input: describe(input) },
      'a request can not be recorded and is refused',
    )
    this.#culprits.add(input)
    answer(refused('unrecordable'))
  }

  /** Cut off from the record: nothing is taken until the desk is back. */
  #goAway(reason: Error): void {
    const { log } = this.#surroundings
    const isNews = this.#away === undefined
    this.#away = whyUnavailable(reason) ?? 'The market could not be restored from its record.'
    this.#core = undefined
    this.#connection.drop()
    if (isNews) {
      log.error({ err: reason }, 'the desk is cut off from its record and tries to come back')
      this.#publishVenue(false, { phase: 'closed', opensAt: null }, 'closed', 'Not connected')
    } else log.warn({ err: reason }, 'the desk can not come back yet')
    this.#refuseWaiting('unavailable')
  }

  #end(reason: Error): void {
    this.#stopping = true
    clearInterval(this.#clockCheck)
    this.#surroundings.log.fatal({ reason: reason.message }, 'the desk has ended')
    this.#surroundings.onStopped(reason)
  }

  #refuseWaiting(refusal: Hindrance['refusal']): void {
    this.#crowd.takeAll()
    for (const { answer } of this.#queue.takeAll()) answer(refused(refusal))
  }
}

const refused = (refusal: RefusalName): DeskAnswer => ({ kind: 'refused', refusal: refuse(refusal) })

const leapInWords = (ms: number): string =>
  `The clock of this server has leapt by ${Math.round(ms / 1_000)} s. Trading is paused until that has stood for a minute or is over.`
