/**
 * Which orders the market takes in each phase of its day, and what may be done with those it has.
 * The desk's checks, the ticket and the tests read this one table: a phase, and a kind, duration or
 * instruction that it takes, are entries here.
 *
 * Source: the trading rules of the NGX (phases, kinds and durations on the equities boards).
 */

import { type ExecInst, OrdType, TimeInForce, TradingSessionSubID } from './fix.ts'

/** The phases of a market day by the names of the exchange's rules. */
export type PhaseName =
  | 'preOpen'
  | 'preOpenImbalance'
  | 'continuous'
  | 'preClose'
  | 'preCloseImbalance'
  | 'closed'
  | 'halted'
  | 'reopening'

interface PhaseRow {
  /** TradingSessionSubID (625); `null` for a halt, which interrupts a session without ending it. */
  readonly tradingSessionSubID: TradingSessionSubID | null
  /** New orders that are taken: of each kind every duration with every instruction, `null` being none. */
  readonly newOrders: readonly {
    readonly ordType: OrdType
    readonly timeInForce: readonly TimeInForce[]
    readonly execInst: readonly (ExecInst | null)[]
  }[]
  readonly mayReplace: boolean
  readonly mayCancel: boolean
}

const { day, immediateOrCancel, fillOrKill } = TimeInForce

const table = {
  continuous: {
    tradingSessionSubID: TradingSessionSubID.continuous,
    newOrders: [
      { ordType: OrdType.limit, timeInForce: [day, immediateOrCancel, fillOrKill], execInst: [null] },
      { ordType: OrdType.market, timeInForce: [day, immediateOrCancel, fillOrKill], execInst: [null] },
    ],
    mayReplace: true,
    mayCancel: true,
  },
  closed: {
    tradingSessionSubID: TradingSessionSubID.postTrading,
    newOrders: [],
    mayReplace: false,
    mayCancel: true,
  },
  halted: { tradingSessionSubID: null, newOrders: [], mayReplace: false, mayCancel: true },
} as const satisfies Partial<Record<PhaseName, PhaseRow>>

/** A phase that the market can be in: one with a row. */
export type Phase = keyof typeof table

/** A phase that the schedule brings. A halt comes by market control alone. */
export type ScheduledPhase = Exclude<Phase, 'halted'>

export const acceptance: Readonly<Record<Phase, PhaseRow>> = table

export const phases = Object.keys(table) as readonly Phase[]

/** What of an order decides whether a phase takes it. */
export interface OrderTerms {
  readonly ordType: OrdType
  readonly timeInForce: TimeInForce
  /** ExecInst (18); `null` for an order without an instruction. */
  readonly execInst: ExecInst | null
}

/** Whether a phase takes a new order on these terms. */
export const isTaken = (phase: Phase, order: OrderTerms): boolean =>
  acceptance[phase].newOrders.some(
    ({ ordType, timeInForce, execInst }) =>
      ordType === order.ordType &&
      timeInForce.includes(order.timeInForce) &&
      execInst.includes(order.execInst),
  )

/** Whether some phase takes a new order on these terms. */
export const isEverTaken = (order: OrderTerms): boolean => phases.some((phase) => isTaken(phase, order))

/** Whether a phase takes new orders at all. */
export const takesOrders = (phase: Phase): boolean => acceptance[phase].newOrders.length > 0

type Taken = (typeof table)[Phase]['newOrders'][number]
/** A kind that some phase takes. */
export type OfferedOrdType = Taken['ordType']
/** A duration that some phase takes. */
export type OfferedTimeInForce = Taken['timeInForce'][number]

const offers = Object.values(table).flatMap<Taken>(({ newOrders }) => newOrders)

/** The kinds that some phase takes, in the table's order: what a ticket offers. */
export const offeredOrdTypes: readonly OfferedOrdType[] = [...new Set(offers.map(({ ordType }) => ordType))]

/** The durations that some phase takes, in the table's order: what a ticket offers. */
export const offeredTimesInForce: readonly OfferedTimeInForce[] = [
  ...new Set(offers.flatMap(({ timeInForce }) => timeInForce)),
]

/** TradingSessionSubID (625) of a scheduled phase, as every message about the market carries it. */
export const tradingSessionSubIDOf = (phase: ScheduledPhase): TradingSessionSubID =>
  table[phase].tradingSessionSubID

/** The phase of a TradingSessionSubID (625); `undefined` for a session that this market does not have. */
export const phaseOfSession = (tradingSessionSubID: string): Phase | undefined =>
  phases.find((phase) => acceptance[phase].tradingSessionSubID === tradingSessionSubID)
