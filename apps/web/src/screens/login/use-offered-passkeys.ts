import { useEffect, useRef, useState } from 'react'
import { endOffer, offerPasskeys, offersPasskeys } from '../../api/authenticator.ts'
import { beginPasskey } from './sign-in.ts'

type Chosen = NonNullable<Awaited<ReturnType<typeof offerPasskeys>>>

/** Before the challenge of an offer is over, it is made again. */
const RENEWED_MS = 4 * 60_000

/**
 * Has the browser offer the person's passkeys where it offers user names, if it can. Answers what to do when the person
 * comes to that field: the offer is for the firm that is named by then.
 */
export function useOfferedPasskeys(firm: string, onChosen: (credential: Chosen, firm: string) => void) {
  const [offeredFor, setOfferedFor] = useState(firm.trim())
  const chosen = useRef(onChosen)
  chosen.current = onChosen
  useEffect(() => {
    if (!offeredFor) return
    let isOver = false
    const offer = async () => {
      if (!(await offersPasskeys()) || isOver) return
      const options = await beginPasskey(offeredFor, 'silent').catch(() => undefined)
      if (!options || isOver) return
      const credential = await offerPasskeys(options)
      if (credential && !isOver) chosen.current(credential, offeredFor)
    }
    void offer()
    const renewal = setInterval(() => void offer(), RENEWED_MS)
    return () => {
      isOver = true
      clearInterval(renewal)
      void offersPasskeys().then((offers) => (offers ? endOffer() : undefined))
    }
  }, [offeredFor])
  return () => setOfferedFor(firm.trim())
}
