import { Side } from '@tradebook/contract'
import { useCallback } from 'react'
import { useCan } from '../../session.ts'
import { useSelection } from './selection.ts'
import { openTicket } from './ticket/ticket-store.ts'

/** Turns to a security and brings its ticket up for a side, where the person's role includes that side. */
export function useTrade(): (side: Side, securityID: string | undefined) => void {
  const [, select] = useSelection()
  const canBuy = useCan('BUY')
  const canSell = useCan('SELL')
  return useCallback(
    (side, securityID) => {
      if (securityID === undefined || !(side === Side.buy ? canBuy : canSell)) return
      select(securityID)
      openTicket({ side })
    },
    [select, canBuy, canSell],
  )
}
