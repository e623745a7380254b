import {
  AuthorizationError,
  type ConnectionOptions,
  connect,
  type NatsConnection,
} from '@nats-io/transport-node'
import type { Logger } from 'pino'

export interface NatsLinkOptions {
  /** Where the servers are, and as whom this process connects. */
  readonly connection: Pick<
    ConnectionOptions,
    'servers' | 'tls' | 'user' | 'pass' | 'token' | 'authenticator'
  >
  /** Shown to operators of the server. */
  readonly name: string
  readonly log: Pick<Logger, 'info' | 'warn'>
}

export interface NatsLinkListeners {
  /** The first connection, on which subscriptions are made; the client renews them with every later one. */
  opened?(nats: NatsConnection): void
  reached?(): void
  /** @param reason in words for operators. */
  lost?(reason: string): void
}

/** Back well within a second of the server's return. */
const RECONNECT_MS = { least: 100, spread: 100 }
/** A server that refuses who connects is asked less and less often, up to so many milliseconds. */
const REFUSED_RETRY_MS = 10_000
/** A server that answers nothing for two of these is lost. */
const PING_EVERY_MS = 1_000
const CONNECT_WITHIN_MS = 2_000
/** Between attempts before the first connection. */
const FIRST_RETRY_MS = 500

/** The connection to NATS, which is made again for as long as it takes. */
export class NatsLink {
  readonly #options: NatsLinkOptions
  readonly #listeners: NatsLinkListeners
  #nats: NatsConnection | undefined
  #reachedAt: number | undefined
  #isClosed = false
  #reason = 'NATS has not been reached yet.'
  /** How often in a row the server refused who connects. */
  #refusals = 0

  constructor(options: NatsLinkOptions, listeners: NatsLinkListeners) {
    this.#options = options
    this.#listeners = listeners
    void this.#run()
  }

  /** Of the first connection and all that followed it; `undefined` before. */
  get nats(): NatsConnection | undefined {
    return this.#nats
  }

  get health(): { readonly ok: boolean; readonly reason?: string } {
    return this.#reachedAt === undefined ? { ok: false, reason: this.#reason } : { ok: true }
  }

  /** Milliseconds for which the server has been reached without a break; 0 while it is not. */
  get reachedForMs(): number {
    return this.#reachedAt === undefined ? 0 : performance.now() - this.#reachedAt
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#lost('This process is stopping.')
    await this.#nats?.flush().catch(() => {})
    await this.#nats?.close()
  }

  async #run(): Promise<void> {
    const { connection, name } = this.#options
    try {
      const nats = await connect({
        ...connection,
        name,
        noEcho: true,
        maxReconnectAttempts: -1,
        ignoreAuthErrorAbort: true,
        timeout: CONNECT_WITHIN_MS,
        pingInterval: PING_EVERY_MS,
        maxPingOut: 2,
        reconnectDelayHandler: () => this.#retryMs(RECONNECT_MS.least + Math.random() * RECONNECT_MS.spread),
      })
      this.#nats = nats
      if (this.#isClosed) {
        await nats.close()
        return
      }
      this.#listeners.opened?.(nats)
      await nats.flush()
      this.#reached()
      for await (const status of nats.status()) {
        if (status.type === 'disconnect') this.#lost('NATS cannot be reached.')
        else if (status.type === 'error') this.#failed(status.error)
        else if (status.type === 'reconnect') this.#reached()
      }
    } catch (err) {
      if (this.#isClosed) return
      this.#failed(err as Error)
      setTimeout(() => void this.#run(), this.#retryMs(FIRST_RETRY_MS)).unref()
    }
  }

  /** An attempt to connect failed. It is logged once for each reason. */
  #failed(error: Error): void {
    const reason = `NATS cannot be reached: ${error.message}`
    if (error instanceof AuthorizationError) this.#refusals += 1
    if (reason !== this.#reason) this.#options.log.warn({ reason }, 'trying again')
    this.#lost(reason)
  }

  #retryMs(least: number): number {
    return Math.min(least * 2 ** this.#refusals, Math.max(least, REFUSED_RETRY_MS))
  }

  #reached(): void {
    if (this.#isClosed) return
    this.#reachedAt = performance.now()
    this.#refusals = 0
    this.#options.log.info('connected to NATS')
    this.#listeners.reached?.()
  }

  #lost(reason: string): void {
    if (this.#reachedAt !== undefined && !this.#isClosed)
      this.#options.log.warn({ reason }, 'the connection to NATS was lost')
    this.#reachedAt = undefined
    this.#reason = reason
    this.#listeners.lost?.(reason)
  }
}
