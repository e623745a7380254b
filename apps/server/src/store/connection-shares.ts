import { AsyncLocalStorage } from 'node:async_hooks'
import { type EnterOptions, FairGate } from '@tradebook/scheduling'
import { DatabaseBusy } from './unavailable.ts'

/** For whom the database is asked. */
export interface Requester {
  /** A user, or an address block of strangers. */
  readonly key: string
  /** Signing in has connections of its own. */
  readonly signsIn?: boolean
  /** Reads can be made on a standby. */
  readonly mayReadStandby?: boolean
}

const requesters = new AsyncLocalStorage<Requester | undefined>()

/** Whatever this work asks of the database, it asks for this requester. */
export const runAs = <T>(requester: Requester, work: () => T): T => requesters.run(requester, work)

/** Whatever this work asks of the database is for everybody: it waits behind nobody's questions. */
export const runForAll = <T>(work: () => T): T => requesters.run(undefined, work)

/** Whether what is read now can be read on a standby. */
export const mayReadStandby = (): boolean => requesters.getStore()?.mayReadStandby === true

/** Connections of the pool. Two are left for what the server asks by itself. */
export const POOL_SIZE = 10
const shares = {
  signingIn: { atOnceEach: 2, atOnce: 3, waitingEach: 64, waiting: 4_096 },
  asking: { atOnceEach: 2, atOnce: 5, waitingEach: 64, waiting: 4_096 },
  // A standby has a pool of its own.
  readingStandby: { atOnceEach: 2, atOnce: POOL_SIZE, waitingEach: 64, waiting: 4_096 },
} as const

/**
 * Who gets a connection of the pool when. A transaction made for somebody takes its turn among
 * theirs and everybody's, so that nobody who asks for much keeps another from signing in, reading
 * or trading. Work of the server's own, made for nobody, goes by.
 */
export class ConnectionShares {
  readonly #signingIn = new FairGate(shares.signingIn)
  readonly #asking = new FairGate(shares.asking)
  readonly #readingStandby = new FairGate(shares.readingStandby)

  /** How many transactions wait for their turn. */
  get waiting(): number {
    return this.#signingIn.waiting + this.#asking.waiting + this.#readingStandby.waiting
  }

  /** @throws DatabaseBusy when too many reads wait already, of the requester or of all. */
  read<T>(work: () => Promise<T>): Promise<T> {
    return this.#take(work)
  }

  /**
   * A read of a standby takes no turn of the primary.
   *
   * @throws DatabaseBusy as `read` does.
   */
  readStandby<T>(work: () => Promise<T>): Promise<T> {
    return this.#take(work, { gate: this.#readingStandby })
  }

  /** A write is what became of something that was taken: it waits, but is not refused. */
  write<T>(work: () => Promise<T>): Promise<T> {
    return this.#take(work, { options: { unrefusable: true } })
  }

  #take<T>(
    work: () => Promise<T>,
    { gate, options }: { readonly gate?: FairGate; readonly options?: EnterOptions } = {},
  ): Promise<T> {
    const requester = requesters.getStore()
    if (!requester) return work()
    const own = requester.signsIn ? this.#signingIn : this.#asking
    const turn = (gate ?? own).enter(requester.key, work, options)
    return typeof turn === 'string' ? Promise.reject(new DatabaseBusy()) : turn
  }
}
