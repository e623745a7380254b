import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { linesAbout, MessageLog } from './message-log.ts'

const parent = mkdtempSync(join(tmpdir(), 'messages-'))
const folder = join(parent, 'log')
beforeEach(() => rmSync(folder, { recursive: true, force: true }))
afterAll(() => rmSync(parent, { recursive: true }))

test('all lines about an order are found by any of its ids, across rotated files', async () => {
  const log = new MessageLog(folder, {
    ...{ warn: () => {}, now: () => 0, rotation: { bytes: 200, files: 10 } },
  })
  const lines = [
    '35=D|11=first|55=GTCO|',
    '35=8|37=7|11=first|150=0|',
    '35=8|37=8|11=other|150=0|',
    '35=G|11=second|41=first|',
    '35=8|37=7|11=second|41=first|150=5|',
    '35=9|37=NONE|11=unknown|41=firs|',
  ]
  for (const line of lines) log.write('EX-A', '>', line)
  await log.close()
  expect(readdirSync(folder).length).toBeGreaterThan(1)
  for (const id of ['first', 'second', '7']) {
    const found: string[] = []
    for await (const line of linesAbout(folder, id)) found.push(line.slice(line.indexOf('35=')))
    expect(found).toEqual([lines[0], lines[1], lines[3], lines[4]])
  }
})

/** A device of Linux that is always full. */
const full = '/dev/full'
const obstacles: readonly (readonly [string, (path: string) => void])[] = [
  ['cannot be opened', (path) => mkdirSync(path)],
  ['is on a full disk', (path) => symlinkSync(full, path)],
]

test.each(obstacles.slice(0, existsSync(full) ? 2 : 1))(
  'a file that %s is told once, and what is missing is counted in the log afterwards',
  async (_, obstruct) => {
    const path = join(folder, 'messages-000001.log')
    mkdirSync(folder)
    obstruct(path)
    let now = 0
    const told: string[] = []
    const log = new MessageLog(folder, { warn: (text) => told.push(text), now: () => now })
    log.write('EX-A', '>', '35=D|11=1|')
    await expect.poll(() => told).toEqual([expect.stringContaining('cannot be written')])
    log.write('EX-A', '>', '35=D|11=2|')
    now = 60_000
    // It is tried again, and fails again.
    log.write('EX-A', '>', '35=D|11=3|')
    await log.close()
    rmSync(path, { recursive: true })
    now = 120_000
    log.write('EX-A', '>', '35=D|11=4|')
    await log.close()
    expect(readFileSync(path, 'latin1').split('\n')).toEqual([
      '',
      '1970-01-01T00:02:00.000Z log ! 3 messages are missing',
      '1970-01-01T00:02:00.000Z EX-A > 35=D|11=4|',
      '',
    ])
    expect(log.missing).toBe(0)
    expect(told).toEqual([expect.stringContaining('cannot be written'), 'the message log is written again'])
  },
)
