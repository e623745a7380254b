import { useState } from 'react'

interface Posting {
  readonly postingID: string
  /** What became of the posting before, in words; empty before the first. */
  readonly text: string
  /** The posting is made: says what became of it, and gives the next one an id of its own. */
  readonly posted: (text: string) => void
}

/**
 * A posting that a person makes by hand. While it is unknown what came of it, its form keeps the id:
 * sent again it is posted once.
 */
export function usePosting(): Posting {
  const [posting, next] = useState(() => ({ postingID: crypto.randomUUID(), text: '' }))
  return { ...posting, posted: (text) => next({ postingID: crypto.randomUUID(), text }) }
}
