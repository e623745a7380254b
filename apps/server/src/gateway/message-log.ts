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

/**
 * Every message in both directions as a line of text: time, session, direction, fields with `|` between them. Secrets
 * are masked before they arrive here. The oldest file goes when there are too many.
 */
export class MessageLog {
  readonly #folder: string
  readonly #rotation: Rotation
  readonly #now: () => number
  #number: number
  #written: number
  #stream: WriteStream

  constructor(folder: string, now: () => number = Date.now, rotation = usual) {
    this.#folder = folder
    this.#rotation = rotation
    this.#now = now
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#number = numbersIn(folder).at(-1) ?? 1
    this.#stream = this.#open()
    this.#written = sizeOf(pathOf(folder, this.#number))
  }

  write(session: string, direction: string, text: string): void {
    const line = `${new Date(this.#now()).toISOString()} ${session} ${direction} ${text}\n`
    if (this.#written > 0 && this.#written + line.length > this.#rotation.bytes) this.#rotate()
    this.#written += line.length
    this.#stream.write(line, 'latin1')
  }

  /** Ends the log once everything is written. */
  close(): Promise<void> {
    return new Promise((resolve) => this.#stream.end(resolve))
  }

  #rotate(): void {
    this.#stream.end()
    this.#number++
    this.#written = 0
    this.#stream = this.#open()
    for (const number of numbersIn(this.#folder)) {
      if (number <= this.#number - this.#rotation.files) unlinkSync(pathOf(this.#folder, number))
    }
  }

  #open(): WriteStream {
    return createWriteStream(pathOf(this.#folder, this.#number), { flags: 'a', mode: 0o600 })
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
