import { type Rate, TokenBucket } from '@tradebook/scheduling'
import { type NumberedCommand, orderOf } from '../venue/commands.ts'

/**
 * Sends commands and questions as fast as the exchange accepts them. Waiting commands are sent in order, cancels first;
 * but a cancel does not overtake earlier requests about its own order. Questions what became of orders are sent before
 * new risk is.
 */
export class Pace {
  readonly #bucket: TokenBucket
  readonly #perSecond: number
  readonly #now: () => number
  readonly #send: (command: NumberedCommand) => void
  /** Cancels of orders about which nothing else waits before them, by number. */
  readonly #cancels = new Map<number, NumberedCommand>()
  readonly #questions = new Map<string, () => void>()
  /** The other commands, by number, in order. */
  readonly #others = new Map<number, NumberedCommand>()
  /** What waits about each order, in order. */
  readonly #ofOrder = new Map<string, NumberedCommand[]>()
  #timer: NodeJS.Timeout | undefined

  constructor(rate: Rate, now: () => number, send: (command: NumberedCommand) => void) {
    this.#bucket = new TokenBucket(rate, now())
    this.#perSecond = rate.perSecond
    this.#now = now
    this.#send = send
  }

  add(command: NumberedCommand): void {
    this.#wait(command)
    this.#work()
  }

  /** Asks when its turn comes; the same question that still waits is asked once. */
  ask(question: string, send: () => void): void {
    this.#questions.set(question, send)
    this.#work()
  }

  /** Whether the command of this number still waits, and will be sent. */
  has(id: number): boolean {
    return this.#cancels.has(id) || this.#others.has(id)
  }

  /** Takes back what waits and is not to be sent; of an order that is taken back, its cancel too. */
  takeBack(isUnwanted: (command: NumberedCommand) => boolean): readonly NumberedCommand[] {
    const waiting = [...this.#cancels.values(), ...this.#others.values()]
    for (const map of [this.#cancels, this.#others, this.#ofOrder]) map.clear()
    const entered = new Set<string>()
    const taken: NumberedCommand[] = []
    for (const command of waiting) {
      const orderID = orderOf(command.command)
      const isTaken = entered.has(orderID) || isUnwanted(command)
      if (isTaken && command.command.kind === 'new') entered.add(orderID)
      if (isTaken) taken.push(command)
      else this.#wait(command)
    }
    return taken
  }

  /** Forgets all that waits. */
  clear(): void {
    for (const map of [this.#cancels, this.#questions, this.#others, this.#ofOrder]) map.clear()
  }

  #wait(command: NumberedCommand): void {
    const orderID = orderOf(command.command)
    const earlier = this.#ofOrder.get(orderID)
    if (earlier) earlier.push(command)
    else this.#ofOrder.set(orderID, [command])
    const isFirst = command.command.kind === 'cancel' && !earlier
    ;(isFirst ? this.#cancels : this.#others).set(command.id, command)
  }

  get #isEmpty(): boolean {
    return this.#cancels.size + this.#questions.size + this.#others.size === 0
  }

  #work(): void {
    if (this.#timer !== undefined) return
    this.#bucket.refill(this.#now())
    while (!this.#isEmpty && this.#bucket.tryConsume(1)) this.#next()
    if (this.#isEmpty) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#work()
    }, 1000 / this.#perSecond)
  }

  #next(): void {
    const [question] = this.#cancels.size > 0 ? [] : this.#questions
    if (question) {
      this.#questions.delete(question[0])
      question[1]()
      return
    }
    const [command] = (this.#cancels.size > 0 ? this.#cancels : this.#others).values()
    this.#leave(command!)
    this.#send(command!)
  }

  /** Nothing waits any more before what is the next about its order. */
  #leave({ id, command }: NumberedCommand): void {
    this.#cancels.delete(id)
    this.#others.delete(id)
    const orderID = orderOf(command)
    const ofOrder = this.#ofOrder.get(orderID)!
    ofOrder.shift()
    const [next] = ofOrder
    if (!next) this.#ofOrder.delete(orderID)
    else if (next.command.kind === 'cancel') {
      this.#others.delete(next.id)
      this.#cancels.set(next.id, next)
    }
  }
}
