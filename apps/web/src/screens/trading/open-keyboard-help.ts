import { create } from 'zustand'

/** Whether the help on keys is open. */
export const useKeyboardHelp = create(() => ({ isOpen: false }))

export const showKeyboardHelp = (): void => useKeyboardHelp.setState({ isOpen: true })
export const hideKeyboardHelp = (): void => useKeyboardHelp.setState({ isOpen: false })
