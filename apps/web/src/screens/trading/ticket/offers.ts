import {
  acceptance,
  type ExecInst,
  type OfferedOrdType,
  type OrdType,
  offeredOrdTypes,
  type Phase,
  TimeInForce,
  takesOrders,
} from '@tradebook/contract'

/** What a ticket offers in a phase, by the table of what the phase takes. */

/** In a phase that takes nothing, or that is not known, an order is prepared for continuous trading. */
const preparedFor = (phase: Phase | undefined): Phase =>
  phase !== undefined && takesOrders(phase) ? phase : 'continuous'

const takenIn = (phase: Phase | undefined, kind: OrdType) =>
  acceptance[preparedFor(phase)].newOrders.filter(({ ordType }) => ordType === kind)

/** The kinds of orders that a phase takes, the usual one first. */
export const kindsIn = (phase: Phase | undefined): readonly OfferedOrdType[] =>
  offeredOrdTypes.filter((kind) => takenIn(phase, kind).length > 0)

/** The durations that a phase takes of a kind of orders, the usual one first. */
export const durationsIn = (phase: Phase | undefined, kind: OrdType): readonly TimeInForce[] => [
  ...new Set(takenIn(phase, kind).flatMap(({ timeInForce }) => timeInForce)),
]

/** The instruction without which a phase takes no order of a kind; `null` where none is needed. */
export function instructionIn(phase: Phase | undefined, kind: OrdType): ExecInst | null {
  const instructions = takenIn(phase, kind).flatMap(({ execInst }) => execInst)
  return instructions.includes(null) ? null : (instructions[0] ?? null)
}

/** Whether an order of this duration trades at once or not at all. */
export const isImmediate = (timeInForce: TimeInForce): boolean =>
  timeInForce === TimeInForce.immediateOrCancel || timeInForce === TimeInForce.fillOrKill

/** What is offered, with what was chosen before in its place: nobody's choice is changed without a word. */
export const withChosen = <T>(offered: readonly T[], chosen: T): readonly T[] =>
  offered.includes(chosen) ? offered : [chosen, ...offered]
