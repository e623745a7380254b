import { create } from 'zustand'

/** What is to be announced and follows from no change of an order. Announced again, it has a number of its own. */
export const useAnnouncement = create<{ readonly sentence: string; readonly number: number }>(() => ({
  sentence: '',
  number: 0,
}))

/** Announces a sentence in the live region of the trading screen. */
export const announce = (sentence: string): void =>
  useAnnouncement.setState(({ number }) => ({ sentence, number: number + 1 }))
