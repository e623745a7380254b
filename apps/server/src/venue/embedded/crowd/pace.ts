import { acceptance, isTaken, type Phase, phases } from '@tradebook/contract'
import { quoteTerms } from './makers.ts'

/** How many orders the crowd sends in a call, of what it sends in continuous trading. */
export const CALL_PACE = 0.4
/** The same in a call that takes imbalance orders alone. */
const IMBALANCE_PACE = 0.15

/** How fast the crowd trades in each phase: of its rate in continuous trading. 0 where no order is taken. */
export const pace = Object.fromEntries(
  phases.map((phase) => {
    const { matching, newOrders } = acceptance[phase]
    if (newOrders.length === 0) return [phase, 0]
    if (matching === 'continuous') return [phase, 1]
    return [phase, takesQuotes(phase) ? CALL_PACE : IMBALANCE_PACE]
  }),
) as Readonly<Record<Phase, number>>

/** Whether a phase takes the makers' quotes. */
export function takesQuotes(phase: Phase): boolean {
  return isTaken(phase, quoteTerms)
}
