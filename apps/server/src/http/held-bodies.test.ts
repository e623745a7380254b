import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BodiesFull, HeldBodies } from './held-bodies.ts'

/** A request and its answer, as much of them as is counted. */
function request(held: HeldBodies) {
  const body = new PassThrough()
  const answer = new PassThrough()
  const reply = { raw: answer, header: () => reply }
  const counted = held.count(body as never, reply as never)
  const close = async () => {
    const closed = once(answer, 'close')
    answer.destroy()
    await closed
  }
  return { body, counted, close }
}

test('bytes are held until the answer is over, and no more than there is room for', async () => {
  const held = new HeldBodies(10)
  const first = request(held)
  first.body.end('eight by')
  expect(await buffer(first.counted)).toHaveLength(8)
  const second = request(held)
  second.body.end('abc')
  await expect(buffer(second.counted)).rejects.toBeInstanceOf(BodiesFull)
  await first.close()
  const third = request(held)
  third.body.end('ten bytes.')
  expect(await buffer(third.counted)).toHaveLength(10)
})

test('what comes of a body after its answer is read and not held: it takes no room from others', async () => {
  const held = new HeldBodies(10)
  const refused = request(held)
  refused.body.write('abc')
  await once(refused.counted, 'readable')
  await refused.close()
  const drained = once(refused.body, 'end')
  refused.body.end('defghij')
  await drained
  const next = request(held)
  next.body.end('ten bytes.')
  expect(await buffer(next.counted)).toHaveLength(10)
})
