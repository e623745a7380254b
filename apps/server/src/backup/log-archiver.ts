import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { DatabaseUnavailable } from '../store/unavailable.ts'
import type { Archive } from './archive.ts'
import { encodeChunk, pieceName } from './log-pieces.ts'
import { archivedUpTo } from './reach.ts'
import { type Position, positionOf, Replication } from './replication.ts'
import { CHUNK_BYTES, type SealedFile } from './sealed-file.ts'

/** How long the log may wait to be written into the archive: what a lost machine costs at most. */
const FLUSH_MS = 1_000
/** How often it is asked what is acknowledged by then. */
const MARK_MS = 2_000
/** How long the end may take, and how often it is looked whether all is there. */
const FINISH_MS = 1_000
const FINISH_TRIES = 20
/** A chunk's bytes of the log; its kind takes the rest. */
const MOST_BYTES = CHUNK_BYTES - 1

/**
 * Writes the log of a database into its archive as it comes into being, and tells PostgreSQL when it is on that disk,
 * so that none of it is missing. What PostgreSQL keeps meanwhile is bounded by `max_slot_wal_keep_size`.
 */
export class LogArchiver {
  readonly #archive: Archive
  readonly #access: ClientConfig
  readonly #slot: string
  readonly #timeline: number
  readonly #segmentBytes: number
  #replication: Replication | undefined
  #asking: Client | undefined
  #timers: NodeJS.Timeout[] = []
  #piece: SealedFile | undefined
  #waiting: Buffer[] = []
  #waitingBytes = 0
  /** In the archive's files, and on its disk. */
  #written: Position = 0n
  #archived: Position = 0n
  #isFirst = false
  #mark: { readonly position: Position; readonly at: number } | undefined
  #coveredUntil: number | undefined
  #isStopped = false
  readonly #waiters = new Set<() => void>()

  constructor(parts: {
    readonly archive: Archive
    readonly access: ClientConfig
    readonly slot: string
    readonly timeline: number
    readonly segmentBytes: number
  }) {
    this.#archive = parts.archive
    this.#access = parts.access
    this.#slot = parts.slot
    this.#timeline = parts.timeline
    this.#segmentBytes = parts.segmentBytes
  }

  /** All that was acknowledged up to this time of the database is in the archive. */
  get coveredUntil(): number | undefined {
    return this.#coveredUntil
  }

