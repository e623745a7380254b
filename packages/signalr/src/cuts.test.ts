import {
  HubConnectionBuilder,
  HubConnectionState,
  type IHttpConnectionOptions,
  LogLevel,
  Subject,
} from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connectionsOf, hub, serve, serveEachTest, url } from './hub.fixture.ts'
import { testMethods } from './test-hub.fixture.ts'

/** A stateful connection of the official client whose socket is cut at each message. */

serveEachTest()

const limits = {
  reattachMs: 10_000,
  checkMs: 10,
  budget: { burst: 1e6, perSecond: 1e6 },
  connectsOfUser: { burst: 1e6, perSecond: 1e6 },
}

/** Where sockets are cut: at how many messages from now, in one direction. Each cut happens once. */
let cut: { direction: 'received' | 'sent'; after: number } | undefined
let cuts = 0

const isCutNow = (direction: 'received' | 'sent'): boolean => {
  if (cut?.direction !== direction || cut.after-- > 0) return false
  cut = undefined
  cuts += 1
  return true
}

/** Loses the message at which it is cut. */
class CutWebSocket extends WebSocket {
  override emit(name: string | symbol, ...args: unknown[]): boolean {
    if (name !== 'message' || !isCutNow('received')) return super.emit(name, ...args)
    this.terminate()
    return true
  }

  override send(...args: unknown[]): void {
    if (isCutNow('sent')) this.terminate()
    else super.send(...(args as [string]))
  }
}

/** The client takes any constructor here, but its types do not say so. */
const sockets: IHttpConnectionOptions & { readonly WebSocket: typeof WebSocket } = { WebSocket: CutWebSocket }

const TOTAL = 4

/** Uses all that a connection can do. Returns what the client has received by the hub's own calls. */
async function everything(protocol: 'json' | 'messagepack', whenOpen: () => void): Promise<unknown[]> {
  const builder = new HubConnectionBuilder()
    .withUrl(url('?user=ada'), sockets)
    .withStatefulReconnect()
    .configureLogging(LogLevel.None)
  const client = (
    protocol === 'json' ? builder : builder.withHubProtocol(new MessagePackHubProtocol())
  ).build()
  const received: unknown[] = []
  client.on('say', (n) => received.push(n))
  client.on('name', (style) => `Ada, ${style}`)
  await client.start()
  const { connectionId } = client
  const connection = connectionsOf('ada').find(({ id }) => id === connectionId)
  connection?.join('books')
  whenOpen()

  const items: unknown[] = []
  const counted = new Promise<void>((complete, error) =>
    client.stream('Count', TOTAL).subscribe({ next: (n) => items.push(n), complete, error }),
  )
  const numbers = new Subject<number>()
  const sum = client.invoke('Sum', numbers)
  for (let n = 0; n < TOTAL; n++) {
    hub.send(['books'], { target: 'say', arguments: [2 * n] })
    connection?.send('say', 2 * n + 1)
    numbers.next(n)
    expect(await client.invoke('Echo', n)).toBe(n)
  }
  numbers.complete()
  expect(await sum).toBe((TOTAL * (TOTAL - 1)) / 2)
  await counted
  expect(items).toEqual(Array.from({ length: TOTAL }, (_, n) => n + 1))
  expect(await client.invoke('Greet')).toBe('Hello, Ada, formal')
  expect([client.connectionId, client.state]).toEqual([connectionId, HubConnectionState.Connected])
  expect(connectionsOf('ada')).toContain(connection)
  cut = undefined
  await client.stop()
  return received
}

describe.each(['json', 'messagepack'] as const)('a stateful connection by %s', (protocol) => {
  test.each(['received', 'sent'] as const)(
    'loses and duplicates nothing, whichever message is cut when it is %s',
    async (direction) => {
      await serve({ methods: testMethods, limits })
      cuts = 0
      const says = Array.from({ length: 2 * TOTAL }, (_, n) => n)
      for (let after = 0; cuts === after; after++) {
        const received = await everything(protocol, () => {
          cut = { direction, after }
        })
        expect(received).toEqual(says)
      }
      cut = undefined
      // Until no message was left to be cut.
      expect(cuts).toBeGreaterThan(TOTAL)
    },
  )
})
