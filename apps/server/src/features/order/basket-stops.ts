import type { Caller } from '../../platform/caller.ts'

type User = Pick<Caller, 'tenantId' | 'userId'>

/** Told of every user whose baskets are to stop; answers when nothing of its own is at the desk any more. */
export type StopListener = (user: User) => Promise<unknown> | undefined

interface Reach {
  readonly announce: (user: User) => void
  readonly listen: (listener: (user: User) => void) => void
}

/**
 * How a user stops the baskets that are being sent in their name: those of this process, and, by the given reach,
 * those of other processes. Only those of this process can be awaited.
 */
export function openBasketStops({ announce, listen }: Reach) {
  const listeners = new Set<StopListener>()
  const tell = (user: User) => [...listeners].map((listener) => listener(user))
  listen(tell)
  return {
    /** Calls the listener until what it returns is called. */
    onStopped(listener: StopListener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async stopBaskets(user: User): Promise<void> {
      announce(user)
      await Promise.all(tell(user))
    },
  }
}
