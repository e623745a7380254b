import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type Connection, Hub, HubServer, hubMethod, hubStream } from '@tradebook/signalr'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './stage.ts'

const log = { info: () => {}, error: console.error }

/** The browser builds of the official clients in Chromium, over each transport. */

const HUB = '/hub'
const { resolve } = createRequire(import.meta.url)
const current = '@microsoft/signalr/dist/browser/signalr.js'
/** What a page loads of each client. The builds share a global name, so each has a page of its own. */
const pages = {
  '@microsoft/signalr': [current],
  '@microsoft/signalr, MessagePack': [
    current,
    '@microsoft/signalr-protocol-msgpack/dist/browser/signalr-protocol-msgpack.js',
  ],
  '@aspnet/signalr 1.1': ['@aspnet/signalr/dist/browser/signalr.js'],
} as const
type Client = keyof typeof pages

let browser: Browser
let server: Server
let hubServer: HubServer
/** The transports that clients have opened. */
const opened: string[] = []

const hub = new Hub<string>({
  authenticate: async () => 'ada',
  userIdOf: (user) => user,
  allowsOrigin: () => true,
  methods: {
    Echo: hubMethod<Connection<string>, readonly unknown[]>({
      bind: (given) => given,
      run: (_, value) => value,
    }),
    Count: hubStream<Connection<string>, readonly [number]>({
      bind: ([to]) => [Number(to)],
      stream: async function* (_client, _signal, to) {
        for (let n = 1; n <= to; n++) yield n
      },
    }),
    Say: hubMethod<Connection<string>, readonly unknown[]>({
      bind: (given) => given,
      run: (client, text) => client.send('said', text),
    }),
  },
  log,
})

beforeAll(async () => {
  hubServer = new HubServer({ hubs: [{ path: HUB, hub }], log })
  server = createServer((request, response) => void answer(request, response))
  server.on('upgrade', () => opened.push('WebSockets'))
  hubServer.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await hubServer?.close()
  server?.close()
})

/** The hub; the file of a client; or an empty page. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/'
  if (path.startsWith(HUB)) {
    if (request.headers.accept === 'text/event-stream') opened.push('ServerSentEvents')
    else if (request.method === 'GET') opened.push('LongPolling')
    return hubServer.handle(request, response)
  }
  const file = Object.values(pages)
    .flat()
    .find((name) => path === `/${name}`)
  response.setHeader('content-type', file ? 'text/javascript' : 'text/html')
  response.end(file ? await readFile(resolve(file)) : '<!doctype html><title>A hub client</title>')
}

/** What the page has of the client: the same in all builds, as far as it is used here. */
interface Library {
  readonly HttpTransportType: Readonly<Record<string, number>>
  readonly HubConnectionBuilder: new () => Builder
  readonly protocols?: { readonly msgpack: { readonly MessagePackHubProtocol: new () => unknown } }
}
interface Builder {
  withUrl(url: string, transport: number | undefined): Builder
  withHubProtocol(protocol: unknown): Builder
  build(): {
    start(): Promise<void>
    stop(): Promise<void>
    invoke(method: string, ...args: unknown[]): Promise<unknown>
    on(method: string, handle: (text: unknown) => void): void
    stream(method: string, to: number): { subscribe(observer: object): unknown }
  }
}

/** Runs in the page: calls, is called and receives a stream over one transport. */
async function use({ transport, hubPath }: { transport: string; hubPath: string }) {
  const { signalR } = globalThis as unknown as { signalR: Library }
  let builder = new signalR.HubConnectionBuilder().withUrl(hubPath, signalR.HttpTransportType[transport])
  const messagePack = signalR.protocols?.msgpack
  if (messagePack) builder = builder.withHubProtocol(new messagePack.MessagePackHubProtocol())
  const connection = builder.build()
  const said: unknown[] = []
  connection.on('said', (text) => said.push(text))
  await connection.start()
  const echo = await connection.invoke('Echo', { price: 45.25, text: 'naira ₦', list: [1, null] })
  await connection.invoke('Say', 'hello')
  const items = await new Promise((complete, error) => {
    const received: unknown[] = []
    connection
      .stream('Count', 5)
      .subscribe({ next: (item: unknown) => received.push(item), complete: () => complete(received), error })
  })
  await connection.stop()
  return { echo, said, items }
}

test.each<[client: Client, transports: readonly string[]]>([
  ['@microsoft/signalr', ['WebSockets', 'ServerSentEvents', 'LongPolling']],
  ['@microsoft/signalr, MessagePack', ['WebSockets', 'LongPolling']],
  ['@aspnet/signalr 1.1', ['WebSockets', 'ServerSentEvents', 'LongPolling']],
])('%s works in Chromium over %j', async (client, transports) => {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  for (const file of pages[client]) await page.addScriptTag({ url: `/${file}` })
  for (const transport of transports) {
    opened.length = 0
    expect(await page.evaluate(use, { transport, hubPath: HUB })).toEqual({
      echo: { price: 45.25, text: 'naira ₦', list: [1, null] },
      said: ['hello'],
      items: [1, 2, 3, 4, 5],
    })
    expect(new Set(opened)).toEqual(new Set([transport]))
  }
  await page.close()
})