  /**
   * Begins where the archive ends, or with a new run where PostgreSQL no longer has what comes next.
   *
   * @returns whether it began a new run: then no base reaches into what follows.
   */
  async begin(): Promise<boolean> {
    const replication = await Replication.open(this.#access)
    this.#replication = replication
    const asking = new Client({ ...this.#access, connectionTimeoutMillis: FLUSH_MS * 5 })
    asking.on('error', () => {})
    await asking.connect()
    this.#asking = asking
    const kept = await this.#slotStart(replication, asking)
    const ended = archivedUpTo(this.#archive, this.#timeline)
    this.#isFirst = ended === undefined || ended < kept
    this.#written = this.#isFirst ? kept - (kept % BigInt(this.#segmentBytes)) : (ended ?? kept)
    this.#archived = this.#written
    this.#removeEmptyPiece()
    return this.#isFirst
  }

  /** Archives until it is stopped. @throws Error when the database is lost, or the archive cannot be written. */
  async run(): Promise<void> {
    const replication = this.#replication
    if (!replication) throw new Error('it was not begun')
    let failure: unknown
    const guarded = (work: () => unknown) => async () => {
      try {
        await work()
      } catch (error) {
        failure ??= error
        this.#stop()
      }
    }
    this.#timers = [
      setInterval(
        guarded(() => this.#flush()),
        FLUSH_MS,
      ),
      setInterval(
        guarded(() => this.#ask()),
        MARK_MS,
      ),
    ]
    try {
      await guarded(() => this.#ask())()
      for await (const { start, bytes } of replication.log(this.#slot, this.#written, this.#timeline)) {
        if (start !== this.#written + BigInt(this.#waitingBytes))
          throw new Error('PostgreSQL left out a part of its log.')
        this.#take(bytes)
      }
      if (!this.#isStopped) throw new DatabaseUnavailable('PostgreSQL no longer sends its log: it stops.')
    } catch (error) {
      // A stream that was ended fails; so that it ends, it is cut.
      if (failure !== undefined || !this.#isStopped) throw failure ?? error
    } finally {
      this.#stop()
      this.#piece?.close()
      this.#piece = undefined
    }
  }

  /** Resolves once all of the log up to a position is on the archive's disk. */
  reached = (position: Position): Promise<void> => this.#until(() => this.#archived >= position)

  /** Resolves once the archive covers a time of the database. */
  covers = (epochMs: number): Promise<void> => this.#until(() => (this.#coveredUntil ?? 0) >= epochMs)

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiters.add(resolve))
  }

  /** Archives what is acknowledged by now, if that takes no longer than a second, and ends. */
  async finish(): Promise<void> {
    try {
      this.#mark = undefined
      await this.#ask()
      for (let tries = 0; this.#mark && tries < FINISH_TRIES; tries += 1) {
        await sleep(FINISH_MS / FINISH_TRIES)
        this.#flush()
      }
    } catch {
      // The database or the disk is away: what is archived stays.
    } finally {
      this.end()
    }
  }

  /** Writes what waits and ends; `run` then ends. */
  end(): void {
    if (this.#isStopped) return
    try {
      this.#flush()
    } catch {
      // What does not fit is not archived; PostgreSQL still has it.
    } finally {
      this.#stop()
    }
  }

  #stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    this.#replication?.cut()
    void this.#asking?.end().catch(() => {})
  }

  /** The position from which PostgreSQL keeps its log for this archive. A slot that lost what it kept is made again. */
  async #slotStart(replication: Replication, asking: Client): Promise<Position> {
    const ask = async () => {
      const { rows } = await asking.query(
        'SELECT restart_lsn::text AS start, wal_status AS status, active FROM pg_replication_slots WHERE slot_name = $1',
        [this.#slot],
      )
      return rows[0]
    }
    let slot = await ask()
    if (slot?.active) throw new Error(`Another process backs this database up to ${this.#archive.folder}.`)
    if (slot && (slot.start === null || slot.status === 'lost')) {
      await replication.dropSlot(this.#slot)
      slot = undefined
    }
    if (!slot) {
      await replication.createSlot(this.#slot)
      slot = await ask()
    }
    return positionOf(String(slot.start))
  }

  /** A piece that was begun and brought nothing of the log has the name of the next one. */
  #removeEmptyPiece(): void {
    for (const { name, start } of this.#archive.log(this.#timeline))
      if (start === this.#written) rmSync(join(this.#archive.folder, 'log', name))
  }

  #take(bytes: Buffer): void {
    for (let rest = bytes; rest.length > 0; ) {
      const at = this.#written + BigInt(this.#waitingBytes)
      const room = Number(BigInt(this.#segmentBytes) - (at % BigInt(this.#segmentBytes)))
      const part = rest.subarray(0, Math.min(room, MOST_BYTES - this.#waitingBytes))
      this.#waiting.push(part)
      this.#waitingBytes += part.length
      rest = rest.subarray(part.length)
      if (part.length === room) this.#endPiece()
      else if (this.#waitingBytes === MOST_BYTES) this.#write()
    }
  }

  #write(): void {
    if (this.#waitingBytes === 0) return
    const bytes = Buffer.concat(this.#waiting)
    this.#openPiece().write(encodeChunk({ bytes }))
    this.#written += BigInt(bytes.length)
    this.#waiting = []
    this.#waitingBytes = 0
  }

  #openPiece(): SealedFile {
    this.#piece ??= this.#archive.create(`log/${pieceName(this.#timeline, this.#written, this.#isFirst)}`)
    this.#isFirst = false
    return this.#piece
  }

  #endPiece(): void {
    this.#write()
    this.#piece?.finish()
    this.#piece = undefined
    this.#arrived()
  }

  #flush(): void {
    this.#write()
    const mark = this.#mark
    const isCovered = mark !== undefined && this.#written >= mark.position
    // A piece that ends with its segment has no room for a mark; the next one begins with it.
    if (isCovered) this.#openPiece().write(encodeChunk({ coveredUntil: mark.at }))
    this.#piece?.sync()
    if (isCovered) {
      this.#coveredUntil = mark.at
      this.#mark = undefined
    }
    this.#arrived()
  }

  #arrived(): void {
    this.#archived = this.#written
    this.#replication?.confirm(this.#archived)
    const waiters = [...this.#waiters]
    this.#waiters.clear()
    for (const wake of waiters) wake()
  }

  /** What is acknowledged by now is in the log by now. */
  async #ask(): Promise<void> {
    if (this.#mark || !this.#asking) return
    const { rows } = await this.#asking.query(
      `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at, pg_current_wal_flush_lsn()::text AS position`,
    )
    this.#mark = { at: Math.floor(Number(rows[0]?.at)), position: positionOf(String(rows[0]?.position)) }
  }
}
