import { screen } from '@testing-library/react'
import type { CallOutput } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Session, useSession } from '../session.ts'
import { openScreen, setUpScreen } from '../ui/screen.fixture.tsx'
import { Checklist } from './checklist.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../api/client.ts', () => ({ call }))

setUpScreen()

let items: CallOutput<'Settings/GetChecklist'>['items']
const signInWith = (...permissions: string[]) =>
  useSession.setState({
    tenant: { id: 1 } as Session['tenant'],
    permissions: new Set(permissions) as Session['permissions'],
  })

beforeEach(() => {
  items = [
    { step: 'logo', state: 'done' },
    { step: 'approvers', state: 'missing' },
    { step: 'mail', state: 'missing' },
  ]
  call.mockReset().mockImplementation(async () => ({ items }))
})

test('an administrator sees what is missing, with links', async () => {
  signInWith('Pages.Settings')
  await openScreen(<Checklist />)
  expect(screen.getByText(/^A user who can approve/).getAttribute('href')).toBe('/app/admin/user-management')
  const states = screen.getAllByRole('listitem').map((item) => item.getAttribute('data-state'))
  expect(states).toEqual(['done', 'missing', 'missing'])
  expect(screen.getByText(/^The operator sets SMTP_URL/)).toBeTruthy()
})

test('nothing is shown once nothing is missing, or to other users', async () => {
  items = [{ step: 'logo', state: 'check' }]
  signInWith('Pages.Settings')
  await openScreen(<Checklist />)
  expect(screen.queryByRole('list')).toBeNull()
  items = [{ step: 'mail', state: 'missing' }]
  signInWith()
  await openScreen(<Checklist />)
  expect(screen.queryByRole('list')).toBeNull()
})
