import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isoTime } from '@tradebook/contract'
import { makePrivate } from '../store/private-file.ts'
import { isLogPiece, type LogPiece, pieceIn } from './log-pieces.ts'
import type { Position } from './replication.ts'
import { type ArchiveKey, CHUNK_BYTES, isSigned, SealedFile, sign, stretch, unseal } from './sealed-file.ts'
import type { State } from './state.ts'

/**
 * A folder of backups of one database:
 *
 *     archive.json          what it is of, and the salt of its key
 *     bases/<time>/data     the files of the database, a tar archive
 *     bases/<time>/manifest what is known of it; written last
 *     log/<timeline>-<position>.log (.first after a gap)   the database's log from there on
 *     states/<time>         what the database had at that instant
 */

const FORMAT = 1

/** What is known of the files of a database. */
export interface Base {
  readonly name: string
  readonly timeline: number
  /** They fit together once the log from here … */
  readonly start: string
  /** … to here is replayed. */
  readonly end: string
  /** Times of the database, epoch milliseconds. It can be restored to any instant from `endedAt` on. */
  readonly startedAt: number
  readonly endedAt: number
  readonly segmentBytes: number
  readonly postgres: string
  /** Files of the data folder next to the database, by their names. */
  readonly files: Readonly<Record<string, string>>
}

interface About {
  readonly format: number
  /** Of the database (`system` of `SystemState`). */
  readonly system: string
  readonly salt: string
  readonly signature: string
}

/** A folder does not hold what it should, in an operator's words. */
export class ArchiveRefused extends Error {}

const signedText = ({ format, system, salt }: Omit<About, 'signature'>) => `${format} ${system} ${salt}`

export class Archive {
  readonly folder: string
  /** The number of the database. */
  readonly system: string
  readonly key: ArchiveKey

  /** Distinguishes it from other archives of the database: hexadecimal digits. */
  readonly id: string

  private constructor(folder: string, { system, salt }: About, key: ArchiveKey) {
    this.folder = folder
    this.system = system
    this.id = Buffer.from(salt, 'base64').toString('hex').slice(0, 12)
    this.key = key
  }

  /** The archive of a folder. @throws ArchiveRefused where there is none, or it was written with another key. */
  static open(folder: string, key: string): Archive {
    const about = readAbout(folder)
    if (!about) throw new ArchiveRefused(`${folder} has no backups: there is no archive.json in it.`)
    if (about.format !== FORMAT)
      throw new ArchiveRefused(
        `The backups in ${folder} are of the format ${about.format}, which this release does not know.`,
      )
    const stretched = stretch(key, Buffer.from(about.salt, 'base64'))
    if (!isSigned(stretched, signedText(about), about.signature))
      throw new ArchiveRefused(
        `TRADEBOOK_BACKUP_KEY is not the key with which the backups in ${folder} were made, or archive.json was changed.`,
      )
    return new Archive(folder, about, stretched)
  }

  /** The archive of a folder for a database, made where the folder is empty. @throws ArchiveRefused */
  static openFor(folder: string, key: string, system: string): Archive {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const archive = existsSync(join(folder, ABOUT))
      ? Archive.open(folder, key)
      : Archive.#make(folder, key, system)
    if (archive.system !== system)
      throw new ArchiveRefused(
        `The backups in ${folder} are of another database. Choose another folder: one folder has the backups of one database.`,
      )
    for (const name of ['bases', 'log', 'states'])
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    return archive
  }

