import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { BackupEvent } from './backup-run.ts'
import { inWords } from './instant.ts'

/** What the process of backups reports. */
export type BackupReport = BackupEvent | { readonly kind: 'failed'; readonly reason: string }

export interface ScheduledBackupParts {
  readonly config: Pick<Config, 'backup'>
  readonly log: Logger
  readonly now: () => number
  /** Begins the process of backups. */
  readonly begin?: () => ChildProcess
}

/** After a failure it is tried again so much later. */
const AGAIN_MS = 5_000
/** A backup that is older wants attention. */
const LATE_MS = 120_000
/** As long as a base of a large database may take. */
const FIRST_LATE_MS = 3_600_000
/** How long it may take to write what waits before it is ended. */
const END_MS = 2_000

const beginProcess = (): ChildProcess =>
  fork(new URL('./backup-process.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })

/**
 * Backs the embedded database up as long as the server runs, in a process of its own of low priority: nothing that
 * happens to it or to its disk keeps the desk waiting. What is wrong is said in the warnings of `/health/ready`.
 */
export class ScheduledBackup {
  readonly #parts: ScheduledBackupParts
  readonly #beganAt: number
  #process: ChildProcess | undefined
  #again: NodeJS.Timeout | undefined
  #isClosed = false
  #coveredUntil: number | undefined
  #baseAt: number | undefined
  #failures = 0
  /** The last one; none once the archive covers what came after it. */
  #failure: { readonly reason: string; readonly at: number } | undefined

  constructor(parts: ScheduledBackupParts) {
    this.#parts = parts
    this.#beganAt = parts.now()
    this.#begin()
  }

  /** What wants attention, in an operator's words. */
  get warnings(): string[] {
    const now = this.#parts.now()
    const { backup: folder } = this.#parts.config
    const upTo =
      this.#coveredUntil === undefined
        ? 'Nothing has been backed up since the server started.'
        : `What happened after ${inWords(this.#coveredUntil)} is not backed up.`
    if (this.#failure) return [`The backup to ${folder} failed: ${this.#failure.reason} ${upTo}`]
    const lateAfter = this.#coveredUntil === undefined ? FIRST_LATE_MS : LATE_MS
    if (now - (this.#coveredUntil ?? this.#beganAt) > lateAfter)
      return [`The backup to ${folder} does not keep up. ${upTo}`]
    return []
  }

  /** Registers how old the backup is. */
  register(metrics: Registry): void {
    const age = (at: number | undefined) => (this.#parts.now() - (at ?? this.#beganAt)) / 1_000
    backupMetrics(metrics, {
      age: () => age(this.#coveredUntil),
      baseAge: () => age(this.#baseAt),
      failures: () => this.#failures,
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#again)
    const process = this.#process
    if (!process || process.exitCode !== null || process.signalCode !== null) return
    const ended = once(process, 'exit')
    process.kill('SIGTERM')
    const late = setTimeout(() => process.kill('SIGKILL'), END_MS)
    await ended
    clearTimeout(late)
  }

  #begin(): void {
    const process = (this.#parts.begin ?? beginProcess)()
    this.#process = process
    let reason: string | undefined
    process.on('message', (report: BackupReport) => {
      if (report.kind === 'failed') reason = report.reason
      else this.#take(report)
    })
    process.on('error', (error) => {
      reason ??= error.message
    })
    process.on('close', () => {
      if (this.#isClosed) return
      this.#failures += 1
      this.#failed(reason ?? 'Its process has ended.')
      this.#again = setTimeout(() => this.#begin(), AGAIN_MS)
      this.#again.unref()
    })
    process.unref()
    process.channel?.unref()
  }

  #take(event: BackupEvent): void {
    if (event.kind === 'base') this.#baseAt = event.endedAt
    // Without a base the log is of no use.
    if (event.kind !== 'covered' || this.#baseAt === undefined) return
    this.#coveredUntil = event.until
    if (this.#failure && event.until > this.#failure.at) {
      this.#failure = undefined
      this.#parts.log.info('the backup continues')
    }
  }

  #failed(reason: string): void {
    if (reason !== this.#failure?.reason) this.#parts.log.error({ reason }, 'the backup failed')
    this.#failure = { reason, at: this.#parts.now() }
  }
}

interface BackupFigures {
  /** Seconds. */
  age(): number
  baseAge(): number
  failures(): number
}

/** Registers how old the backup is, and how often it failed. */
export function backupMetrics(metrics: Registry, { age, baseAge, failures }: BackupFigures): void {
  const registers = [metrics]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('tradebook_backup_age_seconds', 'Age of the newest instant that can be restored', age)
  gauge('tradebook_backup_base_age_seconds', 'Age of the newest base backup', baseAge)
  new Counter({
    name: 'tradebook_backup_failures_total',
    help: 'Failures of the backup',
    registers,
    collect() {
      this.reset()
      this.inc(failures())
    },
  })
}
