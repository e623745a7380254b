import { create } from 'zustand'
import { useCan } from '../../../session.ts'

/** Whether the cross ticket is open. */
export const useCrossTicket = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const openCross = (): void => useCrossTicket.setState({ isOpen: true })
export const closeCross = (): void => useCrossTicket.setState({ isOpen: false })

/** A cross needs all three of them. */
export function useMayCross(): boolean {
  const [crosses, buys, sells] = [useCan('CROSS_DEAL'), useCan('BUY'), useCan('SELL')]
  return crosses && buys && sells
}
