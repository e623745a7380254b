import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Frames, framesOf } from './frames.ts'

test('a message of any length is put together again, whatever other senders send in between', () => {
  const message = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(message, message, fc.integer({ min: 1, max: 9 }), (one, other, frameBytes) => {
      const frames = new Frames()
      const [ofOne, ofOther] = [framesOf(1, one, frameBytes), framesOf(1, other, frameBytes)]
      const received: (Buffer | undefined)[] = []
      for (let at = 0; at < Math.max(ofOne.length, ofOther.length); at++) {
        if (ofOne[at]) received.push(frames.add('one', ofOne[at]!))
        if (ofOther[at]) received.push(frames.add('other', ofOther[at]!))
      }
      const whole = received.filter((each) => each !== undefined).map((each) => each.toString('hex'))
      expect(whole.sort()).toEqual([one, other].map((each) => each.toString('hex')).sort())
    }),
  )
})

test('a message of which a frame was lost never appears, and the next one does', () => {
  const frames = new Frames()
  const [first, , third] = framesOf(1, Buffer.from('abc'), 1)
  expect(frames.add('one', first!)).toBeUndefined()
  expect(frames.add('one', third!)).toBeUndefined()
  expect(frames.add('one', framesOf(2, Buffer.from('next'))[0]!)?.toString()).toBe('next')
})

test.each(['', 'no head', '1 2\nx', '1 1 1', 'x 1 1\nbody', '9 2 2\nbody'])('%j gives no message', (text) => {
  expect(new Frames().add('one', Buffer.from(text))).toBeUndefined()
})

test('messages that never end take a limited number of bytes; the oldest are given up', () => {
  const frames = new Frames({ mostBytes: 1_100 })
  const messages = ['one', 'two', 'three'].map((sender) => ({
    sender,
    frames: framesOf(1, Buffer.from(sender.padEnd(8)), 4),
  }))
  for (const {
    sender,
    frames: [first],
  } of messages)
    frames.add(sender, first!)
  const ended = messages.map(({ sender, frames: [, last] }) => frames.add(sender, last!)?.toString().trim())
  expect(ended).toEqual([undefined, 'two', 'three'])
})

test('where nothing is taken twice, a repeated and an older message of a sender never appear', () => {
  const frames = new Frames({ takesOnce: true })
  const [first] = framesOf(1, Buffer.from('first'))
  const second = framesOf(2, Buffer.from('second'), 3)
  const add = (frame: Buffer | undefined) => frames.add('one', frame!)?.toString()
  expect([add(first), ...second.map(add)]).toEqual(['first', undefined, 'second'])
  expect([add(first), ...second.map(add)]).toEqual([undefined, undefined, undefined])
  expect(frames.add('another', first!)?.toString()).toBe('first')
})
