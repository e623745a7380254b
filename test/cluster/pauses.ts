import type { OrderLoad } from '../faults/order-load.ts'

/** A fault shows itself within so long, and so many orders later it is over. */
const WATCHED_MS = 3_000
const WATCHED_ORDERS = 50

/** The longest time, from now on, in which no order of a load was accepted. */
export async function longestPause(load: OrderLoad): Promise<number> {
  const began = performance.now()
  let last = began
  let longest = 0
  for (let orders = 0; orders < WATCHED_ORDERS || last - began < WATCHED_MS; orders += 1) {
    await load.accepted(1)
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  return longest
}
