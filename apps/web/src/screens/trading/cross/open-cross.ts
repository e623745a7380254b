import { create } from 'zustand'
import { useVenue } from '../../../live/use-live.ts'
import { useCan } from '../../../session.ts'

/** Whether the cross ticket is open. */
export const useCrossTicket = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const openCross = (): void => useCrossTicket.setState({ isOpen: true })
export const closeCross = (): void => useCrossTicket.setState({ isOpen: false })

/** A cross needs all three of them, and an exchange that takes crosses. */
export function useMayCross(): boolean {
  const [crosses, buys, sells] = [useCan('CROSS_DEAL'), useCan('BUY'), useCan('SELL')]
  const isTaken = useVenue()?.terms?.crosses ?? true
  return isTaken && crosses && buys && sells
}
