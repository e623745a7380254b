import {
  HttpError,
  type HubConnection,
  HubConnectionBuilder,
  JsonHubProtocol,
  LogLevel,
} from '@microsoft/signalr'
import {
  HUB_PATH,
  type HubEventArguments,
  type HubEventName,
  hubEvents,
  hubMethods,
} from '@tradebook/contract'
import type { EventTakers, LinkState } from './market-store.ts'

export interface Hub {
  readonly invoke: <Answer>(method: keyof typeof hubMethods, ...args: unknown[]) => Promise<Answer>
  /** Ends it for good. */
  readonly close: () => void
}

export interface HubListener {
  readonly take: EventTakers
  /** @param since Of an outage: when the server last sent anything, in milliseconds of the browser's clock. */
  readonly linkIs: (state: LinkState, since?: number) => void
  /** The server does not know who we are (any more). */
  readonly refused: () => void
}

/** Dispatches `offline` and `online`, as a browser's window does. */
export interface Network extends EventTarget {
  readonly navigator: { readonly onLine: boolean }
}

/** A server that is silent for so long is asked: over long polling it sends nothing while there is nothing to report. */
const ASK_AFTER_MS = 7_000
/** One that does not answer in this time is lost, eleven seconds after it last sent anything. */
const ANSWER_WITHIN_MS = 4_000

/** A connection that is not open in this time is given up; a slow line may try all three transports in it. */
const OPEN_WITHIN_MS = 20_000

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 15_000

/**
 * How long to wait before the next try: at once, then doubling up to a quarter of a minute, spread
 * by a fifth so that a restarted server is not met by everybody at the same instant.
 */
export function reconnectDelay(failedTries: number, chance: number = Math.random()): number {
  if (failedTries === 0) return 0
  const doubled = FIRST_DELAY_MS * 2 ** Math.min(failedTries - 1, 10)
  return Math.min(doubled, LONGEST_DELAY_MS) * (0.9 + 0.2 * chance)
}

/**
 * The realtime connection: opened at once, kept open until `close`, however often it breaks. A cut of a few
 * seconds is repaired by the client itself, which then misses nothing; after a longer one another connection
 * begins. Where WebSockets are blocked it uses server-sent events or long polling. The server's HttpOnly
 * cookie authenticates it; nothing of it passes through this code.
 *
 * @param network The browser's window.
 */
export function openHub(listener: HubListener, network: Network): Hub {
  const protocol = new TimedProtocol()
  let current: { readonly connection: HubConnection; readonly end: (why?: unknown) => void } | undefined
  let outage: LinkState = 'offline'
  let closed = false
  const lost = () => listener.linkIs(outage, protocol.receivedAt)

  // An open connection does not notice that the network is gone before it has been silent for long.
  const goneOffline = () => {
    outage = 'offline'
    lost()
    current?.end(NETWORK_GONE)
  }
  network.addEventListener('offline', goneOffline)

  /** Waits for so long, or until the network is back. */
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        network.removeEventListener('online', end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      network.addEventListener('online', end)
    })

  function newConnection(): HubConnection {
    const connection = new HubConnectionBuilder()
      .withUrl(HUB_PATH)
      .withHubProtocol(protocol)
      .withStatefulReconnect()
      .configureLogging(LogLevel.None)
      .build()
    const listenTo = <Name extends HubEventName>(name: Name) =>
      connection.on(name, (argument: HubEventArguments[Name]) => {
        if (current?.connection === connection) listener.take[name](argument)
      })
    for (const name of Object.keys(hubEvents) as HubEventName[]) listenTo(name)
    return connection
  }

  /**
   * One connection, from its start to its end. It is not started again: a client that is closing can wait
   * for a socket as long as the network takes to give that up.
   *
   * @returns whether it was ever open, and why it ended.
   */
  async function runConnection(): Promise<{ readonly wasOpen: boolean; readonly why: unknown }> {
    const connection = newConnection()
    const { promise: ended, resolve: end } = Promise.withResolvers<unknown>()
    current = { connection, end }
    connection.onclose(end)
    let openedAt: number | undefined
    let timer = setTimeout(end, OPEN_WITHIN_MS)
    // What was begun without a network, or over another one, may never be answered.
    const backOnline = () => openedAt === undefined && end(undefined)
    network.addEventListener('online', backOnline)
    // A page that is not seen runs its timers late, so that a server is lost only after it was asked.
    const watchSilence = (since: number, isAsked = false) => {
      const silentMs = Date.now() - Math.max(since, protocol.receivedAt ?? 0)
      const isSilent = silentMs >= ASK_AFTER_MS
      if (isSilent && isAsked) return end(undefined)
      if (isSilent) void connection.invoke(hubMethods.ping).catch(() => {})
      const nextMs = isSilent ? ANSWER_WITHIN_MS : ASK_AFTER_MS - silentMs
      timer = setTimeout(() => watchSilence(since, isSilent), nextMs)
    }
    connection.start().then(() => {
      if (current?.connection !== connection) return
      openedAt = Date.now()
      clearTimeout(timer)
      watchSilence(openedAt)
      listener.linkIs('connected')
    }, end)
    const why = await ended
    current = undefined
    clearTimeout(timer)
    network.removeEventListener('online', backOnline)
    void connection.stop().catch(() => {})
    return { wasOpen: openedAt !== undefined, why }
  }

  async function run(): Promise<void> {
    for (let failed = 0; !closed; ) {
      await pause(reconnectDelay(failed))
      if (closed) return
      const { wasOpen, why } = await runConnection()
      if (closed) return
      failed = wasOpen ? 0 : failed + 1
      if (wasOpen && why !== NETWORK_GONE) outage = network.navigator.onLine ? 'reconnecting' : 'offline'
      lost()
      if (isUnauthorised(why)) listener.refused()
    }
  }
  void run()

  return {
    invoke: (method, ...args) =>
      current?.connection.invoke(method, ...args) ?? Promise.reject(new Error('The hub is not connected.')),
    close: () => {
      closed = true
      network.removeEventListener('offline', goneOffline)
      current?.end()
    },
  }
}

const NETWORK_GONE = new Error('The network is gone.')

/** Knows when the server last sent anything: its pings count, too, although they are not events. */
class TimedProtocol extends JsonHubProtocol {
  receivedAt: number | undefined

  override parseMessages(...message: Parameters<JsonHubProtocol['parseMessages']>) {
    this.receivedAt = Date.now()
    return super.parseMessages(...message)
  }
}

const UNAUTHORISED = 401

const isUnauthorised = (error: unknown): boolean =>
  error instanceof HttpError
    ? error.statusCode === UNAUTHORISED
    : error instanceof Error && error.message.includes(`Status code '${UNAUTHORISED}'`)
