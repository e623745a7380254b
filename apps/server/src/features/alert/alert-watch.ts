import { nairaToKobo, type Statistics } from '@tradebook/contract'
import { sql } from 'kysely'
import type { EventBatch, EventFeed } from '../../desk/publishing/desk-events.ts'
import type { Every } from '../../platform/clock.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import { runForAll } from '../../store/connection-shares.ts'
import type { Alerts } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { AlertIndex, type DayPrices, type Hit, type WaitingAlert } from './alert-index.ts'
import { type FiringParts, fireAlerts, type TimedHit } from './fire.ts'

export interface AlertWatchParts extends Omit<FiringParts, 'outbox'> {
  readonly store: Store
  readonly outbox: Pick<MailOutbox, 'add' | 'announce'>
  readonly feed: Pick<EventFeed, 'subscribe'>
  readonly statisticsOf: (securityID: string) => Statistics | undefined
  readonly marketDate: () => string
  /** Market time, epoch milliseconds. */
  readonly marketTime: () => number
  readonly every: Every
  readonly log: { error(facts: object, message: string): void }
  /** How long hits gather before they fire together, in milliseconds. */
  readonly paceMs?: number
}

const PACE_MS = 250
const RETRY_MS = 2_000
/** So many fire in one transaction. */
const FIRED_AT_ONCE = 200
/** Alerts of those who were not active are looked at again this often. */
const LOOK_AGAIN_MS = 60_000

/**
 * Follows what the desk publishes and fires the alerts whose condition holds, firm by firm, in transactions of its
 * own. The rows are authoritative: the memory only finds which of them are due, and is read from them at the start,
 * when an outcome is unknown, and for users who were not active.
 */
export class AlertWatch {
  readonly #parts: AlertWatchParts
  readonly #index: AlertIndex
  readonly #ends: readonly (() => void)[]
  readonly #due = new Map<number, TimedHit[]>()
  /** The firms whose alerts are to be read. */
  readonly #unread = new Set<number>()
  /** The firms with alerts of users that were not active when these were due. */
  readonly #silenced = new Set<number>()
  #areAllUnread = true
  #timer: NodeJS.Timeout | undefined
  #run: Promise<void> | undefined
  #isStopped = false
  #isFailing = false

