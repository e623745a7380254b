import { HttpError, HubConnectionBuilder, type IRetryPolicy, LogLevel } from '@microsoft/signalr'
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
  /** End it for good. */
  readonly close: () => void
}

export interface HubListener {
  readonly take: EventTakers
  readonly linkIs: (state: LinkState) => void
  /** The server does not know who we are (any more). */
  readonly refused: () => void
}

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
 * server's HttpOnly cookie says who is connecting; nothing of it passes through this code.
 */
export function openHub(listener: HubListener): Hub {
  const retry: IRetryPolicy = {
    nextRetryDelayInMilliseconds: ({ previousRetryCount, retryReason }) => {
      listener.linkIs(navigator.onLine ? 'reconnecting' : 'offline')
      if (isUnauthorised(retryReason)) listener.refused()
      return reconnectDelay(previousRetryCount)
    },
  }
  const connection = new HubConnectionBuilder()
    .withUrl(HUB_PATH)
    .withAutomaticReconnect(retry)
    .configureLogging(LogLevel.None)
    .build()

  const listenTo = <Name extends HubEventName>(name: Name) =>
    connection.on(name, (argument: HubEventArguments[Name]) => listener.take[name](argument))
  for (const name of Object.keys(hubEvents) as HubEventName[]) listenTo(name)

  let closed = false
  connection.onreconnected(() => listener.linkIs('connected'))
  // Only a server that forbids reconnecting, or `close`, gets here: begin anew, not give up.
  connection.onclose(() => void start())

  async function start(): Promise<void> {
    for (let failed = 0; !closed; failed++) {
      await new Promise((resolve) => setTimeout(resolve, reconnectDelay(failed)))
      if (closed) return
      try {
        await connection.start()
        if (!closed) listener.linkIs('connected')
        return
      } catch (error) {
        if (closed) return
        if (isUnauthorised(error)) listener.refused()
        listener.linkIs('offline')
      }
    }
  }
  void start()

  return {
    invoke: (method, ...args) => connection.invoke(method, ...args),
    close: () => {
      closed = true
      void connection.stop()
    },
  }
}

const UNAUTHORISED = 401

const isUnauthorised = (error: unknown): boolean =>
  error instanceof HttpError
    ? error.statusCode === UNAUTHORISED
    : error instanceof Error && error.message.includes(`Status code '${UNAUTHORISED}'`)
