import { cleanup, fireEvent, screen } from '@testing-library/react'
import { preferencesFrom } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { OwnNotifications } from './own-notifications.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const profile = {
  ...{ userName: 'ada', name: 'Ada', surname: 'Obi', phoneNumber: null, emailAddress: 'ada@firm.example' },
  notifications: { ...preferencesFrom(undefined), orderRefused: false },
}

setUpScreen()
beforeEach(() => {
  call.mockReset().mockResolvedValue(profile)
})

const open = async (roles: string[], permissions: string[]) => {
  useSession.setState({ roles: new Set(roles), permissions: new Set(permissions) })
  await openScreen(<OwnNotifications />)
}
const boxes = () =>
  screen
    .queryAllByRole<HTMLInputElement>('checkbox')
    .map(({ labels, checked }) => [labels?.[0]?.textContent, checked])

test('choosing notification kinds changes nothing else in the profile', async () => {
  await open(['CUSTOMER'], ['BUY'])
  expect(boxes()).toEqual([
    ['Filled orders', true],
    ['Orders your broker entered for your account', true],
    ['Rejected orders', false],
    ['Orders ended by the exchange or your firm', true],
    ['Trades cancelled or corrected by the exchange', true],
    ['Contract notes, by e-mail', true],
    ['Monthly statements, by e-mail', true],
    ['News about securities on your watchlists', true],
    ['Decisions on deposits you reported and withdrawals you requested', true],
  ])
  await rendered(() => fireEvent.click(screen.getByLabelText('News about securities on your watchlists')))
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Save notification settings' })))
  expect(call.mock.calls.find(([name]) => name === 'Account/UpdateProfile')?.[1]).toEqual({
    ...{ name: 'Ada', surname: 'Obi', phoneNumber: null },
    notifications: {
      ...{ orderFilled: true, orderEntered: true, orderRefused: false, orderEnded: true, tradeChanged: true },
      ...{ noteMail: true, statementMail: true },
      ...{ watchedNews: false, paymentDecided: true },
    },
  })
  expect(screen.getByText('Notification settings saved.')).toBeTruthy()
})

test('postings are offered to the person who posts and approves, and nothing to anyone who has no role', async () => {
  await open(['BROKER'], ['POST_LEDGER', 'APPROVE_LEDGER'])
  expect(boxes()).toHaveLength(12)
  cleanup()
  await open([], [])
  expect(boxes()).toEqual([])
})
