import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  statSync,
  unlinkSync,
  type WriteStream,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const FILE = /^messages-(\d{6})\.log$/

/** When a file is full, and how many are kept. */
export interface Rotation {
  readonly bytes: number
  readonly files: number
}

const usual: Rotation = { bytes: 64 * 1024 * 1024, files: 100 }
/** How long a file that cannot be written is left alone. */
const RETRY_MS = 5_000

export interface MessageLogParts {
  /** Told once when messages cannot be written, and once when they can again. */
  readonly warn: (text: string) => void
  readonly now?: () => number
  readonly rotation?: Rotation
}

/**
 * Every message in both directions as a line of text: time, session, direction, fields with `|` between them. Secrets
 * are masked before they arrive here. The oldest file goes when there are too many. While the file cannot be written,
 * messages are only counted: trading goes on, and afterwards the log says how many are missing.
 */
export class MessageLog {
  readonly #folder: string
  readonly #rotation: Rotation
  readonly #now: () => number
  readonly #warn: (text: string) => void
  #number: number
  #written: number
  /** Absent while the file cannot be written. */
  #stream: WriteStream | undefined
  #retryAt = 0
  #missing = 0
  #isFailing = false

  constructor(folder: string, { warn, now = Date.now, rotation = usual }: MessageLogParts) {
    this.#folder = folder
    this.#rotation = rotation
    this.#now = now
    this.#warn = warn
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#number = numbersIn(folder).at(-1) ?? 1
    this.#stream = this.#open()
    this.#written = sizeOf(pathOf(folder, this.#number))
  }

  /** How many messages could not be written, until the log says so itself. */
  get missing(): number {
    return this.#missing
  }

  write(session: string, direction: string, text: string): void {
    if (!this.#stream && this.#now() < this.#retryAt) {
      this.#missing += 1
      return
    }
    this.#stream ??= this.#reopen()
    const missing = this.#missing
    this.#missing = 0
    if (missing > 0) this.#append(this.#stream, `log ! ${missing} messages are missing`, missing)
    this.#append(this.#stream, `${session} ${direction} ${text}`, 1)
  }

  /** Ends the log once everything is written. */
  close(): Promise<void> {
    const stream = this.#stream
    return stream ? new Promise((resolve) => stream.end(() => resolve())) : Promise.resolve()
  }

  /** @param messages how many are missing if the line cannot be written. */
  #append(stream: WriteStream, text: string, messages: number): void {
    const line = `${new Date(this.#now()).toISOString()} ${text}\n`
    if (this.#written > 0 && this.#written + line.length > this.#rotation.bytes) {
      this.#rotate()
      this.#append(this.#stream!, text, messages)
      return
    }
    this.#written += line.length
    stream.write(line, 'latin1', (error) => {
      if (!error) {
        this.#succeed()
        return
      }
      this.#missing += messages
      // The stream says it later, once it has closed the file.
      this.#fail(stream, error)
    })
  }

  #reopen(): WriteStream {
    const stream = this.#open()
    // What was written last may be half a line.
    stream.write('\n', () => {})
    return stream
  }

  #fail(stream: WriteStream, error: Error): void {
    if (this.#stream !== stream) return
    this.#stream = undefined
    this.#retryAt = this.#now() + RETRY_MS
    if (!this.#isFailing) this.#warn(`the message log cannot be written: ${error.message}`)
    this.#isFailing = true
  }

  #succeed(): void {
    if (this.#isFailing) this.#warn('the message log is written again')
    this.#isFailing = false
  }

  #rotate(): void {
    this.#stream?.end()
    this.#number++
    this.#written = 0
    this.#stream = this.#open()
    try {
      for (const number of numbersIn(this.#folder)) {
        if (number <= this.#number - this.#rotation.files) unlinkSync(pathOf(this.#folder, number))
      }
    } catch (error) {
      this.#warn(`an old file of the message log cannot be deleted: ${(error as Error).message}`)
    }
  }

  #open(): WriteStream {
    const stream = createWriteStream(pathOf(this.#folder, this.#number), { flags: 'a', mode: 0o600 })
    stream.on('error', (error) => this.#fail(stream, error))
    return stream
  }
}

/**
 * The lines about an order, oldest first. It is named by its ClOrdID (11) or OrderID (37), or by one that it had
 * before: the lines of all its ids are found.
 */
export async function* linesAbout(folder: string, id: string): AsyncGenerator<string> {
  const ids = new Set([id])
  const orders = new Set<string>()
  // Which ids belong together shows when an answer names both, so the files are read twice.
  for await (const line of linesOf(folder)) {
    const { order, requests, all } = namesIn(line)
    if (!all.some((one) => ids.has(one)) && !(order !== undefined && orders.has(order))) continue
    if (order !== undefined) orders.add(order)
    for (const request of requests) ids.add(request)
  }
  for await (const line of linesOf(folder)) {
    const { order, requests } = namesIn(line)
    if ((order !== undefined && orders.has(order)) || requests.some((one) => ids.has(one))) yield line
  }
}

function namesIn(line: string) {
  const values = (tag: number) =>
    Array.from(line.matchAll(new RegExp(`[|]${tag}=([^|]*)`, 'g')), ([, value]) => value!)
  const order = values(37).find((value) => value !== 'NONE')
  const requests = [...values(11), ...values(41)]
  return { order, requests, all: order === undefined ? requests : [...requests, order] }
}

async function* linesOf(folder: string): AsyncGenerator<string> {
  for (const number of numbersIn(folder)) {
    const input = createReadStream(pathOf(folder, number), 'latin1')
    yield* createInterface({ input })
  }
}

const pathOf = (folder: string, number: number): string =>
  join(folder, `messages-${String(number).padStart(6, '0')}.log`)

const numbersIn = (folder: string): number[] =>
  readdirSync(folder)
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
