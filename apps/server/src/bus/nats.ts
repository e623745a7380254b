import { randomBytes } from 'node:crypto'
import type { Msg } from '@nats-io/transport-node'
import { decode, encode } from '../desk/record/codec.ts'
import { type Bus, NoAnswer, NotAsked, type Question, type Topic, topic } from './bus.ts'
import { FRAME_BYTES, Frames, framesOf, LONGEST_HEAD } from './frames.ts'
import { Listeners } from './listeners.ts'
import { NatsLink, type NatsLinkOptions } from './nats-link.ts'
import { SIGNATURE_BYTES, signed, verified } from './signature.ts'

export interface NatsBusOptions extends NatsLinkOptions {
  /** Begins every subject, so that installations can share a server. */
  readonly prefix: string
  /** Signs every message, so that nobody else on the server is believed. */
  readonly signingKey: Buffer
}

type Answering = (asked: unknown) => unknown
interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (reason: Error) => void
}

/**
 * The bus of several processes, over core NATS. Nothing is kept there: what is announced while this process is not
 * connected is lost, and it learns of it by `onGap` when it is connected again.
 */
export class NatsBus implements Bus {
  readonly #options: NatsBusOptions
  readonly #self = randomBytes(9).toString('hex')
  readonly #listeners = new Listeners()
  readonly #answering = new Map<string, Answering>()
  readonly #waiting = new Map<string, Waiting>()
  /** Of answers, each of which is waited for once. */
  readonly #answers = new Frames()
  /** Of all else, in which nothing is taken twice. */
  readonly #frames = new Frames({ takesOnce: true })
  readonly #link: NatsLink
  #sent = 0
  #dropped = 0

