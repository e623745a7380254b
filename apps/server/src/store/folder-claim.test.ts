import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimFolder, type FolderClaim } from './folder-claim.ts'

const times = { beatMs: 10, watchMs: 60_000 }
const unexpected = (reason: Error): void => {
  throw reason
}
let parent: string
let folder: string
const claims: FolderClaim[] = []

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tradebook-claim-'))
  folder = mkdtempSync(join(parent, 'data-'))
})
afterEach(() => {
  for (const claim of claims.splice(0)) claim.release()
  rmSync(parent, { recursive: true })
})

async function claim(of: string, place: string, onLost = unexpected, watchMs = times.watchMs) {
  const made = await claimFolder(of, onLost, { place, times: { ...times, watchMs } })
  claims.push(made)
  return made
}

test('a folder in use on another machine is refused with a clear message', async () => {
  await claim(folder, 'here')
  await expect(claim(folder, 'elsewhere')).rejects.toThrow(
    /^The data folder .* is in use on .+, since 20.+Z\./,
  )
})

test('processes of one machine share a claim: PostgreSQL decides who is first', async () => {
  await claim(folder, 'here')
  await claim(folder, 'here')
})

test('a released folder is free', async () => {
  const first = await claim(folder, 'here')
  first.release()
  expect(existsSync(join(folder, 'in-use.json'))).toBe(false)
  await claim(folder, 'elsewhere')
})

test('a claim that does not change was left behind by a dead process', async () => {
  const left = { machine: 'gone', place: 'elsewhere', since: '2026-11-26T00:00:00.000Z' }
  const mine = await claim(folder, 'here')
  const { folder: number } = JSON.parse(readFileSync(join(folder, 'in-use.json'), 'utf8'))
  mine.release()
  writeFileSync(join(folder, 'in-use.json'), JSON.stringify({ ...left, folder: number }))
  await claim(folder, 'here', unexpected, 30)
  expect(JSON.parse(readFileSync(join(folder, 'in-use.json'), 'utf8'))).toMatchObject({ place: 'here' })
})

test('a copy of a folder in use is refused with a clear message, even next to the original', async () => {
  await claim(folder, 'here')
  const copy = join(parent, 'copy')
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  for (const place of ['here', 'elsewhere']) {
    await expect(claim(copy, place)).rejects.toThrow(/is a copy of one that was in use/)
  }
  rmSync(join(copy, 'in-use.json'))
  await claim(copy, 'here')
})

test('a folder that was moved while in use is the same folder', async () => {
  const first = await claim(folder, 'here')
  const moved = join(parent, 'moved')
  renameSync(folder, moved)
  await claim(moved, 'here')
  first.release()
})

test('a process that was silent for too long learns that another one has the folder', async () => {
  const lost = vi.fn()
  await claim(folder, 'here', lost)
  const file = join(folder, 'in-use.json')
  const found = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(`${file}.new`, JSON.stringify({ ...found, machine: 'the-other', place: 'elsewhere' }))
  renameSync(`${file}.new`, file)
  await expect.poll(() => lost.mock.calls[0]?.[0]?.message).toMatch(/is in use on the-other/)
})

test('a claim that is deleted while the folder is in use is made again', async () => {
  await claim(folder, 'here')
  const file = join(folder, 'in-use.json')
  for (let times = 0; times < 2; times++) {
    rmSync(file)
    await expect.poll(() => existsSync(file)).toBe(true)
  }
  await expect(claim(folder, 'elsewhere')).rejects.toThrow(/is in use on/)
})

test('nothing is claimed in another folder that took the place of the one in use', async () => {
  vi.useFakeTimers()
  await claim(folder, 'here')
  renameSync(folder, join(parent, 'moved'))
  mkdirSync(folder)
  vi.advanceTimersByTime(5 * times.beatMs)
  vi.useRealTimers()
  expect(existsSync(join(folder, 'in-use.json'))).toBe(false)
})

test('a claim torn by a power cut protects no one', async () => {
  writeFileSync(join(folder, 'in-use.json'), '{"machine":')
  await claim(folder, 'here')
})
