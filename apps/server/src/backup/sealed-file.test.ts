import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ArchiveKey, DamagedFile, isSigned, SealedFile, sign, stretch, unseal } from './sealed-file.ts'

let folder: string
let key: ArchiveKey
const chunks = [Buffer.from('one'), randomBytes(70_000), Buffer.alloc(1024 * 1024), Buffer.from('four')]
const file = () => join(folder, 'file')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradebook-sealed-'))
  key = stretch('the key of the operator', Buffer.alloc(16, 1))
})
afterAll(() => rmSync(folder, { recursive: true }))

function written({ isFinished = true } = {}): Buffer {
  rmSync(file(), { force: true })
  const sealed = new SealedFile(file(), key, 'log/1')
  for (const chunk of chunks) sealed.write(chunk)
  if (isFinished) sealed.finish()
  else sealed.close()
  return readFileSync(file())
}

/** What is read of the file as it is now. */
function read(name = 'log/1', by = key): { chunks: Buffer[]; ended: boolean } {
  const reading = unseal(file(), by, name)
  const found: Buffer[] = []
  for (;;) {
    const next = reading.next()
    if (next.done) return { chunks: found, ended: next.value }
    found.push(next.value)
  }
}

test('a sealed file returns what was written, and its bytes reveal none of it', () => {
  const bytes = written()
  expect(read()).toEqual({ chunks, ended: true })
  expect(bytes.includes('four')).toBe(false)
  expect(bytes.length).toBeLessThan(80_000)
})

test('a file that is still being written returns what is in it so far', () => {
  written({ isFinished: false })
  expect(read()).toEqual({ chunks, ended: false })
})

test('a file cut off anywhere never counts as complete', () => {
  const { length } = written()
  for (const size of [0, 3, 20, 22, 40, 5_000, length - 40, length - 1]) {
    written()
    truncateSync(file(), size)
    const found = read()
    expect(found.ended).toBe(false)
    expect(chunks.slice(0, found.chunks.length)).toEqual(found.chunks)
  }
})

test('a flipped bit anywhere is noticed', () => {
  const whole = written()
  for (let at = 0; at < whole.length; at += Math.max(1, whole.length >> 7)) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] ?? 0) ^ 4
    writeFileSync(file(), flipped)
    // A length that claims more than there is cuts the file off; everything else is damage.
    expect(
      (() => {
        try {
          return read().ended
        } catch (error) {
          return !(error instanceof DamagedFile)
        }
      })(),
    ).toBe(false)
  }
})

test('chunks in another order, bytes behind the end, another name and another key are refused', () => {
  const whole = written()
  writeFileSync(file(), Buffer.concat([whole, Buffer.from('more')]))
  expect(() => read()).toThrow(DamagedFile)
  writeFileSync(file(), whole)
  expect(() => read('log/2')).toThrow('belongs to another backup')
  expect(() => read('log/1', stretch('another key of somebody', Buffer.alloc(16, 1)))).toThrow(DamagedFile)
  expect(() => read('log/1', stretch('the key of the operator', Buffer.alloc(16, 2)))).toThrow(DamagedFile)
  const head = 20
  const first = 4 + whole.readUInt32BE(head)
  const second = 4 + whole.readUInt32BE(head + first)
  writeFileSync(
    file(),
    Buffer.concat([
      whole.subarray(0, head),
      whole.subarray(head + first, head + first + second),
      whole.subarray(head, head + first),
      whole.subarray(head + first + second),
    ]),
  )
  expect(() => read()).toThrow('damaged at chunk 1')
})

test('a signature holds only for its text and its key', () => {
  const signature = sign(key, 'text')
  expect(isSigned(key, 'text', signature)).toBe(true)
  expect(isSigned(key, 'texts', signature)).toBe(false)
  expect(isSigned(stretch('another key of somebody', Buffer.alloc(16, 1)), 'text', signature)).toBe(false)
  expect(isSigned(key, 'text', '')).toBe(false)
})
