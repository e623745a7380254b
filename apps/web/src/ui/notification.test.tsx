import { act, cleanup } from '@testing-library/react'
import { notification } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from './notification.ts'

const notice = { title: 'Not enough money', description: 'Needs 5.00' }

beforeEach(() => vi.useFakeTimers())
afterEach(async () => {
  await act(async () => {
    notification.destroy()
    await vi.runAllTimersAsync()
  })
  cleanup()
  vi.useRealTimers()
})

const shown = async (...notices: Parameters<typeof show>[]) =>
  act(async () => {
    for (const [what, isReadAloud] of notices) show(what, isReadAloud)
    await vi.advanceTimersByTimeAsync(100)
  })
/** The notices that are not on their way out, which only a browser's animations end. */
const notices = () =>
  [...document.querySelectorAll('.ant-notification-notice:not([class*="-leave"])')].map((notice) => ({
    role: notice.getAttribute('role'),
    live: notice.getAttribute('aria-live'),
    text: notice.textContent,
  }))
const alert = (text: string) => ({ role: 'alert', live: null, text })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a notification stays for 3.5 seconds', async () => {
  await shown([notice, true])
  await pass(3_300)
  expect(notices()).toEqual([alert('Not enough moneyNeeds 5.00')])
  await pass(200)
  expect(notices()).toEqual([])
})

test('one failure of many calls is one notification, and of several failures the last two are shown', async () => {
  await shown(...Array.from({ length: 12 }, () => [notice, true] as [typeof notice, boolean]))
  expect(notices()).toEqual([alert('Not enough moneyNeeds 5.00')])
  const others = ['a', 'b', 'c'].map((title): [typeof notice, boolean] => [{ ...notice, title }, true])
  await shown(...others)
  expect(notices()).toEqual([alert('bNeeds 5.00'), alert('cNeeds 5.00')])
})

test('what a message on the screen has read aloud is seen, and not read aloud again', async () => {
  await shown([notice, false])
  expect(notices()).toEqual([{ role: 'status', live: 'off', text: 'Not enough moneyNeeds 5.00' }])
})
