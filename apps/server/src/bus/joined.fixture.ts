import { decode, encode } from '../desk/record/codec.ts'
import { type Bus, NoAnswer, NotAsked, type Question, type Topic, topic } from './bus.ts'
import { Listeners } from './listeners.ts'

/**
 * Buses of processes that are joined within a test: messages between them are encoded, as on the wire, and can be
 * lost.
 */

const gap = topic<null>('gap')
const sent = (value: unknown): unknown => decode(JSON.parse(encode(value ?? null)))

export class JoinedBus implements Bus {
  #others: readonly JoinedBus[] = []
  readonly #listeners = new Listeners()
  readonly #answers = new Map<string, (asked: unknown) => unknown>()
  #isCut = false
  /** Questions arrive, and their answers are lost. */
  answersAreLost = false

  /** Two that reach each other. */
  static pair(): readonly [JoinedBus, JoinedBus] {
    const [one, other] = [new JoinedBus(), new JoinedBus()]
    one.#others = [other]
    other.#others = [one]
    return [one, other]
  }

  /** No message passes from now on. */
  cut(): void {
    this.#isCut = true
  }

  /** Messages pass again. */
  join(): void {
    this.#isCut = false
    this.announce(gap, null)
  }

  get health() {
    return this.#isCut ? { ok: false, reason: 'The test has cut it.' } : { ok: true }
  }

  announce<Message>({ name }: Topic<Message>, message: Message): void {
    this.#listeners.call(name, message)
    if (this.#isCut) return
    for (const other of this.#others) if (!other.#isCut) other.#listeners.call(name, sent(message))
  }

  listen<Message>({ name }: Topic<Message>, listener: (message: Message) => void): () => void {
    return this.#listeners.add(name, listener as (message: unknown) => void)
  }

  onGap(listener: () => void): () => void {
    return this.listen(gap, listener)
  }

  async ask<Asked, Answer>({ name }: Question<Asked, Answer>, asked: Asked): Promise<Answer> {
    const [answer] = this.#others.flatMap((other) => (other.#isCut ? [] : (other.#answers.get(name) ?? [])))
    if (this.#isCut || !answer) throw new NotAsked('Nobody answers.')
    const answered = await answer(sent(asked))
    if (this.#isCut || this.answersAreLost) throw new NoAnswer('The answer was lost.')
    return sent(answered) as Answer
  }

  answer<Asked, Answer>(
    { name }: Question<Asked, Answer>,
    answer: (asked: Asked) => Answer | Promise<Answer>,
  ): () => void {
    this.#answers.set(name, answer as (asked: unknown) => unknown)
    return () => void this.#answers.delete(name)
  }

  async close(): Promise<void> {}
}
