import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 640px)')

const subscribe = (listener: () => void) => {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Whether there is room for one thing at a time only. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)
