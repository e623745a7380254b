/**
 * The phases of a market day: how each matches orders, which orders it takes, and what may be done with
 * those that rest. The desk's checks, the exchange, the ticket and the tests read this one table: a phase,
 * and a kind, duration or instruction that it takes, are entries here. When a phase begins is a row of
 * `market-rules.ts` under the same name.
 *
 * Source: the trading rules of the NGX (phases, kinds and durations on the equities boards).
 */

import { isForClose, isImmediate, restingDurations as resting } from './durations.ts'
import { ExecInst, OrdType, TimeInForce, TradingSessionSubID, TradSesStatus } from './fix.ts'
import { isStop, stops } from './stop-orders.ts'

/** The phases of a market day by the names of the exchange's rules. */
export type Phase =
  | 'preOpen'
  | 'preOpenImbalance'
  | 'continuous'
  | 'preClose'
  | 'preCloseImbalance'
  | 'closed'
  | 'halted'
  | 'reopening'

/** How a phase matches: order by order, all at one price when the phase ends, or not at all. */
export type MatchingMode = 'continuous' | 'call' | 'none'

/** Which replaces a phase takes: any, those that cure the imbalance up to the indicative price, or none. */
export type Replacing = 'any' | 'improving' | 'none'

/** New orders of one kind that a phase takes: every duration with every instruction, `null` being none. */
interface Taken {
  readonly ordType: OrdType
  readonly timeInForce: readonly TimeInForce[]
  readonly execInst: readonly (ExecInst | null)[]
}

interface PhaseRow {
  /** TradSesStatus (340). */
  readonly tradSesStatus: TradSesStatus
  /** TradingSessionSubID (625). A halt interrupts the continuous session without ending it. */
  readonly tradingSessionSubID: TradingSessionSubID
  readonly matching: MatchingMode
  /** How the trades of the uncross are marked that ends the call; `null` for a phase that is none. */
  readonly uncross: 'open' | 'close' | 'reopening' | null
  /** Whether the indicative figures of the call are published: always, or as the market's rules say. */
  readonly indicative: 'always' | 'byRules' | null
  /** Whether trading is interrupted: the books stay as they are until the phase is over. */
  readonly interrupts: boolean
  /** Whether no phase of the market day follows. */
  readonly endsDay: boolean
  readonly newOrders: readonly Taken[]
  readonly mayReplace: Replacing
  readonly mayCancel: boolean
  /** Whether a broker may cross two accounts. */
  readonly mayCross: boolean
  /** Whether stop orders may be entered: trades that can trigger them are still to come. */
  readonly mayStop: boolean
}

const { limit, market } = OrdType
const { day, goodTillOpen, immediateOrCancel, fillOrKill, goodTillClose } = TimeInForce
const plain = [null]

const table = {
  preOpen: {
    tradSesStatus: TradSesStatus.preOpen,
    tradingSessionSubID: TradingSessionSubID.opening,
    matching: 'call',
    uncross: 'open',
    indicative: 'byRules',
    interrupts: false,
    endsDay: false,
    newOrders: [{ ordType: limit, timeInForce: [...resting, goodTillOpen], execInst: plain }],
    mayReplace: 'any',
    mayCancel: true,
    mayCross: false,
    mayStop: true,
  },
  preOpenImbalance: {
    tradSesStatus: TradSesStatus.preOpen,
    tradingSessionSubID: TradingSessionSubID.opening,
    matching: 'call',
    uncross: 'open',
    indicative: 'always',
    interrupts: false,
    endsDay: false,
    newOrders: [{ ordType: limit, timeInForce: [day, goodTillOpen], execInst: [ExecInst.imbalanceOnly] }],
    mayReplace: 'improving',
    mayCancel: false,
    mayCross: false,
    mayStop: false,
  },
  continuous: {
    tradSesStatus: TradSesStatus.open,
    tradingSessionSubID: TradingSessionSubID.continuous,
    matching: 'continuous',
    uncross: null,
    indicative: null,
    interrupts: false,
    endsDay: false,
    newOrders: [
      {
        ordType: limit,
        timeInForce: [...resting, immediateOrCancel, fillOrKill],
        execInst: [null, ExecInst.allOrNone],
      },
      { ordType: limit, timeInForce: [goodTillClose], execInst: plain },
      {
        ordType: market,
        timeInForce: [day, immediateOrCancel, fillOrKill],
        execInst: [null, ExecInst.allOrNone],
      },
      { ordType: market, timeInForce: [goodTillClose], execInst: plain },
    ],
    mayReplace: 'any',
    mayCancel: true,
    mayCross: true,
    mayStop: true,
  },
  preClose: {
    tradSesStatus: TradSesStatus.preClose,
    tradingSessionSubID: TradingSessionSubID.closing,
    matching: 'call',
    uncross: 'close',
    indicative: 'byRules',
    interrupts: false,
    endsDay: false,
    newOrders: [
      { ordType: limit, timeInForce: [...resting, goodTillClose], execInst: plain },
      { ordType: market, timeInForce: [day, goodTillClose], execInst: plain },
    ],
    mayReplace: 'any',
    mayCancel: true,
    mayCross: false,
    mayStop: false,
  },
  preCloseImbalance: {
    tradSesStatus: TradSesStatus.preClose,
    tradingSessionSubID: TradingSessionSubID.closing,
    matching: 'call',
    uncross: 'close',
    indicative: 'always',
    interrupts: false,
    endsDay: false,
    newOrders: [{ ordType: limit, timeInForce: [day, goodTillClose], execInst: [ExecInst.imbalanceOnly] }],
    mayReplace: 'improving',
    mayCancel: false,
    mayCross: false,
    mayStop: false,
  },
  closed: {
    tradSesStatus: TradSesStatus.closed,
    tradingSessionSubID: TradingSessionSubID.postTrading,
    matching: 'none',
    uncross: null,
    indicative: null,
    interrupts: false,
    endsDay: true,
    newOrders: [],
    mayReplace: 'none',
    mayCancel: true,
    mayCross: false,
    mayStop: false,
  },
  halted: {
    tradSesStatus: TradSesStatus.halted,
    tradingSessionSubID: TradingSessionSubID.continuous,
    matching: 'none',
    uncross: null,
    indicative: null,
    interrupts: true,
    endsDay: false,
    newOrders: [],
    mayReplace: 'none',
    mayCancel: true,
    mayCross: false,
    mayStop: false,
  },
  reopening: {
    tradSesStatus: TradSesStatus.preOpen,
    tradingSessionSubID: TradingSessionSubID.unscheduledAuction,
    matching: 'call',
    uncross: 'reopening',
    indicative: 'always',
    interrupts: false,
    endsDay: false,
    newOrders: [{ ordType: limit, timeInForce: resting, execInst: plain }],
    mayReplace: 'any',
    mayCancel: true,
    mayCross: false,
    mayStop: true,
  },
} satisfies Record<Phase, PhaseRow>

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
  takenOf(phase, order.ordType).some(
    ({ timeInForce, execInst }) =>
      timeInForce.includes(order.timeInForce) && execInst.includes(order.execInst),
  )

