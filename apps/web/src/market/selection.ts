import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

const SECURITY = 'security'

/** The selected security: one piece of state, in the address, that everything on the screen follows. */
export function useSelection(): readonly [string | undefined, (securityID: string | undefined) => void] {
  const [query, setQuery] = useSearchParams()
  const hasSecurity = query.has(SECURITY)
  const select = useCallback(
    (securityID: string | undefined) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before)
          if (securityID === undefined) after.delete(SECURITY)
          else after.set(SECURITY, securityID)
          return after
        },
        // Going from one security to the next leaves no page to come back to; leaving the list does.
        // At once: what is typed next must not go to the ticket of the security before.
        { replace: hasSecurity, flushSync: true },
      ),
    [setQuery, hasSecurity],
  )
  return [query.get(SECURITY) || undefined, select]
}
