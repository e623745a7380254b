import { lagosDate, marketRules, type Phase, schedule } from '@tradebook/contract'
import { protocols, type Received } from '@tradebook/fix'
import { readSecurities } from '../../server/src/demo/securities.ts'
import type { KeptSession, Line, Log } from '../../server/src/gateway/line.ts'
import { Crowd } from '../../server/src/venue/embedded/crowd/agents.ts'
import { runCrowd, systemClock } from '../../server/src/venue/embedded/crowd/runner.ts'
import { crowdSecurities } from '../../server/src/venue/embedded/crowd/temper.ts'
import type { MarketView } from '../../server/src/venue/embedded/crowd/trader.ts'
import type { CrowdBatch, CrowdCommand } from '../../server/src/venue/embedded/crowd-port.ts'
import { type Listing, listing } from '../../server/src/venue/listing.ts'
import { Acceptor, type Certificate } from './acceptor.ts'
import { Market, marketDay } from './market/market.ts'
import { dataRequests, MarketDataFeed } from './market/market-data.ts'
import type { DayState, MarketInput, MarketOutput } from './market/market-day.ts'
import type { VenueProfile } from './market/venue-profile.ts'
import { Journal } from './store/journal.ts'

/** How often the timetable is looked at. */
const CLOCK_MS = 1000
/** A member who has not read so many bytes gets no changes of books, and a snapshot once it reads again. */
const MOST_BACKLOG = 1_048_576

export interface MarketProcessOptions {
  readonly profile: VenueProfile
  /** Where the market keeps what must survive. */
  readonly folder: string
  readonly log: Log
  readonly now?: () => number
  /** Connections are encrypted if it is given. */
  readonly tls?: Certificate | undefined
  /** Called when the store refuses a write: nothing is sent from then on, and the process must end. */
  readonly fail: (error: Error) => void
}

/** The market with its members' sessions, its crowd, its clock and its store. */
export class MarketProcess {
  readonly #profile: VenueProfile
  readonly #log: Log
  readonly #now: () => number
  readonly #journal: Journal
  readonly #acceptor: Acceptor
  readonly #lines = new Map<string, Line>()
  #market: Market
  readonly #feed: MarketDataFeed
  #listeners: ((batch: CrowdBatch) => void)[] = []
  #stopCrowd = () => {}
  #clock: NodeJS.Timeout | undefined
  #isChangingDay = false
  #delayMs = 0
  #isClosed = false

  private constructor(options: MarketProcessOptions, journal: Journal, market: Market, feed: MarketDataFeed) {
    const { profile, log, now = Date.now, tls } = options
    this.#profile = profile
    this.#log = log
    this.#now = now
    this.#journal = journal
    this.#market = market
    this.#feed = feed
    this.#acceptor = new Acceptor([], log, now, tls)
  }

  /** Reads the store, or begins it, and joins the members' sessions to the market. Nobody can connect yet. */
  static async open(options: MarketProcessOptions): Promise<MarketProcess> {
    const { profile, folder, fail, now = Date.now } = options
    const journal = new Journal(folder, fail)
    const recovered = journal.recover()
    const at = now()
    const day = recovered?.day ?? firstDay(profile, at)
    const market = new Market(day, profile, recovered?.now ?? at)
    const feed = new MarketDataFeed(market)
    feed.take(market.opening)
    for (const { input, now } of recovered?.inputs ?? []) feed.take(market.apply(input, now).market)
    if (!recovered) await journal.begin(day, at, new Map())
    const process = new MarketProcess(options, journal, market, feed)
    process.#join(recovered?.sessions ?? new Map())
    process.#apply({ kind: 'crowdLeaves' })
    await process.keepTime()
    return process
  }

  get market(): Market {
    return this.#market
  }

  /** The sessions by the CompID of the member. */
  get lines(): ReadonlyMap<string, Line> {
    return this.#lines
  }

  /** Milliseconds that every message waits before it is sent. */
  get delayMs(): number {
    return this.#delayMs
  }

  set delayMs(value: number) {
    this.#delayMs = value
  }

  /** Takes connections, and lets the crowd in. @returns the port. */
  async listen(port: number, host: string): Promise<number> {
    const listening = await this.#acceptor.listen(port, host)
    this.#startCrowd()
    this.#clock = setInterval(() => void this.keepTime(), CLOCK_MS)
    return listening
  }

  /** Does what market control asks for. When it returns, the market has done it; members learn of it once it is kept. */
  control(input: MarketInput): void {
    this.#apply(input)
  }

