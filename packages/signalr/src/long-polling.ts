import type { ServerResponse } from 'node:http'
import type { AcceptorOptions, Open, TransportRow } from './acceptor.ts'
import type { Exchange } from './http.ts'
import { PostedMessages } from './posted-messages.ts'
import type { Transport, TransportListener } from './transport.ts'

/** Each GET request is held until there is something to send; POST requests carry what the client sends. */
export const longPolling: TransportRow = {
  transport: 'LongPolling',
  transferFormats: ['Text', 'Binary'],
  hasInherentKeepAlive: true,
  isOpenedBy: () => true,
  acceptor: (options) => (exchange, open) => {
    new Polls(options, open)
    // The first poll only shows that the connection is there.
    exchange.answer({ status: 200, body: NOTHING })
  },
}

const NOTHING = Buffer.alloc(0)

/** What a connection sends between and during the polls of its client. */
class Polls implements Transport {
  readonly kind = longPolling
  readonly #options: AcceptorOptions
  readonly #listener: TransportListener
  readonly #posted: PostedMessages
  #queued: Buffer[] = []
  #queuedBytes = 0
  /** The poll that is held. */
  #held: Exchange | undefined
  /** The response that carried the last bytes. */
  #answered: ServerResponse | undefined
  #state: 'open' | 'closing' | 'ended' = 'open'
  /** Ends the held poll, or the wait for the next one. */
  #timer: NodeJS.Timeout | undefined

  constructor(options: AcceptorOptions, open: Open) {
    this.#options = options
    this.#posted = new PostedMessages(options.maxFrameBytes, (bytes) => this.#listener.received(bytes))
    this.#listener = open(this, {
      GET: (exchange) => this.#poll(exchange),
      POST: (exchange) => this.#posted.post(exchange),
      DELETE: (exchange) => {
        exchange.answer({ status: 202 })
        this.#end(true)
      },
    })
    this.#awaitPoll()
  }

  get bufferedBytes(): number {
    return this.#queuedBytes + (this.#answered?.writableLength ?? 0)
  }

  send(bytes: Buffer): void {
    this.#queued.push(bytes)
    this.#queuedBytes += bytes.length
    this.#answer()
  }

  pause(): void {
    this.#posted.pause()
  }

  resume(): void {
    this.#posted.resume()
  }

  close(): void {
    if (this.#state !== 'open') return
    this.#state = 'closing'
    if (this.#held) this.#end(true)
    else this.#schedule(() => this.#end(false), this.#options.closeMs)
  }

  destroy(): void {
    this.#end(false)
  }

  #poll(exchange: Exchange): void {
    // Polls cost something, too.
    this.#listener.received(NOTHING)
    if (this.#held) this.#release(204)
    this.#held = exchange
    exchange.response.once('close', () => {
      if (this.#held !== exchange) return
      this.#held = undefined
      this.#awaitPoll()
    })
    if (this.#queued.length > 0) this.#answer()
    else if (this.#state === 'closing') this.#end(true)
    else
      this.#schedule(() => {
        this.#release(200)
        this.#awaitPoll()
      }, this.#options.pollMs)
  }

  /** Sends everything queued, if a poll is held. */
  #answer(): void {
    const exchange = this.#held
    if (!exchange) return
    const { response } = exchange
    this.#held = undefined
    this.#answered = response
    const bytes = Buffer.concat(this.#queued)
    this.#queued = []
    this.#queuedBytes = 0
    response.once('finish', () => this.#listener.drained())
    response.once('close', () => {
      if (!response.writableFinished) this.#end(false)
    })
    response.setTimeout(this.#options.stalledMs, () => {
      if (!response.writableFinished) this.#listener.stalled()
    })
    exchange.answer({ status: 200, body: bytes })
    this.#awaitPoll()
  }

  /** Answers the held poll without bytes: with 204 the client does not poll again. */
  #release(status: 200 | 204): void {
    const exchange = this.#held
    this.#held = undefined
    exchange?.answer({ status, ...(status === 200 ? { body: NOTHING } : {}) })
  }

  #awaitPoll(): void {
    const { closeMs, betweenPollsMs } = this.#options
    if (this.#state !== 'ended')
      this.#schedule(() => this.#end(false), this.#state === 'closing' ? closeMs : betweenPollsMs)
  }

  #schedule(task: () => void, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(task, ms).unref()
  }

  #end(isClean: boolean): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    clearTimeout(this.#timer)
    this.#release(204)
    this.#posted.close()
    this.#listener.closed(isClean)
  }
}
