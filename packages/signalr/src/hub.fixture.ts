import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterEach, beforeEach, expect } from 'vitest'
import { WebSocket } from 'ws'
import {
  type Connection,
  Hub,
  HubError,
  type HubLimits,
  type HubOptions,
  HubServer,
  type HubServerLimits,
  hubMethod,
} from './index.ts'

interface User {
  readonly name: string
}
export type Client = Connection<User>

const none = () => [] as const
const one = (given: readonly unknown[]): readonly [string] => {
  const [text] = given
  if (given.length !== 1 || typeof text !== 'string') throw new TypeError('expects one text')
  return [text]
}

export const gate = Promise.withResolvers<string>()
const methods = {
  Echo: hubMethod<Client, readonly [string]>({ bind: one, run: (_client, text) => text }),
  Nothing: hubMethod<Client, readonly []>({ bind: none, run: () => {} }),
  Later: hubMethod<Client, readonly []>({ bind: none, run: () => gate.promise }),
  Fail: hubMethod<Client, readonly []>({
    bind: none,
    run: () => {
      throw new Error('the password of the database')
    },
  }),
  Refuse: hubMethod<Client, readonly []>({
    bind: none,
    run: async () => {
      throw new HubError('no such book')
    },
  }),
  Forbidden: hubMethod<Client, readonly []>({ bind: none, run: () => {}, allows: () => false }),
  Join: hubMethod<Client, readonly [string]>({ bind: one, run: (client, group) => client.join(group) }),
  Leave: hubMethod<Client, readonly [string]>({ bind: one, run: (client, group) => client.leave(group) }),
}

export let server: Server
export let hub: Hub<User>
/** On the same server. */
export let otherHub: Hub<User>
export let hubServer: HubServer
export let revoked: Set<string>
export let failures: unknown[]
const opened: { stop(): unknown }[] = []

type TestOptions = Partial<Omit<HubOptions<User>, 'limits'>> & {
  readonly limits?: Partial<HubLimits & HubServerLimits>
  readonly headers?: Record<string, string>
}

const hubWith = (options: TestOptions): Hub<User> =>
  new Hub<User>({
    authenticate: async (request) => {
      const name = /[?&]user=(\w+)/.exec(request.url ?? '')?.[1]
      return name && !revoked.has(name) ? { name } : undefined
    },
    userIdOf: (user) => user.name,
    allowsOrigin: (request) => request.headers.origin !== 'https://evil.example',
    methods,
    log: { info: () => {}, error: (facts) => failures.push(facts) },
    ...options,
  })

export async function serve(options: TestOptions = {}): Promise<void> {
  hub = hubWith(options)
  otherHub = hubWith(options)
  hubServer = new HubServer({
    hubs: [
      { path: '/hub', hub },
      { path: '/Other', hub: otherHub },
    ],
    log: { info: () => {}, error: (facts) => failures.push(facts) },
    ...options,
    // A client that polls no more when its test ends is waited for no longer than this.
    limits: { closeMs: 1_000, ...options.limits },
  })
  server = createServer((request, response) => void hubServer.handle(request, response))
  hubServer.attach(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
}

/** Gives each test of a file its own server, which `serve` starts, and closes it after the test. */
export function serveEachTest(): void {
  beforeEach(() => {
    revoked = new Set()
    failures = []
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((client) => client.stop()))
    await hubServer.close()
    const closed = once(server, 'close')
    server.close()
    // A client may have opened a connection for its next request.
    server.closeAllConnections()
    await closed
  })
}

export const url = (path = '', protocol = 'http', hubPath = '/hub') =>
  `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}${hubPath}${path}`

export async function connect(user = 'ada', reconnects = false): Promise<HubConnection> {
  const builder = new HubConnectionBuilder()
    .withUrl(url(`?user=${user}`), { transport: HttpTransportType.WebSockets })
    .configureLogging(LogLevel.None)
  const client = (reconnects ? builder.withAutomaticReconnect([0]) : builder).build()
  opened.push(client)
  await client.start()
  return client
}

export const connectionsOf = (name: string): Client[] =>
  [...hub.connections].filter(({ user }) => user.name === name)

/** A client that sends and receives the protocol's messages itself. */
export class Raw {
  readonly socket: WebSocket
  readonly closed: Promise<number>
  #records: string[] = []
  #wake: (() => void) | undefined

  constructor(query = '?user=ada', hubPath?: string) {
    this.socket = new WebSocket(url(query, 'ws', hubPath))
    this.socket.on('message', (data) => {
      this.#records.push(...String(data).split('\x1e').slice(0, -1))
      this.#wake?.()
    })
    this.closed = new Promise((resolve) => this.socket.on('close', resolve))
    this.socket.on('error', () => {})
    opened.push({ stop: () => this.socket.terminate() })
  }

  static async open(query?: string, hubPath?: string): Promise<Raw> {
    const raw = new Raw(query, hubPath)
    await new Promise((resolve) => raw.socket.once('open', resolve))
    return raw
  }

  /** Connects and completes the handshake. */
  static async ready(query?: string, hubPath?: string, version = 1): Promise<Raw> {
    const raw = await Raw.open(query, hubPath)
    raw.send({ protocol: 'json', version })
    expect(await raw.next()).toEqual({})
    return raw
  }

  send(...messages: unknown[]): void {
    this.socket.send(messages.map((message) => `${JSON.stringify(message)}\x1e`).join(''))
  }

  async next(): Promise<unknown> {
    while (this.#records.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return JSON.parse(this.#records.shift()!)
  }
}

export const nextClose = (client: HubConnection) =>
  new Promise<Error | undefined>((resolve) => client.onclose(resolve))

/** The status with which an upgrade to WebSockets is refused. */
export const refusalOf = (query: string, hubPath?: string) =>
  new Promise((resolve) =>
    new Raw(query, hubPath).socket.on('unexpected-response', (_request, { statusCode }) =>
      resolve(statusCode),
    ),
  )

/** The answer to a request for a connection's id and token. */
export const negotiate = (query: string, headers = {}) =>
  fetch(url(`/negotiate${query}`), { method: 'POST', headers })
