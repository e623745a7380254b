import {
  type ExecInst,
  mayHaveMinimum,
  type OfferedOrdType,
  type OrderTerms,
  type OrdType,
  offeredOrdTypes,
  offeredTimesInForce,
  type Phase,
  requiredExecInst,
  type TimeInForce,
  takesOrders,
} from '@tradebook/contract'

/** What a ticket offers in a phase, by the table of what the phase takes. */

/** In a phase that takes nothing, or that is not known, an order is prepared for continuous trading. */
const preparedFor = (phase: Phase | undefined): Phase =>
  phase !== undefined && takesOrders(phase) ? phase : 'continuous'

export const kindsIn = (phase: Phase | undefined): readonly OfferedOrdType[] =>
  offeredOrdTypes(preparedFor(phase))

export const durationsIn = (phase: Phase | undefined, kind: OrdType): readonly TimeInForce[] =>
  offeredTimesInForce(preparedFor(phase), kind)

export const instructionIn = (phase: Phase | undefined, kind: OrdType): ExecInst | null =>
  requiredExecInst(preparedFor(phase), kind)

/** Whether the order may name the least that trades at its entry. */
export const mayHaveMinimumIn = (phase: Phase | undefined, order: OrderTerms): boolean =>
  mayHaveMinimum(preparedFor(phase), order)

/** What is offered, with what was chosen before in its place: nobody's choice is changed without a word. */
export const withChosen = <T>(offered: readonly T[], chosen: T): readonly T[] =>
  offered.includes(chosen) ? offered : [chosen, ...offered]
