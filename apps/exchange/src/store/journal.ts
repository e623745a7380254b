import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  write,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { latin1 } from '@tradebook/fix'
import type { Commits, KeptSession, SessionChange } from '../../../server/src/gateway/line.ts'
import type { DayState, MarketInput } from '../market/market-day.ts'

const FILE = /^journal-(\d{4}-\d\d-\d\d)\.jsonl$/
const LOCK = 'in-use'

/** What one turn of the event loop changed: inputs of the market with their times, and sessions. */
type Part =
  | readonly ['input', now: number, input: MarketInput]
  | readonly ['session', name: string, reset: boolean, numbers: SessionChange['numbers'] | null, sent: Sent]
type Sent = readonly (readonly [number: number, text: string])[]

/** How a file begins: the market day, and each session as it was. */
interface Opening {
  readonly day: DayState
  readonly now: number
  readonly sessions: Readonly<Record<string, { numbers: KeptSession['numbers']; sent: Sent }>>
}

/** What a journal says when it is read: the day, then its inputs, and where each session is at the end. */
export interface Recovered {
  readonly day: DayState
  readonly now: number
  readonly inputs: readonly { readonly input: MarketInput; readonly now: number }[]
  readonly sessions: ReadonlyMap<string, KeptSession>
}

/** The file is damaged before its end: what it says after that cannot be trusted. */
export class DamagedJournal extends Error {}

/**
 * The store of the market: one file for each market day, to which each turn of the event loop appends a line before
 * anything is sent. The lines of turns that end while the disk is busy are written together. A line that the end of
 * the process cut short was never told to anybody, and is removed at the next start.
 */
export class Journal implements Commits {
  readonly #folder: string
  readonly #fail: (error: Error) => void
  #file = -1
  #turn: Part[] = []
  #acts: (() => void)[] = []
  #isWriting = false
  #isScheduled = false
  #idle: (() => void)[] = []

  /** @param fail called when the disk refuses: nothing is sent from then on. */
  constructor(folder: string, fail: (error: Error) => void) {
    this.#folder = folder
    this.#fail = fail
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#lock()
  }

