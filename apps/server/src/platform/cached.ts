/** Answers that are asked for with every request, and may be a few seconds old. */
export interface Cached<Key, Answer> {
  /** The answer: asked for once, however many want it, and then known for a while. */
  of(key: Key): Promise<Answer>
  /** Drops all answers, so that each is asked again. */
  clear(): void
}

export interface RememberedRules<Answer> {
  /** So many are known at most: the one asked for first makes room. */
  readonly most: number
  readonly forMs: number
  readonly now: () => number
  /** Which answers are kept; all of them by default. */
  readonly keeps?: (answer: Answer) => boolean
}

interface Entry<Answer> {
  readonly answer: Promise<Answer>
  until: number
}

/** Keeps what `ask` answers. A failure rejects for all that wait for it, and is not kept. */
export function cached<Key, Answer>(
  ask: (key: Key) => Promise<Answer>,
  { most, forMs, now, keeps = () => true }: RememberedRules<Answer>,
): Cached<Key, Answer> {
  const entries = new Map<Key, Entry<Answer>>()
  const known = (key: Key): Entry<Answer> | undefined => {
    const entry = entries.get(key)
    const left = entry ? entry.until - now() : 0
    // A clock set back makes nothing known for longer.
    return left > 0 && (left <= forMs || left === Number.POSITIVE_INFINITY) ? entry : undefined
  }
  return {
    of(key) {
      const entry = known(key)
      if (entry) return entry.answer
      const answer = ask(key)
      const mine: Entry<Answer> = { answer, until: Number.POSITIVE_INFINITY }
      const drop = () => {
        if (entries.get(key) === mine) entries.delete(key)
      }
      entries.delete(key)
      const oldest = entries.size < most ? undefined : entries.keys().next()
      if (oldest && !oldest.done) entries.delete(oldest.value)
      entries.set(key, mine)
      answer.then((given) => {
        if (keeps(given)) mine.until = now() + forMs
        else drop()
      }, drop)
      return answer
    },
    clear: () => entries.clear(),
  }
}