  static #make(folder: string, key: string, system: string): Archive {
    if (readdirSync(folder).some((name) => name !== LOST_AND_FOUND))
      throw new ArchiveRefused(
        `${folder} has files that are not part of a backup. Choose an empty folder, or a new one.`,
      )
    const salt = randomBytes(16)
    const about = { format: FORMAT, system, salt: salt.toString('base64') }
    const stretched = stretch(key, salt)
    const signed = { ...about, signature: sign(stretched, signedText(about)) }
    makePrivate(join(folder, ABOUT), signed)
    return new Archive(folder, signed, stretched)
  }

  /** The complete bases, oldest first. */
  bases(): Base[] {
    return namesIn(join(this.folder, 'bases'))
      .filter((name) => existsSync(join(this.folder, 'bases', name, 'manifest')))
      .map((name) => this.#readJson<Base>(`bases/${name}/manifest`))
  }

  /** Begins a base: where its data goes. Those that were cut off are removed. */
  beginBase(startedAt: number): { readonly name: string; readonly data: SealedFile } {
    const folder = join(this.folder, 'bases')
    for (const name of namesIn(folder))
      if (!existsSync(join(folder, name, 'manifest'))) rmSync(join(folder, name), { recursive: true })
    const name = fileTime(startedAt)
    mkdirSync(join(folder, name), { mode: 0o700 })
    return { name, data: this.create(`bases/${name}/data`) }
  }

  endBase(base: Base): void {
    this.#writeJson(`bases/${base.name}/manifest`, base)
  }

  /** The files of a base, a tar archive. @throws ArchiveRefused where they are not complete. */
  *data({ name }: Base): Generator<Buffer> {
    const isWhole = yield* this.read(`bases/${name}/data`)
    if (!isWhole) throw new ArchiveRefused(`The base backup ${name} in ${this.folder} is incomplete.`)
  }

  /** The pieces of the log of a timeline, in order. */
  log(timeline: number): LogPiece[] {
    return namesIn(join(this.folder, 'log'))
      .filter((name) => isLogPiece(name, timeline))
      .map(pieceIn)
  }

  addState(state: State): void {
    this.#writeJson(`states/${fileTime(Date.parse(state.at))}`, state)
  }

  /** What the database had at several instants, oldest first. */
  *statesFromNewest(): Generator<State> {
    for (const name of namesIn(join(this.folder, 'states')).reverse())
      yield this.#readJson<State>(`states/${name}`)
  }

  /** A new file of the archive. */
  create(name: string): SealedFile {
    return new SealedFile(join(this.folder, name), this.key, name)
  }

  /** The chunks of a file of the archive. */
  read(name: string): Generator<Buffer, boolean> {
    return unseal(join(this.folder, name), this.key, name)
  }

  /**
   * Removes what no restore to an instant after `before` needs: the base that is the newest at that time stays, and all
   * that follows it.
   *
   * @param before epoch milliseconds.
   */
  prune(before: number): void {
    const bases = this.bases()
    const oldest = bases.findLast(({ endedAt }) => endedAt <= before)
    if (!oldest) return
    const kept = bases.filter(({ endedAt }) => endedAt >= oldest.endedAt)
    for (const { name } of bases.filter((base) => !kept.includes(base)))
      rmSync(join(this.folder, 'bases', name), { recursive: true })
    for (const name of namesIn(join(this.folder, 'log'))) {
      const { timeline, start } = pieceIn(name)
      const isNeeded = kept.some(
        (base) => base.timeline === timeline && start + BigInt(base.segmentBytes) > firstPosition(base),
      )
      if (!isNeeded) rmSync(join(this.folder, 'log', name))
    }
    for (const name of namesIn(join(this.folder, 'states')))
      if (name < fileTime(oldest.endedAt)) rmSync(join(this.folder, 'states', name))
  }

  #writeJson(name: string, value: object): void {
    const file = this.create(name)
    const text = Buffer.from(JSON.stringify(value))
    for (let at = 0; at < text.length; at += CHUNK_BYTES) file.write(text.subarray(at, at + CHUNK_BYTES))
    file.finish()
  }

  #readJson<Value>(name: string): Value {
    const chunks: Buffer[] = []
    const reading = this.read(name)
    let next = reading.next()
    for (; !next.done; next = reading.next()) chunks.push(next.value)
    if (!next.value) throw new ArchiveRefused(`${join(this.folder, name)} is incomplete.`)
    return JSON.parse(Buffer.concat(chunks).toString()) as Value
  }
}

const ABOUT = 'archive.json'
/** An empty disk has it. */
const LOST_AND_FOUND = 'lost+found'

/** Where the log begins that a base needs. */
export const firstPosition = ({ start, segmentBytes }: Base): Position =>
  BigInt(start) - (BigInt(start) % BigInt(segmentBytes))

/** A time as a file's name that sorts by time. */
const fileTime = (epochMs: number): string => isoTime(epochMs).replace(/[:.]/g, '')

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : [])

function readAbout(folder: string): About | undefined {
  const file = join(folder, ABOUT)
  if (!existsSync(file)) return undefined
  try {
    const about = JSON.parse(readFileSync(file, 'utf8')) as Partial<About>
    const isWhole = typeof about.salt === 'string' && typeof about.signature === 'string'
    if (isWhole && typeof about.system === 'string' && typeof about.format === 'number') return about as About
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new ArchiveRefused(`${file} is damaged. Restore it from a copy of the folder of backups.`)
}
