import { OrdType, Side, type StockOrder } from '@tradebook/contract'
import { useCallback } from 'react'
import { useSelection } from '../../market/selection.ts'
import { useCan } from '../../session.ts'
import { tradeFor } from './ticket/account.tsx'
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

type Repeatable = Pick<
  StockOrder,
  'securityID' | 'account' | 'side' | 'ordType' | 'timeInForce' | 'orderQty' | 'price'
>

/**
 * Turns to an order's security and brings its ticket up with all that the order asked for. Nothing is
 * sent. A kind that the ticket does not offer becomes a limit order.
 */
export function useRepeat(): (order: Repeatable) => void {
  const [, select] = useSelection()
  return useCallback(
    ({ securityID, account, side, ordType, timeInForce, orderQty, price }) => {
      select(securityID)
      tradeFor(account)
      openTicket({
        side,
        orderQty,
        ordType: ordType === OrdType.market ? OrdType.market : OrdType.limit,
        timeInForce,
        ...(price !== null && { price }),
      })
    },
    [select],
  )
}
