import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Hub, type HubLimits, HubServer, type HubServerLimits } from '@tradebook/signalr'
import { Server as SocketIo } from 'socket.io'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Speech } from './fanout-clients.ts'

const log = { info: () => {}, error: console.error }

/** What is broadcast: a book event as the market sends it. */
export interface BroadcastEvent {
  readonly target: string
  readonly arguments: readonly [{ readonly mdEntryID: string; readonly sentAt: number }]
}

/** A way of broadcasting the same events to many clients. */
export interface Contender {
  readonly name: string
  readonly url: string
  readonly speaks: Speech
  /** Broadcasts these to every client, in order. */
  broadcast(events: readonly BroadcastEvent[]): void
  /** The most bytes that wait for one client. */
  waitingBytes(): number
  stop(): Promise<void>
}

export const PATH = '/fanout'
const TERMINATOR = '\x1e'

const textOf = (event: BroadcastEvent): string => JSON.stringify({ type: 1, ...event }) + TERMINATOR

/** How plain `ws` servers broadcast: what is made of the events, and for whom. */
const plainWays = {
  'ws, JSON.stringify per client': (clients, events) => {
    for (const event of events) for (const client of clients) client.send(textOf(event))
  },
  'ws, one shared buffer': (clients, events) => {
    for (const event of events) {
      const bytes = Buffer.from(textOf(event))
      for (const client of clients) client.send(bytes, { binary: false })
    }
  },
  'ws, coalesced': (clients, events) => {
    const bytes = Buffer.from(events.map(textOf).join(''))
    for (const client of clients) client.send(bytes, { binary: false })
  },
} as const satisfies Record<
  string,
  (clients: ReadonlySet<WebSocket>, events: readonly BroadcastEvent[]) => void
>

export const plainNames = Object.keys(plainWays) as (keyof typeof plainWays)[]

export async function plain(name: keyof typeof plainWays): Promise<Contender> {
  const { server, sockets, url } = await listening()
  const webSockets = new WebSocketServer({ server, path: PATH, perMessageDeflate: false })
  // They answer the handshake too, so that one kind of client serves all.
  webSockets.on('connection', (client) => client.once('message', () => client.send(`{}${TERMINATOR}`)))
  return {
    name,
    url,
    speaks: 'signalr',
    broadcast: (events) => plainWays[name](webSockets.clients, events),
    waitingBytes: () => mostWaiting(sockets),
    stop: () => {
      for (const client of webSockets.clients) client.terminate()
      return closed(server)
    },
  }
}

export async function socketIo(name: string): Promise<Contender> {
  const { server, sockets, url } = await listening()
  const io = new SocketIo(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
  return {
    name,
    url: `${new URL('/socket.io/', url)}?EIO=4&transport=websocket`,
    speaks: 'socketIo',
    broadcast: (events) => {
      for (const { target, arguments: args } of events) io.emit(target, ...args)
    },
    waitingBytes: () => mostWaiting(sockets),
    // It closes the HTTP server, too.
    stop: () => io.close(),
  }
}

/** All readers are one user. */
export const asManyAsCome: Partial<HubServerLimits> = {
  connectionsOfUser: Number.POSITIVE_INFINITY,
  connectsWaitingOfUser: Number.POSITIVE_INFINITY,
  connectsOfUser: { burst: Number.POSITIVE_INFINITY, perSecond: 1 },
}

/** Our hub; `limits` decide how it paces itself. */
export async function ours(name: string, limits: Partial<HubLimits> = {}): Promise<Contender> {
  const { server, sockets, url } = await listening()
  const hub = new Hub<string>({
    authenticate: async () => 'reader',
    userIdOf: (user) => user,
    allowsOrigin: () => true,
    methods: {},
    log,
    limits,
  })
  const hubServer = new HubServer({
    hubs: [{ path: PATH, hub }],
    log,
    limits: { closeMs: 100, ...asManyAsCome },
  })
  hubServer.attach(server)
  return {
    name,
    url,
    speaks: 'signalr',
    broadcast: (events) => {
      for (const event of events) hub.send('everyone', event)
    },
    waitingBytes: () => mostWaiting(sockets),
    stop: async () => {
      await hubServer.close()
      await closed(server)
    },
  }
}

export async function listening(): Promise<{ server: Server; sockets: Set<Socket>; url: string }> {
  const server = createServer()
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, sockets, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}` }
}

export const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()))

function mostWaiting(sockets: ReadonlySet<Socket>): number {
  let most = 0
  for (const socket of sockets) most = Math.max(most, socket.writableLength)
  return most
}
