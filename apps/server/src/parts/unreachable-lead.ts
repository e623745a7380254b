import type { Bus } from '../bus/bus.ts'
import type { Every } from '../platform/clock.ts'
import { repeatFromNow } from '../platform/repeated-work.ts'
import type { Leadership } from '../store/lead.ts'

interface LeadAndBus {
  readonly bus: Pick<Bus, 'health'>
  readonly leadership: Pick<Leadership, 'isAnotherReady'>
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number
}

/** A desk that stands by has reached NATS for so long before it is ready to lead. */
export const REACHED_MS = 3_000
/**
 * A leader has been without NATS for so long before it gives up. Longer than the others take to notice that the server is
 * away for all of them (two pings of a second), and than this one takes to come back with them.
 */
const UNREACHED_MS = 5_000

/**
 * Tells whether this desk leads and cannot be reached, while another one could: nobody can trade until the other leads.
 * Where no desk reaches NATS the lead stays, so that trading continues as soon as the server is back.
 *
 * @returns the question, to be asked again and again, with the reason for operators.
 */
export function unreachableLead({ bus, leadership, now }: LeadAndBus): () => Promise<string | undefined> {
  let lostAt: number | undefined
  return async () => {
    if (bus.health.ok) lostAt = undefined
    else lostAt ??= now()
    if (lostAt === undefined || now() - lostAt < UNREACHED_MS) return undefined
    const isAnotherReady = await leadership.isAnotherReady().catch(() => false)
    return isAnotherReady && !bus.health.ok
      ? 'This desk does not reach NATS, and another one that does is ready to lead.'
      : undefined
  }
}

/** Between two looks whether a leader can be reached. */
const LOOK_EVERY_MS = 250

/**
 * Ends a leader that cannot be reached while another one could. It looks again only once it has seen something: a slow
 * database is not asked by one look after the other. Returns how to stop looking.
 */
export function endUnreachable(
  { every, ...parts }: LeadAndBus & { readonly every: Every },
  end: (reason: Error) => void,
): () => Promise<void> {
  const look = unreachableLead(parts)
  let isEnding = false
  const endOnce = async () => {
    const reason = isEnding ? undefined : await look()
    if (reason === undefined) return
    isEnding = true
    end(new Error(reason))
  }
  return repeatFromNow(every, LOOK_EVERY_MS, endOnce, end as (error: unknown) => void)
}
