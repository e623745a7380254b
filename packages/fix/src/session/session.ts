import { TokenBucket } from '@tradebook/scheduling'
import type { Dictionary } from '../dictionary/dictionary.ts'
import type { Violation } from '../dictionary/rejects.ts'
import { validate } from '../dictionary/validate.ts'
import { type Field, type Fields, parse } from '../wire/message.ts'
import { MessageStream } from '../wire/stream.ts'
import { instantOf } from '../wire/time.ts'
import { calendarAt } from './calendar.ts'
import { EarlyMessages } from './early-messages.ts'
import { Gap } from './gap.ts'
import { Liveness } from './liveness.ts'
import { type Accepted, isOfPeer, judgeLogon, logonFields } from './logon.ts'
import { rejectOf, reversedRoute } from './messages.ts'
import { isFromPeer, isOnTime } from './peer.ts'
import { Resend } from './resend.ts'
import { type CompleteSettings, defaults, type SessionSettings } from './settings.ts'
import { emptyStep, type Input, type Numbers, type Outgoing, type Step, type Stored } from './step.ts'
import { Writer } from './writer.ts'

/**
 * Both ends of a FIX session: inputs in, what is to be done out. It has no clock, socket or store; `now` is in
 * milliseconds since 1970. What a step asks for is described at `Step`. The number of the next message expected goes
 * up only in order, in the step that gives the message to the application.
 */
export class Session {
  readonly #settings: CompleteSettings
  readonly #answers: TokenBucket
  readonly #writer: Writer
  #numbers: Numbers
  #phase: 'disconnected' | 'logon' | 'active' | 'logout' = 'disconnected'
  #now: number
  #step = emptyStep()

  #stream: MessageStream
  #application: Dictionary
  #applVerId: string
  readonly #liveness = new Liveness()
  #connectedAt = 0
  #loggedOutAt = 0
  readonly #gap: Gap
  readonly #early: EarlyMessages
  /** The Logout(5) of the peer that waits for a gap to be filled. */
  #peerLogout: { number: number; at: number } | undefined
  readonly #resend: Resend

  constructor(settings: SessionSettings, numbers: Numbers, now: number) {
    this.#settings = { ...defaults, ...settings }
    this.#numbers = numbers
    this.#now = now
    this.#answers = new TokenBucket(this.#settings.answers, now)
    this.#writer = new Writer(this.#settings)
    this.#gap = new Gap(this.#settings)
    this.#early = new EarlyMessages(this.#settings.largestQueue)
    this.#resend = new Resend(this.#writer, this.#settings.resendChunk)
    this.#stream = new MessageStream(this.#settings.largestMessage)
    const [[applVerId, application] = []] = settings.protocol.applications
    if (applVerId === undefined || !application) throw new RangeError('a protocol has an application')
    this.#applVerId = applVerId
    this.#application = application
  }

  get phase() {
    return this.#phase
  }

  get numbers(): Numbers {
    return this.#numbers
  }

  /**
   * Whether both ends are logged on and nothing that either has missed is outstanding. What is sent earlier and not
   * repeated can be lost: a peer that asks for what it has missed gets a gap fill in its place.
   */
  get isCaughtUp(): boolean {
    return this.#phase === 'active' && !this.#gap.isOpen && !this.#liveness.isProbing
  }

