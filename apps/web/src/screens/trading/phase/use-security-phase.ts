import type { Phase, Statistics } from '@tradebook/contract'
import { useMarketPhase, useStatistic } from '../../../live/use-live.ts'
import { isReopening } from '../../../market/halts.ts'

/** The phase that orders of a security meet: the market's, or the auction that ends a halt of this security alone. */
export function useSecurityPhase(securityID: string | undefined): Phase | undefined {
  const phase = useMarketPhase()
  return useStatistic(securityID ?? '', (row) => phaseOfSecurity(phase, row))
}

export const phaseOfSecurity = (phase: Phase | undefined, row: Statistics | undefined): Phase | undefined =>
  phase === 'continuous' && row && isReopening(row) ? 'reopening' : phase