  constructor(options: NatsBusOptions) {
    this.#options = options
    const { prefix } = options
    this.#link = new NatsLink(options, {
      opened: (nats) => {
        nats.subscribe(`${prefix}.all.>`, { callback: (_, message) => this.#announced(message) })
        nats.subscribe(`${prefix}.to.${this.#self}.*`, { callback: (_, message) => this.#answered(message) })
        for (const question of this.#answering.keys()) this.#subscribeTo(question)
      },
      reached: () => this.announce(gap, null),
      lost: (reason) => {
        this.#frames.clear()
        this.#answers.clear()
        for (const { reject } of this.#waiting.values()) reject(new NoAnswer(reason))
      },
    })
  }

  get health(): Bus['health'] {
    return this.#link.health
  }

  announce<Message>({ name }: Topic<Message>, message: Message): void {
    this.#listeners.call(name, message)
    if (this.health.ok) this.#send(`all.${name}.${this.#self}`, encoded(message))
  }

  listen<Message>({ name }: Topic<Message>, listener: (message: Message) => void): () => void {
    return this.#listeners.add(name, listener as (message: unknown) => void)
  }

  onGap(listener: () => void): () => void {
    return this.listen(gap, listener)
  }

  async ask<Asked, Answer>(
    { name }: Question<Asked, Answer>,
    asked: Asked,
    withinMs: number,
  ): Promise<Answer> {
    const { ok, reason } = this.health
    if (!ok) throw new NotAsked(reason)
    const id = `${this.#self}.${++this.#sent}`
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => reject(new NoAnswer(`${name} was not answered in time.`)), withinMs)
    this.#waiting.set(id, { resolve, reject })
    try {
      const isSent = this.#send(`ask.${name}`, encoded(asked), `${this.#options.prefix}.to.${id}`)
      if (!isSent) throw new NotAsked(`${name} could not be sent.`)
      return (await promise) as Answer
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }

  answer<Asked, Answer>(
    { name }: Question<Asked, Answer>,
    answer: (asked: Asked) => Answer | Promise<Answer>,
  ): () => void {
    this.#answering.set(name, answer as Answering)
    this.#subscribeTo(name)
    return () => void this.#answering.delete(name)
  }

  close(): Promise<void> {
    return this.#link.close()
  }

  /** @returns whether it was given to the connection. */
  #send(subject: string, message: Buffer, reply?: string): boolean {
    const { nats } = this.#link
    if (!nats) return false
    // The operator's server may accept less than NATS does by default.
    const most = Math.min(
      FRAME_BYTES,
      (nats.info?.max_payload ?? FRAME_BYTES) - LONGEST_HEAD - SIGNATURE_BYTES,
    )
    const { prefix, signingKey } = this.#options
    const route = { subject: `${prefix}.${subject}`, reply }
    try {
      for (const frame of framesOf(++this.#sent, message, most))
        nats.publish(route.subject, signed(signingKey, route, frame), reply === undefined ? {} : { reply })
      return true
    } catch (err) {
      this.#options.log.warn({ err, subject }, 'a message could not be sent over NATS')
      return false
    }
  }

  /**
   * Handles a frame of another process. A frame that the installation has not signed, and a message that nobody
   * understands, are dropped and end no process.
   */
  #heard({ subject, reply, data }: Msg, take: (frame: Buffer) => void): void {
    try {
      const frame = verified(this.#options.signingKey, { subject, reply }, data)
      if (!frame) throw new Error('It is not signed by this installation.')
      take(frame)
    } catch (err) {
      if (this.#dropped++ % WARN_EACH === 0)
        this.#options.log.warn({ err, subject, dropped: this.#dropped }, 'messages over NATS are dropped')
    }
  }

  #announced(message: Msg): void {
    const [topic = '', sender = ''] = message.subject.slice(`${this.#options.prefix}.all.`.length).split('.')
    this.#heard(message, (frame) => {
      const whole = this.#frames.add(sender, frame)
      if (whole) this.#listeners.call(topic, decoded(whole))
    })
  }

  #answered(message: Msg): void {
    const id = message.subject.slice(`${this.#options.prefix}.to.`.length)
    const waiting = this.#waiting.get(id)
    if (message.headers?.code === NO_RESPONDERS) waiting?.reject(new NotAsked('Nobody answers.'))
    if (message.headers || !waiting) return
    this.#heard(message, (frame) => {
      const whole = this.#answers.add(id, frame)
      if (!whole) return
      const [outcome, answer] = decoded(whole) as ['done' | 'failed', unknown]
      if (outcome === 'done') waiting.resolve(answer)
      else waiting.reject(new Error(String(answer)))
    })
  }

  #subscribeTo(question: string): void {
    this.#link.nats?.subscribe(`${this.#options.prefix}.ask.${question}`, {
      callback: (_, message) => this.#heard(message, (frame) => this.#asked(question, message, frame)),
    })
  }

  #asked(question: string, { reply = '' }: Msg, frame: Buffer): void {
    const to = `${this.#options.prefix}.to.`
    if (!reply.startsWith(to)) return
    const [asker = ''] = reply.slice(to.length).split('.')
    const asked = this.#frames.add(asker, frame)
    const answer = this.#answering.get(question)
    if (!asked || !answer) return
    void Promise.resolve(asked)
      .then((message) => answer(decoded(message)))
      .then(
        (answered) => ['done', answered],
        (error: unknown) => ['failed', String(error)],
      )
      .then((outcome) => {
        if (this.health.ok) this.#send(reply.slice(this.#options.prefix.length + 1), encoded(outcome))
      })
  }
}

/** A process is connected, perhaps again: messages to it and from it before that may be lost. */
const gap = topic<null>('gap')

/** One in this many dropped messages is logged. */
const WARN_EACH = 1_000

/** The status of a question that reached nobody. */
const NO_RESPONDERS = 503

const encoded = (message: unknown): Buffer => Buffer.from(encode(message ?? null))

function decoded(message: Buffer): unknown {
  const text = message.toString()
  const json: unknown = JSON.parse(text)
  // Most messages have none of the codec's own forms, and to look through them costs more than to parse them.
  return text.includes(OWN_FORM) ? decode(json) : json
}

const OWN_FORM = '{"$'
