import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Output, openLog } from './log.ts'

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url))

/** Logs and prints as the server does, waiting for standard input in between, and ends as after a defect. */
const program = `
  import { once } from 'node:events'
  const { openLog, outliveReaders } = await import(${here('./log.ts')})
  const { DEFECT_EXIT_CODE, endOnDefect } = await import(${here('./shutdown.ts')})
  outliveReaders()
  const log = openLog('info')
  endOnDefect(log)
  log.info('first')
  await once(process.stdin, 'data')
  for (let line = 0; line < 3; line += 1) {
    log.info('then')
    process.stdout.write('printed\\n')
    await new Promise(setImmediate)
  }
  process.stderr.write('goes on\\n')
  throw new Error('a defect')`

function logging(stdout: number | 'pipe') {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', stdout, 'pipe'],
  })
  return { child, stderr: child.stderr ? text(child.stderr) : Promise.resolve('') }
}

test('a log that no one reads stops nothing', async () => {
  const { child, stderr } = logging('pipe')
  await once(child.stdout ?? child, 'data')
  const closed = child.stdout && once(child.stdout, 'close')
  child.stdout?.destroy()
  await closed
  child.stdin?.end('go on')
  const [code] = await once(child, 'exit')
  expect({ stderr: await stderr, code }).toEqual({ stderr: 'goes on\n', code: 70 })
})

test.skipIf(!existsSync('/dev/full'))(
  'a log on a full disk ends nothing and keeps no defect from ending',
  async () => {
    const full = openSync('/dev/full', 'w')
    const { child, stderr } = logging(full)
    closeSync(full)
    child.stdin?.end('go on')
    const [code] = await once(child, 'exit')
    expect({ stderr: await stderr, code }).toEqual({ stderr: 'goes on\n', code: 70 })
  },
)

/** An output that takes lines while it has room. */
function outputWith(room: { isFull: boolean; writableLength: number }) {
  const lines: { msg: string; lines?: number }[] = []
  const output = {
    get writableLength() {
      return room.writableLength
    },
    write(line: string, written: (error?: Error) => void) {
      if (!room.isFull) lines.push(JSON.parse(line))
      written(room.isFull ? new Error('ENOSPC') : undefined)
      return true
    },
  }
  return { lines, output }
}

test.for([
  ['the disk has', { isFull: true }],
  ['its reader makes', { writableLength: 2 ** 21 }],
] as const)('when %s room again, the log says how many lines were lost', ([, without]) => {
  const room = { isFull: false, writableLength: 0 }
  const { lines, output } = outputWith(room)
  const log = openLog('info', output as Output)
  log.info('before')
  Object.assign(room, without)
  for (const line of ['one', 'two']) log.info(line)
  Object.assign(room, { isFull: false, writableLength: 0 })
  for (const line of ['again', 'later']) log.info(line)
  expect(lines).toMatchObject([
    { msg: 'before' },
    { msg: 'again' },
    { lines: 2, msg: 'lines of this log were lost: they could not be written' },
    { msg: 'later' },
  ])
})
