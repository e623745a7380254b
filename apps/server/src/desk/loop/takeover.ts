import type { Logger } from 'pino'
import type { OpenVenue } from '../../venue/venue.ts'
import type { DeskCore } from '../decisions/core.ts'
import type { MarketClock } from '../decisions/market-clock.ts'
import type { TurnStep } from '../decisions/turn-of-day.ts'
import { type ClientInput, type DeskAnswer, refused, type Waiting } from '../inputs.ts'
import { type DeskEvent, withoutBooks } from '../publishing/desk-events.ts'
import { isWorthKeeping } from '../record/commit.ts'
import type { Election } from '../record/election.ts'
import { sqlStateOf, Unrecordable } from '../record/failures.ts'
import type { RecordConnection } from '../record/record-connection.ts'
import { decide, enterDuePhases, takeChanges } from './decide.ts'
import { rebuild } from './rebuild.ts'
import { describe } from './unrecordable-inputs.ts'

export interface Takeover {
  /** Does work on a connection to the record, and connects first where there is none. */
  readonly connected: <Answer>(work: (connection: RecordConnection) => Promise<Answer>) => Promise<Answer>
  readonly clock: MarketClock
  readonly openVenue: OpenVenue
  /** Of a batch that could not be recorded: decided again, each in a transaction of its own. All are answered. */
  readonly again: readonly Waiting[]
  /** What is refused for what it contains. */
  readonly onUnrecordable: (waiting: Waiting) => void
  readonly log: Pick<Logger, 'error'>
  /** Called once, after the last commit and before any input is answered. */
  readonly onEnd: (end: TakeoverEnd) => void
}

/** How a takeover ended, and what it committed on the way. */
export interface TakeoverEnd {
  /** `undefined` when it failed. */
  readonly leading: LeadingDesk | undefined
  /** The epoch whose books the events open; `undefined` when it failed before there were any. */
  readonly epoch: number | undefined
  readonly events: readonly DeskEvent[]
}

/** A desk that can work. */
export interface LeadingDesk {
  readonly core: DeskCore
  readonly fence: bigint
}

/**
 * Takes over the record and rebuilds the desk from it, in one new epoch. Whatever happens on the way,
 * the books of the epoch are opened to subscribers once, at the end. They contain clients' orders
 * only: what the market's own work had brought is gone.
 */
export async function takeOver(takeover: Takeover): Promise<LeadingDesk> {
  const left = new Set(takeover.again)
  try {
    return await takeover.connected((connection) => takeOverAndDecide(takeover, connection, left))
  } finally {
    // What is left was not decided, and none of it was sent to the database.
    for (const { answer } of left) answer(refused('unavailable'))
  }
}

async function takeOverAndDecide(
  takeover: Takeover,
  connection: RecordConnection,
  left: Set<Waiting>,
): Promise<LeadingDesk> {
  const { clock, onEnd } = takeover
  const election = await connection.elect()
  clock.continueFrom(election.marketTime)
  const now = clock.stamp()
  const today = clock.marketDate(clock.now())
  const recorded = election.marketDate ?? today
  const marketDate = recorded < today ? today : recorded
  const work = new CommittedWork(connection, takeover, election)
  let leading: LeadingDesk | undefined
  try {
    // A record of an earlier day is first rebuilt as of that day, to end it: orders expire or are
    // carried, what is due settles, and the official closes become the reference prices.
    if (recorded < today) {
      await connection.beginDay(election.fence, recorded)
      await endDay(takeover, work, { recorded, today, now })
    }
    await connection.beginDay(election.fence, marketDate)
    const core = await decideAgain(takeover, left, work, marketDate)
    await work.keep(core, clock)
    leading = { core, fence: election.fence }
    return leading
  } finally {
    onEnd({ leading, epoch: work.hasBooks ? election.epoch : undefined, events: work.events })
    for (const answer of work.answers) answer()
  }
}

/** So many steps of one turn may be left out; more are not accidents of single orders. */
const MOST_LEFT_OUT = 20

interface Turn {
  /** The market day that ends. */
  readonly recorded: string
  readonly today: string
  readonly now: number
}

/**
 * Ends the recorded market day. When its turn cannot be recorded, its steps are run again, each in a
 * transaction of its own. A step that fails alone (of `order 815`, of `firm 3`) is left out: its order stays open
 * in the record and is in no book, its firm settles at the next turn.
 */
