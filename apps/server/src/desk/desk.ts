import { isoTime, refuse, tradingSessionSubIDOf } from '@tradebook/contract'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import type { Listing } from '../venue/listing.ts'
import { commit, FencedOut, isWorthKeeping } from './commit.ts'
import type { DeskCore } from './core.ts'
import type { CrowdCommand, CrowdPort, CrowdReport } from './crowd-port.ts'
import type { ClientInput, DeskAnswer } from './inputs.ts'
import { type ClockMode, MarketClock } from './market-clock.ts'
import type { Published, PublishedBatch, PublishedFeed } from './published.ts'
import { beginDay, type Election, rebuild, takeOver } from './rebuild.ts'
import type { DeskRecord } from './record.ts'

export interface DeskSurroundings {
  /** A connection of its own under the desk's role. */
  readonly connect: () => Promise<Client>
  readonly clock: ClockMode
  readonly wallClock: () => number
  readonly log: Logger
  /** This desk can not go on: another has taken over, or the record can not be reached. */
  readonly onStopped: (reason: Error) => void
}

/** At most so many client inputs are kept by one transaction. */
const BATCH = 512
/** Requests waiting beyond this are refused before they get a sequence; cancels have as much again. */
const QUEUE_LIMIT = 4_096
/** The crowd is throttled first. */
const CROWD_LIMIT = 4
/** How often the desk looks at the clock when nobody trades. */
const CLOCK_CHECK_MS = 1_000
const VENUE = 'Tradebook Exchange'
const REBUILD_ATTEMPTS = 5

interface Waiting {
  readonly input: ClientInput
  readonly answer: (answer: DeskAnswer) => void
}

interface Taken {
  readonly clients: readonly Waiting[]
  readonly crowd: readonly (readonly CrowdCommand[])[]
}

/**
 * The one writer. It takes the inputs that wait, decides them in memory, keeps what changed in one
 * transaction, and only then answers the callers and tells the listeners. One batch is in flight
 * at a time. When a commit fails or is in doubt, it rebuilds itself from the record.
 */
export class Desk implements PublishedFeed, CrowdPort {
  readonly #surroundings: DeskSurroundings
  readonly #waiting: Waiting[] = []
  readonly #cancels: Waiting[] = []
  readonly #crowd: (readonly CrowdCommand[])[] = []
  readonly #listeners = new Set<(batch: PublishedBatch) => void>()
  readonly #crowdListeners = new Set<(reports: readonly CrowdReport[]) => void>()
  readonly #resetListeners = new Set<() => void>()
  #client: Client | undefined
  #election: Election | undefined
  #clock: MarketClock
  #core: DeskCore | undefined
  #marketDate = ''
  #sequence = 0
  #toldOpen: boolean | undefined
  #wake: () => void = () => {}
  #running: Promise<void> | undefined
  #stopping = false
  #clockCheck: NodeJS.Timeout | undefined

  constructor(surroundings: DeskSurroundings) {
    this.#surroundings = surroundings
    this.#clock = new MarketClock(surroundings.clock, surroundings.wallClock, 0)
  }

  /** Take over the record, rebuild from it, and begin to work. Listen before this, to hear the books. */
  async start(): Promise<void> {
    await this.#restore()
    this.#running = this.#run()
    this.#clockCheck = setInterval(() => this.#wake(), CLOCK_CHECK_MS)
  }

