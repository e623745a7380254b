import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { linesAbout, MessageLog } from './message-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'messages-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('all lines about an order are found by any of its ids, across rotated files', async () => {
  const log = new MessageLog(folder, () => 0, { bytes: 200, files: 10 })
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
