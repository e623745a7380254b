import { HubConnectionBuilder as OldBuilder, LogLevel as OldLevel } from '@aspnet/signalr'
import {
  HttpTransportType,
  HubConnectionBuilder,
  type ISubscription,
  LogLevel,
  Subject,
} from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionsOf, failures, hub, serve, serveEachTest, url } from './hub.fixture.ts'
import { streamsEnded, testMethods } from './test-hub.fixture.ts'

/** Every feature, with the clients that Microsoft publishes, over each transport. */

serveEachTest()

type Transport = keyof typeof HttpTransportType
/** What the clients have in common. */
interface OfficialClient {
  start(): Promise<void>
  stop(): Promise<void>
  invoke(method: string, ...args: unknown[]): Promise<unknown>
  send(method: string, ...args: unknown[]): Promise<void>
  on(method: string, handle: (...args: unknown[]) => unknown): void
  onclose(handle: (error?: Error) => void): void
  stream(method: string, ...args: unknown[]): { subscribe(to: Observer): ISubscription<unknown> }
}
type Observer = Parameters<ReturnType<import('@microsoft/signalr').HubConnection['stream']>['subscribe']>[0]

const current = (transport: Transport): OfficialClient =>
  new HubConnectionBuilder()
    .withUrl(url('?user=ada'), { transport: HttpTransportType[transport] })
    .configureLogging(LogLevel.None)
    .build() as OfficialClient
const messagePack = (transport: Transport): OfficialClient =>
  new HubConnectionBuilder()
    .withUrl(url('?user=ada'), { transport: HttpTransportType[transport] })
    .withHubProtocol(new MessagePackHubProtocol())
    .configureLogging(LogLevel.None)
    .build() as OfficialClient
const old = (transport: Transport): OfficialClient =>
  new OldBuilder()
    .withUrl(url('?user=ada'), { transport: HttpTransportType[transport] as number })
    .configureLogging(OldLevel.None)
    .build() as OfficialClient

const makers = { current, messagePack, old }
type Kind = keyof typeof makers
const all: readonly (readonly [Kind, Transport])[] = [
  ['current', 'WebSockets'],
  ['current', 'ServerSentEvents'],
  ['current', 'LongPolling'],
  ['messagePack', 'WebSockets'],
  ['messagePack', 'LongPolling'],
  ['old', 'WebSockets'],
  ['old', 'ServerSentEvents'],
  ['old', 'LongPolling'],
]
/** Those that can stream to the server and return results to it. */
const modern = all.filter(([kind]) => kind !== 'old')

const clients: OfficialClient[] = []
async function connected(kind: Kind, transport: Transport): Promise<OfficialClient> {
  const client = makers[kind](transport)
  clients.push(client)
  await client.start()
  return client
}
/** The items of a stream, and its error if it fails. */
const itemsOf = (client: OfficialClient, method: string, ...args: unknown[]) =>
  new Promise<unknown[]>((resolve) => {
    const items: unknown[] = []
    client.stream(method, ...args).subscribe({
      next: (item) => items.push(item),
      complete: () => resolve(items),
      error: (error: Error) => resolve([...items, error.message]),
    })
  })
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

beforeEach(async () => {
  streamsEnded.length = 0
  await serve({ methods: testMethods, limits: { budget: { burst: 10_000, perSecond: 10_000 } } })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()))
})