  /** Finish the batch in flight and stop. Those still waiting are told to ask again. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#clockCheck)
    this.#wake()
    await this.#running
    this.#turnAway(refuse('busy'))
    await this.#client?.end()
  }

  /** Whether orders can be taken, and how many wait. */
  get status(): { ready: boolean; waiting: number; marketDate: string } {
    const waiting = this.#waiting.length + this.#cancels.length
    return { ready: this.#core !== undefined && !this.#stopping, waiting, marketDate: this.#marketDate }
  }

  /** The securities of the market day, in listing order; none before the desk has started. */
  get listings(): readonly Listing[] {
    return this.#core?.listings ?? []
  }

  /** Ask the desk; the answer comes after the commit. */
  submit(input: ClientInput): Promise<DeskAnswer> {
    const lane = input.kind === 'cancelOrder' ? this.#cancels : this.#waiting
    if (this.#stopping || !this.#core || lane.length >= QUEUE_LIMIT) {
      return Promise.resolve({ kind: 'refused', refusal: refuse('busy') })
    }
    return new Promise((answer) => {
      lane.push({ input, answer })
      this.#wake()
    })
  }

  listen(listener: (batch: PublishedBatch) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  offer(commands: readonly CrowdCommand[]): boolean {
    const busy = this.#crowd.length >= CROWD_LIMIT || this.#waiting.length > BATCH
    if (this.#stopping || !this.#core || busy) return false
    this.#crowd.push(commands)
    this.#wake()
    return true
  }

  onReports(listener: (reports: readonly CrowdReport[]) => void): () => void {
    this.#crowdListeners.add(listener)
    return () => this.#crowdListeners.delete(listener)
  }

  onReset(listener: () => void): () => void {
    this.#resetListeners.add(listener)
    return () => this.#resetListeners.delete(listener)
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      if (this.#isIdle()) {
        await new Promise<void>((wake) => {
          this.#wake = wake
        })
      }
      const batch = this.#take()
      try {
        await this.#turnDayIfDue()
        this.#tellPhase()
        await this.#keep(batch)
      } catch (error) {
        for (const { answer } of batch.clients) answer({ kind: 'refused', refusal: refuse('outcomeUnknown') })
        if (!(await this.#recover(error))) return
      }
    }
  }

  /** Tell when the market opens or closes. */
  #tellPhase(): void {
    const at = this.#clock.stamp()
    const phase = this.#clock.phase(at)
    const { open } = phase
    if (open === this.#toldOpen) return
    this.#toldOpen = open
    const argument = {
      connected: true,
      venue: VENUE,
      tradingSessionSubID: tradingSessionSubIDOf(phase),
      marketDate: this.#marketDate,
      text: open ? 'Continuous trading' : 'Closed',
      time: isoTime(at),
    }
    this.#publish([{ target: 'onNseConnection', argument }])
    // What it changes in the statistics is told with the next batch, which follows at once.
    this.#core?.enterPhase(phase)
  }

  #publish(events: readonly Published[]): void {
    if (events.length === 0) return
    for (const listener of this.#listeners) listener({ sequence: this.#sequence, events })
  }

  #isIdle(): boolean {
    return (
      this.#waiting.length === 0 && this.#cancels.length === 0 && this.#crowd.length === 0 && !this.#stopping
    )
  }

  #take(): Taken {
    const cancels = this.#cancels.splice(0, BATCH)
    return {
      clients: [...cancels, ...this.#waiting.splice(0, BATCH - cancels.length)],
      crowd: this.#crowd.splice(0),
    }
  }

  /** Decide a batch, keep it, then tell. */
  async #keep({ clients, crowd }: Taken): Promise<void> {
    const core = this.#core
    if (!core) throw new Error('the desk is not ready')
    const decided = clients.map(({ input, answer }) => {
      const at = this.#clock.stamp()
      return { answer, with: core.decide(input, this.#clock.phase(at), at) as DeskAnswer }
    })
    for (const commands of crowd) {
      const at = this.#clock.stamp()
      core.decide({ kind: 'crowd', commands }, this.#clock.phase(at), at)
    }
    await this.#commit(core.takeRecord(this.#clock.stamp()))
    for (const { answer, with: outcome } of decided) answer(outcome)
  }

  async #commit(record: DeskRecord): Promise<void> {
    if (!this.#client || !this.#election) throw new Error('the desk has no database connection')
    if (isWorthKeeping(record)) await commit(this.#client, this.#election.fence, record)
    this.#sequence = record.sequence
    this.#publish(record.published)
    if (record.crowd.length > 0) for (const listener of this.#crowdListeners) listener(record.crowd)
  }

  /** The first input of a new market day finds the old one closed. */
  async #turnDayIfDue(): Promise<void> {
    const date = this.#clock.marketDate(this.#clock.stamp())
    if (date <= this.#marketDate) return
    this.#surroundings.log.info({ from: this.#marketDate, to: date }, 'a new market day')
    await this.#restore()
  }

  /**
   * Take over and rebuild. The books start empty but for clients' orders, in a new epoch, so every
   * listener is told from the beginning and the crowd quotes again.
   */
  async #restore(): Promise<void> {
    this.#core = undefined
    this.#client ??= await this.#connect()
    const client = this.#client
    const election = await takeOver(client)
    this.#election = election
    const { clock, wallClock } = this.#surroundings
    this.#clock = new MarketClock(clock, wallClock, election.marketTime)
    const now = this.#clock.stamp()
    const today = this.#clock.marketDate(now)
    // A record that stands at an earlier day is rebuilt as of that day first, to close it: orders
    // for the day expire, what is due is settled, and the official closes become the references.
    const recorded = election.marketDate ?? today
    if (recorded < today) {
      const past = await rebuild(client, election, recorded, now, { open: false })
      past.expireDayOrders(now)
      past.settle(today, now)
      const record = past.takeRecord(now)
      await this.#commit(record)
      this.#election = { ...election, sequence: record.sequence }
    }
    this.#marketDate = recorded < today ? today : recorded
    await beginDay(client, election.fence, this.#marketDate)
    const core = await rebuild(client, this.#election, this.#marketDate, now, this.#clock.phase(now))
    await this.#commit(core.takeRecord(now))
    this.#core = core
    this.#toldOpen = undefined
    this.#tellPhase()
    for (const listener of this.#resetListeners) listener()
  }

  async #connect(): Promise<Client> {
    const client = await this.#surroundings.connect()
    client.on('error', (error) => {
      this.#surroundings.log.error({ error: error.message }, 'the desk lost its database connection')
      if (this.#client === client) this.#client = undefined
    })
    return client
  }

  /** After a failed or doubtful commit: rebuild from what was kept, or give up. */
  async #recover(error: unknown): Promise<boolean> {
    const { log, onStopped } = this.#surroundings
    const reason = error instanceof Error ? error : new Error(String(error))
    if (reason instanceof FencedOut) {
      this.#giveUp(reason)
      onStopped(reason)
      return false
    }
    log.error(
      { error: reason.message, stack: reason.stack },
      'a batch was not kept; rebuilding from the record',
    )
    for (let attempt = 1; attempt <= REBUILD_ATTEMPTS; attempt++) {
      this.#core = undefined
      const lost = this.#client
      this.#client = undefined
      await lost?.end().catch(() => {})
      try {
        await this.#restore()
        return true
      } catch (failure) {
        log.error({ attempt, error: String(failure) }, 'could not rebuild')
        await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 50))
      }
    }
    this.#giveUp(reason)
    onStopped(reason)
    return false
  }

  #giveUp(reason: Error): void {
    this.#stopping = true
    this.#core = undefined
    clearInterval(this.#clockCheck)
    this.#surroundings.log.fatal({ error: reason.message }, 'the desk has stopped')
    this.#turnAway(refuse('busy'))
  }

  #turnAway(refusal: ReturnType<typeof refuse>): void {
    for (const lane of [this.#cancels, this.#waiting]) {
      for (const { answer } of lane.splice(0)) answer({ kind: 'refused', refusal })
    }
  }
}
