import type { RefusalName } from '@tradebook/contract'
import type { Rate } from '@tradebook/scheduling'
import { userKey } from '../../platform/user-key.ts'
import type { MarketWork } from '../../venue/market-operation.ts'
import { type CancelOrder, type ClientInput, type DeskAnswer, refused, type Waiting } from '../inputs.ts'
import { FairQueue } from './fair-queue.ts'
import { UnrecordableInputs } from './unrecordable-inputs.ts'
import { WorkQueue } from './work-queue.ts'

/** At most so many client inputs are decided in one batch. */
const BATCH = 512
/** So many may be decided in one batch however few are under way: a commit takes longer than these. */
const LEAST = 16

/**
 * How many inputs of clients one batch takes: half of all that is under way, so that the database persists one half
 * while the other is answered and decided.
 *
 * @param left how many left with the batch before.
 * @param waiting how many wait, those that are decided included.
 */
export const sizeOfBatch = (left: number, waiting: number): number =>
  Math.min(BATCH, Math.max(LEAST, Math.ceil((left + waiting) / 2)))

/** Inputs to decide. */
export interface Inputs {
  readonly clients: readonly Waiting[]
  /** Of the market's own. */
  readonly work: readonly MarketWork[]
}

export interface IntakeOptions {
  /** Orders and replaces of one user. */
  readonly orderRate: Rate
  /** Milliseconds, never running backwards. */
  readonly monotonic: () => number
  /** Whether a cancel would end an order if it were decided now. */
  readonly endsOrder: (input: CancelOrder) => boolean
  /** Called whenever an input begins to wait. */
  readonly onEntered: () => void
}

/**
 * The inputs that wait for the desk: those of clients in their users' lanes, and the market's work. It
 * refuses what a user sends too fast and what is known to be unrecordable; of that nothing is kept.
 */
export class Intake {
  readonly #options: IntakeOptions
  readonly #queue: FairQueue<Waiting>
  readonly #work: WorkQueue
  readonly #unrecordable = new UnrecordableInputs()
  /** Decided before any other that waits: a kill switch that goes on. */
  #first: Waiting[] = []
  /** The orders that a waiting cancel will end. */
  readonly #ending = new Set<string>()
  /** How many inputs of clients were taken for the next batch. */
  #taken = 0
  /** How many left with the batch before. */
  #left = 0

  constructor(options: IntakeOptions) {
    this.#options = options
    this.#queue = new FairQueue(options.orderRate, options.monotonic)
    this.#work = new WorkQueue(options.monotonic)
  }

  /** How many inputs of clients wait to leave with a batch. */
  get waiting(): number {
    return this.#queue.size + this.#first.length + this.#taken
  }

  /** How many pieces of the market's work wait. */
  get workWaiting(): number {
    return this.#work.size
  }

  /** Whether there is nothing to take. */
  get isEmpty(): boolean {
    return this.#queue.size + this.#first.length === 0 && this.#work.size === 0
  }

  /** Lets a client's input wait. @returns the answer of the desk, or the refusal to let it wait. */
  submit(input: ClientInput): Promise<DeskAnswer> {
    if (this.#unrecordable.has(input)) return Promise.resolve(refused('unrecordable'))
    const endsOrder = input.kind === 'cancelOrder' && this.#endsOrder(input)
    if (endsOrder) this.#ending.add(input.orderID)
    const answered = new Promise<DeskAnswer>((answer) => {
      const entered = this.#queue.enter(userKey(input.origin), input.kind, { input, answer }, endsOrder)
      if (!entered) answer(refused('busy'))
      else this.#options.onEntered()
    })
    if (endsOrder) void answered.then(() => this.#ending.delete(input.orderID))
    return answered
  }

  /** Lets an input wait that is decided before any other. */
  submitFirst(input: ClientInput): Promise<DeskAnswer> {
    return new Promise((answer) => {
      this.#first.push({ input, answer })
      this.#options.onEntered()
    })
  }

  /** Lets work of the market wait; false when it may not, for it is throttled before clients are. */
  offer(work: MarketWork): boolean {
    if (this.#queue.size + this.#taken > BATCH || !this.#work.enter(work)) return false
    this.#options.onEntered()
    return true
  }

  /** Takes inputs of clients for the next batch, as far as it has room. */
  takeClients(): Waiting[] {
    const room = sizeOfBatch(this.#left, this.waiting) - this.#taken
    const taken = [...this.#takeFirst(), ...this.#queue.take(room)]
    this.#taken += taken.length
    return taken
  }

  /** Takes the market's work. */
  takeWork(): Inputs['work'] {
    return this.#work.takeAll()
  }

  /** A batch has left with all that was taken. */
  release(): void {
    this.#left = this.#taken
    this.#taken = 0
    this.#queue.release()
  }

  /** Refuses every input that waits; of the market's work nothing is left. */
  refuseAll(refusal: RefusalName): void {
    this.#work.takeAll()
    for (const { answer } of [...this.#takeFirst(), ...this.#queue.takeAll()]) answer(refused(refusal))
  }

  /** Refuses every input that waits but cancels; of the market's work nothing is left. */
  refuseAllButCancels(refusal: RefusalName): void {
    this.#work.takeAll()
    for (const { answer } of this.#queue.takeAllButCancels()) answer(refused(refusal))
  }

  /** Drops work on books that are gone. */
  dropWork(): void {
    this.#work.takeAll()
  }

  /** The market's work in a batch was persisted, or cannot be. */
  workWas(outcome: 'recorded' | 'unrecordable'): void {
    if (outcome === 'recorded') this.#work.wasRecorded()
    else this.#work.wasUnrecordable()
  }

  /** Refuses an input that the record cannot hold, now and whenever it comes again. */
  refuseUnrecordable({ input, answer }: Waiting): void {
    this.#unrecordable.add(input)
    answer(refused('unrecordable'))
  }

  #takeFirst(): Waiting[] {
    const first = this.#first
    this.#first = []
    return first
  }

  /** Whether a cancel will end an order, as far as can be known before it is decided. Any other costs its user's rate. */
  #endsOrder(input: CancelOrder): boolean {
    return !this.#ending.has(input.orderID) && this.#options.endsOrder(input)
  }
}
