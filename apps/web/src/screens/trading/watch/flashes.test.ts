import { expect, test } from 'vitest'
import { Flashes } from './flashes.ts'

const cell = () => ({ style: { backgroundColor: '' } })

function stepped() {
  const waiting: (() => void)[] = []
  const flashes = new Flashes((step) => waiting.push(step))
  const step = () => {
    const due = waiting.splice(0)
    for (const run of due) run()
    return due.length
  }
  return { flashes, step }
}

test('a figure is tinted at once, fades in steps and is left as it was', () => {
  const { flashes, step } = stepped()
  const price = cell()
  flashes.flash(price, 'up')
  const seen = [price.style.backgroundColor]
  while (step() > 0) seen.push(price.style.backgroundColor)
  expect(seen).toEqual(['var(--tb-up-tint)', 'color-mix(in srgb, var(--tb-up-tint) 45%, transparent)', ''])
})

test('many figures fade together, and nothing runs once all have faded', () => {
  const { flashes, step } = stepped()
  const [first, second] = [cell(), cell()]
  flashes.flash(first, 'up')
  flashes.flash(second, 'down')
  expect(step()).toBe(1)
  flashes.flash(first, 'down')
  expect(first.style.backgroundColor).toBe('var(--tb-down-tint)')
  expect(step()).toBe(1)
  expect(second.style.backgroundColor).toBe('')
  expect(step()).toBe(1)
  expect(first.style.backgroundColor).toBe('')
  expect(step()).toBe(0)
})
