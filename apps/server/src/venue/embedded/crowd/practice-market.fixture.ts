import type { Phase, Quantity } from '@tradebook/contract'
import { Exchange, type QueuedOrder } from '@tradebook/exchange'
import {
  type CrowdBatch,
  type CrowdCommand,
  type CrowdPort,
  type CrowdReport,
  isTakenFromCrowd,
} from '../crowd-port.ts'
import { SecurityPhases } from '../security-phases.ts'
import type { CrowdSecurity } from './temper.ts'
import type { MarketView } from './trader.ts'

/** Anyone who enters orders next to the crowd has tags above this; the crowd's are its refs. */
const OTHERS = 2 ** 40

/** A real exchange with nobody between it and the crowd: where traders show what they do, without a desk. */
export class PracticeMarket implements CrowdPort {
  readonly exchange: Exchange
  /** Reasons for which orders of the crowd were refused, one a refusal. */
  readonly refused: string[] = []
  trades = 0
  /** Turned on, every offer is turned down. */
  busy = false
  readonly #phases: SecurityPhases
  #phase: Phase
  readonly #handles = new Map<number, number>()
  #receive: (batch: CrowdBatch) => void = () => {}
  /** The books are open from the beginning. */
  #batch = 1
  #now = 0

  constructor(securities: readonly CrowdSecurity[], phase: Phase = 'continuous') {
    this.exchange = new Exchange(
      securities.map(({ tickKobo, referencePx, minMoveQty }, index) => ({
        securityID: String(index),
        tickKobo,
        referencePx,
        minMoveQty,
        limitBps: 1_000,
      })),
    )
    this.#phase = phase
    this.#phases = new SecurityPhases(this.exchange, phase, false)
  }

  get phase(): Phase {
    return this.#phase
  }

  readonly view: MarketView = (security) => {
    const { price, imbalanceSide, imbalanceQty } = this.exchange.auction(security)
    return {
      ...this.exchange.statistics(security),
      phase: this.exchange.isHalted(security) ? 'halted' : this.#phases.of(security),
      indicativePx: price,
      imbalanceSide,
      imbalanceQty: imbalanceQty as Quantity,
    }
  }

  enterPhase(phase: Phase): void {
    this.#phase = phase
    this.#phases.enter(phase, ++this.#now)
    this.#report()
  }

  /** Halts one security, or lets it go on. */
  setHalted(security: number, halted: boolean): void {
    this.#phases.setHalted(security, halted)
  }

  offer(commands: readonly CrowdCommand[]): boolean {
    if (this.busy) return false
    for (const command of commands) this.#carryOut(command)
    this.#report()
    return true
  }

  subscribe(receive: (batch: CrowdBatch) => void): () => void {
    this.#receive = receive
    return () => {
      this.#receive = () => {}
    }
  }

  /** Everything of the crowd leaves the books, as after a rebuild. */
  rebuild(): void {
    for (const handle of this.#handles.values()) this.exchange.cancel(handle)
    Array.from(this.exchange.takeEvents())
    this.#handles.clear()
    this.#batch = 1
    this.#receive({ batch: this.#batch, crowd: [] })
  }

  /** Somebody else buys or sells at any price. */
  trade(security: number, side: '1' | '2', quantity: number): void {
    const order = { tag: OTHERS, participant: 1, security, side, price: null, quantity: quantity as Quantity }
    this.exchange.enter({ ...order, timeInForce: 'immediate' }, this.#now)
    this.#report()
  }

  entries(security: number): QueuedOrder[] {
    return [...this.exchange.entries(security)]
  }

  #carryOut(command: CrowdCommand): void {
    this.#now++
    if (!isTakenFromCrowd(command, this.#phase)) {
      this.refused.push(`${command.kind} in ${this.#phase}`)
      this.#reports.push({ ref: command.ref, leaves: command.kind === 'enter' ? 0 : null })
      return
    }
    if (command.kind === 'enter') {
      const { ref, security, side, price, quantity, instructions, duration: timeInForce = 'rest' } = command
      const order = {
        ...instructions,
        tag: ref,
        participant: 0,
        security,
        side,
        price,
        quantity,
        timeInForce,
      }
      this.exchange.enter(order, this.#now)
      return
    }
    this.#listen()
    const handle = this.#handles.get(command.ref)
    if (handle === undefined) return
    if (command.kind === 'cancel') this.exchange.cancel(handle)
    else this.exchange.replace(handle, { price: command.price, leaves: command.quantity }, this.#now)
  }

  #reports: CrowdReport[] = []

  #report(): void {
    this.#listen()
    const reports = this.#reports
    this.#reports = []
    this.#receive({ batch: ++this.#batch, crowd: reports })
  }

  #listen(): void {
    for (const event of this.exchange.takeEvents()) {
      switch (event.kind) {
        case 'accepted':
          this.#handles.set(event.tag, event.handle)
          break
        case 'refused':
          this.refused.push(event.reason)
          if (this.#handles.has(event.tag)) this.#reports.push({ ref: event.tag, leaves: null })
          else this.#is(event.tag, 0)
          break
        case 'canceled':
          this.#is(event.tag, 0)
          break
        case 'replaced':
          this.#is(event.tag, event.leaves)
          break
        case 'traded':
          this.trades++
          this.#is(event.incomingTag, event.incomingLeaves)
          this.#is(event.restingTag, event.restingLeaves)
          break
      }
    }
  }

  #is(ref: number, leaves: number): void {
    if (leaves === 0) this.#handles.delete(ref)
    if (ref < OTHERS) this.#reports.push({ ref, leaves })
  }
}
