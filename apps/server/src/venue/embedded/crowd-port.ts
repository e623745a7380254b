import {
  acceptance,
  ExecInst,
  isTaken,
  OrdType,
  type Phase,
  type PriceKobo,
  type Quantity,
  type Side,
  TimeInForce,
} from '@tradebook/contract'
import type { MarketWorkPort } from '../market-operation.ts'
import type { Instructions } from '../order-messages.ts'

export interface EnterCommand {
  readonly kind: 'enter'
  /** The crowd's own number of this order, never used twice. */
  readonly ref: number
  /** Index into the list of securities. */
  readonly security: number
  readonly side: Side
  /** `null` for a market order. */
  readonly price: PriceKobo | null
  readonly quantity: Quantity
  /** What does not trade at once rests, goes, or keeps all of it from trading; it rests unless given. */
  readonly duration?: 'rest' | 'immediate' | 'fillOrKill'
  /** What it asks for besides; nothing unless given. */
  readonly instructions?: Partial<Instructions>
}

/**
 * How the crowd trades: by the desk's queue like everybody, with references of its own. Its orders
 * are not persisted; when the books are opened again all of them are gone, and it quotes again.
 */
export type CrowdCommand =
  | EnterCommand
  | { readonly kind: 'cancel'; readonly ref: number }
  | { readonly kind: 'replace'; readonly ref: number; readonly price: PriceKobo; readonly quantity: Quantity }

/** What became of a crowd order. */
export interface CrowdReport {
  readonly ref: number
  /** How much rests now; 0 when it is done; `null` when a change was not taken, and the order is as it was. */
  readonly leaves: number | null
}

/** What a published batch contains for the crowd. */
export interface CrowdBatch {
  /** 1: the books were opened again, and every crowd order is gone. */
  readonly batch: number
  readonly crowd: readonly CrowdReport[]
}

/** Where the crowd sends what it wants, and learns what became of it. */
export interface CrowdPort {
  /** Queues commands; false when the desk is busy and took none. */
  offer(commands: readonly CrowdCommand[]): boolean
  /** Calls `receive` with every batch, after its commit, in order. Returns how to unsubscribe. */
  subscribe(receive: (batch: CrowdBatch) => void): () => void
}

/** The crowd trades as work of the market's own. */
export const crowdPortOf = (desk: MarketWorkPort): CrowdPort => ({
  offer: (commands) => desk.offer(commands),
  subscribe: (receive) =>
    desk.subscribe(({ batch, workReports }) =>
      receive({ batch, crowd: workReports as readonly CrowdReport[] }),
    ),
})

/** Whether a phase takes a command of the crowd, by the table for everybody. */
export function isTakenFromCrowd(command: CrowdCommand, phase: Phase): boolean {
  if (command.kind === 'cancel') return acceptance[phase].mayCancel
  if (command.kind === 'replace') return acceptance[phase].mayReplace !== 'none'
  return isTaken(phase, {
    ordType: command.price === null ? OrdType.market : OrdType.limit,
    timeInForce: timeInForceOf(command),
    execInst: command.instructions?.imbalanceOnly ? ExecInst.imbalanceOnly : null,
  })
}

const durations = {
  rest: TimeInForce.day,
  immediate: TimeInForce.immediateOrCancel,
  fillOrKill: TimeInForce.fillOrKill,
} as const

function timeInForceOf({ duration = 'rest', instructions }: EnterCommand): TimeInForce {
  if (instructions?.atClose || instructions?.ends === 'closing') return TimeInForce.goodTillClose
  return instructions?.ends === 'opening' ? TimeInForce.goodTillOpen : durations[duration]
}
