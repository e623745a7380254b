import { type Bus, NotAsked, type Question, type Topic } from './bus.ts'
import { Listeners } from './listeners.ts'

/** The bus of an installation that is one process: messages are passed on as the objects that they are. */
export class InProcessBus implements Bus {
  readonly health = { ok: true } as const
  readonly #listeners = new Listeners()
  readonly #answers = new Map<string, (asked: unknown) => unknown>()

  announce<Message>({ name }: Topic<Message>, message: Message): void {
    this.#listeners.call(name, message)
  }

  listen<Message>({ name }: Topic<Message>, listener: (message: Message) => void): () => void {
    return this.#listeners.add(name, listener as (message: unknown) => void)
  }

  /** Nothing is ever lost. */
  onGap(): () => void {
    return () => {}
  }

  async ask<Asked, Answer>({ name }: Question<Asked, Answer>, asked: Asked): Promise<Answer> {
    const answer = this.#answers.get(name)
    if (!answer) throw new NotAsked(`Nobody answers ${name}.`)
    return (await answer(asked)) as Answer
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
