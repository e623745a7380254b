import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ScreenKeys, useScreenKeys } from './use-screen-keys.ts'

const actions = [
  ...(['search', 'buy', 'sell', 'cross', 'watch', 'book'] as const),
  ...(['ticket', 'orders', 'nextRegion', 'previousRegion', 'help'] as const),
]
const done: string[] = []
const keys = Object.fromEntries(
  actions.map((action) => [action, () => done.push(action)]),
) as never as ScreenKeys

function Screen() {
  useScreenKeys(keys)
  return (
    <>
      <button type="button">Elsewhere</button>
      <input type="text" aria-label="Typed" />
      <input type="radio" aria-label="Chosen" />
    </>
  )
}

beforeEach(() => {
  done.length = 0
  render(<Screen />)
})
afterEach(cleanup)

/** @returns whether the browser still does what the key does by itself. */
const press = (at: Element, key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(at, { key, ...more })

test('/ leads to the search, and the character goes nowhere else', () => {
  expect(press(screen.getByRole('button'), '/')).toBe(false)
  expect(press(screen.getByLabelText('Chosen'), '/')).toBe(false)
  expect(done).toEqual(['search', 'search'])
})

test('where something is typed / is a character, and keys with Ctrl or Alt work', () => {
  const typed = screen.getByLabelText('Typed')
  expect(press(typed, '/')).toBe(true)
  expect(done).toEqual([])
  press(typed, '/', { ctrlKey: true })
  press(typed, '¡', { altKey: true, code: 'Digit1' })
  expect(done).toEqual(['help', 'watch'])
})

test('Escape is left to what has the focus', () => {
  expect(press(screen.getByRole('button'), 'Escape')).toBe(true)
  expect(done).toEqual([])
})

test('an open dialog receives every key, a closed one does not', () => {
  const dialog = document.createElement('div')
  dialog.setAttribute('aria-modal', 'true')
  const isVisible = vi.fn(() => true)
  dialog.checkVisibility = isVisible
  document.body.append(dialog)
  press(dialog, '/')
  expect(done).toEqual([])
  isVisible.mockReturnValue(false)
  press(dialog, '/')
  expect(done).toEqual(['search'])
  dialog.remove()
})
