/**
 * How the processes of an installation reach each other. Nothing on the bus is kept: what must not be lost is a row,
 * and a message only reports earlier what is also in a row. Messages are plain data.
 */
export interface Bus {
  /**
   * Announces to everyone: to the listeners of this process before it returns, to other processes as soon as it
   * arrives, which it never does while the bus is down.
   */
  announce<Message>(topic: Topic<Message>, message: Message): void
  /** Calls the listener with every message of the topic. Returns how to stop listening. */
  listen<Message>(topic: Topic<Message>, listener: (message: Message) => void): () => void
  /**
   * Calls the listener when messages of any topic may have been lost, to this process or from another one. What follows
   * from messages must be read again from rows. Returns how to stop listening.
   */
  onGap(listener: () => void): () => void
  /**
   * Asks the process that answers such questions.
   *
   * @throws NotAsked when nobody received the question.
   * @throws NoAnswer when nobody answered in time: what was asked may have been done, or may still be.
   */
  ask<Asked, Answer>(question: Question<Asked, Answer>, asked: Asked, withinMs: number): Promise<Answer>
  /** Answers such questions until what it returns is called. */
  answer<Asked, Answer>(
    question: Question<Asked, Answer>,
    answer: (asked: Asked) => Answer | Promise<Answer>,
  ): () => void
  /** Whether other processes can be reached; if not, why, in words for operators. */
  readonly health: { readonly ok: boolean; readonly reason?: string }
  /** Ends it after the messages that have been announced. */
  close(): Promise<void>
}

/** A kind of message. Declared next to the code that announces it. */
export interface Topic<Message> {
  readonly name: string
  /** Only for types. */
  readonly carries?: (message: Message) => void
}

/** A kind of question with its answer. */
export interface Question<Asked, Answer> {
  readonly name: string
  /** Only for types. */
  readonly carries?: (asked: Asked) => Answer
}

export const topic = <Message>(name: string): Topic<Message> => ({ name })
export const question = <Asked, Answer>(name: string): Question<Asked, Answer> => ({ name })

/** Nobody received the question. */
export class NotAsked extends Error {}

/** Nobody answered in time. */
export class NoAnswer extends Error {}
