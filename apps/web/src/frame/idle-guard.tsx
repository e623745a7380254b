import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { call } from '../api/client.ts'
import { leave } from '../leave.ts'
import { placeOf, sessionEndedPath } from '../paths.ts'
import { useSession } from '../session.ts'
import { type IdleStanding, openIdleTime } from './idle-time.ts'

const IdleWarning = lazy(() => import(/* webpackChunkName: "idle-warning" */ './idle-warning.tsx'))

const MINUTE_MS = 60_000
const LOOKED_AT_EVERY_MS = 1_000
const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** Kept where all tabs of the person read it; it goes with the session. */
const KEY = 'Tradebook.SeenAt'
const shared = {
  read: () => Number(localStorage.getItem(KEY)) || undefined,
  write: (at: number) => localStorage.setItem(KEY, String(at)),
}

/** Signs a person out who is idle for the firm's idle time, after a warning. What the page does by itself is not a sign. */
export const IdleGuard = () => {
  const idleMs = useSession(({ settings }) => Number(settings.IDLE_MINUTES)) * MINUTE_MS
  const idle = useMemo(() => openIdleTime({ idleMs, now: Date.now, shared }), [idleMs])
  const [standing, setStanding] = useState<IdleStanding>({ kind: 'present' })

  useEffect(() => {
    const watching = new AbortController()
    for (const sign of SIGNS)
      window.addEventListener(sign, idle.seen, { passive: true, capture: true, signal: watching.signal })
    const look = () => {
      const now = idle.standing()
      setStanding((before) => (before.kind === 'present' && now.kind === 'present' ? before : now))
      if (now.kind !== 'over') return
      clearInterval(looking)
      void putOut()
    }
    const looking = setInterval(look, LOOKED_AT_EVERY_MS)
    return () => {
      watching.abort()
      clearInterval(looking)
    }
  }, [idle])

  if (standing.kind !== 'warned') return null
  const stay = () => {
    idle.stay()
    setStanding(idle.standing())
  }
  return (
    <Suspense>
      <IdleWarning seconds={Math.ceil(standing.leftMs / 1_000)} onStay={stay} onLeave={() => void putOut()} />
    </Suspense>
  )
}

/** Ends the session, and leads to sign-in with the place to return to. */
async function putOut(): Promise<void> {
  await call('Account/LogOut', {}, { failure: 'silent' }).catch(() => undefined)
  await leave(sessionEndedPath(placeOf(location)))
}
