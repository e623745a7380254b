import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { type BookEntry, type BookEvent, type BookSnapshot, hubEvents, OrderBook } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { closeAfterEachTest, execution, gtco, MERIDIAN, market, openMarket } from './subscribers.fixture.ts'

closeAfterEachTest()

const CUTS = 100
const EVENTS_PER_SECOND = 200
/** After a cut the client has the server's book again within this time. */
const RECOVERY_MS = 1_000

/** The events that bring a book up to date number its entries again. */
const entriesOf = (items: readonly BookEntry[]) => items.map((entry) => ({ ...entry, rptSeq: undefined }))

test('100 cuts under 200 events a second: the book is right again within 1 s, and no execution report is lost', async () => {
  await openMarket({ connectsOfUser: { burst: 1_000, perSecond: 1_000 } })
  const client = new HubConnectionBuilder()
    .withUrl(market.url(), { transport: HttpTransportType.WebSockets, accessTokenFactory: () => 'broker' })
    .withStatefulReconnect()
    .configureLogging(LogLevel.None)
    .build()
  const book = new OrderBook('GTCO')
  const outcomes = new Set<string>()
  const executions: string[] = []
  for (const [target, audience] of Object.entries(hubEvents)) {
    if (audience !== 'book') continue
    client.on(target, (argument) => outcomes.add(book.apply({ target, argument } as BookEvent)))
  }
  client.on('onExecutionReport', ({ execID }) => executions.push(execID))
  await client.start()
  const { connectionId } = client
  book.load(await client.invoke<BookSnapshot>('subscribeOrderBook', 'GTCO'))

  let published = 0
  const order = { tenantId: MERIDIAN, userId: 0, account: 'M001' }
  const publishing = setInterval(() => {
    published += 1
    market.publish(gtco.changes(), execution(String(published), order))
  }, 2_000 / EVENTS_PER_SECOND)
  const isCaughtUp = () => {
    const { items, rptSeq } = market.picture.book('GTCO')!
    if (book.rptSeq !== rptSeq) return false
    expect(entriesOf(book.snapshot().items)).toEqual(entriesOf(items))
    return true
  }
  try {
    for (let cut = 0; cut < CUTS; cut++) {
      const publishedBefore = published
      for (const socket of market.sockets) socket.destroy()
      market.sockets.clear()
      const cutAt = performance.now()
      // Something has been published since, so that being caught up is news.
      while (published === publishedBefore || !isCaughtUp()) {
        expect(performance.now() - cutAt).toBeLessThan(RECOVERY_MS)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
  } finally {
    clearInterval(publishing)
  }
  while (!isCaughtUp()) await new Promise((resolve) => setTimeout(resolve, 2))
  expect(client.connectionId).toBe(connectionId)
  expect([...outcomes]).toEqual(['applied'])
  expect(executions).toEqual(Array.from({ length: published }, (_, n) => String(n + 1)))
  await client.stop()
})
