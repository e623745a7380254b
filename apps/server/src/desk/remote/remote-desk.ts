import {
  english,
  isoTime,
  type MarketSession,
  type Refusal,
  refuse,
  type TradingHalt,
  type VenueConnection,
} from '@tradebook/contract'
import type { Logger } from 'pino'
import { type Bus, NotAsked } from '../../bus/bus.ts'
import { type Every, systemEvery } from '../../platform/clock.ts'
import type { Health } from '../../store/server-lock.ts'
import type { Listing } from '../../venue/listing.ts'
import type { PreviewAnswers, Previewed } from '../decisions/previews.ts'
import type { DeskStatus } from '../desk-options.ts'
import type { DeskPort } from '../desk-port.ts'
import { type ClientInput, type DeskAnswer, refused } from '../inputs.ts'
import { Publisher } from '../publishing/publisher.ts'
import {
  askBaseline,
  askPreview,
  askSubmit,
  type DeskBeat,
  deskBatch,
  deskBeat,
  type PublishedBatch,
} from './messages.ts'

/** A desk that has sent nothing for this long is away. */
const SILENT_MS = 1_000
const LOOK_EVERY_MS = 100
/** Longer than a desk takes to answer that the outcome is unknown. */
const SUBMIT_WITHIN_MS = 7_000
const PREVIEW_WITHIN_MS = 3_000
const BASELINE_WITHIN_MS = 5_000

export interface RemoteDeskParts {
  readonly bus: Bus
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Milliseconds, never running backwards. */
  readonly monotonic?: () => number
  readonly every?: Every
}

/**
 * The desk of another process, as the parts of this one know it. It follows what that desk publishes; after batches
 * that it missed, or when another desk leads, it begins again from a baseline. While it hears nothing of a desk, it
 * sends nothing, and shows the market as not connected.
 */
export class RemoteDesk implements DeskPort {
  readonly #bus: Bus
  readonly #log: RemoteDeskParts['log']
  readonly #monotonic: () => number
  readonly #publisher = new Publisher()
  readonly baseline = this.#publisher.baseline
  readonly subscribe = this.#publisher.subscribe
  /** The market as it has been published. */
  readonly picture = this.#publisher.picture
  readonly #endings: readonly (() => void)[]
  #listings: readonly Listing[] = []
  /** The last batch that this process has, as the desk numbers it. */
  #at: Pick<PublishedBatch, 'desk' | 'epoch' | 'batch'> | undefined
  /** The batches received while waiting for a baseline; absent otherwise. */
  #held: PublishedBatch[] | undefined
  #beat: { readonly last: DeskBeat; readonly heardAt: number } | undefined
  #isShownAway = true
  #lookedAt: number
  /** What is shown of the venue while the desk is away, and what the desk had said of it. */
  #shownAway: { readonly shown: VenueConnection; readonly before: VenueConnection } | undefined
  /** Answers what the desk was asked and has not answered. */
  readonly #awaited = new Set<(answer: DeskAnswer) => void>()
  #isReady = Promise.withResolvers<void>()