  constructor(parts: AlertWatchParts) {
    this.#parts = parts
    this.#index = new AlertIndex((securityID) => dayPrices(parts.statisticsOf(securityID)))
    this.#ends = [
      parts.feed.subscribe((batch) => this.#receive(batch)),
      parts.every(LOOK_AGAIN_MS, () => {
        for (const tenantId of this.#silenced) this.read(tenantId)
        this.#silenced.clear()
      }),
    ]
    this.#schedule()
  }

  /** An alert was set or changed. */
  set(alert: WaitingAlert): void {
    this.#hit(this.#index.add(alert, this.#parts.marketDate()))
  }

  /** An alert was removed. */
  remove(tenantId: number, id: number): void {
    this.#index.remove({ tenantId, id })
  }

  /** It is unknown what was set in a firm: its alerts are read again. */
  read(tenantId: number): void {
    this.#unread.add(tenantId)
    this.#schedule()
  }

  /** It is unknown what was set in any firm. */
  readAll(): void {
    this.#areAllUnread = true
    this.#schedule()
  }

  /** Ends when the transaction that is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const end of this.#ends) end()
    clearTimeout(this.#timer)
    await this.#run
  }

  #receive({ events }: EventBatch): void {
    for (const { target, argument } of events) {
      if (target === 'updateMarketStatsSession' || target === 'addMarketStatistics') {
        const { securityID, lastPx, highPx, lowPx } = argument
        // Most changes are of bids and offers.
        if (lastPx === undefined && highPx === undefined && lowPx === undefined) continue
        for (const hit of this.#index.moved(securityID)) this.#hit(hit)
      } else if (target === 'onNews')
        for (const hit of this.#index.appeared(argument.securityIDs, BigInt(argument.id))) this.#hit(hit)
    }
  }

  #hit(hit: Hit | undefined): void {
    if (!hit) return
    const { tenantId } = hit.alert
    const due = this.#due.get(tenantId) ?? []
    this.#due.set(tenantId, due)
    due.push({ ...hit, at: new Date(this.#parts.marketTime()) })
    this.#schedule()
  }

  get #hasWork(): boolean {
    return this.#areAllUnread || this.#unread.size > 0 || this.#due.size > 0
  }

  #schedule(afterMs = this.#parts.paceMs ?? PACE_MS): void {
    if (this.#isStopped || this.#timer || this.#run) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#run = runForAll(() => this.#work()).then((isWell) => {
        this.#run = undefined
        if (this.#hasWork) this.#schedule(isWell ? undefined : RETRY_MS)
      })
    }, afterMs)
  }

  /** Reads what is unread, then fires what is due. @returns whether it could. */
  async #work(): Promise<boolean> {
    const failures: unknown[] = []
    const attempt = async (work: () => Promise<void>, isDueAgain: () => void) => {
      try {
        await work()
      } catch (err) {
        failures.push(err)
        isDueAgain()
      }
    }
    if (this.#areAllUnread) {
      this.#areAllUnread = false
      await attempt(
        async () => {
          for (const tenantId of await this.#tenantIds()) this.#unread.add(tenantId)
        },
        () => {
          this.#areAllUnread = true
        },
      )
    }
    const unread = [...this.#unread]
    this.#unread.clear()
    for (const tenantId of unread) {
      if (this.#isStopped) break
      await attempt(
        () => this.#read(tenantId),
        () => this.#unread.add(tenantId),
      )
    }
    const due = [...this.#due]
    this.#due.clear()
    for (const [tenantId, hits] of due) {
      while (hits.length > 0 && !this.#isStopped) {
        const some = hits.splice(0, FIRED_AT_ONCE)
        let hasFailed = false
        await attempt(
          () => this.#fire(tenantId, some),
          () => {
            hasFailed = true
            this.#due.set(tenantId, [...some, ...hits, ...(this.#due.get(tenantId) ?? [])])
          },
        )
        if (hasFailed) break
      }
    }
    // Logged once: while the database is away there is nothing new to log.
    if (failures.length > 0 && !this.#isFailing)
      this.#parts.log.error({ err: failures[0] }, 'alerts could not be fired; trying again')
    this.#isFailing = failures.length > 0
    return failures.length === 0
  }

  async #read(tenantId: number): Promise<void> {
    const alerts = await this.#parts.store.forTenant(tenantId).read((tx) => waitingAlerts(tx, tenantId))
    const marketDate = this.#parts.marketDate()
    for (const { missedNews, ...alert } of alerts) this.#hit(this.#index.add(alert, marketDate, missedNews))
  }

  async #fire(tenantId: number, hits: readonly TimedHit[]): Promise<void> {
    const { store, outbox } = this.#parts
    const fired = await store.forTenant(tenantId).write((tx) => fireAlerts(tx, tenantId, hits, this.#parts))
    fired.send()
    if (fired.mails > 0) outbox.announce(tenantId)
    if (fired.isSilenced) this.#silenced.add(tenantId)
  }

  async #tenantIds(): Promise<number[]> {
    const rows = await this.#parts.store
      .forHost()
      .read((tx) => tx.selectFrom('tenants').select('id').where('deletion_time', 'is', null).execute())
    return rows.map(({ id }) => id)
  }
}

/** The alerts of a firm that wait, each with the first news that it was not told of. */
async function waitingAlerts(
  tx: Tx,
  tenantId: number,
): Promise<(WaitingAlert & { readonly missedNews: bigint | null })[]> {
  const rows = await tx
    .selectFrom('alerts')
    .select(['id', 'revision', 'security_id', 'condition', 'level', 'reached_on', 'after_news'])
    .select(
      sql<bigint | null>`CASE WHEN condition = 'news' THEN (
        SELECT min(news.id) FROM news WHERE news.id > after_news AND security_id = ANY(security_ids)) END`.as(
        'missed',
      ),
    )
    .where('tenant_id', '=', tenantId)
    .where('fired_at', 'is', null)
    .execute()
  return rows.map(({ missed, ...row }) => ({ ...waitingAlert(tenantId, row), missedNews: missed }))
}

type WaitingRow = Pick<
  { [Name in keyof Alerts]: Alerts[Name] },
  'security_id' | 'condition' | 'level' | 'reached_on' | 'after_news'
> & { readonly id: number; readonly revision: number }

/** A row that waits, as the index has it. */
export const waitingAlert = (tenantId: number, row: WaitingRow): WaitingAlert => ({
  tenantId,
  id: row.id,
  revision: row.revision,
  securityID: row.security_id,
  condition: row.condition as WaitingAlert['condition'],
  level: row.level,
  reachedOn: row.reached_on,
  afterNews: row.after_news,
})

const koboOrNull = (naira: number | null): number | null =>
  naira === null ? null : Number(nairaToKobo(naira) ?? 0n)

/** The prices of published statistics, in kobo. */
export const dayPrices = (statistics: Statistics | undefined): DayPrices | undefined =>
  statistics && {
    last: koboOrNull(statistics.lastPx),
    high: koboOrNull(statistics.highPx),
    low: koboOrNull(statistics.lowPx),
    reference: Number(nairaToKobo(statistics.prevClosePx) ?? 0n),
  }