async function endDay(
  { clock, log }: Takeover,
  work: CommittedWork,
  { recorded, today, now }: Turn,
): Promise<void> {
  const begin = async () => {
    const past = await work.rebuild(recorded, now)
    enterDuePhases(past, clock)
    return past
  }
  const isWhole = await recordable(async () => {
    const past = await begin()
    for (const step of past.turnTo(today, now)) runStep(step)
    await work.keep(past, clock)
  })
  if (isWhole === true) return
  const leftOut = new Set<string>()
  while (leftOut.size < MOST_LEFT_OUT) {
    const past = await begin()
    let failed: string | undefined
    for (const step of past.turnTo(today, now)) {
      if (leftOut.has(step.subject)) continue
      const outcome = await recordable(async () => {
        runStep(step)
        await work.keep(past, clock)
      })
      if (outcome === true) continue
      failed = step.subject
      log.error(
        { ...causeOf(outcome), subject: failed },
        'an order or firm cannot be carried over to the new market day and stays as it was',
      )
      break
    }
    if (failed === undefined) return work.keep(past, clock)
    leftOut.add(failed)
  }
  throw new Error(`more than ${MOST_LEFT_OUT} steps of the change to ${today} cannot be recorded`)
}

function runStep({ run }: TurnStep): void {
  try {
    run()
  } catch (error) {
    throw new Unrecordable(error)
  }
}

const causeOf = (error: Unrecordable) => ({ err: error, sqlState: sqlStateOf(error.cause) })

/** Whether the work could be recorded, or why not. @throws whatever else it throws. */
const recordable = async (work: () => Promise<void>): Promise<true | Unrecordable> => {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Unrecordable) return error
    throw error
  }
}

/** Decides each input alone. One that cannot be recorded alone leaves no trace. */
async function decideAgain(
  { clock, onUnrecordable, log }: Takeover,
  left: Set<Waiting>,
  work: CommittedWork,
  marketDate: string,
): Promise<DeskCore> {
  const build = () => work.rebuild(marketDate, clock.stamp())
  let core = await build()
  for (const waiting of [...left]) {
    left.delete(waiting)
    try {
      const decided = decideOne(core, waiting.input, clock)
      await work.keep(core, clock)
      work.answers.push(() => waiting.answer(decided))
    } catch (error) {
      if (!(error instanceof Unrecordable)) {
        work.answers.push(() => waiting.answer(refused('outcomeUnknown')))
        throw error
      }
      work.answers.push(() => onUnrecordable(waiting))
      log.error(
        { ...causeOf(error), input: describe(waiting.input) },
        'a request cannot be recorded and is refused',
      )
      core = await build()
    }
  }
  return core
}

/** Decides an input; while the time is in doubt all but cancels are refused. @throws as `decide` does. */
const decideOne = (core: DeskCore, input: ClientInput, clock: MarketClock): DeskAnswer =>
  clock.leap !== undefined && input.kind !== 'cancelOrder'
    ? refused('tradingPaused')
    : decide(core, clock, input)

/** What was committed so far, and what of it is to be published. */
class CommittedWork {
  readonly #connection: RecordConnection
  readonly #openVenue: OpenVenue
  readonly #election: Election
  readonly #clock: Pick<MarketClock, 'rules' | 'speed' | 'phasesBy'>
  sequence: number
  events: DeskEvent[] = []
  /** Whether the events open the books. */
  hasBooks = false
  /** Given after the events are published, as those of any batch. */
  readonly answers: (() => void)[] = []

  constructor(
    connection: RecordConnection,
    { openVenue, clock }: Pick<Takeover, 'openVenue' | 'clock'>,
    election: Election,
  ) {
    this.#connection = connection
    this.#openVenue = openVenue
    this.#election = election
    this.#clock = { rules: clock.rules, speed: clock.speed, phasesBy: clock.phasesBy }
    this.sequence = election.sequence
  }

  /** Builds the books as the record has them now. Events of books that were built before are dropped. */
  async rebuild(marketDate: string, now: number): Promise<DeskCore> {
    this.events = withoutBooks(this.events)
    this.hasBooks = false
    const { epoch } = this.#election
    const recorded = await this.#connection.load(marketDate)
    return rebuild(
      recorded,
      this.#openVenue,
      { epoch, sequence: this.sequence },
      { marketDate, now, ...this.#clock },
    )
  }

  async keep(core: DeskCore, clock: MarketClock): Promise<void> {
    const changes = takeChanges(core, clock)
    if (isWorthKeeping(changes)) await this.#connection.commit(this.#election.fence, changes)
    this.sequence = changes.sequence
    this.events.push(...changes.events)
    this.hasBooks = true
  }
}
