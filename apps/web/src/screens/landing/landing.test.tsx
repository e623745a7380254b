import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import LandingScreen from './landing-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const overview = {
  firm: { tenancyName: 'Meridian', name: 'Meridian Securities Ltd', isRegistrationOpen: true },
  market: {
    index: { value: 138_454.03, change: -361.2, changePercent: -0.26, high: 139_000, low: 138_000 },
    ...{ advancers: 31, decliners: 12, unchanged: 107 },
    ...{ tradeValue: 1_234_567.5, tradeVolume: 98_765, numberOfTrades: 4_321 },
  },
  session: { phase: 'continuous', nextPhase: null, nextAt: null },
}

setUpScreen()

beforeEach(() => {
  call.mockReset().mockResolvedValue(overview)
  useSession.setState({ user: null })
  window.history.replaceState(null, '', '/home?tenancyName=meridian')
})

const open = async () => {
  await openScreen(<LandingScreen />)
  await rendered()
}
const leadsTo = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

test('a visitor sees the firm and the state of the market, and can sign in or open an account', async () => {
  await open()
  expect(call.mock.calls[0]?.slice(0, 2)).toEqual(['Home/GetOverview', { tenancyName: 'meridian' }])
  expect(screen.getByRole('heading', { name: 'Meridian Securities Ltd' })).toBeDefined()
  const market = screen.getByRole('region', { name: 'The market now' }).textContent
  for (const figure of [
    'Continuous trading',
    '138,454.03',
    '▼ -0.26%',
    '31 advancers',
    '1,234,567.50',
    '4,321',
  ])
    expect(market).toContain(figure)
  expect(leadsTo('Sign in')).toBe('/user/login?tenant=Meridian')
  expect(leadsTo('Open an account')).toBe('/user/create-account?tenant=Meridian')
})

test('a firm that accepts no registrations offers none', async () => {
  call.mockResolvedValue({ ...overview, firm: { ...overview.firm, isRegistrationOpen: false } })
  await open()
  expect(leadsTo('Open an account')).toBeUndefined()
})

test('an address without a firm says where to enter one', async () => {
  call.mockResolvedValue({ ...overview, firm: null })
  await open()
  expect(screen.getByText(/There is no firm at this address/)).toBeDefined()
  expect(leadsTo('Sign in')).toBe('/user/login')
})

test('a signed-in person can continue to trading, and missing figures are shown as unavailable', async () => {
  useSession.setState({ user: { id: 1 } as never })
  call.mockRejectedValue(new Error('away'))
  await open()
  expect(leadsTo('Go to trading')).toBe('/app/trading')
  expect(screen.getByText(/figures are not available/)).toBeDefined()
})
