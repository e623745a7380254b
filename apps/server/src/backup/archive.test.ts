import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Archive, type Base } from './archive.ts'
import { instantOf } from './instant.ts'
import { encodeChunk, pieceName, segmentName } from './log-pieces.ts'
import { archivedUpTo, followLog, quickReach } from './reach.ts'
import { baseFor, rangeInWords, restore } from './restore.ts'

const KEY = 'the key of the operator'
const SEGMENT = 64
const NOON = Date.parse('2026-11-26T11:00:00Z')
const MINUTE = 60_000

let parent: string
let archive: Archive

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'tradebook-archive-'))
  archive = Archive.openFor(join(parent, 'backups'), KEY, '7001')
})
beforeEach(() => {
  for (const name of ['bases', 'log', 'states'])
    for (const file of readdirSync(join(archive.folder, name)))
      rmSync(join(archive.folder, name, file), { recursive: true })
})
afterAll(() => rmSync(parent, { recursive: true }))

/** A base that is complete at a time, from a position of the log to one some bytes on. */
function addBase(endedAt: number, start: number, timeline = 1): Base {
  const { name, data } = archive.beginBase(endedAt - 1_000)
  data.finish()
  const base: Base = {
    name,
    timeline,
    start: String(start),
    end: String(start + 8),
    startedAt: endedAt - 1_000,
    endedAt,
    segmentBytes: SEGMENT,
    postgres: '18.4',
    files: { 'postgres.json': '{}' },
  }
  archive.endBase(base)
  return base
}

/** A piece of the log with so many bytes, and the time that it covers. */
function addPiece(
  start: number,
  bytes: number,
  coveredUntil?: number,
  { isFirst = false, timeline = 1, isFinished = true } = {},
): void {
  const piece = archive.create(`log/${pieceName(timeline, BigInt(start), isFirst)}`)
  if (bytes > 0) piece.write(encodeChunk({ bytes: Buffer.alloc(bytes, start) }))
  if (coveredUntil !== undefined) piece.write(encodeChunk({ coveredUntil }))
  if (isFinished) piece.finish()
  else piece.close()
}

const range = (text: string) => () => baseFor(archive, instantOf(text))

test('the files of a backup are readable only by their owner and hold no plain text', () => {
  const { name } = addBase(NOON, 0)
  const manifest = readFileSync(join(archive.folder, 'bases', name, 'manifest'))
  expect(manifest.includes('postgres')).toBe(false)
  expect(archive.bases()).toMatchObject([{ name, files: { 'postgres.json': '{}' } }])
})

test('another key, another database, a foreign folder and an empty one are refused with a clear message', () => {
  const folder = archive.folder
  expect(() => Archive.open(folder, 'the key of somebody else')).toThrow(
    'TRADEBOOK_BACKUP_KEY is not the key',
  )
  expect(() => Archive.openFor(folder, KEY, '7002')).toThrow('are of another database')
  const strange = join(parent, 'strange')
  mkdirSync(strange)
  expect(() => Archive.open(strange, KEY)).toThrow('has no backups')
  writeFileSync(join(strange, 'letter.txt'), '')
  expect(() => Archive.openFor(strange, KEY, '7001')).toThrow('has files that are not part of a backup')
  writeFileSync(join(strange, 'archive.json'), '{"format":1')
  expect(() => Archive.open(strange, KEY)).toThrow('is damaged')
  const about = JSON.parse(readFileSync(join(folder, 'archive.json'), 'utf8'))
  writeFileSync(join(strange, 'archive.json'), JSON.stringify({ ...about, system: '7002' }))
  expect(() => Archive.open(strange, KEY)).toThrow('or archive.json was changed')
  writeFileSync(join(strange, 'archive.json'), JSON.stringify({ ...about, format: 2 }))
  expect(() => Archive.open(strange, KEY)).toThrow('of the format 2')
})

test('a base backup without its manifest does not count, and the next one removes it', () => {
  archive.beginBase(NOON).data.close()
  expect(archive.bases()).toEqual([])
  expect(rangeInWords(archive)).toContain('no complete base backup yet')
  addBase(NOON + MINUTE, 0)
  expect(readdirSync(join(archive.folder, 'bases'))).toHaveLength(1)
})

