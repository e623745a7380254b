import {
  type ExecInst,
  isStop,
  isTakenBy,
  mayHaveMinimum,
  type OrderTerms,
  type OrdType,
  offeredKinds,
  offeredOrdTypes,
  offeredTimesInForce,
  type Phase,
  phases,
  requiredExecInst,
  type TimeInForce,
  takesOrders,
  type VenueTerms,
} from '@tradebook/contract'

/** What a ticket offers in a phase, by the table of what the phase takes and what the exchange takes. */

/** In a phase that takes nothing, or that is not known, an order is prepared for continuous trading. */
const preparedFor = (phase: Phase | undefined): Phase =>
  phase !== undefined && takesOrders(phase) ? phase : 'continuous'

/**
 * @param takesStops whether the firm takes stop orders.
 * @param venue what the exchange takes; `undefined` while that is not known.
 */
export const kindsIn = (
  phase: Phase | undefined,
  takesStops: boolean,
  venue?: VenueTerms,
): readonly OrdType[] =>
  offeredOrdTypes(preparedFor(phase)).filter(
    (kind) => (takesStops || !isStop(kind)) && durationsIn(phase, kind, venue).length > 0,
  )

export const durationsIn = (
  phase: Phase | undefined,
  kind: OrdType,
  venue?: VenueTerms,
): readonly TimeInForce[] =>
  offeredTimesInForce(preparedFor(phase), kind).filter(
    (timeInForce) =>
      !venue || isTakenBy(venue, { ordType: kind, timeInForce, execInst: instructionIn(phase, kind) }),
  )

export const instructionIn = (phase: Phase | undefined, kind: OrdType): ExecInst | null =>
  requiredExecInst(preparedFor(phase), kind)

/** Whether the order may name the least that trades at its entry. */
export const mayHaveMinimumIn = (phase: Phase | undefined, order: OrderTerms): boolean =>
  mayHaveMinimum(preparedFor(phase), order)

/** Every duration that some phase takes, in the order in which they are offered. */
const durations = [
  ...new Set(phases.flatMap((phase) => offeredKinds.flatMap((kind) => offeredTimesInForce(phase, kind)))),
]

/** What is offered, with what was chosen before in its usual place: nobody's choice is changed or moved without a word. */
const withChosen = <T>(all: readonly T[], offered: readonly T[], chosen: T): readonly T[] =>
  all.filter((one) => one === chosen || offered.includes(one))

/** The kinds that a ticket shows: those that the phase takes, and the one that is chosen. */
export const kindsShown = (
  phase: Phase | undefined,
  takesStops: boolean,
  chosen: OrdType,
  venue?: VenueTerms,
): readonly OrdType[] => withChosen(offeredKinds, kindsIn(phase, takesStops, venue), chosen)

/** The durations that a ticket shows: those that the phase takes of the kind, and the one that is chosen. */
export const durationsShown = (
  phase: Phase | undefined,
  kind: OrdType,
  chosen: TimeInForce,
  venue?: VenueTerms,
): readonly TimeInForce[] => withChosen(durations, durationsIn(phase, kind, venue), chosen)