  /** Ends a halt of the market: the phase follows that the time asks for. */
  resume(): void {
    if (this.#market.phase !== 'halted') return
    this.#apply({ kind: 'phase', phase: phaseAt(this.#profile, this.#market.date, this.#now()) })
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearInterval(this.#clock)
    this.#stopCrowd()
    await this.#acceptor.close()
    await this.#journal.close()
  }

  /** Stops as a process does that is killed once the disk has what it was given: nothing more is sent. */
  async abandon(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#clock)
    this.#stopCrowd()
    await this.#journal.close()
    this.#acceptor.abandon()
  }

  #join(sessions: ReadonlyMap<string, KeptSession>): void {
    for (const member of this.#profile.members) {
      const { compID, version, username, password, cancelOnDisconnect } = member
      const name = `${this.#profile.compID}-${compID}`
      const line: Line = this.#acceptor.add({
        settings: {
          role: 'acceptor',
          protocol: protocols[version],
          senderCompId: this.#profile.compID,
          targetCompId: compID,
          ...(username !== undefined && {
            authenticate: (user, secret) => user === username && secret === password,
          }),
        },
        open: () => {
          this.#feed.connected(compID, {
            protocol: protocols[version],
            isBehind: () => line.backlog > MOST_BACKLOG,
            send: (message) => line.send(message),
          })
          return (message) => this.#received(compID, message)
        },
        parts: {
          commits: this.#journal,
          kept: sessions.get(name),
          delay: () => this.#delayMs,
          repeated: () => this.#feed.repeated(compID),
          closed: () => {
            if (cancelOnDisconnect) this.#apply({ kind: 'disconnected', member: compID })
          },
        },
      })
      this.#lines.set(compID, line)
    }
  }

  #received(member: string, { type, number, fields, possResend }: Received): void {
    // A Reject(3) is in the log; the market does nothing about it.
    if (type === '3' || type === 'j') return
    if (dataRequests.has(type)) {
      this.#feed.request(member, type, fields)
      return
    }
    this.#apply({ kind: 'message', member, type, number, fields: [...fields], possResend })
  }

  #apply(input: MarketInput): void {
    const now = this.#now()
    this.#journal.input(input, now)
    this.#deliver(this.#market.apply(input, now))
    if (input.kind === 'phase') this.#feed.phaseChanged()
    if (input.kind === 'halt') this.#feed.haltChanged(input.securityID)
  }

  #deliver({ messages, market, crowd }: MarketOutput): void {
    for (const { member, message } of messages) this.#lines.get(member)!.send(message)
    this.#feed.take(market)
    if (crowd.length === 0) return
    this.#journal.after(() => {
      for (const listener of this.#listeners) listener({ batch: 0, crowd })
    })
  }

  // — Time —

  /** Does what the time asks for: the next phase, the next day. */
  async keepTime(): Promise<void> {
    if (this.#isChangingDay) return
    this.#feed.tick()
    const now = this.#now()
    const date = marketDay(lagosDate(now))
    if (date > this.#market.date) await this.#beginDay(date, now)
    const phase = phaseAt(this.#profile, this.#market.date, now)
    if (phase !== this.#market.phase && this.#market.phase !== 'halted') this.#apply({ kind: 'phase', phase })
  }

  /** Ends the orders whose last day is over; what is left begins the next day in a file of its own. */
  async #beginDay(date: string, now: number): Promise<void> {
    this.#isChangingDay = true
    this.#stopCrowd()
    const before = this.#market
    if (before.phase !== 'closed') this.#apply({ kind: 'phase', phase: 'closed' })
    this.#apply({ kind: 'dayEnds', next: date })
    await this.#journal.idle()
    const day = before.next(date, phaseAt(this.#profile, date, now))
    const sessions = new Map(Array.from(this.#lines.values(), (line) => [line.name, line.kept]))
    await this.#journal.begin(day, now, sessions)
    this.#market = new Market(day, this.#profile, now)
    this.#feed.begin(this.#market)
    this.#feed.take(this.#market.opening)
    this.#feed.phaseChanged()
    this.#log('market', '!', `the market day ${date} begins`)
    this.#isChangingDay = false
    if (this.#clock) this.#startCrowd()
  }

  // — The crowd —

  #startCrowd(): void {
    const { crowdRate, seed } = this.#profile
    if (crowdRate === 0) return
    const { listings, date } = this.#market
    let ref = this.#market.greatestRef
    this.#stopCrowd = runCrowd({
      trader: new Crowd(
        { seed, marketDate: date, securities: crowdSecurities(listings), rules: marketRules },
        () => ++ref,
      ),
      port: {
        offer: (commands: readonly CrowdCommand[]) => {
          if (this.#isChangingDay) return false
          this.#apply({ kind: 'crowd', commands })
          return true
        },
        subscribe: (receive) => {
          this.#listeners.push(receive)
          return () => {
            this.#listeners = this.#listeners.filter((one) => one !== receive)
          }
        },
      },
      market: this.#view(listings),
      phase: () => this.#market.phase,
      rate: crowdRate,
      clock: systemClock,
    })
  }

  #view(listings: readonly Listing[]): MarketView {
    return (security) => {
      const { securityID } = listings[security]!
      const market = this.#market
      const { price, imbalanceSide, imbalanceQty } = market.auction(securityID)
      return {
        phase: market.isHalted(securityID) ? 'halted' : market.phase,
        ...market.quotes(securityID),
        lastPx: market.figures(securityID).lastPx,
        indicativePx: price,
        imbalanceSide,
        imbalanceQty: imbalanceQty as ReturnType<MarketView>['imbalanceQty'],
      }
    }
  }
}

/** The first day of a market: the built-in securities at their reference prices. */
function firstDay(profile: VenueProfile, now: number): DayState {
  const known = readSecurities()
  const { securities = known.map(({ securityID }) => securityID) } = profile
  const unknown = securities.find((id) => !known.some(({ securityID }) => securityID === id))
  if (unknown !== undefined) throw new Error(`securities: ${unknown} is not in the built-in list`)
  const date = marketDay(lagosDate(now))
  return {
    date,
    phase: phaseAt(profile, date, now),
    listings: known
      .filter(({ securityID }) => securities.includes(securityID))
      .map((security) =>
        listing({
          ...security,
          board: null,
          monthlyCloses: [],
          high52Px: null,
          low52Px: null,
          averageVolume: null,
          today: null,
        }),
      ),
    orders: [],
    nextOrder: 1,
    nextTrade: 1,
    nextExec: 1,
    participants: [],
    halted: [],
  }
}

function phaseAt({ hours }: VenueProfile, date: string, now: number): Phase {
  if (hours === 'always') return 'continuous'
  return schedule(date).findLast(({ due }) => due <= now)?.phase ?? 'closed'
}
