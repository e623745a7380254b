import { type Rate, TokenBucket } from '@tradebook/scheduling'
import { type NumberedCommand, orderOf } from '../venue/commands.ts'

/**
 * Sends commands as fast as the exchange accepts them. Waiting commands are sent in order, cancels first; but a
 * cancel does not overtake earlier requests about its own order.
 */
export class Pace {
  readonly #bucket: TokenBucket
  readonly #perSecond: number
  readonly #now: () => number
  readonly #send: (command: NumberedCommand) => void
  #waiting: NumberedCommand[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(rate: Rate, now: () => number, send: (command: NumberedCommand) => void) {
    this.#bucket = new TokenBucket(rate, now())
    this.#perSecond = rate.perSecond
    this.#now = now
    this.#send = send
  }

  add(command: NumberedCommand): void {
    this.#waiting.push(command)
    this.#work()
  }

  /** Takes back what waits and is not to be sent; of an order that is taken back, its cancel too. */
  takeBack(isUnwanted: (command: NumberedCommand) => boolean): readonly NumberedCommand[] {
    const entered = new Set<string>()
    const taken: NumberedCommand[] = []
    const left: NumberedCommand[] = []
    for (const waiting of this.#waiting) {
      const orderID = orderOf(waiting.command)
      const isTaken = entered.has(orderID) || isUnwanted(waiting)
      if (isTaken && waiting.command.kind === 'new') entered.add(orderID)
      ;(isTaken ? taken : left).push(waiting)
    }
    this.#waiting = left
    return taken
  }

  #work(): void {
    if (this.#timer !== undefined) return
    this.#bucket.refill(this.#now())
    while (this.#waiting.length > 0 && this.#bucket.tryConsume(1)) this.#send(this.#next())
    if (this.#waiting.length === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#work()
    }, 1000 / this.#perSecond)
  }

  #next(): NumberedCommand {
    const spokenOf = new Set<string>()
    let chosen = 0
    for (const [index, { command }] of this.#waiting.entries()) {
      const orderID = orderOf(command)
      if (command.kind === 'cancel' && !spokenOf.has(orderID)) {
        chosen = index
        break
      }
      spokenOf.add(orderID)
    }
    return this.#waiting.splice(chosen, 1)[0]!
  }
}
