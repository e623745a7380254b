import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrdersByAge } from './orders-by-age.ts'

/** Open orders that count how often one of them is looked at. */
class Counted extends Map<string, true> {
  looks = 0

  override has(orderID: string): boolean {
    this.looks += 1
    return super.has(orderID)
  }
}

function opened() {
  const open = new Counted()
  const byAge = new OrdersByAge(open)
  const enter = (number: number) => {
    open.set(String(number), true)
    byAge.add(String(number))
  }
  return { open, byAge, enter }
}

test('the oldest is the one with the lowest number, whichever are entered, ended and opened again', () => {
  const step = fc.record({ number: fc.integer({ min: 1, max: 40 }), isEntered: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { open, byAge, enter } = opened()
      for (const { number, isEntered } of steps) {
        if (isEntered) enter(number)
        else open.delete(String(number))
        const numbers = [...open.keys()].map(Number)
        expect(byAge.oldest).toBe(numbers.length === 0 ? undefined : String(Math.min(...numbers)))
      }
    }),
  )
})

const MANY = 20_000

test('each of many orders that end oldest first is looked at a few times, however many are open', () => {
  const { open, byAge, enter } = opened()
  for (let number = 1; number <= MANY; number += 1) enter(number)
  for (let number = 1; number <= MANY; number += 1) {
    expect(byAge.oldest).toBe(String(number))
    open.delete(String(number))
  }
  expect(byAge.oldest).toBeUndefined()
  expect(open.looks).toBeLessThan(4 * MANY)
})

test('next to one that stays open, however many come and go', () => {
  const { open, byAge, enter } = opened()
  enter(1)
  for (let number = 2; number <= MANY; number += 1) {
    enter(number)
    expect(byAge.oldest).toBe('1')
    open.delete(String(number))
  }
  expect(open.looks).toBeLessThan(4 * MANY)
})
