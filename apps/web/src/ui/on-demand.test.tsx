import { act, cleanup, render } from '@testing-library/react'
import { english } from '@tradebook/contract'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { onDemand } from './on-demand.tsx'

const notifyError = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('./notify.ts', () => ({ notifyError }))

const Greeting = ({ isOpen, name }: { isOpen: boolean; name: string }) =>
  isOpen ? <p>Hello {name}</p> : null

beforeEach(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('a dialog is fetched when it is first opened, once, and receives its properties', async () => {
  const load = vi.fn(async (): Promise<ComponentType<{ isOpen: boolean; name: string }>> => Greeting)
  const Dialog = onDemand(load)
  const onClose = vi.fn()
  const { rerender, container } = render(<Dialog isOpen={false} onClose={onClose} name="Ada" />)
  expect(load).not.toHaveBeenCalled()
  await act(async () => rerender(<Dialog isOpen onClose={onClose} name="Ada" />))
  expect(container.textContent).toBe('Hello Ada')
  rerender(<Dialog isOpen={false} onClose={onClose} name="Ada" />)
  expect(container.textContent).toBe('')
  cleanup()
  // The next place that shows it has it at once.
  expect(render(<Dialog isOpen onClose={onClose} name="Bola" />).container.textContent).toBe('Hello Bola')
  expect(load).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
})

test('a dialog that cannot be fetched is notified and closed, and the next opening fetches it', async () => {
  const load = vi.fn(async (): Promise<ComponentType<{ isOpen: boolean; name: string }>> => Greeting)
  load.mockRejectedValueOnce(new Error('no line'))
  const Dialog = onDemand(load)
  const onClose = vi.fn()
  const { rerender, container } = render(<Dialog isOpen onClose={onClose} name="Ada" />)
  await act(async () => undefined)
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(notifyError).toHaveBeenCalledWith(
    { title: english['Chunk.Failed'], description: english['Chunk.Failed.details'] },
    true,
  )
  rerender(<Dialog isOpen={false} onClose={onClose} name="Ada" />)
  await act(async () => rerender(<Dialog isOpen onClose={onClose} name="Ada" />))
  expect(container.textContent).toBe('Hello Ada')
})

test('a dialog that was closed before it came does not open', async () => {
  let arrive: (dialog: ComponentType<{ isOpen: boolean; name: string }>) => void = () => undefined
  const Dialog = onDemand<{ isOpen: boolean; name: string }>(
    () => new Promise((resolve) => (arrive = resolve)),
  )
  const onClose = vi.fn()
  const { rerender, container } = render(<Dialog isOpen onClose={onClose} name="Ada" />)
  rerender(<Dialog isOpen={false} onClose={onClose} name="Ada" />)
  await act(async () => arrive(Greeting))
  expect(container.textContent).toBe('')
})
