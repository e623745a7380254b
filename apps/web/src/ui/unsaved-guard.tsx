import { createContext, useContext, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { isLeaving } from '../leave.ts'
import { onDemand } from './on-demand.tsx'

const LeaveQuestion = onDemand(() =>
  import(/* webpackChunkName: "leave-question" */ './leave-question.tsx').then(
    (module) => module.LeaveQuestion,
  ),
)

/** The forms within something that closes, by what each answers whether it has unsaved values. */
export const FormsWithin = createContext<Set<() => boolean> | undefined>(undefined)

/**
 * Asks before unsaved values are lost: inside the page with words of its own, at closing or
 * reloading the tab with the browser's. A session that has ended asks nothing.
 *
 * @param hasUnsaved is asked when the person leaves.
 */
export function UnsavedGuard({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  )
  useEffect(() => {
    const subscription = new AbortController()
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving() && hasUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask, subscription)
    return () => subscription.abort()
  })
  const within = useContext(FormsWithin)
  useEffect(() => {
    within?.add(hasUnsaved)
    return () => void within?.delete(hasUnsaved)
  }, [within, hasUnsaved])
  return (
    <LeaveQuestion
      isOpen={blocker.state === 'blocked'}
      onLeave={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  )
}
