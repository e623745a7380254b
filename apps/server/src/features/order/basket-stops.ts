import type { Caller } from '../../platform/caller.ts'

/** The user whose baskets are to stop: all of them, or the one that is being sent under this id. */
export interface StoppedBaskets extends Pick<Caller, 'tenantId' | 'userId'> {
  readonly sendID?: string
}

/** Told of all baskets that are to stop; answers when nothing of its own is at the desk any more. */
export type StopListener = (stopped: StoppedBaskets) => Promise<unknown> | undefined

interface Reach {
  readonly announce: (stopped: StoppedBaskets) => void
  readonly listen: (listener: (stopped: StoppedBaskets) => void) => void
}

/**
 * How a user stops the baskets that are being sent in their name: those of this process, and, by the given reach,
 * those of other processes. Only those of this process can be awaited.
 */
export function openBasketStops({ announce, listen }: Reach) {
  const listeners = new Set<StopListener>()
  const tell = (stopped: StoppedBaskets) => [...listeners].map((listener) => listener(stopped))
  listen(tell)
  return {
    /** Calls the listener until what it returns is called. */
    onStopped(listener: StopListener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async stopBaskets(stopped: StoppedBaskets): Promise<void> {
      announce(stopped)
      await Promise.all(tell(stopped))
    },
  }
}