describe.each(all)('the %s client over %s', (kind, transport) => {
  test('calls methods and receives results and errors', async () => {
    const client = await connected(kind, transport)
    expect(await client.invoke('Echo', { price: 45.25, text: 'naira ₦\nline', list: [1, null] })).toEqual({
      price: 45.25,
      text: 'naira ₦\nline',
      list: [1, null],
    })
    expect((await client.invoke('nothing')) ?? null).toBeNull()
    await expect(client.invoke('Missing')).rejects.toThrow("Unknown hub method 'Missing'")
    await expect(client.invoke('Forbidden')).rejects.toThrow('because user is unauthorized')
    await expect(client.invoke('Refuse', 'closed today')).rejects.toThrow('HubException: closed today')
    await expect(client.invoke('Fail')).rejects.toThrow(/on the server\.$/)
    await expect(client.invoke('Unwritable')).rejects.toThrow(/invoking 'Unwritable' on the server\.$/)
    await expect(client.invoke('Count', 3)).rejects.toThrow('with a non-streaming invocation')
    expect(failures).toHaveLength(2)
    // The connection has survived all of it.
    expect(await client.invoke('Echo', 'still here')).toBe('still here')
  })

  test('receives what is sent to it, to its groups, to its user and to everyone, in order', async () => {
    const client = await connected(kind, transport)
    const received: unknown[] = []
    client.on('say', (text) => received.push(text))
    await client.invoke('Join', 'books')
    const say = (text: string) => ({ target: 'say', arguments: [text] })
    hub.send(['books'], say('1 books'))
    hub.send(['papers'], say('no member'))
    hub.send('everyone', say('2 all'))
    hub.sendToUser('ada', say('3 user'))
    hub.sendToUser('bola', say('another user'))
    connectionsOf('ada')[0]?.send('say', '4 connection')
    hub.send('everyone', say('not the sender'), { except: connectionsOf('ada') })
    await client.invoke('Leave', 'books')
    hub.send(['books'], say('left'))
    await client.invoke('Nothing')
    expect(received).toEqual(['1 books', '2 all', '3 user', '4 connection'])
  })

  test('receives streams, their errors, and stops them', async () => {
    const client = await connected(kind, transport)
    expect(await itemsOf(client, 'Count', 25)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1))
    expect(await itemsOf(client, 'BreakOff', 'sold out')).toEqual([
      1,
      'An error occurred on the server while streaming results. HubException: sold out',
    ])
    expect(await itemsOf(client, 'BreakOff', '')).toEqual([
      1,
      'An error occurred on the server while streaming results.',
    ])
    expect(await itemsOf(client, 'Nothing')).toEqual([
      "The client attempted to invoke the non-streaming 'Nothing' method with a streaming invocation.",
    ])
    await new Promise<void>((resolve) => {
      const subscription = client.stream('Stuck').subscribe({
        next: () => {
          subscription.dispose()
          resolve()
        },
        complete: () => {},
        error: () => {},
      })
    })
    await until(() => streamsEnded.length === 1)
    expect(await client.invoke('Echo', 'next to it')).toBe('next to it')
  })

  test('is closed by the server with its reason, and closes itself', async () => {
    const client = await connected(kind, transport)
    const closed = new Promise<Error | undefined>((resolve) => client.onclose(resolve))
    connectionsOf('ada')[0]?.close({ error: 'Trading is over.' })
    expect(String(await closed)).toContain('Trading is over.')

    const other = await connected(kind, transport)
    expect(hub.connections.size).toBe(1)
    await other.stop()
    await until(() => hub.connections.size === 0)
  })
})

describe.each(modern)('the %s client over %s', (kind, transport) => {
  test('streams to the server', async () => {
    const client = await connected(kind, transport)
    const stream = (...items: number[]) => {
      const subject = new Subject<number>()
      return { subject, done: () => items.forEach((item) => void subject.next(item)) }
    }
    const sum = stream(...Array.from({ length: 100 }, (_, n) => n))
    const answer = client.invoke('Sum', sum.subject)
    sum.done()
    sum.subject.complete()
    expect(await answer).toBe(4950)

    const more = stream(7, 8, 9)
    const first = client.invoke('First', more.subject)
    more.done()
    expect(await first).toBe(7)
    more.subject.complete()

    const broken = stream(1, 2)
    const failed = client.invoke('Sum', broken.subject)
    broken.done()
    broken.subject.error(new Error('the file is unreadable'))
    await expect(failed).rejects.toThrow('HubException: the file is unreadable')

    const doubled = stream(1, 2, 3)
    const items = itemsOf(client, 'Double', doubled.subject)
    doubled.done()
    doubled.subject.complete()
    expect(await items).toEqual([2, 4, 6])

    await expect(client.invoke('Sum')).rejects.toThrow('Client sent 0 stream(s), Hub method expects 1.')
  })

  test('returns results to the server', async () => {
    const client = await connected(kind, transport)
    const [connection] = connectionsOf('ada')
    await expect(connection?.invoke('name')).rejects.toThrow("Client didn't provide a result.")
    client.on('name', (style) => `Ada, ${style}`)
    expect(await client.invoke('Greet')).toBe('Hello, Ada, formal')
    // Calls that follow do not wait for ever behind one that waits for the client.
    expect(await Promise.all([client.invoke('Greet'), client.invoke('Echo', 1)])).toEqual([
      'Hello, Ada, formal',
      1,
    ])
  })
})

test('MessagePack carries dates and bytes as what they are, JSON as text', async () => {
  const value = { at: new Date(1_770_000_000_123), bytes: new Uint8Array([0, 1, 254]), none: undefined }
  for (const transport of ['WebSockets', 'LongPolling'] as const) {
    const received = (await (await connected('messagePack', transport)).invoke('Echo', value)) as typeof value
    expect(received.at).toEqual(value.at)
    expect([...received.bytes]).toEqual([0, 1, 254])
  }
  const client = await connected('current', 'WebSockets')
  const received = new Promise((resolve) => client.on('say', resolve))
  hub.sendToUser('ada', { target: 'say', arguments: [{ ...value, buffer: Buffer.from('naira') }] })
  expect(await received).toEqual({ at: value.at.toISOString(), bytes: 'AAH+', buffer: 'bmFpcmE=' })
})

test('MessagePack is refused on a transport that carries only text', async () => {
  await expect(connected('messagePack', 'ServerSentEvents')).rejects.toThrow()
})
