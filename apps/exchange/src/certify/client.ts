import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type Field, type Fields, protocols, type Received, validate } from '@tradebook/fix'
import { Line } from '../../../server/src/gateway/line.ts'
import type { CertifyProfile } from './certify-profile.ts'

/** Between two attempts to log on. */
const RETRY_MS = 50

/** A case whose answer was another than the one expected, or none. */
export class NotAsExpected extends Error {}

/** A member under certification: what it sends and gets is recorded. */
export class Client {
  readonly profile: CertifyProfile
  readonly #line: Line
  readonly #record: (direction: string, text: string) => void
  readonly #received: Received[] = []
  readonly #events = new EventTarget()
  #socket: Socket | undefined
  #problem: string | undefined

  constructor(profile: CertifyProfile, record: (direction: string, text: string) => void) {
    const { version, senderCompID, targetCompID, username, password, heartBtInt } = profile
    const protocol = protocols[version]
    this.profile = profile
    this.#record = record
    this.#line = new Line(
      {
        role: 'initiator',
        protocol,
        senderCompId: senderCompID,
        targetCompId: targetCompID,
        heartBtInt,
        ...(username !== undefined && { username }),
        ...(password !== undefined && { password }),
      },
      () => (message) => {
        const [[, dictionary] = []] = protocol.applications
        const violation = validate(message.fields, protocol.session, dictionary!)
        if (violation)
          this.#problem = `${message.type} breaks the dictionary: ${violation.reason} ${violation.tag}`
        this.#received.push(message)
        this.#events.dispatchEvent(new Event('changed'))
      },
      (_, direction, text) => {
        record(direction, text)
        this.#events.dispatchEvent(new Event('changed'))
        if (direction === '>') this.#session.push(text)
      },
      Date.now,
    )
  }

  /** The session's own messages as the log shows them, for those that the application does not get. */
  readonly #session: string[] = []

  get isLoggedOn(): boolean {
    return this.#line.isLoggedOn
  }

  get numbers() {
    return this.#line.numbers
  }

  /**
   * Connects and logs on. An exchange that has not noticed yet that the connection before is over closes a new one,
   * so it is tried again for as long as an answer may take. @throws NotAsExpected
   */
  async logOn(): Promise<void> {
    const until = Date.now() + this.profile.answerMs
    for (;;) {
      try {
        await this.#connect()
        await this.#until('a Logon', () => this.#line.isLoggedOn || !this.#line.isBusy)
        if (this.#line.isLoggedOn) return
        throw new NotAsExpected('the connection ended instead of a Logon')
      } catch (error) {
        if (Date.now() >= until) throw error
        await setTimeout(RETRY_MS)
      }
    }
  }

  async #connect(): Promise<void> {
    const { host, port } = this.profile
    const socket = connect(port, host)
    this.#socket = socket
    socket.on('error', (error) => this.#record('!', error.message))
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {})
    if (socket.destroyed) throw new NotAsExpected(`nothing listens at ${host}:${port}`)
    this.#line.attach(socket, new Uint8Array())
    socket.once('close', () => this.#events.dispatchEvent(new Event('changed')))
  }

  async logOut(): Promise<void> {
    this.#line.logout()
    await this.#until('the end of the connection after Logout', () => !this.#line.isBusy)
  }

  /** Ends the connection without a word, once what was sent is on its way. */
  async cut(): Promise<void> {
    const socket = this.#socket!
    const closed = once(socket, 'close')
    socket.destroySoon()
    socket.resume()
    await closed
    await this.#until('the end of the connection', () => !this.#line.isBusy)
  }

  send(type: string, fields: readonly Field[], header: readonly Field[] = []): void {
    this.#line.send({ type, fields, header })
  }

  /** Sends bytes as they are. */
  raw(bytes: Uint8Array): void {
    this.#record('<', `${bytes.length} bytes outside the session`)
    this.#socket!.write(bytes)
  }

  /** The first message of a type with these values; what came before it is dropped. @throws NotAsExpected */
  async expect(type: string, values: Readonly<Record<number, string>>): Promise<Fields> {
    const what = `${type} with ${Object.entries(values)
      .map(([tag, value]) => `${tag}=${value}`)
      .join(' ')}`
    let found: Received | undefined
    await this.#until(what, () => {
      while (!found && this.#received.length > 0) {
        const message = this.#received.shift()!
        const fits = Object.entries(values).every(([tag, value]) => message.fields.get(Number(tag)) === value)
        if (message.type === type && fits) found = message
      }
      return found !== undefined
    })
    return found!.fields
  }

  /** A message of the session with these values. @throws NotAsExpected */
  async expectSession(type: string, values: Readonly<Record<number, string>> = {}): Promise<void> {
    const wanted = [`35=${type}`, ...Object.entries(values).map(([tag, value]) => `${tag}=${value}`)]
    await this.#until(wanted.join(' '), () => {
      const index = this.#session.findIndex((text) => wanted.every((field) => text.includes(`|${field}|`)))
      if (index < 0) return false
      this.#session.splice(0, index + 1)
      return true
    })
  }

  /** Forgets what has arrived. */
  clear(): void {
    this.#received.length = 0
    this.#session.length = 0
  }

  close(): void {
    this.#socket?.destroy()
  }

  async #until(what: string, isThere: () => boolean): Promise<void> {
    const { answerMs } = this.profile
    const waiting = AbortSignal.timeout(answerMs)
    while (!isThere()) {
      if (waiting.aborted) throw new NotAsExpected(`no ${what} within ${answerMs} ms`)
      await once(this.#events, 'changed', { signal: waiting }).catch(() => {})
    }
    if (this.#problem !== undefined) throw new NotAsExpected(this.#problem)
  }
}
