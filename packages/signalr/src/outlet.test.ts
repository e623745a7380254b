import { describe, expect, test } from 'vitest'
import { jsonProtocol } from './json-protocol.ts'
import { MessageType } from './messages.ts'
import { Outlet } from './outlet.ts'
import { Prepared } from './prepared.ts'

/** A reader whose pipe holds what it was sent until the test lets it read. */
class Reader {
  bufferedBytes = 0
  heard: string[] = []
  gaveUp = 0
  readonly outlet: Outlet

  constructor(limits = { behindBytes: 100, mostBytes: 300, behindMs: 1000 }) {
    const refresh = (state: string) => [word(`${state} afresh`)]
    const giveUp = () => {
      this.gaveUp += 1
    }
    const transport = {
      get bufferedBytes() {
        return reader.bufferedBytes
      },
      send: (bytes: Buffer) => {
        this.bufferedBytes += bytes.length
        for (const record of String(bytes).split('\x1e').slice(0, -1))
          this.heard.push(JSON.parse(record).target)
      },
      pause: () => {},
      resume: () => {},
      close: () => {},
    }
    const reader = this
    this.outlet = new Outlet(transport, jsonProtocol, limits, { refresh, giveUp }, 0)
  }

  /** What arrives of these messages, sent in one go. */
  hears(now: number, ...messages: Prepared[]): string[] {
    for (const message of messages) this.outlet.hold(message)
    this.outlet.sendHeld(now)
    return this.heard.splice(0)
  }

  /** Reads everything; true when there is something to refresh. */
  reads(): boolean {
    this.bufferedBytes = 0
    return this.outlet.drained()
  }
}

const word = (target: string, state?: string) =>
  new Prepared({ type: MessageType.invocation, target, arguments: [] }, state)
/** Enough to be behind. */
const long = word('x'.repeat(120))

describe('a reader that is behind', () => {
  test('misses messages of a state, and is sent the state when it has read all', () => {
    const reader = new Reader()
    expect(reader.outlet.takesShared).toBe(true)
    reader.hears(0, long)
    expect(reader.outlet.takesShared).toBe(false)
    expect(reader.hears(1, word('book 1', 'book'), word('order'), word('book 2', 'book'))).toEqual(['order'])
    expect(reader.reads()).toBe(true)
    expect(reader.hears(2, word('book 3', 'book'), word('order'))).toEqual(['order', 'book afresh'])
    expect(reader.reads()).toBe(false)
    expect(reader.hears(3, word('book 4', 'book'))).toEqual(['book 4'])
    expect(reader.outlet.takesShared).toBe(true)
  })

  test('is sent as many states as fit, and the rest when those have left', () => {
    const reader = new Reader({ behindBytes: 100, mostBytes: 2000, behindMs: 1000 })
    reader.hears(0, long)
    const states = ['a', 'b', 'c', 'd', 'e']
    reader.hears(1, ...states.map((state) => word(state, state)))
    reader.reads()
    expect(reader.hears(2)).toEqual(['a afresh', 'b afresh', 'c afresh'])
    expect(reader.hears(3, word('c', 'c'))).toEqual([])
    expect(reader.reads()).toBe(true)
    expect(reader.hears(4)).toEqual(['d afresh', 'e afresh', 'c afresh'])
    expect(reader.reads()).toBe(false)
  })

  test('is given up when what may not be left out does not fit', () => {
    const reader = new Reader()
    reader.hears(0, long)
    reader.hears(1, word('state', 'state'), long)
    expect(reader.gaveUp).toBe(1)
  })

  test('is stuck when it stays behind, not when it catches up now and then', () => {
    const reader = new Reader()
    reader.hears(0, long)
    expect(reader.outlet.isStuck(1)).toBe(false)
    expect(reader.outlet.isStuck(900)).toBe(false)
    reader.reads()
    reader.hears(900, long)
    expect(reader.outlet.isStuck(950)).toBe(false)
    expect(reader.outlet.isStuck(1900)).toBe(false)
    expect(reader.outlet.isStuck(1951)).toBe(true)
  })
})
