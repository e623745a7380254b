import { Side } from '@tradebook/contract'
import { useCallback } from 'react'
import { useSelection } from '../../market/selection.ts'
import { useCan } from '../../session.ts'
import { tradeFor } from './ticket/account.tsx'
import { openTicket, type Repeatable, repeatOrder, turnTo } from './ticket/ticket-store.ts'

/** Turns to a security and brings its ticket up for a side, where the person's role includes that side. */
export function useTrade(): (side: Side, securityID: string | undefined) => void {
  const [, select] = useSelection()
  const canBuy = useCan('BUY')
  const canSell = useCan('SELL')
  return useCallback(
    (side, securityID) => {
      if (securityID === undefined || !(side === Side.buy ? canBuy : canSell)) return
      // The address follows when it can: the ticket is the security's from the first moment.
      turnTo(securityID)
      openTicket({ side })
      select(securityID)
    },
    [select, canBuy, canSell],
  )
}

/**
 * Turns to an order's security and brings its ticket up with all that the order asked for. Nothing is
 * sent. A kind that the ticket does not offer becomes a limit order.
 */
export function useRepeat(): (order: Repeatable) => void {
  const [, select] = useSelection()
  return useCallback(
    (order) => {
      tradeFor(order.account)
      repeatOrder(order)
      select(order.securityID)
    },
    [select],
  )
}
