import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BodiesFull, BufferedUploads, TinyChunks } from './buffered-uploads.ts'

/** A request and its answer, as much of them as is counted. */
function request(buffered: BufferedUploads, requester = 'a') {
  const body = new PassThrough()
  const answer = new PassThrough()
  const reply = { raw: answer, header: () => reply }
  const counted = buffered.count(requester, body as never, reply as never)
  const close = async () => {
    const closed = once(answer, 'close')
    answer.destroy()
    await closed
  }
  return { body, counted, close }
}

test('bytes are buffered until the answer has ended, within the available room', async () => {
  const buffered = new BufferedUploads({ all: 10, each: 10 })
  const first = request(buffered)
  first.body.end('eight by')
  expect(await buffer(first.counted)).toHaveLength(8)
  const second = request(buffered)
  second.body.end('abc')
  await expect(buffer(second.counted)).rejects.toBeInstanceOf(BodiesFull)
  await first.close()
  const third = request(buffered)
  third.body.end('ten bytes.')
  expect(await buffer(third.counted)).toHaveLength(10)
})

test('bytes of a body that arrive after its answer are read and not buffered, so they use no room', async () => {
  const buffered = new BufferedUploads({ all: 10, each: 10 })
  const refused = request(buffered)
  refused.body.write('abc')
  await once(refused.counted, 'readable')
  await refused.close()
  const drained = once(refused.body, 'end')
  refused.body.end('defghij')
  await drained
  const next = request(buffered)
  next.body.end('ten bytes.')
  expect(await buffer(next.counted)).toHaveLength(10)
})

test('one requester fills only its share', async () => {
  const buffered = new BufferedUploads({ all: 10, each: 6 })
  const first = request(buffered, 'a')
  first.body.end('five!')
  expect(await buffer(first.counted)).toHaveLength(5)
  const second = request(buffered, 'a')
  second.body.end('ab')
  await expect(buffer(second.counted)).rejects.toBeInstanceOf(BodiesFull)
  const another = request(buffered, 'b')
  another.body.end('five!')
  expect(await buffer(another.counted)).toHaveLength(5)
  await first.close()
  const third = request(buffered, 'a')
  third.body.end('five!')
  expect(await buffer(third.counted)).toHaveLength(5)
})

/** Sends this many bytes in chunks of this length, as the network delivers them. */
function sendInChunks(body: PassThrough, bytes: number, length: number) {
  const whole = Buffer.alloc(bytes, 'x')
  for (let at = 0; at < bytes; at += length) body.write(whole.subarray(at, at + length))
  body.end()
}

test.each([1, 16, 200])('a body in chunks of %i bytes is refused after 64 KB', async (length) => {
  const { body, counted } = request(new BufferedUploads({ all: 1_000_000, each: 1_000_000 }))
  sendInChunks(body, 64 * 1024 + 2 * length, length)
  await expect(buffer(counted)).rejects.toBeInstanceOf(TinyChunks)
})

test.each([
  [64 * 1024, 1],
  [300_000, 536],
])('a body of %i bytes in chunks of %i is read', async (bytes, length) => {
  const { body, counted } = request(new BufferedUploads({ all: 1_000_000, each: 1_000_000 }))
  sendInChunks(body, bytes, length)
  expect(await buffer(counted)).toHaveLength(bytes)
})
