import { HttpError, HttpTransportType, HubConnection, HubConnectionBuilder } from '@microsoft/signalr'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { openHub, reconnectDelay } from './hub.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the first retry is immediate, then each wait doubles, up to 15 seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 1_000].map((failed) => reconnectDelay(failed, 0.5))).toEqual([
    0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ])
})

test('each wait varies by a tenth at random, so that clients do not all reconnect together', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failed, chance) => {
        const even = reconnectDelay(failed, 0.5)
        expect(reconnectDelay(failed, chance)).toBeGreaterThanOrEqual(even * 0.9 - 1e-9)
        expect(reconnectDelay(failed, chance)).toBeLessThanOrEqual(even * 1.1 + 1e-9)
      },
    ),
  )
})

const networkOf = (onLine: boolean) => Object.assign(new EventTarget(), { navigator: { onLine } })

/** Outside a browser the client takes whole addresses alone. */
function giveWholeAddress(transport: typeof WebSocket = WebSocket): void {
  const { withUrl } = HubConnectionBuilder.prototype
  vi.spyOn(HubConnectionBuilder.prototype, 'withUrl').mockImplementation(function (
    this: HubConnectionBuilder,
    path,
  ) {
    return withUrl.call(this, `https://tradebook.example${path}`, {
      skipNegotiation: transport !== WebSocket,
      transport: HttpTransportType.WebSockets,
      WebSocket: transport,
    })
  })
}

test('a server that refuses for rate is retried, each time after a longer pause', async () => {
  vi.useFakeTimers()
  giveWholeAddress()
  const tries: number[] = []
  vi.spyOn(HubConnection.prototype, 'start').mockImplementation(async () => {
    tries.push(performance.now())
    throw new HttpError('Too Many Requests', 429)
  })
  const listener = { take: {} as never, linkIs: vi.fn(), refused: vi.fn() }
  const hub = openHub(listener, networkOf(true))
  await vi.advanceTimersByTimeAsync(10_000)
  hub.close()

  const pauses = tries.slice(1).map((at, n) => at - tries[n]!)
  expect(pauses.length).toBeGreaterThan(2)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(450)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(listener.linkIs).toHaveBeenLastCalledWith('offline', undefined)
  expect(listener.refused).not.toHaveBeenCalled()
})

/** A connection to a server that sends what the test makes it send. */
class Line {
  static readonly OPEN = 1
  static last: Line
  static opened = 0
  static isUp = true
  /** Whether the network swallows what is sent, so that a connection neither opens nor fails. */
  static isStuck = false
  onopen?: () => void
  onclose?: (event: object) => void
  onerror?: (event: object) => void
  onmessage?: (event: { data: string }) => void
  readyState = 0

  constructor() {
    Line.last = this
    Line.opened++
    if (Line.isStuck) return
    setTimeout(() => {
      if (!Line.isUp) return this.close()
      this.readyState = Line.OPEN
      this.onopen?.()
    }, 1)
  }

  send(message: string): void {
    if (message.includes('"protocol"')) setTimeout(() => this.deliver({}), 1)
    const [, invocationId] = /"invocationId":"(\d+)"/.exec(message) ?? []
    if (invocationId && Line.isUp) setTimeout(() => this.deliver({ type: 3, invocationId, result: '' }), 1)
  }

  deliver(message: object): void {
    this.onmessage?.({ data: `${JSON.stringify(message)}\u001e` })
  }

  close(): void {
    this.readyState = 3
    this.onclose?.({ code: 1006, wasClean: false, reason: '' })
  }
}

const PING = { type: 6 }

async function openLine(take: object = {}) {
  vi.useFakeTimers()
  Line.isUp = true
  Line.isStuck = false
  Line.opened = 0
  giveWholeAddress(Line as unknown as typeof WebSocket)
  const network = networkOf(true)
  const linkIs = vi.fn()
  const hub = openHub({ take: take as never, linkIs, refused: vi.fn() }, network)
  await vi.advanceTimersByTimeAsync(10)
  expect(linkIs).toHaveBeenLastCalledWith('connected')
  return { hub, linkIs, network }
}

test('an outage is shown at once when the browser goes offline, and ends soon after it is online', async () => {
  const { hub, linkIs, network } = await openLine()
  await vi.advanceTimersByTimeAsync(3_000)
  Line.last.deliver(PING)
  const receivedAt = Date.now()
  await vi.advanceTimersByTimeAsync(2_000)

  Line.isUp = false
  network.dispatchEvent(new Event('offline'))
  expect(linkIs).toHaveBeenLastCalledWith('offline', receivedAt)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(linkIs).toHaveBeenLastCalledWith('offline', receivedAt)

  Line.isUp = true
  network.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10)
  expect(linkIs).toHaveBeenLastCalledWith('connected')
  hub.close()
})

test.each([
  ['after twenty seconds', (_network: EventTarget) => vi.advanceTimersByTimeAsync(20_000)],
  [
    'when the browser is back online',
    async (network: EventTarget) => network.dispatchEvent(new Event('online')),
  ],
])('a connection that neither opens nor fails is given up %s', async (_when, wait) => {
  const { hub, linkIs, network } = await openLine()
  Line.isStuck = true
  network.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(10)
  expect(Line.opened).toBe(2)

  Line.isStuck = false
  await wait(network)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(linkIs).toHaveBeenLastCalledWith('connected')
  expect(Line.opened).toBe(3)
  hub.close()
})

test('a silent server is lost within eleven seconds, since it last sent anything; its pings keep it', async () => {
  const { hub, linkIs } = await openLine()
  for (let ping = 0; ping < 6; ping++) {
    await vi.advanceTimersByTimeAsync(6_000)
    Line.last.deliver(PING)
  }
  expect(linkIs).toHaveBeenLastCalledWith('connected')
  expect(Line.opened).toBe(1)
  const receivedAt = Date.now()

  Line.isUp = false
  await vi.advanceTimersByTimeAsync(11_100)
  expect(linkIs.mock.lastCall?.[0]).not.toBe('connected')
  expect(linkIs.mock.lastCall?.[1]).toBe(receivedAt)
  hub.close()
})

test('a silent server is pinged, and its answer keeps the connection', async () => {
  const { hub, linkIs } = await openLine()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(linkIs).toHaveBeenCalledTimes(1)
  expect(Line.opened).toBe(1)
  Line.isUp = false
  await vi.advanceTimersByTimeAsync(11_100)
  expect(linkIs.mock.lastCall?.[0]).toBe('reconnecting')
  hub.close()
})

test('an ended connection is replaced by another, and events come only from the new one', async () => {
  const taken: string[] = []
  const onNews = (item: { headline: string }) => taken.push(item.headline)
  const { hub, linkIs } = await openLine({ onNews })
  const news = (headline: string) => ({ type: 1, target: 'onNews', arguments: [{ headline }] })
  const first = Line.last
  first.deliver(news('first'))
  Line.isUp = false
  await vi.advanceTimersByTimeAsync(11_100)
  Line.isUp = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(linkIs).toHaveBeenLastCalledWith('connected')
  expect(Line.last).not.toBe(first)
  first.deliver(news('of the connection that was given up'))
  Line.last.deliver(news('second'))
  expect(taken).toEqual(['first', 'second'])
  hub.close()
})
