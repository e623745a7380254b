import { connect } from 'node:net'
import { type HubConnection, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr'
import {
  type BookSnapshot,
  type CallOutput,
  HUB_PATH,
  HUB_TOKEN,
  type HubEventName,
  hubEvents,
  OrdType,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { type Firm, type Person, signIn } from '../person.ts'

/** The hub of the real server, on a market where nobody else trades. */

const SECURITY = 'GTCO'

let server: DemoServer
const subscribers: Subscriber[] = []

beforeAll(async () => {
  server = await openDemo()
})

afterAll(async () => {
  await Promise.all(subscribers.map(({ connection }) => connection.stop()))
  await server?.close()
})

/** An official client with everything it received, as `name` or `name of what`. */
class Subscriber {
  readonly connection: HubConnection
  #received: string[] = []

  static async of(firm: Firm, userName: string): Promise<{ person: Person; subscriber: Subscriber }> {
    const person = await signIn(server, firm, userName)
    const subscriber = new Subscriber(person)
    subscribers.push(subscriber)
    await subscriber.connection.start()
    await subscriber.since()
    return { person, subscriber }
  }

  private constructor({ token }: Person) {
    this.connection = new HubConnectionBuilder()
      .withUrl(`${server.url}${HUB_PATH}`, { accessTokenFactory: () => token })
      .withAutomaticReconnect([0, 0, 0])
      .configureLogging(LogLevel.None)
      .build()
    for (const name of Object.keys(hubEvents) as HubEventName[]) {
      this.connection.on(name, (argument: Readonly<Record<string, unknown>>) => {
        const what = [argument.execType, argument.ordStatus].filter((it) => it !== undefined)
        this.#received.push([name, ...what].join(' '))
      })
    }
  }

  /** What was received since the last call, before the answer to this one; what comes at any time is left out. */
  async since(): Promise<string[]> {
    await this.connection.invoke('ping')
    return this.#received.splice(0).filter((name) => !atAnyTime.includes(name))
  }
}

const atAnyTime = ['updateMarketStatsSession', 'marketSummary']

/** A limit order at the reference price for the person's first account. */
async function sends(person: Person, side: Side): Promise<CallOutput<'Order/SendNewOrder'>> {
  const [customer] = (await person.get('BackOffice/GetCustomers', {})).items
  const { referencePx } = await person.get('MarketData/getPricelimitRange', { security: SECURITY })
  return person.get('Order/SendNewOrder', {
    clOrdID: crypto.randomUUID(),
    account: customer!.accountNumber,
    securityID: SECURITY,
    side,
    ordType: OrdType.limit,
    price: referencePx,
    orderQty: 10,
    timeInForce: TimeInForce.day,
  })
}

test('an order is sent to its owner and its firm; book and trade are sent to the whole market', async () => {
  const customer = await Subscriber.of('Meridian', 'customer')
  const broker = await Subscriber.of('Meridian', 'broker')
  const rival = await Subscriber.of('Zenith-Hill', 'broker')
  const all = [customer, broker, rival]
  const received = () => Promise.all(all.map(({ subscriber }) => subscriber.since()))

  await sends(customer.person, Side.buy)
  const entered = ['onExecutionReport 0 0', 'addOrderBook', 'addStockOrder 0']
  expect(await received()).toEqual([entered, [...entered, 'orderBookOwners'], ['addOrderBook']])

  await sends(rival.person, Side.sell)
  const filled = ['onExecutionReport F 2', 'onMarketTrade', 'deleteOrderBook', 'updateStockOrder 2']
  expect(await received()).toEqual([
    filled,
    filled,
    ['onExecutionReport 0 0', 'onExecutionReport F 2', 'onMarketTrade', 'deleteOrderBook', 'addStockOrder 2'],
  ])
})

describe('the wire', () => {
  const negotiate = (token: string | undefined, query = '') =>
    fetch(`${server.url}${HUB_PATH}/negotiate?negotiateVersion=1${query}`, {
      method: 'POST',
      headers: token ? { cookie: `${HUB_TOKEN}=${encodeURIComponent(token)}` } : {},
    })

  test('the page connects with its cookie, and no one without it', async () => {
    const person = await signIn(server, 'Meridian', 'broker')
    expect((await negotiate(person.encryptedToken)).status).toBe(200)
    const refused = await negotiate(undefined)
    expect([refused.status, refused.statusText]).toEqual([401, 'Unauthorized'])
    expect((await negotiate(person.token)).status).toBe(401)
  })

  test('another site may not connect with that cookie', async () => {
    const person = await signIn(server, 'Meridian', 'broker')
    const answer = await fetch(`${server.url}${HUB_PATH}/negotiate`, {
      method: 'POST',
      headers: {
        cookie: `${HUB_TOKEN}=${encodeURIComponent(person.encryptedToken)}`,
        origin: 'https://evil.example',
      },
    })
    expect(answer.status).toBe(403)
  })

  /** The raw answer of the server to a request, until it closes the connection. */
  const rawAnswer = (request: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      let received = ''
      socket.setEncoding('utf8').on('data', (text: string) => {
        received += text
      })
      socket.on('end', () => resolve(received))
      socket.on('error', reject)
      socket.write(request)
    })
  const asking = (path: string, headers: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n${headers}\r\n\r\n`

  test('an upgrade for an unknown path is answered and closed; an offer of HTTP/2 is ignored', async () => {
    const answer = await rawAnswer(asking('/nowhere', 'Connection: Upgrade\r\nUpgrade: websocket'))
    expect(answer).toMatch(/^HTTP\/1.1 404 Not Found\r\n/)
    expect(answer.toLowerCase()).toContain('\r\nx-content-type-options: nosniff\r\n')
    const offered = await rawAnswer(asking('/health/live', 'Connection: Upgrade, close\r\nUpgrade: h2c'))
    expect(offered).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  })

  test('its answers carry what a browser may do with them', async () => {
    for (const token of [undefined, 'nonsense']) {
      const { headers } = await negotiate(token)
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    }
    const connecting = await rawAnswer(asking(HUB_PATH, 'Connection: Upgrade\r\nUpgrade: websocket'))
    expect(connecting.toLowerCase()).toContain(
      "\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\n",
    )
  })

  test('a conversation, word by word', async () => {
    const person = await signIn(server, 'Meridian', 'broker')
    const socket = new WebSocket(
      `${server.url.replace('http', 'ws')}${HUB_PATH}?${HUB_TOKEN}=${encodeURIComponent(person.encryptedToken)}`,
    )
    const frames: string[] = []
    socket.addEventListener('message', ({ data }) => frames.push(String(data)))
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
    socket.send('{"protocol":"json","version":1}\x1e')
    socket.send('{"type":1,"invocationId":"1","target":"subscribeStatistics","arguments":[[]]}\x1e')
    socket.send('{"type":1,"invocationId":"2","target":"UNSUBSCRIBEORDERBOOK","arguments":["GTCO"]}\x1e')
    socket.send('{"type":1,"invocationId":"3","target":"resync","arguments":["GHOST"]}\x1e')
    socket.send('{"type":1,"target":"noSuchMethod","arguments":[]}\x1e{"type":6}\x1e')
    socket.send('{"type":1,"invocationId":"4","target":"noSuchMethod","arguments":[]}\x1e')
    // What is malformed ends the connection at once, also before calls that are still waiting.
    await vi.waitUntil(() => frames.join('').includes('"invocationId":"4"'), { timeout: 20_000 })
    socket.send('{"type":1,"invocationId":"5","target":"ping"}\x1e')
    await new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))
    const isEvent = (record: string) => record.startsWith('{"type":1,')
    const records = frames.join('').split('\x1e')
    expect(records.filter((record) => !isEvent(record))).toEqual([
      '{}',
      '{"type":3,"invocationId":"1","result":{"items":[]}}',
      '{"type":3,"invocationId":"2","result":null}',
      `{"type":3,"invocationId":"3","error":"An unexpected error occurred invoking 'resync' on the server. HubException: The security 'GHOST' is not listed"}`,
      `{"type":3,"invocationId":"4","error":"Unknown hub method 'noSuchMethod'"}`,
      `{"type":7,"error":"Connection closed with an error. Missing required property 'arguments'."}`,
      '',
    ])
    expect(records[1]).toMatch(
      /^{"type":1,"target":"onNseConnection","arguments":\[{"connected":true,"venue":"/,
    )
  })
})

test('a session that is ended ends its connection, and does not come back', async () => {
  const { person, subscriber } = await Subscriber.of('Zenith-Hill', 'customer')
  const closed = new Promise<Error | undefined>((resolve) => subscriber.connection.onclose(resolve))
  await person.ask('Account/LogOut', {})
  expect(await closed).toBeUndefined()
  expect(subscriber.connection.state).toBe(HubConnectionState.Disconnected)
  await expect(subscriber.connection.start()).rejects.toThrow("Unauthorized: Status code '401'")
})

test('a snapshot by the hub is the one by the call', async () => {
  const { person, subscriber } = await Subscriber.of('Meridian', 'broker')
  await sends(person, Side.buy)
  const snapshot = await subscriber.connection.invoke<BookSnapshot>('subscribeOrderBook', SECURITY)
  expect(snapshot.items.length).toBeGreaterThan(0)
  const called = await person.get('MarketData/getMarketOrders', { security: SECURITY })
  // The names that the call has on the entries the hub sends apart.
  const items = called.items.map(({ userName: _, ...entry }) => entry)
  expect(snapshot).toEqual({ ...called, items })
})
