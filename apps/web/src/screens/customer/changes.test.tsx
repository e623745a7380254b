import { fireEvent, screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { Changes } from './changes.tsx'
import type { CustomerRecord } from './record.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const change: CustomerRecord['changes'][number] = {
  ...{ id: 9, customerId: 4, customerName: 'Ada', state: 'waiting', reason: 'Deed poll', isOwn: false },
  ...{ makerName: 'clerk', madeAt: '2026-11-20T09:00:00.000Z', deciderName: null, decidedAt: null },
  ...{ decision: null, document: null, notByReader: null },
  fields: [{ name: 'surname', before: 'Okafor', after: 'Bello' }],
}
const button = (title: 'approve' | 'reject' | 'withdraw') =>
  screen.queryByRole<HTMLButtonElement>('button', { name: english[`Customer.Change.${title}`] })

setUpScreen()
beforeEach(() => {
  call.mockReset().mockResolvedValue({})
  useSession.setState({ permissions: new Set(['MAINTAIN_CUSTOMERS', 'REVIEW_REQUESTS']) })
})

test('a correction that the reader cannot approve says why, and its button to approve does nothing', async () => {
  await openScreen(<Changes changes={[{ ...change, notByReader: 'clerk created your user.' }]} />)
  expect(screen.getByText('clerk created your user.')).toBeTruthy()
  expect(button('approve')?.disabled).toBe(true)
  expect(button('reject')?.disabled).toBe(false)
})

test('a correction that the reader can approve is approved', async () => {
  await openScreen(<Changes changes={[change]} />)
  await rendered(() => fireEvent.click(button('approve') as HTMLElement))
  expect(call.mock.calls.map(([name, input]) => [name, input])).toContainEqual([
    'Customer/ApproveCustomerChange',
    { id: 9 },
  ])
})

test('the person who made a correction withdraws it, also after their user name was changed', async () => {
  await openScreen(<Changes changes={[{ ...change, isOwn: true, makerName: 'another name' }]} />)
  expect(button('withdraw')).toBeTruthy()
  expect(button('reject')).toBeNull()
})
