import { fireEvent, screen, within } from '@testing-library/react'
import type { LimitRow } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Session, useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import LimitsScreen from './limits-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const none = {
  orderValue: null,
  orderQty: null,
  volumePercent: null,
  collarPercent: null,
  ordersPerSecond: null,
  duplicateSeconds: null,
  dailyTurnover: null,
}
const firm: LimitRow = {
  ...none,
  key: 'tenant ',
  scope: 'tenant',
  id: 'Meridian',
  name: 'Meridian Securities',
  orderValue: 5_000_000,
  collarPercent: 5,
  killSwitch: null,
  hostKillSwitch: null,
}
const broker: LimitRow = {
  ...none,
  key: 'user 7',
  scope: 'user',
  id: 'broker',
  name: 'Bola Ade',
  ordersPerSecond: 5,
  killSwitch: {
    reason: 'Ten times the allowed orders per second were attempted',
    cause: 'rate',
    by: null,
    since: '2026-11-20T10:00:00.000Z',
  },
  hostKillSwitch: null,
}

let items: LimitRow[]

setUpScreen()

beforeEach(() => {
  items = [firm, broker]
  call.mockReset().mockImplementation(async (name: string) => (name === 'Limits/GetAll' ? { items } : {}))
})

const meridian = { id: 1, tenancyName: 'Meridian', name: 'Meridian' }

async function open(tenant: Session['tenant'] = meridian, held: readonly string[] = ['Pages.Settings']) {
  useSession.setState({ tenant, permissions: new Set(held) })
  await openScreen(<LimitsScreen />)
}

const sent = (name: string) => call.mock.calls.filter(([called]) => called === name).map(([, input]) => input)

test('limits of the firm, its users and its accounts are listed, and changed for one of them', async () => {
  await open()
  expect(screen.getByText('5,000,000.00')).toBeTruthy()
  await rendered(() =>
    fireEvent.click(screen.getByRole('button', { name: 'Set limits for Meridian Securities' })),
  )
  const form = screen.getByRole('form', { name: 'Set limits for Meridian Securities' })
  const [value] = within(form).getAllByRole('textbox')
  fireEvent.change(value!, { target: { value: '7500000' } })
  await rendered(() => fireEvent.click(within(form).getByRole('button', { name: 'Save limits' })))
  expect(sent('Limits/Update')).toEqual([{ level: 'firm', orderValue: 7_500_000 }])
  expect(screen.getByRole('status').textContent).toBe('The limits for Meridian Securities are in force.')
})

test('a switch is confirmed with the name of the user it stops, and the reason', async () => {
  await open()
  const toggle = screen.getByRole('switch', { name: 'Kill switch for Meridian Securities' })
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  await rendered(() => fireEvent.click(toggle))
  const dialog = screen.getByRole('dialog', { name: 'Stop Meridian Securities' })
  expect(sent('Limits/SetKillSwitch')).toEqual([])
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Wrong prices' } })
  await rendered(() =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stop Meridian Securities' })),
  )
  expect(sent('Limits/SetKillSwitch')).toEqual([
    { scope: 'tenant', id: 'Meridian', on: true, reason: 'Wrong prices' },
  ])
})

test('a switch that turned on automatically shows why, and is turned off by a person', async () => {
  await open()
  expect(
    screen.getByText(/^Ten times the allowed orders per second were attempted \(automatically/),
  ).toBeTruthy()
  const toggle = screen.getByRole('switch', { name: 'Kill switch for user broker' })
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  await rendered(() => fireEvent.click(toggle))
  const dialog = screen.getByRole('dialog', { name: 'Resume trading for user broker' })
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Program fixed' } })
  await rendered(() =>
    fireEvent.click(within(dialog).getByRole('button', { name: 'Resume trading for user broker' })),
  )
  expect(sent('Limits/SetKillSwitch')).toEqual([
    { scope: 'user', id: 'broker', on: false, reason: 'Program fixed' },
  ])
})

test('the host’s kill switch is shown next to the firm’s own, which the firm still controls', async () => {
  const killSwitch = {
    reason: 'Suspended',
    cause: 'person',
    by: null,
    since: '2026-11-20T10:00:00.000Z',
  } as const
  items = [{ ...firm, hostKillSwitch: killSwitch }]
  await open()
  expect(screen.getByText(/^Suspended \(by the market operator/)).toBeTruthy()
  const toggle = screen.getByRole('switch', { name: 'Kill switch for Meridian Securities' })
  expect([toggle.getAttribute('aria-checked'), toggle.hasAttribute('disabled')]).toEqual(['false', false])
})

test('the host sees the market and the firms, and no limits', async () => {
  const market: LimitRow = { ...firm, ...none, key: 'market 0', scope: 'market', id: '', name: '' }
  items = [market, { ...firm, ...none }]
  await open(null)
  expect(screen.getByRole('switch', { name: 'Kill switch for the market' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Set limits for/ })).toBeNull()
})

test('only the filled-in limits of a named user or account are sent, and an emptied one removes its limit', async () => {
  await open()
  await rendered(() =>
    fireEvent.click(screen.getByRole('button', { name: 'Limits for another user or account' })),
  )
  const other = screen.getByRole('form', { name: 'Limits for another user or account' })
  const field = (form: HTMLElement, label: RegExp) => within(form).getByLabelText(label)
  // Each limit says its unit, and has words or an example next to it.
  expect([...other.querySelectorAll('label[title]')].map(({ textContent }) => textContent).slice(2)).toEqual([
    'Order value (₦)',
    'Order quantity (shares)',
    'Daily turnover (₦)',
    'Collar (%)',
    'Share of the day’s volume (%)',
    'Orders per second',
    'No duplicates within (seconds)',
  ])
  expect(other.querySelectorAll('.ant-form-item-extra')).toHaveLength(8)
  fireEvent.change(field(other, /^ID/), { target: { value: 'broker' } })
  fireEvent.change(field(other, /^Collar/), { target: { value: '2.5' } })
  await rendered(() => fireEvent.click(within(other).getByRole('button', { name: 'Save limits' })))
  expect(sent('Limits/Update')).toEqual([{ level: 'user', id: 'broker', collarPercent: 2.5 }])

  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Set limits for user broker' })))
  const own = screen.getByRole('form', { name: 'Set limits for user broker' })
  fireEvent.change(field(own, /^Orders per second/), { target: { value: '' } })
  await rendered(() => fireEvent.click(within(own).getByRole('button', { name: 'Save limits' })))
  expect(sent('Limits/Update').at(-1)).toEqual({ level: 'user', id: 'broker', ordersPerSecond: null })
})

test('a person who may only read sees limits and switches, without buttons to change them', async () => {
  await open(meridian, ['COMPLIANCE'])
  expect(screen.getByText('5,000,000.00')).toBeTruthy()
  const toggle = screen.getByRole<HTMLButtonElement>('switch', { name: 'Kill switch for user broker' })
  expect([toggle.getAttribute('aria-checked'), toggle.disabled]).toEqual(['true', true])
  expect(screen.queryByRole('button', { name: /^(Set limits|Stop)/ })).toBeNull()
})

test('the host’s market control switches, and sets no limits of firms', async () => {
  await open(null, ['MARKET_CONTROL'])
  const toggle = screen.getByRole<HTMLButtonElement>('switch', { name: /^Kill switch for Meridian/ })
  expect(toggle.disabled).toBe(false)
  expect(screen.queryByRole('button', { name: /^Set limits/ })).toBeNull()
})
