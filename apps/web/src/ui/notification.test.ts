import { notification } from 'antd'
import { expect, test, vi } from 'vitest'
import { show } from './notification.ts'

test('a notification stays for 3.5 seconds', () => {
  const error = vi.spyOn(notification, 'error').mockImplementation(() => {})
  show({ title: 'Not enough money', description: 'Needs 5.00' })
  expect(error.mock.lastCall?.[0]).toMatchObject({
    title: 'Not enough money',
    description: 'Needs 5.00',
    duration: 3.5,
  })
})
