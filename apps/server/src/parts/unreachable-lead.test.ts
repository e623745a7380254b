import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { endUnreachable, unreachableLead } from './unreachable-lead.ts'

test.each([
  { what: 'reaches NATS', reached: true, ready: true, ends: false },
  { what: 'does not reach NATS, and no other does', reached: false, ready: false, ends: false },
  { what: 'does not reach NATS, and another is ready', reached: false, ready: true, ends: true },
])('a leader that $what ends: $ends', async ({ reached, ready, ends }) => {
  let now = 0
  const ask = unreachableLead({
    bus: { health: { ok: reached } },
    leadership: { isAnotherReady: async () => ready },
    now: () => now,
  })
  for (; now <= 60_000; now += 500) {
    const hasToEnd = ends && now >= 5_000
    expect(await ask()).toEqual(hasToEnd ? expect.stringContaining('does not reach NATS') : undefined)
  }
})

test('a leader that reaches NATS again, at the last moment too, stays', async () => {
  let now = 0
  const bus = { health: { ok: false } }
  const leadership = { isAnotherReady: async () => true }
  const ask = unreachableLead({ bus, leadership, now: () => now })
  expect(await ask()).toBeUndefined()
  now = 4_900
  bus.health.ok = true
  expect(await ask()).toBeUndefined()
  bus.health.ok = false
  now = 9_800
  expect(await ask()).toBeUndefined()
  now = 14_800
  const asked = ask()
  bus.health.ok = true
  expect(await asked).toBeUndefined()
})

test('a leader whose database does not answer stays: who could lead is not known', async () => {
  let now = 0
  const leadership = { isAnotherReady: () => Promise.reject(new Error('The connection was lost.')) }
  const ask = unreachableLead({ bus: { health: { ok: false } }, leadership, now: () => now })
  await ask()
  now = 10_000
  expect(await ask()).toBeUndefined()
})

test('a leader looks again only once it has seen something, and ends once', async () => {
  let now = 0
  let tick: () => unknown = () => {}
  const looks: (() => void)[] = []
  const reasons: Error[] = []
  const stop = endUnreachable(
    {
      bus: { health: { ok: false } },
      leadership: { isAnotherReady: () => new Promise((seen) => looks.push(() => seen(true))) },
      now: () => now,
      every: (_, work) => {
        tick = work
        return () => {
          tick = () => {}
        }
      },
    },
    (reason) => reasons.push(reason),
  )
  await setImmediate()
  now = 10_000
  for (let time = 0; time < 100; time += 1) tick()
  expect(looks).toHaveLength(1)
  for (const seen of looks) seen()
  await setImmediate()
  tick()
  await stop()
  expect(reasons.map(({ message }) => message)).toEqual([expect.stringContaining('does not reach NATS')])
})