  /** Reads the newest day; undefined if the folder has none. @throws DamagedJournal */
  recover(): Recovered | undefined {
    const dates = readdirSync(this.#folder).flatMap((name) => FILE.exec(name)?.[1] ?? [])
    const newest = dates.sort().at(-1)
    if (newest === undefined) return undefined
    const path = this.#path(newest)
    const { lines, length } = readLines(path)
    const [first, ...turns] = lines
    if (!first) throw new DamagedJournal(`${path} has no first line`)
    const { day, now, sessions: opening } = first as unknown as Opening
    const inputs: { input: MarketInput; now: number }[] = []
    const sessions = new Map<string, { numbers: KeptSession['numbers']; sent: Map<number, Uint8Array> }>()
    for (const [name, { numbers, sent }] of Object.entries(opening)) {
      sessions.set(name, { numbers, sent: new Map(sent.map(([number, text]) => [number, bytesOf(text)])) })
    }
    for (const turn of turns as unknown as Part[][]) {
      for (const part of turn) {
        if (part[0] === 'input') {
          inputs.push({ now: part[1], input: part[2] })
          continue
        }
        const [, name, reset, numbers, sent] = part
        const session = sessions.get(name) ?? {
          numbers: { nextIn: 1, nextOut: 1, since: 0 },
          sent: new Map<number, Uint8Array>(),
        }
        sessions.set(name, session)
        if (reset) session.sent.clear()
        if (numbers) session.numbers = numbers
        for (const [number, text] of sent) session.sent.set(number, bytesOf(text))
      }
    }
    this.#file = openSync(path, 'r+')
    ftruncateSync(this.#file, length)
    fsyncSync(this.#file)
    closeSync(this.#file)
    this.#file = openSync(path, 'a')
    return {
      day,
      now,
      inputs,
      sessions: new Map(
        Array.from(sessions, ([name, { numbers, sent }]) => [
          name,
          { numbers, sent: Array.from(sent, ([number, bytes]) => ({ number, bytes })) },
        ]),
      ),
    }
  }

  /** Begins the file of a day, once all of the day before is written. */
  async begin(day: DayState, now: number, sessions: ReadonlyMap<string, KeptSession>): Promise<void> {
    await this.idle()
    const kept: Opening['sessions'] = Object.fromEntries(
      Array.from(sessions, ([name, { numbers, sent }]) => [name, { numbers, sent: sentOf(sent) }]),
    )
    const path = this.#path(day.date)
    const unfinished = `${path}.new`
    const file = openSync(unfinished, 'w', 0o600)
    writeSync(file, lineOf({ day, now, sessions: kept } satisfies Opening))
    fsyncSync(file)
    closeSync(file)
    renameSync(unfinished, path)
    const folder = openSync(this.#folder, 'r')
    fsyncSync(folder)
    closeSync(folder)
    if (this.#file >= 0) closeSync(this.#file)
    this.#file = openSync(path, 'a')
  }

  input(input: MarketInput, now: number): void {
    this.#turn.push(['input', now, input])
    this.#schedule()
  }

  record({ session, reset, numbers, sent }: SessionChange): void {
    this.#turn.push(['session', session, reset, numbers ?? null, sentOf(sent)])
    this.#schedule()
  }

  after(act: () => void): void {
    this.#acts.push(act)
    this.#schedule()
  }

  /** When nothing waits to be written. */
  idle(): Promise<void> {
    if (!this.#isWriting && !this.#isScheduled) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  async close(): Promise<void> {
    await this.idle()
    if (this.#file >= 0) closeSync(this.#file)
    this.#file = -1
    unlinkSync(join(this.#folder, LOCK))
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isWriting) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    const turn = this.#turn
    const acts = this.#acts
    this.#turn = []
    this.#acts = []
    this.#isWriting = true
    const done = () => {
      for (const act of acts) act()
      this.#isWriting = false
      if (this.#turn.length > 0 || this.#acts.length > 0) this.#flush()
      else for (const resolve of this.#idle.splice(0)) resolve()
    }
    if (turn.length === 0) {
      done()
      return
    }
    const bytes = Buffer.from(lineOf(turn))
    const append = (from: number) => {
      write(this.#file, bytes, from, (error, written) => {
        if (error) this.#fail(error)
        else if (from + written < bytes.length) append(from + written)
        else fdatasync(this.#file, (error) => (error ? this.#fail(error) : done()))
      })
    }
    append(0)
  }

  #path(date: string): string {
    return join(this.#folder, `journal-${date}.jsonl`)
  }

  /** Two processes in one folder would each overwrite what the other promised. */
  #lock(): void {
    const path = join(this.#folder, LOCK)
    if (existsSync(path)) {
      const [pid, began] = readFileSync(path, 'utf8').split('\n')
      const isOther = Number(pid) !== process.pid && isRunning(Number(pid)) && began === beginOf(Number(pid))
      if (isOther) throw new Error(`${this.#folder} is in use by the process ${pid}`)
      unlinkSync(path)
    }
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, `${process.pid}\n${beginOf(process.pid)}`)
    closeSync(file)
  }
}

/** When a process began, as Linux counts it: another one may have its number after a restart of the machine. */
function beginOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may have spaces; the time is the twentieth field after it.
    const time = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${time}`
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const sentOf = (sent: KeptSession['sent']): Sent => sent.map(({ number, bytes }) => [number, latin1(bytes)])
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** JSON has no whole numbers beyond 2^53: those are written as digits with `n`. */
const LARGE = '\u0000n'
const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${LARGE}${value}` : value)
const asValue = (_: string, value: unknown) =>
  typeof value === 'string' && value.startsWith(LARGE) ? BigInt(value.slice(LARGE.length)) : value

function lineOf(value: object): string {
  const json = JSON.stringify(value, asText)
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
}

/** The lines of a file, and how many of its bytes they are. */
function readLines(path: string): { lines: object[]; length: number } {
  const bytes = readFileSync(path)
  const lines: object[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at)
    const text = bytes.toString('utf8', at, end < 0 ? bytes.length : end)
    const json = text.slice(9)
    const isWhole = end >= 0 && text.slice(0, 8) === crc32(json).toString(16).padStart(8, '0')
    if (!isWhole) {
      if (end >= 0 && bytes.indexOf(10, end + 1) >= 0)
        throw new DamagedJournal(`${path} is damaged after ${at} bytes`)
      break
    }
    lines.push(JSON.parse(json, asValue))
    at = end + 1
  }
  return { lines, length: at }
}
