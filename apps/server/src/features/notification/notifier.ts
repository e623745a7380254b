import type { LanguageName, UserNotification } from '@tradebook/contract'
import type { EventBatch, EventFeed } from '../../desk/publishing/desk-events.ts'
import { defaultLanguage, languagesChosenBy, translateTo } from '../../platform/localisation.ts'
import { runForAll } from '../../store/connection-shares.ts'
import type { Store, Tx } from '../../store/store.ts'
import { addNotifications, deriveNotifications, type NotificationRow } from './derive.ts'
import { type DerivedNotification, orderRules } from './rules.ts'
import { toUserNotification } from './user-notification.ts'
import { firmsWithWatchedNews } from './watched-news.ts'

export interface NotifierParts {
  readonly store: Store
  /** What the desk publishes: it only says that there is something new in the database. */
  readonly feed: Pick<EventFeed, 'subscribe'>
  readonly log: { error(facts: object, message: string): void }
  /** Sends a notification that has been persisted to its user's connections. */
  readonly publish: (tenantId: number, notification: UserNotification) => void
  /** How long events gather before they are derived from, in milliseconds. */
  readonly paceMs?: number
}

/** Four transactions a second at most for each firm, however busy the desk is. */
const PACE_MS = 250
/**
 * So many times as long as it worked it rests, at most so many paces: while there is much to derive, orders go first,
 * and what newer ones displace is never added.
 */
const REST = { times: 9, mostPaces: 8 }
const RETRY_MS = 2_000

/**
 * Derives notifications from what the desk has persisted, in transactions of its own, one at a time. The
 * desk does not wait for it, and what a server that died had not derived the next one derives.
 */
export class Notifier {
  readonly #parts: NotifierParts
  readonly #unsubscribe: () => void
  /** The firms that have something new, or all of them. */
  readonly #due = new Set<number>()
  #areAllDue = true
  /** Some firms may watch what there is news of. */
  #isNewsDue = false
  #timer: NodeJS.Timeout | undefined
  #run: Promise<void> | undefined
  #restMs = 0
  #isStopped = false
  #isFailing = false

  constructor(parts: NotifierParts) {
    this.#parts = parts
    this.#unsubscribe = parts.feed.subscribe((batch) => this.#receive(batch))
    this.#schedule()
  }

  /** Something waits in a firm that the desk publishes nothing of. */
  wake(tenantId: number): void {
    this.#due.add(tenantId)
    this.#schedule()
  }

  /** Something may wait in any firm. */
  wakeAll(): void {
    this.#areAllDue = true
    this.#schedule()
  }

  /** Adds what users asked to be told, in the transaction of what it is about. Answers what sends it once that is committed. */
  async add(
    tx: Tx,
    tenantId: number,
    told: readonly Omit<DerivedNotification, 'sequence'>[],
  ): Promise<() => void> {
    const newest = await addNotifications(tx, tenantId, told)
    const languages = await languagesOf(tx, newest)
    return () => this.#send(tenantId, newest, languages)
  }

  /** Ends when the transaction that is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unsubscribe()
    clearTimeout(this.#timer)
    await this.#run
  }

  #receive({ events }: EventBatch): void {
    for (const event of events) {
      if (event.target === 'onExecutionReport') {
        if (event.argument.ordStatus in orderRules) this.#due.add(event.order.tenantId)
      } else if (event.target === 'onNews' && event.argument.securityIDs.length > 0) this.#isNewsDue = true
    }
    if (this.#isDue) this.#schedule()
  }

  get #paceMs(): number {
    return this.#parts.paceMs ?? PACE_MS
  }

  get #isDue(): boolean {
    return this.#areAllDue || this.#isNewsDue || this.#due.size > 0
  }

  #schedule(afterMs = Math.max(this.#paceMs, this.#restMs)): void {
    if (this.#isStopped || this.#timer || this.#run) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const began = performance.now()
      this.#run = runForAll(() => this.#deriveDue()).then((isWell) => {
        this.#run = undefined
        this.#restMs = Math.min(REST.mostPaces * this.#paceMs, REST.times * (performance.now() - began))
        if (this.#isDue) this.#schedule(isWell ? undefined : RETRY_MS)
      })
    }, afterMs)
  }

  /** Derives the notifications of the firms that are due. @returns whether it could for all of them. */
  async #deriveDue(): Promise<boolean> {
    const failures: unknown[] = []
    const attempt = async (work: () => Promise<void>, isDueAgain: () => void) => {
      try {
        await work()
      } catch (err) {
        failures.push(err)
        isDueAgain()
      }
    }
    if (this.#areAllDue) {
      this.#areAllDue = false
      await attempt(
        async () => {
          for (const tenantId of await this.#tenantIds()) this.#due.add(tenantId)
        },
        () => {
          this.#areAllDue = true
        },
      )
    }
    if (this.#isNewsDue) {
      this.#isNewsDue = false
      await attempt(
        async () => {
          const firms = await this.#parts.store.forNotifier().write(firmsWithWatchedNews)
          for (const tenantId of firms) this.#due.add(tenantId)
        },
        () => {
          this.#isNewsDue = true
        },
      )
    }
    const due = [...this.#due]
    this.#due.clear()
    for (const tenantId of due) {
      if (this.#isStopped) break
      await attempt(
        () => this.#derive(tenantId),
        () => this.#due.add(tenantId),
      )
    }
    // Logged once: while the database is away there is nothing new to log.
    if (failures.length > 0 && !this.#isFailing)
      this.#parts.log.error({ err: failures[0] }, 'notifications could not be derived; trying again')
    this.#isFailing = failures.length > 0
    return failures.length === 0
  }

  async #derive(tenantId: number): Promise<void> {
    const { newest, isMore, languages } = await this.#parts.store.forTenant(tenantId).write(async (tx) => {
      const derived = await deriveNotifications(tx, tenantId)
      return { ...derived, languages: await languagesOf(tx, derived.newest) }
    })
    if (isMore) this.#due.add(tenantId)
    this.#send(tenantId, newest, languages)
  }

  #send(
    tenantId: number,
    rows: readonly NotificationRow[],
    languages: ReadonlyMap<number, LanguageName>,
  ): void {
    for (const row of rows) {
      const language = languages.get(row.user_id) ?? defaultLanguage
      this.#parts.publish(tenantId, toUserNotification(row, translateTo(language)))
    }
  }

  async #tenantIds(): Promise<number[]> {
    const rows = await this.#parts.store
      .forHost()
      .read((tx) => tx.selectFrom('tenants').select('id').where('deletion_time', 'is', null).execute())
    return rows.map(({ id }) => id)
  }
}

/** The languages of those who are sent these. */
const languagesOf = (tx: Tx, rows: readonly NotificationRow[]) =>
  languagesChosenBy(tx, [...new Set(rows.map((row) => row.user_id))])
