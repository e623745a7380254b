import { afterEach, beforeEach, expect, test } from 'vitest'
import { onPress } from './press.ts'

let list: HTMLElement
let done: string[]
let stop: () => void

const row = (name: string) => {
  const made = document.createElement('li')
  made.dataset.name = name
  made.append(document.createElement('button'))
  return made
}
const read = (target: Element) => target.closest<HTMLElement>('[data-name]')?.dataset.name
const rowOf = (name: string) => list.querySelector(`[data-name="${name}"]`) as HTMLElement

const pointer = (type: string, target: Element, over: PointerEventInit = {}) =>
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      isPrimary: true,
      pointerId: 1,
      clientX: 50,
      clientY: 50,
      ...over,
    }),
  )

beforeEach(() => {
  document.body.innerHTML = '<ul></ul>'
  list = document.querySelector('ul') as HTMLElement
  list.append(row('58.40'), row('58.35'))
  done = []
  stop = onPress(list, read, (name) => done.push(name))
})

afterEach(() => stop())

test('a press takes effect even if its target disappears before the release', () => {
  pointer('pointerdown', rowOf('58.40'))
  rowOf('58.40').remove()
  pointer('pointerup', rowOf('58.35'))
  expect(done).toEqual(['58.40'])
})

test('a press takes effect as it was, even if its target has changed by the release', () => {
  const pressed = rowOf('58.40')
  pointer('pointerdown', pressed.firstElementChild as Element)
  pressed.dataset.name = '58.45'
  pointer('pointerup', pressed)
  expect(done).toEqual(['58.40'])
})

test('a press is done once: the click that follows it does nothing, a click by key does', () => {
  const pressed = rowOf('58.40').firstElementChild as Element
  pointer('pointerdown', pressed)
  pointer('pointerup', pressed)
  pressed.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  expect(done).toEqual(['58.40'])
  pressed.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }))
  expect(done).toEqual(['58.40', '58.40'])
})

test.each<[string, (pressed: Element) => void]>([
  ['a hand that slips away', (at) => pointer('pointerup', at, { clientY: 90 })],
  ['a scroll', (at) => pointer('pointercancel', at) && pointer('pointerup', at)],
  ['another finger', (at) => pointer('pointerup', at, { pointerId: 2 })],
])('%s has changed its mind', (_, end) => {
  pointer('pointerdown', rowOf('58.40'))
  end(rowOf('58.40'))
  expect(done).toEqual([])
})

test('the secondary button presses nothing, and neither does a press next to the rows', () => {
  pointer('pointerdown', rowOf('58.40'), { button: 2 })
  pointer('pointerup', rowOf('58.40'), { button: 2 })
  pointer('pointerdown', list)
  pointer('pointerup', list)
  expect(done).toEqual([])
})
