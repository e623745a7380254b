import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { answered, call, client, now, recordsOf, runAll, second } from './connection.fixture.ts'
import type { ConnectionLimits } from './connection-host.ts'
import { FakeTransport } from './fake-transport.fixture.ts'
import { hubMethod } from './invocation.ts'
import { PreparedMessage } from './prepared-message.ts'
import type { TransportListener } from './transport.ts'

/** A client as the official one counts, acknowledges and sends again. */
class StatefulClient {
  readonly handled: string[] = []
  readonly #sent: object[] = []
  #acknowledged = 0
  #next = 1
  #latest = 0
  #isAwaitingSequence = false
  #hasAcknowledgedEarly = false
  /** It has ended the connection, as the official client does when it is sent less than it expects. */
  isStopped = false

  /** Its next numbered message, which it keeps until it is acknowledged. */
  call(message: object): object {
    this.#sent.push(message)
    return message
  }

  /** What it sends on a new transport. */
  resent(): object[] {
    this.#isAwaitingSequence = true
    return [{ type: 9, sequenceId: this.#acknowledged + 1 }, ...this.#sent.slice(this.#acknowledged)]
  }

  ack(): object {
    this.#hasAcknowledgedEarly ||= this.#isAwaitingSequence
    return { type: 8, sequenceId: this.#latest }
  }

  receives(frame: string): void {
    for (const record of frame.split('\x1e').slice(0, -1)) this.#receives(JSON.parse(record))
  }

  #receives({ type, sequenceId, target }: { type?: number; sequenceId: number; target?: string }): void {
    if (this.isStopped) return
    if (type === 9) {
      // The server forgot what was acknowledged on a new transport before it had said where it begins. When that transport
      // is lost, too, the client expects again what the server has no more: the protocol does not tell the two apart.
      if (sequenceId > this.#next) {
        expect(this.#hasAcknowledgedEarly).toBe(true)
        this.isStopped = true
        return
      }
      this.#next = sequenceId
      this.#isAwaitingSequence = false
    }
    if (this.#isAwaitingSequence) return
    if (type === 8) this.#acknowledged = Math.max(this.#acknowledged, sequenceId)
    if (type === undefined || type > 5) return
    const number = this.#next++
    if (number <= this.#latest) return
    this.#latest = number
    if (target) this.handled.push(target)
  }
}

/** A stateful connection in the group `books`, whose transports deliver when the test lets them. */
function stateful(changed: Partial<ConnectionLimits> = {}) {
  const received: string[] = []
  const Note = hubMethod<never, readonly [string]>({
    bind: ([text]) => [String(text)],
    run: (_connection, text) => void received.push(text),
  })
  const budget = { burst: 1e6, perSecond: 1e6 }
  const opened = client('r', {
    changed: { reattachMs: 15_000, budget, ...changed },
    version: 2,
    more: { Note },
  })
  const { connection, host } = opened
  connection.join('books')
  const official = new StatefulClient()
  let transport: FakeTransport | undefined = opened.transport
  let current: TransportListener = opened.listener
  return {
    connection,
    host,
    official,
    /** What the server's method has received. */
    received,
    get transport() {
      return transport
    },
    /** The client receives the next frames. */
    deliver(frames = Number.POSITIVE_INFINITY) {
      for (const frame of transport?.sent.splice(0, frames) ?? []) official.receives(frame)
    },
    sends: (...messages: object[]) => transport && current.received(recordsOf(...messages)),
    /** The transport ends, and what it has not delivered is lost. */
    lose() {
      if (transport) current.closed(false)
      transport = undefined
    },
    attach() {
      transport = new FakeTransport()
      current = connection.attach(transport)
      current.received(recordsOf(...official.resent()))
    },
  }
}

const sent = (n: number, state?: string) =>
  new PreparedMessage({ type: 1, target: String(n), arguments: [] }, state)

describe('a stateful connection', () => {
  const step = fc.constantFrom(
    'send',
    'sendTo',
    'call',
    'lost call',
    'flush',
    'deliver',
    'deliver one',
    'acknowledge',
    'second',
    'lose',
    'attach',
  )

  test('loses and duplicates nothing in either direction, wherever its transports are cut', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const pair = stateful()
        const { connection, host, official } = pair
        const [toClient, toServer]: string[][] = [[], []]
        steps.forEach((action, n) => {
          const name = String(n)
          if (action === 'send') host.broadcast.send(['books'], sent(n))
          if (action === 'sendTo') connection.send(name)
          if (action === 'send' || action === 'sendTo') toClient!.push(name)
          if (action === 'call' || action === 'lost call') {
            toServer!.push(name)
            const message = official.call({ type: 1, target: 'Note', arguments: [name] })
            if (action === 'call') pair.sends(message)
            // What follows a message that was lost is lost, too.
            else pair.lose()
          }
          if (action === 'flush') host.broadcast.flush()
          if (action === 'deliver') pair.deliver()
          if (action === 'deliver one') pair.deliver(1)
          if (action === 'acknowledge') pair.sends(official.ack())
          if (action === 'second') second(pair)
          if (action === 'lose') pair.lose()
          if (action === 'attach') pair.attach()
          runAll()
        })
        pair.lose()
        pair.attach()
        runAll()
        host.broadcast.flush()
        host.broadcast.cancel()
        pair.deliver()
        // After an end another connection begins, and the page reads everything again.
        expect(official.handled).toEqual(
          official.isStopped ? toClient!.slice(0, official.handled.length) : toClient,
        )
        expect(pair.received).toEqual(toServer)
      }),
      { numRuns: 1000 },
    )
  })

  test('handles a message again that was cut in the middle, and one that was read already only once', () => {
    const { sends, official, lose, attach, received, connection } = stateful()
    const [first, second] = ['a', 'b'].map((text) =>
      official.call({ type: 1, target: 'Note', arguments: [text] }),
    )
    sends(first!)
    runAll()
    const transport = new FakeTransport()
    const listener = connection.attach(transport)
    listener.received(recordsOf(...official.resent()).subarray(0, -10))
    runAll()
    expect(received).toEqual(['a'])
    lose()
    attach()
    runAll()
    expect(received).toEqual(['a', 'b'])
    expect(second).toBeDefined()
  })

  test('acknowledges at most once a second, and only what is new', () => {
    const pair = stateful()
    const acks = () => {
      pair.host.broadcast.flush()
      return pair.transport?.sent.splice(0).filter((frame) => frame.includes('"type":8'))
    }
    acks()
    for (const text of ['a', 'b', 'c']) pair.sends({ type: 1, target: 'Note', arguments: [text] })
    runAll()
    expect(acks()).toEqual([])
    second(pair)
    expect(acks()).toEqual(['{"type":8,"sequenceId":3}\x1e'])
    second(pair)
    expect(acks()).toEqual([])
  })

  test('is closed if its client skips messages', () => {
    const { sends, transport } = stateful()
    expect(() => {
      sends({ type: 9, sequenceId: 5 })
      runAll()
    }).toThrow("Sequence ID greater than amount of messages we've received.")
    expect(transport?.isClosed).toBe(false)
  })

  test('ignores the events of a replaced transport, which is closed', () => {
    const { connection, transport, listener } = client('r', { version: 2 })
    const next = new FakeTransport()
    connection.attach(next)
    expect(transport.isClosed).toBe(true)
    listener.received(recordsOf(call('Do')))
    listener.closed(false)
    runAll()
    expect(answered).toEqual([])
    connection.close()
    expect(next.sent.at(-1)).toContain('"type":7')
  })

  test('closes a new transport once it has ended, and ends with its own', () => {
    const { connection, transport, listener, host } = client('r', { version: 2 })
    const ended = vi.spyOn(host, 'ended')
    connection.close()
    const next = new FakeTransport()
    const late = connection.attach(next)
    expect(next.isClosed).toBe(true)
    late.closed(true)
    expect(ended).not.toHaveBeenCalled()
    expect(transport.isClosed).toBe(true)
    listener.closed(true)
    expect(ended).toHaveBeenCalledTimes(1)
    expect(next.sent).toEqual([])
  })

  test('keeps messages up to its limit, and one of each state, which is sent as it is then', () => {
    const { connection, host, attach, lose, deliver, official } = stateful({ mostBytes: 1_000 })
    lose()
    for (let n = 0; n < 100; n++) host.broadcast.send(['books'], sent(n, 'book'))
    connection.send('order')
    host.broadcast.flush()
    attach()
    host.broadcast.flush()
    deliver()
    expect(official.handled).toEqual(['order', 'book refreshed'])

    lose()
    for (let n = 0; n < 100; n++) connection.send('order')
    host.broadcast.flush()
    expect(host.counters.closed.slow).toBe(1)
  })

  test('waits for another transport only so long', () => {
    const pair = stateful({ reattachMs: 2_000 })
    pair.lose()
    for (let n = 0; n < 2; n++) second(pair)
    expect(pair.connection.isReattachable).toBe(true)
    second(pair)
    expect([now, pair.connection.isReattachable, pair.host.counters.closed.lost]).toEqual([4_000, false, 1])
  })

  test('is paused on the new transport while it is over its budget', () => {
    const pair = stateful({ budget: { burst: 20, perSecond: 10 } })
    pair.sends(call('Work', 100))
    runAll()
    expect(pair.transport?.isPaused).toBe(true)
    pair.attach()
    expect(pair.transport?.isPaused).toBe(true)
  })
})

test('a client that knows version 1 only has no stateful connection, whatever it negotiated', () => {
  const { connection, listener, host } = client('r', { version: 1 })
  expect(connection.isReattachable).toBe(false)
  listener.closed(false)
  expect(host.counters.closed.lost).toBe(1)
})
