import { describe, expect, test } from 'vitest'
import { client, now, pass } from './connection.fixture.ts'
import { hubLimits } from './hub.ts'
import { PreparedMessage } from './prepared-message.ts'

/** What the operating system takes of a connection before anything waits in this process. */
const KERNEL_BYTES = 4 * 1024 * 1024
const PER_SECOND = 20_000
const FLUSH_MS = 100
const STATES = 150
const WITHIN_MS = 5_000

const message = (n: number, state?: string) =>
  new PreparedMessage({ type: 1, target: 'event', arguments: [{ n, text: 'x'.repeat(180) }] }, state)

/**
 * A client that reads nothing from now on, while messages are broadcast to it, for so long or until it is
 * closed: after how many milliseconds it was conflated, when it was closed, and the most that waited for it.
 *
 * @param tradesEvery one message in so many has no state, and is never left out.
 */
function pausedFor(ms: number, tradesEvery: number) {
  const { connection, host, transport } = client('paused')
  let kernel = KERNEL_BYTES
  transport.send = ({ length }) => {
    const taken = Math.min(kernel, length)
    kernel -= taken
    transport.bufferedBytes += length - taken
  }
  const pausedAt = now
  let [sent, most] = [0, 0]
  let [conflatedAt, closedAt]: (number | undefined)[] = []
  for (let elapsed = 0; elapsed < ms && closedAt === undefined; elapsed = now - pausedAt) {
    pass(FLUSH_MS)
    for (let n = 0; n < (PER_SECOND * FLUSH_MS) / 1_000; n++, sent++)
      host.broadcast.send('everyone', message(sent, sent % tradesEvery ? `book ${sent % STATES}` : undefined))
    host.broadcast.flush()
    if ((now - pausedAt) % 1_000 === 0) connection.check(now)
    most = Math.max(most, transport.bufferedBytes)
    if (connection.isBehind) conflatedAt ??= now - pausedAt
    if (transport.isClosed) closedAt = now - pausedAt
  }
  host.broadcast.cancel()
  return { conflatedAt, closedAt, most, host }
}

describe('a client that stops reading under 20,000 messages a second', () => {
  test('is conflated within five seconds: what waits for it no longer grows, and it is closed if it stays so', () => {
    const { conflatedAt, closedAt, most, host } = pausedFor(20_000, Number.POSITIVE_INFINITY)
    expect(conflatedAt).toBeLessThanOrEqual(WITHIN_MS)
    // One flush may pass the limit.
    expect(most).toBeLessThan(hubLimits.behindBytes + hubLimits.mostBytes)
    expect(closedAt! - conflatedAt!).toBeGreaterThan(hubLimits.behindMs)
    expect(closedAt! - conflatedAt!).toBeLessThanOrEqual(hubLimits.behindMs + 1_000)
    expect(host.counters.closed.slow).toBe(1)
    expect(host.counters.conflated).toBeGreaterThan(100_000)
  })

  test('is closed within five seconds where too much is sent that cannot be left out', () => {
    const { conflatedAt, closedAt, most, host } = pausedFor(20_000, 10)
    expect(conflatedAt).toBeLessThan(WITHIN_MS)
    expect(closedAt).toBeLessThanOrEqual(WITHIN_MS)
    expect(most).toBeLessThan(2 * hubLimits.mostBytes)
    expect(host.counters.closed.slow).toBe(1)
  })
})