  /** When the next tick is due. */
  get nextTimer(): number {
    const { calendar, logonTimeout, logoutTimeout } = this.#settings
    const times = [calendarAt(calendar, this.#now).nextChange]
    if (this.#phase === 'logon') times.push(this.#connectedAt + logonTimeout)
    if (this.#phase === 'logout') times.push(this.#loggedOutAt + logoutTimeout)
    if (this.#phase === 'active') {
      times.push(this.#liveness.nextTimer(this.#gap.isOpen), this.#gap.nextTimer)
      if (this.#peerLogout) times.push(this.#peerLogout.at + logoutTimeout)
    }
    return Math.min(...times)
  }

  /** Whether the calendar has the session open. */
  isOpen(now: number): boolean {
    return calendarAt(this.#settings.calendar, now).isOpen
  }

  handle(input: Input, now: number): Step {
    if (now < this.#now) this.#setBack(this.#now - now)
    this.#now = now
    this.#step = emptyStep()
    const before = this.#numbers
    switch (input.kind) {
      case 'connected':
        this.#connected()
        break
      case 'disconnected':
        this.#forget()
        break
      case 'bytes':
        this.#bytes(input.bytes)
        break
      case 'send':
        this.#outgoing(input.message)
        break
      case 'stored':
        this.#stored(input.id, input.messages)
        break
      case 'logout':
        if (this.#phase === 'active') this.#logout(input.text)
        else if (this.#phase === 'logon') this.#close('logged out before the Logon')
        break
      case 'tick':
        this.#tick()
        break
    }
    if (this.#numbers !== before) this.#step.numbers = this.#numbers
    return this.#step
  }

  // — The connection —

  #connected() {
    const { calendar, role, resetOnLogon } = this.#settings
    const { isOpen, lastReset } = calendarAt(calendar, this.#now)
    this.#forget()
    if (!isOpen) return this.#close('the session is closed at this time')
    if (lastReset > this.#numbers.since) this.#reset()
    this.#phase = 'logon'
    this.#connectedAt = this.#now
    this.#liveness.received(this.#now)
    this.#liveness.sent(this.#now)
    if (role === 'acceptor') return
    if (resetOnLogon) this.#reset()
    this.#liveness.heartBtMs = this.#settings.heartBtInt * 1000
    this.#sendLogon(resetOnLogon)
  }

  #forget() {
    this.#phase = 'disconnected'
    this.#stream = new MessageStream(this.#settings.largestMessage)
    this.#forgetGap()
    this.#liveness.forgetTests()
    this.#peerLogout = undefined
    this.#resend.end()
  }

  #forgetGap() {
    this.#gap.end()
    this.#early.clear()
  }

  #close(reason: string) {
    this.#step.disconnect ??= reason
    this.#forget()
  }

  #reset() {
    this.#numbers = { nextIn: 1, nextOut: 1, since: this.#now }
    this.#step.reset = true
    this.#step.store = []
    this.#resend.end()
    this.#forgetGap()
  }

  // — Time —

  /** Deadlines go back with a clock that is set back: they are counted from then on, and nobody waits for longer. */
  #setBack(ms: number) {
    this.#connectedAt -= ms
    this.#loggedOutAt -= ms
    this.#liveness.setBack(ms)
    this.#gap.setBack(ms)
    if (this.#peerLogout) this.#peerLogout.at -= ms
  }

  #tick() {
    const { calendar, logonTimeout, logoutTimeout } = this.#settings
    const now = this.#now
    if (this.#phase === 'disconnected') return
    if (this.#phase === 'logon') {
      if (now >= this.#connectedAt + logonTimeout) this.#close('no Logon in time')
      return
    }
    if (this.#phase === 'logout') {
      if (now >= this.#loggedOutAt + logoutTimeout) this.#close('no answer to Logout')
      return
    }
    const { isOpen, lastReset } = calendarAt(calendar, now)
    if (!isOpen || lastReset > this.#numbers.since) return this.#logout('End of session')
    if (this.#peerLogout && now >= this.#peerLogout.at + logoutTimeout) return this.#answerLogout()
    const due = this.#liveness.due(now, this.#gap.isOpen)
    if (due === 'end') return this.#close('no answer to TestRequest')
    if (due === 'heartbeat') this.#send('0', [])
    if (due === 'test') {
      this.#send('1', [[112, 'TEST']])
      this.#liveness.tested(now)
    }
    const gapDue = this.#gap.due(now)
    if (gapDue === 'giveUp') return this.#refuse('Messages asked for again did not arrive')
    if (gapDue === 'ask') {
      this.#sendResendRequest()
      this.#gap.askedAgain(now)
    }
  }

  // — What arrives —

  #bytes(bytes: Uint8Array) {
    if (this.#phase === 'disconnected') return
    for (const frame of this.#stream.push(bytes)) {
      if (frame.kind === 'message') {
        this.#step.arrived.push(frame.bytes)
        this.#receive(parse(frame.bytes))
      } else if (this.#phase === 'logon') this.#close('the first message is garbled')
      else if (this.#mayAnswer()) this.#step.events.push(`garbled, ignored: ${frame.bytes.length} bytes`)
      // A message may end the connection; what arrived behind it counts for nothing.
      if (this.#step.disconnect !== undefined) return
    }
  }

  #receive(message: Fields) {
    if (this.#phase === 'logon') return this.#firstMessage(message)
    const number = message.number(34)
    const type = message.get(35)
    if (message.get(8) !== this.#settings.protocol.beginString) return this.#refuse('Incorrect BeginString')
    if (number === undefined) return this.#refuse('MsgSeqNum missing or not a number')
    if (!isFromPeer(message, this.#settings))
      return this.#rejectAndLogout(message, { reason: 'compIdProblem' })
    if (!isOnTime(message, this.#settings, this.#now)) {
      return this.#rejectAndLogout(message, { reason: 'sendingTimeAccuracy' })
    }
    this.#liveness.received(this.#now)

    if (type === 'A' && message.flag(141)) return this.#resetInSession(message, number)
    if (type === '4' && !message.flag(123)) return this.#sequenceReset(message)
    if (message.flag(43) && type !== '4') {
      const original = message.get(122)
      if (!original) {
        this.#reject(message, { reason: 'requiredTagMissing', tag: 122 })
        return this.#drain()
      }
      if ((instantOf(original) ?? 0) > (instantOf(message.get(52) ?? '') ?? 0)) {
        return this.#rejectAndLogout(message, { reason: 'sendingTimeAccuracy' })
      }
    }
    if (number === this.#numbers.nextIn) this.#process(message, number)
    else if (number > this.#numbers.nextIn) this.#tooHigh(message, number, type)
    else this.#tooLow(message, number, type)
    this.#drain()
  }

  #tooLow(message: Fields, number: number, type: string | undefined) {
    if (message.flag(43)) this.#step.events.push(`received before, ignored: ${number}`)
    // These two change nothing that was counted.
    else if (type === '2' || type === '5') this.#dispatch(message, number)
    else this.#refuse(`MsgSeqNum too low, expecting ${this.#numbers.nextIn} but received ${number}`)
  }

  #tooHigh(message: Fields, number: number, type: string | undefined) {
    // If each end waited for the other's messages first, none would get any.
    if (type === '2' || (type === '5' && !this.#settings.requestGapAtLogout)) {
      this.#dispatch(message, number)
      if (this.#step.disconnect !== undefined) return
      this.#early.add(number, 'answered', 0)
    } else if (type === '5') {
      this.#peerLogout ??= { number, at: this.#now }
      this.#early.add(number, 'answered', 0)
    } else {
      this.#early.add(number, message, message.number(9) ?? 0)
    }
    this.#requestGap(number)
  }

  #requestGap(number: number) {
    if (this.#gap.isOpen) return
    this.#sendResendRequest()
    this.#gap.begin(number - 1, this.#now, 1)
  }

  #sendResendRequest() {
    this.#send('2', [
      [7, this.#numbers.nextIn],
      [16, 0],
    ])
  }

  /** What arrived early and is next, and what waited for it. */
  #drain() {
    for (
      let early = this.#early.take(this.#numbers.nextIn);
      early !== undefined;
      early = this.#early.take(this.#numbers.nextIn)
    ) {
      const number = this.#numbers.nextIn
      if (early === 'answered') this.#advanceTo(number + 1)
      else this.#process(early, number)
      if (this.#phase === 'disconnected') return
    }
    this.#early.forgetBefore(this.#numbers.nextIn)
    this.#gap.endIfFilled(this.#numbers.nextIn)
    if (this.#peerLogout && this.#numbers.nextIn > this.#peerLogout.number) this.#answerLogout()
  }

  #advanceTo(nextIn: number) {
    this.#numbers = { ...this.#numbers, nextIn }
    this.#gap.advanced(this.#now)
  }

  /** A message whose turn it is. */
  #process(message: Fields, number: number) {
    const violation = this.#violation(message)
    if (violation) return this.#reject(message, violation)
    this.#advanceTo(number + 1)
    const handle = this.#admin[message.get(35)!]
    if (handle) return handle(message, number)
    this.#step.received.push({
      number,
      type: message.get(35)!,
      fields: message,
      possDup: message.flag(43),
      possResend: message.flag(97),
    })
  }

  /** A message that is answered whatever its number. */
  #dispatch(message: Fields, number: number) {
    const violation = this.#violation(message)
    if (violation) this.#reject(message, violation)
    else this.#admin[message.get(35)!]!(message, number)
  }

  /** The session's own messages, of which only Reject(3) concerns the application. */
  readonly #admin: Record<string, ((message: Fields, number: number) => void) | undefined> = {
    '0': (message) => this.#liveness.answered(message.get(112)),
    '1': (message) => {
      if (this.#mayAnswer()) this.#send('0', [[112, message.get(112)!]])
    },
    '2': (message) => this.#resendRequest(message),
    '4': (message) => {
      const next = message.number(36)!
      if (next < this.#numbers.nextIn) this.#reject(message, { reason: 'incorrectValue' })
      else this.#advanceTo(next)
    },
    '5': () => this.#answerLogout(),
    A: () => this.#refuse('Already logged on'),
  }

  #violation(message: Fields): Violation | undefined {
    const { session, applications } = this.#settings.protocol
    const version = message.get(1128)
    const application = version ? applications.get(version) : this.#application
    if (!application) return { reason: 'invalidVersion', tag: 1128 }
    return validate(message, session, application)
  }

  /** A message that only makes us answer costs a token; who sends too many of them is logged out. */
  #mayAnswer(): boolean {
    this.#answers.refill(this.#now)
    if (this.#answers.tryConsume(1)) return true
    this.#refuse('Too many messages that ask for an answer')
    return false
  }

  #reject(message: Fields, violation: Violation) {
    if (!this.#mayAnswer()) return
    const number = message.number(34)
    if (number === this.#numbers.nextIn) this.#advanceTo(number + 1)
    this.#step.events.push(`rejected: ${number}, ${violation.reason} ${violation.tag ?? ''}`.trimEnd())
    this.#send('3', rejectOf(message, violation), reversedRoute(message))
  }

  #rejectAndLogout(message: Fields, violation: Violation) {
    this.#reject(message, violation)
    if (this.#phase !== 'disconnected') this.#refuse()
  }

  // — Logon and Logout —

  #firstMessage(message: Fields) {
    const { role } = this.#settings
    const number = message.number(34)
    if (
      role === 'initiator' &&
      message.get(35) === '5' &&
      number !== undefined &&
      isOfPeer(message, this.#settings)
    ) {
      if (number === this.#numbers.nextIn) this.#advanceTo(number + 1)
      return this.#close(`Logon refused: ${message.get(58) ?? 'no reason given'}`)
    }
    const verdict = judgeLogon(message, this.#settings, this.#numbers, this.#now)
    if (verdict.kind === 'stranger') return this.#close(verdict.why)
    if (verdict.resets) this.#reset()
    if (verdict.kind === 'refused') return this.#refuse(verdict.why)
    this.#loggedOn(verdict)
  }

  #loggedOn({ number, application, heartBtMs, peerExpects, saidReset }: Accepted) {
    const { role } = this.#settings
    if (application) {
      this.#applVerId = application.applVerId
      this.#application = application.dictionary
    }
    this.#phase = 'active'
    this.#liveness.heartBtMs = heartBtMs
    this.#liveness.received(this.#now)
    const { nextIn } = this.#numbers
    if (number === nextIn) this.#advanceTo(number + 1)
    else this.#early.add(number, 'answered', 0)
    if (role === 'acceptor') this.#sendLogon(saidReset)
    const logon = this.#numbers.nextOut - 1
    if (peerExpects !== undefined && peerExpects < logon) this.#sendAgain(Math.max(1, peerExpects), logon - 1)
    // A peer that was told by our Logon what is expected sends it without being asked.
    if (number > nextIn && peerExpects !== undefined) {
      this.#gap.begin(number - 1, this.#now, 0)
    } else if (number > nextIn) this.#requestGap(number)
    // A peer that has missed nothing before the first message, or has said what it expects, needs no test.
    if (role === 'initiator' && logon > 1 && peerExpects === undefined) this.#sendProbe()
  }

  /** FIX session, Logon: a TestRequest(1) shows whether the peer is going to ask for what it has missed. */
  #sendProbe() {
    const id = `LOGON${this.#numbers.nextOut}`
    this.#send('1', [[112, id]])
    this.#liveness.probed(id, this.#now)
  }

  #sendLogon(resets: boolean) {
    const { heartBtMs } = this.#liveness
    const said = { heartBtMs, resets, nextIn: this.#numbers.nextIn, applVerId: this.#applVerId }
    this.#send('A', logonFields(this.#settings, said))
  }

  /** A Logon(A) with ResetSeqNumFlag(141) in a session that is active: both ends begin at 1. */
  #resetInSession(message: Fields, number: number) {
    const violation = this.#violation(message)
    if (violation) return this.#reject(message, violation)
    if (number !== 1) return this.#refuse('MsgSeqNum must be 1 with ResetSeqNumFlag')
    if (!this.#mayAnswer()) return
    this.#reset()
    this.#advanceTo(2)
    this.#sendLogon(true)
  }

  #logout(text?: string) {
    this.#send('5', text ? [[58, text]] : [])
    this.#phase = 'logout'
    this.#loggedOutAt = this.#now
  }

  #answerLogout() {
    if (this.#phase === 'active') this.#send('5', [])
    this.#close('logged out')
  }

  /** Says why, and ends the connection without waiting for an answer. */
  #refuse(text?: string) {
    if (this.#phase === 'disconnected') return
    this.#send('5', text ? [[58, text]] : [])
    this.#close(text ?? 'a message that ends the session')
  }

  // — Gaps of the peer —

  #sequenceReset(message: Fields) {
    const violation = this.#violation(message)
    if (violation) return this.#reject(message, violation)
    const next = message.number(36)!
    if (next < this.#numbers.nextIn) return this.#reject(message, { reason: 'incorrectValue' })
    this.#step.events.push(`the peer goes on at ${next}`)
    this.#advanceTo(next)
    this.#drain()
  }

  #resendRequest(message: Fields) {
    if (!this.#mayAnswer()) return
    const from = message.number(7)!
    const to = message.number(16)!
    const last = this.#numbers.nextOut - 1
    if (from < 1 || from > last || (to !== 0 && to < from)) {
      return this.#reject(message, { reason: 'incorrectValue', tag: from < 1 || from > last ? 7 : 16 })
    }
    this.#sendAgain(from, to === 0 ? last : Math.min(to, last))
  }

  #sendAgain(from: number, last: number) {
    this.#step.fetch = this.#resend.begin(from, last)
  }

  #stored(id: number, messages: readonly Stored[]) {
    const { send, fetch } = this.#resend.stored(id, messages, this.#now)
    for (const bytes of send) this.#sendBytes(bytes)
    if (fetch) this.#step.fetch = fetch
    // A gap fill may have taken the place of the test.
    else if (send.length > 0 && this.#liveness.isProbing) this.#sendProbe()
  }

  // — What is sent —

  #outgoing(message: Outgoing) {
    if (this.#phase === 'active') {
      this.#send(message.type, message.fields, message.header, message.repeat ?? true)
    } else if (message.keep) {
      const bytes = this.#numbered(message.type, message.fields, message.header)
      this.#step.store.push({ number: this.#numbers.nextOut - 1, bytes })
    } else this.#step.unsent.push(message)
  }

  #send(type: string, body: readonly Field[], header: readonly Field[] = [], store = false) {
    const bytes = this.#numbered(type, body, header)
    if (store) this.#step.store.push({ number: this.#numbers.nextOut - 1, bytes })
    this.#sendBytes(bytes)
  }

  #numbered(type: string, body: readonly Field[], header: readonly Field[] = []): Uint8Array {
    const { nextOut } = this.#numbers
    const bytes = this.#writer.message(nextOut, type, this.#now, body, header)
    this.#numbers = { ...this.#numbers, nextOut: nextOut + 1 }
    return bytes
  }

  #sendBytes(bytes: Uint8Array) {
    this.#step.send.push(bytes)
    this.#liveness.sent(this.#now)
  }
}
