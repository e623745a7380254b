import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { expect, test } from 'vitest'
import { DEFECT_EXIT_CODE, Shutdown } from './shutdown.ts'

const silent = pino({ level: 'silent' })

test('parts opened last end first, in parallel within a stage', async () => {
  const shutdown = new Shutdown(silent)
  const ended: string[] = []
  const first = shutdown.stage('first')
  first(async () => void ended.push('store'))
  const second = shutdown.stage('second')
  second(async () => {
    ended.push('desk')
    await new Promise(setImmediate)
    ended.push('desk ended')
  })
  second(async () => void ended.push('hub'))
  await shutdown.end()
  expect(ended).toEqual(['desk', 'hub', 'desk ended', 'store'])
})

test('a part that never ends is abandoned, and one that fails does not stop the others', async () => {
  const shutdown = new Shutdown(silent, 50)
  const ended: string[] = []
  shutdown.stage('last')((withinMs) => ended.push(withinMs < 50 ? 'with what was left' : 'with too much'))
  const stuck = shutdown.stage('stuck', 10)
  stuck(() => new Promise(() => {}))
  stuck(() => {
    throw new Error('not well')
  })
  await shutdown.end()
  expect(ended).toEqual(['with what was left'])
})

test('a second request to end has no effect', async () => {
  const shutdown = new Shutdown(silent)
  let ends = 0
  shutdown.stage('only')(() => ends++)
  await Promise.all([shutdown.end(), shutdown.end()])
  expect(ends).toBe(1)
})

test.each([
  ['an error that nothing catches', "setTimeout(() => { throw new Error('a broken part') })"],
  ['a rejection that nothing handles', "void Promise.reject(new Error('a broken part'))"],
  [
    'an error of a subscriber of the desk',
    `const { Publisher } = await import(${JSON.stringify(new URL('desk/publishing/publisher.ts', import.meta.url))})
    const publisher = new Publisher()
    publisher.subscribe(() => { throw new Error('a broken part') })
    try { publisher.open(1, []) } catch {}`,
  ],
])('%s is logged in plain words and ends the process, to be restarted', async (_, defect) => {
  const script = `
    import pino from 'pino'
    import { endOnDefect } from ${JSON.stringify(new URL('shutdown.ts', import.meta.url))}
    endOnDefect(pino())
    ${defect}
    setTimeout(() => console.log('it went on'), 60_000)
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(code).toBe(DEFECT_EXIT_CODE)
  const [line, ...more] = output.trim().split('\n')
  expect(more).toEqual([])
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 60,
    msg: 'This server ends because of a defect: a broken part',
    err: { stack: expect.stringContaining('a broken part') },
  })
})
