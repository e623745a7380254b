import {
  HttpError,
  HubConnectionBuilder,
  type IRetryPolicy,
  JsonHubProtocol,
  LogLevel,
} from '@microsoft/signalr'
import {
  HUB_PATH,
  type HubEventArguments,
  type HubEventName,
  hubEvents,
  type hubMethods,
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

/** A server this long silent is lost: it sends something every five seconds, however quiet the market. */
const SERVER_SILENCE_MS = 11_000

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
 * The realtime connection: opened at once, kept open until `close`, however often it breaks. The
 * server's HttpOnly cookie authenticates the connection; nothing of it passes through this code.
 *
 * @param network Dispatches `offline` and `online`, as a browser's window does.
 */
export function openHub(listener: HubListener, network: EventTarget = window): Hub {
  const protocol = new TimedProtocol()
  const lost = (state: LinkState) => listener.linkIs(state, protocol.receivedAt)
  const retry: IRetryPolicy = {
    nextRetryDelayInMilliseconds: ({ previousRetryCount, retryReason }) => {
      lost(navigator.onLine ? 'reconnecting' : 'offline')
      if (isUnauthorised(retryReason)) listener.refused()
      return reconnectDelay(previousRetryCount)
    },
  }
  const connection = new HubConnectionBuilder()
    .withUrl(HUB_PATH)
    .withHubProtocol(protocol)
    .withAutomaticReconnect(retry)
    .withServerTimeout(SERVER_SILENCE_MS)
    .configureLogging(LogLevel.None)
    .build()

  const listenTo = <Name extends HubEventName>(name: Name) =>
    connection.on(name, (argument: HubEventArguments[Name]) => listener.take[name](argument))
  for (const name of Object.keys(hubEvents) as HubEventName[]) listenTo(name)

  let closed = false
  connection.onreconnected(() => listener.linkIs('connected'))
  // Only a server that forbids reconnecting, or `close`, gets here: begin anew, not give up.
  connection.onclose(() => void start())

  // An open connection does not notice that the network is gone before it has been silent for long.
  const goneOffline = () => {
    lost('offline')
    void connection.stop()
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

  async function start(): Promise<void> {
    for (let failed = 0; !closed; failed++) {
      await pause(reconnectDelay(failed))
      if (closed) return
      try {
        await connection.start()
        if (!closed) listener.linkIs('connected')
        return
      } catch (error) {
        if (closed) return
        if (isUnauthorised(error)) listener.refused()
        lost('offline')
      }
    }
  }
  void start()

  return {
    invoke: (method, ...args) => connection.invoke(method, ...args),
    close: () => {
      closed = true
      network.removeEventListener('offline', goneOffline)
      void connection.stop()
    },
  }
}

/** Knows when the server last sent anything: its pings count, which are no events. */
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
