import type { HubEvent } from '@tradebook/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../platform/waits.fixture.ts'
import { folded, type PracticeBook } from './hub.fixture.ts'
import {
  closeAfterEachTest,
  execution,
  gtco,
  market,
  mtnn,
  openMarket,
  orderAt,
  Subscriber,
  trade,
  ZENITH,
} from './subscribers.fixture.ts'

closeAfterEachTest()

describe('a slow reader', () => {
  const limits = { behindBytes: 64 * 1024, mostBytes: 512 * 1024, closeMs: 50 }
  beforeEach(() => openMarket(limits))

  /** A client that reads its socket itself, so that it can stop reading. */
  async function paused(userName: string) {
    const socket = new WebSocket(`${market.url('ws')}?access_token=${userName}`)
    await new Promise((resolve) => socket.once('open', resolve))
    const received: (HubEvent & { type: number; allowReconnect?: boolean })[] = []
    const ready = new Promise((resolve) => socket.once('message', resolve))
    socket.on('message', (data) => {
      for (const record of String(data).split('\x1e').slice(0, -1)) {
        const { type, target, arguments: args, allowReconnect } = JSON.parse(record)
        received.push({ type, target, argument: args?.[0], allowReconnect })
      }
    })
    socket.send('{"protocol":"json","version":1}\x1e')
    await ready
    await eventually(() => expect(market.hubs.stats.connections).toBeGreaterThan(0))
    socket.pause()
    return { socket, received }
  }

  const waitingBytes = () => Math.max(...[...market.sockets].map((socket) => socket.writableLength))
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  /** Publish until the paused reader's pipe is full, and then a lot more. The most that ever waited. */
  async function flood(publish: () => void): Promise<number> {
    let most = 0
    for (let more = 100; more > 0; ) {
      publish()
      await turn()
      most = Math.max(most, waitingBytes())
      if (waitingBytes() > limits.behindBytes) more--
    }
    return most
  }

  test('costs no more than the limit, and its books are right when it has caught up', async () => {
    market.person('watcher', ZENITH, { owners: true })
    const { socket, received } = await paused('watcher')
    const quick = await Subscriber.open('broker')
    let entries = 0
    const most = await flood(() =>
      market.publish(
        ...gtco.changesTimes(50),
        ...mtnn.changesTimes(50),
        trade('t'),
        orderAt(ZENITH, 'ada', `e${++entries}`),
      ),
    )
    expect(most).toBeLessThan(limits.mostBytes)
    expect(market.hubs.stats.connections).toBe(2)

    socket.resume()
    const last = trade('last')
    market.publish(last)
    const bookOf = (events: HubEvent[], book: PracticeBook) =>
      folded(
        book.securityID,
        { items: [], rptSeq: 0, epoch: 1 },
        events.filter((event) => 'securityID' in (event.argument ?? {})) as never[],
      )
    await eventually(() => {
      for (const book of [gtco, mtnn]) {
        const { items, ...at } = market.picture.book(book.securityID)!
        const mine = bookOf(
          received.filter(({ target }) => target?.endsWith('OrderBook')),
          book,
        )
        expect({ rptSeq: mine.rptSeq, epoch: mine.epoch }).toEqual(at)
        const shown = (entry: object) => ({ ...entry, rptSeq: undefined })
        expect(mine.items.map(shown)).toEqual(items.map(shown))
      }
    })
    const owners = received.filter(
      ({ target, argument }) => target === 'orderBookOwners' && argument.securityID === 'GTCO',
    )
    expect(owners.length).toBeLessThan(entries)
    const items = [{ mdEntryID: `e${entries}`, userName: 'ada' }]
    expect(owners.at(-1)?.argument).toMatchObject({ items })
    const trades = received.filter(({ target }) => target === 'onMarketTrade').length
    await quick.caughtUp()
    expect(trades).toBe(quick.received.filter(({ target }) => target === 'onMarketTrade').length)
    socket.terminate()
  })

  test('that cannot receive its orders is disconnected, so that it reconnects', async () => {
    const { socket, received } = await paused('rival')
    const order = { tenantId: ZENITH, userId: 0, account: 'Z1' }
    const report = execution('x'.repeat(1000), order)
    for (let n = 0; n < 20_000 && market.hubs.stats.connections > 0; n++) {
      market.publish(...Array.from({ length: 20 }, () => report))
      await turn()
    }
    expect(market.hubs.stats.connections).toBe(0)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    await closed
    const ends = received.findIndex(({ type }) => type === 7)
    if (ends !== -1) expect(received[ends]).toMatchObject({ allowReconnect: true })
    expect(received.slice(0, ends === -1 ? undefined : ends).length).toBeGreaterThan(0)
  })
})
