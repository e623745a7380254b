import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bytes } from './bytes.ts'

/** Of each kind of write: what is written, and the same by Node's own means. */
const written = fc.oneof(
  fc.integer({ min: 0, max: 255 }).map((n) => [(to: Bytes) => to.byte(n), Buffer.of(n)] as const),
  fc.integer().map((n) => {
    const plain = Buffer.alloc(4)
    plain.writeInt32BE(n)
    return [(to: Bytes) => to.int32(n), plain] as const
  }),
  fc.maxSafeInteger().map((n) => {
    const plain = Buffer.alloc(8)
    plain.writeBigInt64BE(BigInt(n))
    return [(to: Bytes) => to.int64(n), plain] as const
  }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => {
    const plain = Buffer.alloc(8)
    plain.writeBigInt64BE(n)
    return [(to: Bytes) => to.bigint64(n), plain] as const
  }),
  fc.string({ unit: 'binary' }).map((text) => [(to: Bytes) => to.text(text), Buffer.from(text)] as const),
  fc.uint8Array().map((of) => [(to: Bytes) => to.copy(of), Buffer.from(of)] as const),
)

test('written bytes are consecutive, however often the buffer grows', () => {
  fc.assert(
    fc.property(fc.array(written), fc.integer({ min: 0, max: 40 }), (all, size) => {
      const bytes = new Bytes(size)
      const begun = bytes.begin()
      for (const [write] of all) write(bytes)
      bytes.end(begun)
      const plain = Buffer.concat(all.map(([, of]) => of))
      const length = Buffer.alloc(4)
      length.writeInt32BE(plain.length)
      expect(bytes.take()).toEqual(Buffer.concat([length, plain]))
      expect(bytes.take()).toHaveLength(0)
    }),
  )
})

test('bytes that were taken do not change', () => {
  const bytes = new Bytes(8)
  bytes.int32(1)
  const taken = bytes.take()
  bytes.int32(2)
  expect(taken).toEqual(Buffer.of(0, 0, 0, 1))
})
