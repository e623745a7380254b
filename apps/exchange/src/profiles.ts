import { protocols } from '@tradebook/fix'
import type { Member } from './acceptor.ts'
import { echo } from './echo.ts'

/** A session that public acceptance definitions are written for: their CompIDs, and numbers from 1 with each Logon. */
function acceptance(version: keyof typeof protocols, targetCompId: string): Member {
  const protocol = protocols[version]
  return {
    settings: {
      role: 'acceptor',
      protocol,
      senderCompId: 'ISLD',
      targetCompId,
      resetOnLogon: true,
      // These suites fill no gap once they have sent Logout.
      requestGapAtLogout: false,
      heartBtIntRange: [1, 60],
    },
    open: () => echo(protocol),
  }
}

/** The built-in profiles: what a process offers, by name. */
export const profiles: Readonly<Record<string, readonly Member[]>> = {
  'acceptance-44': [acceptance('FIX.4.4', 'TW44'), acceptance('FIX.4.4', 'TW')],
  'acceptance-50': [acceptance('FIX.5.0', 'TW')],
  'acceptance-50sp1': [acceptance('FIX.5.0SP1', 'TW')],
  'acceptance-50sp2': [acceptance('FIX.5.0SP2', 'TW')],
}
