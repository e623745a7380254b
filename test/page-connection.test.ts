import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { HubConnectionBuilder } from '@microsoft/signalr'
import type { Execution } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HubOnAPracticeMarket, PracticeBook } from '../apps/server/src/hub/hub.fixture.ts'
import { Frames } from '../apps/web/src/live/frames.ts'
import { openHub } from '../apps/web/src/live/hub.ts'
import { type Caller, MarketFeed } from '../apps/web/src/live/market-feed.ts'
import { type LinkState, MarketStore } from '../apps/web/src/live/market-store.ts'

/** The page's own client of the hub against the server's hub, with a proxy between them that blocks and cuts. */

const FIRM = 1
type Way = 'upgrade' | 'events' | 'poll'

/** Passes everything on, except for the ways that are blocked. */
class BlockingProxy {
  readonly used = new Set<Way>()
  readonly #blocked: ReadonlySet<Way>
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((asked, answer) => {
    const way =
      asked.headers.accept === 'text/event-stream' ? 'events' : asked.method === 'GET' ? 'poll' : undefined
    if (way && this.#isBlocked(way)) {
      answer.writeHead(403).end()
      return
    }
    const { method, url: path, headers } = asked
    const passed = request(new URL(path ?? '/', this.#origin), { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  readonly #origin: string

  constructor(origin: string, blocked: readonly Way[]) {
    this.#origin = origin
    this.#blocked = new Set(blocked)
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
    })
    this.#server.on('upgrade', (asked, socket, head) => this.#upgrade(asked, socket, head))
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Resets every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  stop(): void {
    this.cut()
    this.#server.close()
  }

  #isBlocked(way: Way): boolean {
    if (this.#blocked.has(way)) return true
    this.used.add(way)
    return false
  }

  #upgrade(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {})
    if (this.#isBlocked('upgrade')) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
      return
    }
    const { hostname, port } = new URL(this.#origin)
    const passed = connect(Number(port), hostname, () => {
      const headers = asked.rawHeaders.map((text, at) => text + (at % 2 ? '\r\n' : ': '))
      passed.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
      passed.write(head)
      socket.pipe(passed).pipe(socket)
    })
    passed.on('error', () => socket.destroy())
    for (const [one, other] of [
      [passed, socket],
      [socket, passed],
    ] as const)
      one.on('close', () => other.destroy())
  }
}

let market: HubOnAPracticeMarket
let gtco: PracticeBook
const ends: (() => unknown)[] = []

beforeEach(async () => {
  market = new HubOnAPracticeMarket({ closeMs: 50 })
  await market.start()
  market.person('broker', FIRM, { all: true })
  gtco = new PracticeBook('GTCO')
  market.publish(...gtco.opens())
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0).reverse()) await end()
  await market.stop()
})

/** What the desk has recorded of executions: the page fetches what it missed. */
const recorded: Execution[] = []

/** The calls of the page, answered as by a server on which nothing but executions happens. */
const call = (async (name: string, input: { sinceSequence?: number }) => {
  if (name !== 'Order/GetExecutions') return { items: [], totalCount: 0 }
  const { sinceSequence } = input
  if (sinceSequence === undefined) return { items: recorded.toReversed() }
  return { items: recorded.filter(({ sequence }) => sequence > sinceSequence) }
}) as unknown as Caller

/** The page's live market through the proxy. */
async function openPage(blocked: readonly Way[]) {
  recorded.length = 0
  const proxy = new BlockingProxy(market.url(), blocked)
  const origin = await proxy.start()
  ends.push(() => proxy.stop())
  const { withUrl } = HubConnectionBuilder.prototype
  vi.spyOn(HubConnectionBuilder.prototype, 'withUrl').mockImplementation(function (
    this: HubConnectionBuilder,
    path,
  ) {
    return withUrl.call(this, origin + path, { accessTokenFactory: () => 'broker' })
  })
  const store = new MarketStore(new Frames((show) => show()))
  const links: LinkState[] = []
  const network = Object.assign(new EventTarget(), { navigator: { onLine: true } })
  let feed: MarketFeed | undefined
  const hub = openHub(
    {
      take: store.take,
      linkIs: (state, since) => {
        links.push(state)
        store.linkIs(state, since)
        if (state === 'connected') void feed?.connected()
        else feed?.lost()
      },
      refused: () => {},
    },
    network,
  )
  ends.push(() => hub.close())
  feed = new MarketFeed({ store, hub, call })
  void feed.select('GTCO')
  await vi.waitFor(() => expect(store.link.get().synchronised).toBe(true), { timeout: 10_000 })
  return { proxy, store, links }
}

/** Changes of the book and executions, some at once. */
function burst(changes: number): void {
  for (let change = 0; change < changes; change++) {
    const execution = { execID: `${recorded.length + 1}`, sequence: recorded.length + 1 } as Execution
    recorded.push(execution)
    const order = { tenantId: FIRM, userId: 0, account: '' }
    market.publish(gtco.changes(), { target: 'onExecutionReport', argument: execution, order })
  }
}

/** The events that bring a book up to date number its entries again. */
const entriesOf = (items: readonly object[]) => items.map((entry) => ({ ...entry, rptSeq: undefined }))

/** The page has what the server has: the same book, and every execution once. */
async function expectAll({ store }: { store: MarketStore }): Promise<void> {
  await vi.waitFor(
    () => {
      const { bids, offers, right } = store.book.view.get()
      expect(right).toBe(true)
      expect(entriesOf([...bids, ...offers])).toEqual(entriesOf(market.picture.book('GTCO')!.items))
      expect(store.executions.items.get().map(({ execID }) => execID)).toEqual(
        recorded.map(({ execID }) => execID).reverse(),
      )
    },
    { timeout: 10_000 },
  )
}

test.each<[blocked: readonly Way[], used: readonly Way[]]>([
  [[], ['upgrade']],
  [['upgrade'], ['events']],
  [['upgrade', 'events'], ['poll']],
])('where a proxy blocks %j, the page is live over %j', async (blocked, used) => {
  const page = await openPage(blocked)
  for (let round = 0; round < 20; round++) {
    burst(20)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await expectAll(page)
  expect([...page.proxy.used]).toEqual(used)
  expect(page.links).toEqual(['connected'])
})

test('cuts inside a burst are repaired by the connection itself: the page misses nothing and shows no outage', async () => {
  const page = await openPage([])
  for (let cut = 0; cut < 20; cut++) {
    burst(10)
    await new Promise((resolve) => setTimeout(resolve, cut))
    page.proxy.cut()
    burst(10)
    await expectAll(page)
  }
  expect(page.links).toEqual(['connected'])
})

test.each([
  ['events', ['upgrade']],
  ['poll', ['upgrade', 'events']],
] as const)('a cut of %s inside a burst: the page fetches what it missed', async (_, blocked) => {
  const page = await openPage(blocked)
  for (let cut = 0; cut < 3; cut++) {
    burst(10)
    await new Promise((resolve) => setTimeout(resolve, 10))
    page.proxy.cut()
    burst(10)
    await vi.waitFor(() => expect(page.links.at(-1)).toBe('connected'), { timeout: 10_000 })
  }
  await expectAll(page)
})