test('an instant is reached from the newest base before it, if the log covers it', () => {
  const first = addBase(NOON, 0)
  addPiece(0, SEGMENT, NOON + MINUTE, { isFirst: true })
  addPiece(SEGMENT, 10, NOON + 3 * MINUTE, { isFinished: false })
  const second = addBase(NOON + 2 * MINUTE, SEGMENT + 1)
  // 12:00 in Lagos is 11:00 in UTC.
  expect(range('2026-11-26 12:00')()).toEqual(first)
  expect(range('2026-11-26T11:01:59.999Z')()).toEqual(first)
  expect(range('2026-11-26 12:02')()).toEqual(second)
  expect(range('2026-11-26 12:03')()).toEqual(second)
  const words =
    'These backups can be restored to any instant from 2026-11-26 12:00:00 in Lagos (2026-11-26T11:00:00.000Z) to 2026-11-26 12:03:00 in Lagos (2026-11-26T11:03:00.000Z).'
  expect(range('2026-11-26 11:59:59')).toThrow(words)
  expect(range('2026-11-26 12:03:01')).toThrow(words)
  expect(baseFor(archive, undefined)).toEqual(second)
})

test('the log is followed from the segment of its base to a gap, a cut or its end', () => {
  const base = addBase(NOON, SEGMENT + 5)
  addPiece(0, SEGMENT, undefined, { isFirst: true })
  // Cut off by a crash, and continued where it ended.
  addPiece(SEGMENT, 20, NOON + MINUTE, { isFinished: false })
  addPiece(SEGMENT + 20, SEGMENT - 20)
  addPiece(2 * SEGMENT, 4, NOON + 2 * MINUTE)
  const taken: number[] = []
  const reach = followLog(archive, base, (position, chunk) => {
    if ('bytes' in chunk) taken.push(Number(position), chunk.bytes.length)
    return true
  })
  expect(taken).toEqual([64, 20, 84, 44, 128, 4])
  expect(reach).toEqual({ position: 132n, until: NOON + 2 * MINUTE })
  expect(archivedUpTo(archive, 1)).toBe(132n)
  expect(archivedUpTo(archive, 2)).toBeUndefined()
  // Without the piece in the middle, what comes after it cannot be reached.
  rmSync(join(archive.folder, 'log', pieceName(1, 84n, false)))
  expect(followLog(archive, base)).toMatchObject({
    position: 84n,
    until: NOON + MINUTE,
    fault: expect.stringContaining('is missing'),
  })
})

test('after a gap the log reaches back only to the next base', () => {
  const before = addBase(NOON, 0)
  addPiece(0, 30, NOON + MINUTE, { isFirst: true, isFinished: false })
  addPiece(4 * SEGMENT, 30, NOON + 9 * MINUTE, { isFirst: true })
  const after = addBase(NOON + 8 * MINUTE, 4 * SEGMENT + 2)
  expect(quickReach(archive, before).until).toBe(NOON + MINUTE)
  expect(quickReach(archive, after).until).toBe(NOON + 9 * MINUTE)
  expect(range('2026-11-26 12:05')).toThrow('There is no backup of 2026-11-26 12:05:00 in Lagos')
})

test('files that no kept instant needs are removed', () => {
  addBase(NOON, 0)
  const second = addBase(NOON + 10 * MINUTE, 2 * SEGMENT + 1)
  const third = addBase(NOON + 20 * MINUTE, 1_000, 2)
  for (const piece of [0, 1, 2, 3]) addPiece(piece * SEGMENT, SEGMENT)
  addPiece(960, SEGMENT, NOON + 30 * MINUTE, { isFirst: true, timeline: 2 })
  archive.prune(NOON + 5 * MINUTE)
  expect(archive.bases()).toHaveLength(3)
  archive.prune(NOON + 15 * MINUTE)
  expect(archive.bases()).toEqual([second, third])
  expect(archive.log(1).map(({ start }) => Number(start))).toEqual([2 * SEGMENT, 3 * SEGMENT])
  expect(archive.log(2)).toHaveLength(1)
})

test('a time without a zone is Lagos time; an invalid time is refused', () => {
  expect(instantOf('2026-11-26 11:42').epochMs).toBe(Date.parse('2026-11-26T10:42:00Z'))
  expect(instantOf('2026-11-26T11:42:30Z').epochMs).toBe(Date.parse('2026-11-26T11:42:30Z'))
  expect(instantOf('2026-11-26 11:42:30.123456+01:00').text).toBe('2026-11-26T11:42:30.123456+01:00')
  for (const text of ['', 'yesterday', '11:42', '2026-11-26', '2026-13-26 11:42', '2026-11-26 25:00'])
    expect(() => instantOf(text)).toThrow('is not a time')
})

test('restoring into a folder that is not empty is refused', async () => {
  addBase(NOON, 0)
  await expect(restore(archive, { into: parent, log: pino({ level: 'silent' }) })).rejects.toThrow(
    'is not empty',
  )
})

test('a segment is named as PostgreSQL names it', () => {
  expect(segmentName(1, 0x0300_0000n, 16 * 1024 * 1024)).toBe('000000010000000000000003')
  expect(segmentName(10, 0x12_ff00_0000n, 16 * 1024 * 1024)).toBe('0000000A00000012000000FF')
})
