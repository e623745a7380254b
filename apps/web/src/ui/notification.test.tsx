import { act, cleanup, fireEvent } from '@testing-library/react'
import { notification } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { remove, show } from './notification.ts'

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

test('a notification disappears on time, even under the pointer', async () => {
  await shown([{ ...notice, title: 'Under a pointer' }, true])
  const text = [...document.querySelectorAll('.ant-notification-notice')].at(-1)
  fireEvent.mouseEnter(text as Element)
  await pass(3_300)
  await pass(200)
  expect(notices().filter((one) => one.text?.startsWith('Under'))).toEqual([])
})

test('a notification disappears at once when its call succeeds', async () => {
  const over = { ...notice, title: 'Over' }
  await shown([over, true], [{ ...notice, title: 'Another' }, true])
  await act(async () => {
    remove(over)
    await vi.advanceTimersByTimeAsync(100)
  })
  expect(notices().map((one) => one.text)).toEqual(['AnotherNeeds 5.00'])
})

test('notifications are in the right corner of a desk, and at the top of a phone', async () => {
  await shown([notice, true])
  expect(document.querySelector('[class*="ant-notification-bottomRight"]')).toBeTruthy()
  await pass(3_500)
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({ matches: query.includes('768px'), addEventListener() {}, removeEventListener() {} }) as never,
  )
  await shown([{ ...notice, title: 'Another' }, true])
  expect(document.querySelector('[class*="ant-notification-top"]')).toBeTruthy()
  vi.restoreAllMocks()
})

test('one failure of many calls is one notice, and the last two of several failures are shown', async () => {
  await shown(...Array.from({ length: 12 }, () => [notice, true] as [typeof notice, boolean]))
  expect(notices()).toEqual([alert('Not enough moneyNeeds 5.00')])
  const others = ['a', 'b', 'c'].map((title): [typeof notice, boolean] => [{ ...notice, title }, true])
  await shown(...others)
  expect(notices()).toEqual([alert('bNeeds 5.00'), alert('cNeeds 5.00')])
})

test('a notification whose message was already read aloud on the screen is shown, but not read aloud again', async () => {
  await shown([notice, false])
  expect(notices()).toEqual([{ role: 'status', live: 'off', text: 'Not enough moneyNeeds 5.00' }])
})
