import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Field } from '../wire/message.ts'
import { instantOf } from '../wire/time.ts'
import { protocols } from './protocol.ts'
import { Session } from './session.ts'
import type { SessionSettings } from './settings.ts'
import type { Input, Numbers, Step } from './step.ts'

const START = instantOf('20261126-10:00:00')!
const protocol = protocols['FIX.5.0SP1']

/** One end with what a process would keep: the store and the numbers survive a crash, the session does not. */
class End {
  readonly settings: SessionSettings
  session: Session
  numbers: Numbers = { nextIn: 1, nextOut: 1, since: START }
  readonly store = new Map<number, Uint8Array>()
  readonly received: string[] = []
  outbox: Uint8Array[] = []
  closed = true

  constructor(settings: SessionSettings) {
    this.settings = settings
    this.session = new Session(settings, this.numbers, START)
  }

  handle(input: Input, now: number): void {
    this.carryOut(this.session.handle(input, now), now)
  }

  private carryOut(step: Step, now: number): void {
    for (const { number, bytes } of step.store) this.store.set(number, bytes)
    if (step.numbers) this.numbers = step.numbers
    for (const { type, fields } of step.received) this.received.push(`${type} ${fields.get(11) ?? ''}`)
    this.outbox.push(...step.send)
    if (step.disconnect !== undefined) this.closed = true
    if (!step.fetch) return
    const { id, from, to } = step.fetch
    const messages = [...this.store]
      .filter(([number]) => number >= from && number <= to)
      .map(([number, bytes]) => ({ number, bytes }))
    this.handle({ kind: 'stored', id, messages }, now)
  }

  /** The process ends between the commit and the socket. */
  crash(now: number): void {
    this.session = new Session(this.settings, this.numbers, now)
    this.outbox = []
    this.closed = true
  }
}

const orderOf = (id: string): Field[] => [
  [11, id],
  [21, 1],
  [38, 100],
  [40, 1],
  [54, 1],
  [55, 'GTCO'],
  [60, '20261126-10:00:00'],
]

/** What happens next on a line: a message from one end, bytes that arrive, a cut after some of them, a crash, time. */
const eventOf = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('send' as const), end: fc.nat(1) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('deliver' as const), end: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('cut' as const), after: fc.tuple(fc.nat(400), fc.nat(400)) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), end: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.nat(40) }) },
)

test.each([
  ['', {}],
  [', told by NextExpectedMsgSeqNum', { nextExpected: true }],
  [', in parts of three numbers', { resendChunk: 3 }],
  [', with no room behind a gap', { largestQueue: 0 }],
] satisfies [string, Partial<SessionSettings>][])(
  'over a line that is cut after any byte, each message arrives once and in order%s',
  (_, settings) => {
    fc.assert(
      fc.property(fc.array(eventOf, { maxLength: 60 }), (events) => {
        const common = { protocol, answers: { burst: 1e9, perSecond: 1e9 }, ...settings }
        const ends = [
          new End({ ...common, role: 'initiator', senderCompId: 'A', targetCompId: 'B' }),
          new End({ ...common, role: 'acceptor', senderCompId: 'B', targetCompId: 'A' }),
        ] as const
        const sent: [string[], string[]] = [[], []]
        let now = START
        let isConnected = false

        const connect = () => {
          isConnected = true
          for (const end of ends) end.closed = false
          for (const end of ends) end.handle({ kind: 'connected' }, now)
        }
        const disconnect = () => {
          isConnected = false
          for (const end of ends) {
            end.outbox = []
            end.handle({ kind: 'disconnected' }, now)
          }
        }
        const deliver = (
          from: number,
          bytes = Number.POSITIVE_INFINITY,
          messages = Number.POSITIVE_INFINITY,
        ) => {
          const [sender, receiver] = [ends[from]!, ends[1 - from]!]
          let left = bytes
          for (const message of sender.outbox.splice(0, messages)) {
            if (left <= 0) break
            const part = message.subarray(0, left)
            left -= part.length
            if (!receiver.closed) receiver.handle({ kind: 'bytes', bytes: part }, now)
          }
        }
        const settle = () => {
          let isSent = false
          for (let turn = 0; turn < 2000 && isConnected; turn++) {
            // What is never repeated arrives all the same, if it is sent once nothing that was missed is outstanding.
            if (!isSent && ends[0].session.isCaughtUp) {
              isSent = true
              const id = `once-${sent[0].length}`
              sent[0].push(`D ${id}`)
              ends[0].handle(
                { kind: 'send', message: { type: 'D', fields: orderOf(id), repeat: false } },
                now,
              )
            }
            if (ends.every((end) => end.outbox.length === 0)) break
            deliver(0, undefined, 1)
            deliver(1, undefined, 1)
          }
          if (ends.some((end) => end.closed)) disconnect()
        }

        for (const event of events) {
          now += 50
          if (!isConnected) connect()
          if (event.kind === 'send') {
            const id = `${event.end}-${sent[event.end as 0 | 1].length}`
            sent[event.end as 0 | 1].push(`D ${id}`)
            ends[event.end]!.handle(
              { kind: 'send', message: { type: 'D', fields: orderOf(id), keep: true } },
              now,
            )
          } else if (event.kind === 'deliver') deliver(event.end)
          else if (event.kind === 'cut') {
            deliver(0, event.after[0])
            deliver(1, event.after[1])
            disconnect()
          } else if (event.kind === 'crash') {
            ends[event.end]!.crash(now)
            disconnect()
          } else {
            now += event.seconds * 1000
            for (const end of ends) end.handle({ kind: 'tick' }, now)
          }
          if (ends.some((end) => end.closed)) disconnect()
        }
        for (let round = 0; round < 4; round++) {
          if (!isConnected) connect()
          settle()
          // What a queue had no room for is noticed by the next message.
          now += 31_000
          for (const end of ends) end.handle({ kind: 'tick' }, now)
          settle()
        }
        expect(ends[1].received).toEqual(sent[0])
        expect(ends[0].received).toEqual(sent[1])
      }),
      { numRuns: 150 },
    )
  },
)
