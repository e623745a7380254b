import type { KillSwitchOn } from '@tradebook/contract'
import type { Worded } from '../ui/worded.ts'

/** What a kill switch refuses, with its reason. */
export const killSwitchText = ({ scope, account, cause, reason }: KillSwitchOn): Worded => ({
  text: `KillSwitch.${scope}`,
  values: { account, reason },
  ...(cause === 'rate' && { texts: { reason: 'Limits.Switch.Rate' } }),
})
