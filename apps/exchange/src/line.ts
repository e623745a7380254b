import type { Socket } from 'node:net'
import {
  type Fetch,
  type Input,
  type Numbers,
  type Outgoing,
  type Received,
  readable,
  Session,
  type SessionSettings,
  type Step,
} from '@tradebook/fix'

/** What a line is for: it gets each message once and in order, and may send. */
export type Application = (message: Received, send: (message: Outgoing) => void) => void

/** What a connection is for: what it remembers ends with the connection. */
export type Opening = () => Application

/** One line of the log: which session, in which direction, what; secrets are masked. */
export type Log = (session: string, direction: '<' | '>' | '!', text: string) => void

/** How long the peer has to close its end after ours, so that it reads what was sent last. */
const CLOSING_MS = 2000
/** A timer of Node waits no longer. */
const LONGEST_TIMER_MS = 2_147_483_647

/**
 * A FIX session with its socket, its timer and its store. The store is memory: numbers and messages are lost with
 * the process, which is what a session wants that begins at 1 with each Logon.
 */
export class Line {
  readonly name: string
  readonly #session: Session
  readonly #open: Opening
  #application: Application
  readonly #log: Log
  readonly #now: () => number
  readonly #sent = new Map<number, Uint8Array>()
  #socket: Socket | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(settings: SessionSettings, open: Opening, log: Log, now: () => number) {
    const numbers: Numbers = { nextIn: 1, nextOut: 1, since: now() }
    this.name = `${settings.senderCompId}-${settings.targetCompId}`
    this.#session = new Session(settings, numbers, now())
    this.#open = open
    this.#application = open()
    this.#log = log
    this.#now = now
  }

  /** Whether a connection has this session, so that it takes no other. */
  get isBusy(): boolean {
    return this.#socket !== undefined
  }

  /** Gives the session a connection, with what has already arrived on it. */
  attach(socket: Socket, arrived: Uint8Array): void {
    this.#socket = socket
    this.#application = this.#open()
    socket.on('data', (bytes) => {
      if (this.#socket === socket) this.#handle({ kind: 'bytes', bytes })
    })
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#handle({ kind: 'disconnected' })
    })
    this.#handle({ kind: 'connected' })
    if (arrived.length > 0) this.#handle({ kind: 'bytes', bytes: arrived })
  }

  send(message: Outgoing): void {
    this.#handle({ kind: 'send', message })
  }

  logout(): void {
    this.#handle({ kind: 'logout' })
  }

  #handle(input: Input): void {
    this.#carryOut(this.#session.handle(input, this.#now()))
    clearTimeout(this.#timer)
    if (!this.#socket) return
    const wait = Math.min(Math.max(0, this.#session.nextTimer - this.#now()), LONGEST_TIMER_MS)
    this.#timer = setTimeout(() => this.#handle({ kind: 'tick' }), wait)
  }

  #carryOut(step: Step): void {
    const socket = this.#socket
    if (step.reset) this.#sent.clear()
    for (const { number, bytes } of step.store) this.#sent.set(number, bytes)
    for (const bytes of step.arrived) this.#log(this.name, '>', readable(bytes))
    for (const event of step.events) this.#log(this.name, '!', event)
    for (const bytes of step.send) {
      this.#log(this.name, '<', readable(bytes))
      socket?.write(bytes)
    }
    for (const message of step.received) this.#application(message, (answer) => this.send(answer))
    if (step.disconnect !== undefined) this.#close(step.disconnect)
    else if (step.fetch && socket) this.#fetch(socket, step.fetch)
  }

  /** Gives what is asked for again once the peer has read what was sent before. */
  #fetch(socket: Socket, { id, from, to }: Fetch): void {
    const messages: { number: number; bytes: Uint8Array }[] = []
    for (let number = from; number <= to; number++) {
      const bytes = this.#sent.get(number)
      if (bytes) messages.push({ number, bytes })
    }
    const give = () => {
      if (this.#socket === socket) this.#handle({ kind: 'stored', id, messages })
    }
    if (socket.writableNeedDrain) socket.once('drain', give)
    else setImmediate(give)
  }

  #close(reason: string): void {
    const socket = this.#socket
    if (!socket) return
    this.#log(this.name, '!', `closed: ${reason}`)
    this.#socket = undefined
    clearTimeout(this.#timer)
    socket.end()
    // What still arrives is read and dropped: unread bytes would make the system forget what was sent last.
    socket.resume()
    socket.setTimeout(CLOSING_MS, () => socket.destroy())
  }
}