/** Whether some phase takes a new order on these terms. */
export const isEverTaken = (order: OrderTerms): boolean => phases.some((phase) => isTaken(phase, order))

/** Whether some phase takes orders of this kind. */
export const isKindTaken = (ordType: OrdType): boolean =>
  phases.some((phase) => takenOf(phase, ordType).length > 0)

/** Whether a phase takes new orders at all. */
export const takesOrders = (phase: Phase): boolean => acceptance[phase].newOrders.length > 0

/** Whether a phase matches order by order. */
export const isContinuous = (phase: Phase): boolean => acceptance[phase].matching === 'continuous'

/** Whether what resumes after a halt in this phase has an auction first, also while another reopens: each halt is followed by one. */
export const reopensByAuction = (phase: Phase): boolean => isContinuous(phase) || phase === 'reopening'

/** Whether a phase collects orders that trade at one price when it ends. */
export const isCall = (phase: Phase): boolean => acceptance[phase].matching === 'call'

export const offeredKinds = [limit, market, OrdType.stop, OrdType.stopLimit] as const

/** The orders of a kind that a phase takes: those for the market by their rows, stop orders by theirs. */
function takenOf(phase: Phase, kind: OrdType): readonly Taken[] {
  const { newOrders, mayStop } = acceptance[phase]
  if (!isStop(kind)) return newOrders.filter(({ ordType }) => ordType === kind)
  return mayStop ? [{ ordType: kind, timeInForce: stops[kind].timeInForce, execInst: plain }] : []
}

/** The kinds of orders that a phase takes, the usual one first. */
export const offeredOrdTypes = (phase: Phase): readonly OrdType[] =>
  offeredKinds.filter((kind) => takenOf(phase, kind).length > 0)

/** The durations that a phase takes of a kind of orders, the usual one first. */
export const offeredTimesInForce = (phase: Phase, kind: OrdType): readonly TimeInForce[] => [
  ...new Set(takenOf(phase, kind).flatMap(({ timeInForce }) => timeInForce)),
]

/** The instruction without which a phase takes no order of a kind; `null` where none is needed. */
export function requiredExecInst(phase: Phase, kind: OrdType): ExecInst | null {
  const instructions = takenOf(phase, kind).flatMap(({ execInst }) => execInst)
  return instructions.includes(null) ? null : (instructions[0] ?? null)
}

/** An iceberg shows at least one part in so many of its quantity, which bounds the refills that one order can meet. */
export const MOST_PARTS = 100

/** The least that an iceberg of a quantity shows at a time, rounded up to whole shares. */
export const leastShown = (quantity: number): number => Math.ceil(quantity / MOST_PARTS)

/** Whether a new order may show the book a part of it: a limit order that rests, without an instruction. */
export const mayShowPart = ({ ordType, timeInForce, execInst }: OrderTerms): boolean =>
  ordType === limit && execInst === null && !isImmediate(timeInForce)

/** Whether a new order may name the least that trades at its entry: one that may trade then, without an instruction. */
export const mayHaveMinimum = (phase: Phase, { ordType, timeInForce, execInst }: OrderTerms): boolean =>
  isContinuous(phase) && execInst === null && !isForClose(timeInForce) && !isStop(ordType)

/** TradingSessionSubID (625) of a phase, as every message about the market carries it. */
export const tradingSessionSubIDOf = (phase: Phase): TradingSessionSubID =>
  acceptance[phase].tradingSessionSubID

/**
 * The first phase of a TradingSessionSubID (625), for a reader that knows no more: an imbalance session
 * has the number of the collection before it. `undefined` for a session that this market does not have.
 */
export const phaseOfSession = (tradingSessionSubID: string): Phase | undefined =>
  phases.find((phase) => acceptance[phase].tradingSessionSubID === tradingSessionSubID)
