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
  type Stored,
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

/** What a session changed, to be kept together with what its messages did. */
export interface SessionChange {
  readonly session: string
  readonly reset: boolean
  readonly numbers: Numbers | undefined
  readonly sent: readonly Stored[]
}

/** What is kept of a session. */
export interface KeptSession {
  readonly numbers: Numbers
  readonly sent: readonly Stored[]
}

/** Where what happens is committed before anybody learns of it. */
export interface Commits {
  /** Adds to the transaction of this turn of the event loop. */
  record(change: SessionChange): void
  /** Does something once all that was recorded so far is committed, in the order of the calls. */
  after(act: () => void): void
}

/** Nothing is kept, which is what a session wants that begins at 1 with each Logon. */
export const inMemory: Commits = { record: () => {}, after: (act) => act() }

/** How a session is joined to what outlives its connections. */
export interface LineParts {
  readonly commits?: Commits
  readonly kept?: KeptSession | undefined
  /** Called when a connection has ended. */
  readonly closed?: (() => void) | undefined
  /** Called when the peer has got again what it had missed; some messages are never repeated. */
  readonly repeated?: (() => void) | undefined
  /** Called when something has arrived or was sent, and when time has passed: the state of the session may be another. */
  readonly changed?: (() => void) | undefined
  /** How many milliseconds what is sent waits; a test of the peer's patience. */
  readonly delay?: () => number
}

/** A FIX session with its socket and its timer. What it sends is committed first. */
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
  readonly #parts: LineParts
  readonly #commits: Commits

  constructor(settings: SessionSettings, open: Opening, log: Log, now: () => number, parts: LineParts = {}) {
    const numbers: Numbers = parts.kept?.numbers ?? { nextIn: 1, nextOut: 1, since: now() }
    for (const { number, bytes } of parts.kept?.sent ?? []) this.#sent.set(number, bytes)
    this.#parts = parts
    this.#commits = parts.commits ?? inMemory
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

  /** Bytes that the peer has not read yet. */
  get backlog(): number {
    return this.#socket?.writableLength ?? 0
  }

  get numbers(): Numbers {
    return this.#session.numbers
  }

  get isLoggedOn(): boolean {
    return this.#session.phase === 'active'
  }

  /** Whether it is logged on, and what the connection before had missed has arrived. */
  get isCaughtUp(): boolean {
    return this.#session.isCaughtUp
  }

  /** What must be kept of the session, for a store that begins again. */
  get kept(): KeptSession {
    return {
      numbers: this.#session.numbers,
      sent: Array.from(this.#sent, ([number, bytes]) => ({ number, bytes })),
    }
  }

  /** Ends the connection at once, without a Logout. */
  drop(): void {
    this.#socket?.destroy()
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
      clearTimeout(this.#timer)
      this.#handle({ kind: 'disconnected' })
      this.#parts.closed?.()
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
    this.#parts.changed?.()
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
    if (step.reset || step.numbers || step.store.length > 0) {
      const { reset, numbers, store: sent } = step
      this.#commits.record({ session: this.name, reset, numbers, sent })
    }
    const { send, fetch, disconnect } = step
    if (send.length > 0) this.#commits.after(() => this.#write(socket, send))
    for (const message of step.received) this.#application(message, (answer) => this.send(answer))
    if (disconnect !== undefined) this.#close(disconnect)
    else if (fetch && socket) this.#commits.after(() => this.#fetch(socket, fetch))
  }

  #write(socket: Socket | undefined, messages: readonly Uint8Array[]): void {
    const write = () => {
      for (const bytes of messages) {
        if (socket?.writable) {
          this.#log(this.name, '<', readable(bytes))
          socket.write(bytes)
        } else this.#log(this.name, '!', `not sent, the connection has ended: ${readable(bytes)}`)
      }
    }
    const delay = this.#parts.delay?.() ?? 0
    if (delay > 0) setTimeout(write, delay)
    else write()
  }

  /** Gives what is asked for again once the peer has read what was sent before. */
  #fetch(socket: Socket, { id, from, to }: Fetch): void {
    const messages: { number: number; bytes: Uint8Array }[] = []
    for (let number = from; number <= to; number++) {
      const bytes = this.#sent.get(number)
      if (bytes) messages.push({ number, bytes })
    }
    const give = () => {
      if (this.#socket !== socket) return
      this.#handle({ kind: 'stored', id, messages })
      this.#parts.repeated?.()
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
    this.#commits.after(() => {
      socket.end()
      // What still arrives is read and dropped: unread bytes would make the system forget what was sent last.
      socket.resume()
      socket.setTimeout(CLOSING_MS, () => socket.destroy())
    })
    this.#parts.closed?.()
  }
}