  constructor({ bus, log, monotonic = () => performance.now(), every = systemEvery }: RemoteDeskParts) {
    this.#bus = bus
    this.#log = log
    this.#monotonic = monotonic
    this.#lookedAt = monotonic()
    this.#endings = [
      bus.listen(deskBatch, (batch) => this.#received(batch)),
      bus.listen(deskBeat, (beat) => this.#heard(beat)),
      every(LOOK_EVERY_MS, () => this.#look()),
    ]
  }

  /** Resolves when a desk has been heard and the market is known. */
  ready(): Promise<void> {
    return this.#isReady.promise
  }

  end(): void {
    for (const end of this.#endings) end()
  }

  get health(): Health {
    const reason = this.#away ?? (this.#beat?.last.status.ready === false ? this.#whyNotReady : undefined)
    return reason === undefined ? { ok: true } : { ok: false, reason }
  }

  get status(): DeskStatus {
    const { ok: ready, ...why } = this.health
    const { waiting = 0, workWaiting = 0, marketDate = '' } = this.#beat?.last.status ?? {}
    return { ready, ...why, waiting, workWaiting, marketDate }
  }

  get session(): MarketSession | undefined {
    return this.#beat?.last.session
  }

  get halts(): readonly TradingHalt[] {
    return this.#beat?.last.halts ?? []
  }

  get listings(): readonly Listing[] {
    return this.#listings
  }

  /** The market's time as of the last heartbeat, plus what has passed since, at its speed; epoch milliseconds. */
  readonly marketTime = (): number => {
    if (!this.#beat) return 0
    const { last, heardAt } = this.#beat
    return Math.floor(last.marketTime + (this.#monotonic() - heardAt) * (last.session?.speed ?? 1))
  }

  /** Sends an input to the desk. Where no answer arrives in time, nobody knows whether it was decided. */
  async submit(input: ClientInput): Promise<DeskAnswer> {
    const last = this.#reachable
    if (!last) return refused('unavailable')
    const { promise, resolve } = Promise.withResolvers<DeskAnswer>()
    this.#awaited.add(resolve)
    this.#bus
      .ask(askSubmit(last.desk), { beat: last.beat, input }, SUBMIT_WITHIN_MS)
      .then(resolve, (error: unknown) =>
        resolve(refused(error instanceof NotAsked ? 'unavailable' : 'outcomeUnknown')),
      )
      .finally(() => this.#awaited.delete(resolve))
    return promise
  }

  async preview<Kind extends Previewed>(
    input: Extract<ClientInput, { kind: Kind }>,
  ): Promise<PreviewAnswers[Kind] | Refusal> {
    const last = this.#reachable
    if (!last) return refuse('unavailable')
    try {
      const answer = await this.#bus.ask(askPreview(last.desk), input, PREVIEW_WITHIN_MS)
      // An input is answered with the preview of its kind.
      return answer as PreviewAnswers[Kind] | Refusal
    } catch {
      return refuse('unavailable')
    }
  }

  /** The last heartbeat of a desk that can be asked. */
  get #reachable(): DeskBeat | undefined {
    return this.#away === undefined ? this.#beat?.last : undefined
  }

  /** Why no desk can be asked, in words for operators. */
  get #away(): string | undefined {
    if (!this.#bus.health.ok) return this.#bus.health.reason ?? 'The bus is away.'
    const isHeard = this.#beat && this.#monotonic() - this.#beat.heardAt <= SILENT_MS
    if (!isHeard) return 'No desk is heard.'
    return this.#at?.desk === this.#beat?.last.desk ? undefined : 'The market is being read from the desk.'
  }

  get #whyNotReady(): string {
    return this.#beat?.last.status.reason ?? 'The desk is not ready.'
  }

  #received(batch: PublishedBatch): void {
    if (this.#isOfEarlierDesk(batch)) return
    if (this.#held) this.#held.push(batch)
    else if (this.#follows(batch)) this.#publish(batch)
    else this.#beginAgain(batch)
  }

  /** A desk that was replaced may not know it yet. */
  #isOfEarlierDesk({ desk, epoch }: Pick<PublishedBatch, 'desk' | 'epoch'>): boolean {
    return this.#at !== undefined && desk !== this.#at.desk && epoch < this.#at.epoch
  }

  #follows({ desk, before }: PublishedBatch): boolean {
    const at = this.#at
    return at !== undefined && desk === at.desk && before?.epoch === at.epoch && before.batch === at.batch
  }

  #publish({ desk, epoch, batch, events }: PublishedBatch): void {
    const isNewEpoch = epoch !== this.#at?.epoch
    this.#at = { desk, epoch, batch }
    if (isNewEpoch) {
      this.#publisher.open(epoch, events)
      // The market day may be another one.
      void this.#readListings()
    } else this.#publisher.publish(events)
  }

  #heard(beat: DeskBeat): void {
    if (this.#isOfEarlierDesk(beat)) return
    this.#beat = { last: beat, heardAt: this.#monotonic() }
    if (this.#held) return
    const { desk, epoch, batch } = beat
    // What a desk publishes arrives before the heartbeat that follows it.
    const isComplete = this.#at?.desk === desk && this.#at.epoch === epoch && this.#at.batch === batch
    if (!isComplete) {
      this.#beginAgain()
      return
    }
    this.#isReady.resolve()
    this.#look()
  }

  /** Reads the market from the desk; what it publishes meanwhile follows on. */
  #beginAgain(first?: PublishedBatch): void {
    this.#held = first ? [first] : []
    void this.#bus
      .ask(askBaseline, null, BASELINE_WITHIN_MS)
      .then(({ desk, baseline, listings }) => {
        const { epoch, batch } = baseline
        const later = this.#held ?? []
        this.#held = undefined
        if (this.#isOfEarlierDesk({ desk, epoch })) return
        if (this.#at && this.#at.desk !== desk) this.#deskEnded()
        this.#at = { desk, epoch, batch }
        this.#listings = listings
        this.#publisher.replace(baseline)
        this.#isShownAway = false
        this.#log.info({ epoch, batch }, 'the market was read from the desk')
        for (const next of later)
          if (next.desk === desk && (next.epoch > epoch || (next.epoch === epoch && next.batch > batch)))
            this.#received(next)
        if (this.#beat?.last.desk !== desk) return
        this.#beat = { ...this.#beat, heardAt: this.#monotonic() }
        this.#isReady.resolve()
      })
      .catch((error: unknown) => {
        // The next heartbeat asks again.
        this.#held = undefined
        this.#log.warn({ reason: String(error) }, 'the market could not be read from the desk')
      })
  }

  /** Another desk leads: the previous one no longer answers. */
  #deskEnded(): void {
    for (const resolve of this.#awaited) resolve(refused('outcomeUnknown'))
  }

  async #readListings(): Promise<void> {
    const at = this.#at
    const answer = await this.#bus.ask(askBaseline, null, BASELINE_WITHIN_MS).catch(() => undefined)
    if (answer && answer.desk === at?.desk && answer.desk === this.#at?.desk) this.#listings = answer.listings
  }

  /**
   * While this process itself was stalled, heartbeats were waiting to be read: that does not mean that the desk is
   * silent.
   */
  #forgiveStall(): void {
    const now = this.#monotonic()
    const stalledMs = now - this.#lookedAt - LOOK_EVERY_MS
    this.#lookedAt = now
    if (this.#beat && stalledMs > LOOK_EVERY_MS)
      this.#beat = { ...this.#beat, heardAt: Math.min(now, this.#beat.heardAt + stalledMs) }
  }

  /** Shows whether the desk can be reached, when that has changed. */
  #look(): void {
    this.#forgiveStall()
    const isAway = this.#away !== undefined
    if (isAway === this.#isShownAway || !this.#at || this.#held) return
    this.#isShownAway = isAway
    const venue = this.picture.venue()
    if (!venue) return
    if (isAway) {
      this.#log.warn({ reason: this.#away }, 'the desk cannot be reached')
      const text = english['Trading.NotConnected']
      const time = isoTime(this.marketTime())
      const shown = { ...venue, connected: false, phase: 'closed' as const, opensAt: null, text, time }
      this.#shownAway = { shown, before: venue }
      this.#publisher.publish([{ target: 'onNseConnection', argument: shown }])
    } else {
      this.#log.info('the desk can be reached again')
      // The desk may have said something newer.
      if (venue === this.#shownAway?.shown)
        this.#publisher.publish([{ target: 'onNseConnection', argument: this.#shownAway.before }])
    }
  }
}
