import pino from 'pino'
import { expect, test } from 'vitest'
import { Shutdown } from './shutdown.ts'

const silent = pino({ level: 'silent' })

test('what was opened last ends first, and side by side within a phase', async () => {
  const shutdown = new Shutdown(silent)
  const told: string[] = []
  const first = shutdown.phase('first')
  first(async () => void told.push('store'))
  const second = shutdown.phase('second')
  second(async () => {
    told.push('desk')
    await new Promise(setImmediate)
    told.push('desk ended')
  })
  second(async () => void told.push('hub'))
  await shutdown.end()
  expect(told).toEqual(['desk', 'hub', 'desk ended', 'store'])
})

test('a part that never ends is left behind, and one that fails stops nobody', async () => {
  const shutdown = new Shutdown(silent, 50)
  const told: string[] = []
  shutdown.phase('last')((withinMs) => told.push(withinMs <= 40 ? 'with what was left' : 'with too much'))
  const stuck = shutdown.phase('stuck', 10)
  stuck(() => new Promise(() => {}))
  stuck(() => {
    throw new Error('not well')
  })
  await shutdown.end()
  expect(told).toEqual(['with what was left'])
})

test('asked twice it ends once', async () => {
  const shutdown = new Shutdown(silent)
  let ends = 0
  shutdown.phase('only')(() => ends++)
  await Promise.all([shutdown.end(), shutdown.end()])
  expect(ends).toBe(1)
})
