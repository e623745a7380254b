import { fireEvent, screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { accountRequestOf, answersOfAda } from '../../registration/account-request.fixture.ts'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { Correction } from './correction.tsx'
import type { CustomerRecord } from './record.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const signatory = {
  // As PostgreSQL's jsonb gives its parts: by the length of their names.
  ...{ bvn: '22123456789', name: 'Ngozi Eze', position: 'Director' },
  ...{ phoneNumber: '+234 803 000 0009', emailAddress: 'ngozi@example.com' },
}

const recordOf = (
  accountType: 'individual' | 'corporate',
  answers: Partial<CustomerRecord['particulars']>,
): CustomerRecord => ({
  ...{ id: 4, name: 'A customer', accountType, chn: 'C0000001AA', openedAt: null, address: null },
  particulars: { ...accountRequestOf(), ...answers },
  accounts: [],
  ...{ users: [], requests: [], documents: [], changes: [], views: [] },
})

setUpScreen()
beforeEach(() => {
  call.mockReset().mockResolvedValue({ state: 'waiting' })
  useSession.setState({ permissions: new Set(['MAINTAIN_CUSTOMERS']) })
})

const onDone = vi.fn()
const onShowWaiting = vi.fn()
const open = (record: CustomerRecord) =>
  openScreen(<Correction record={record} onDone={onDone} onShowWaiting={onShowWaiting} />)
const field = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (input: HTMLElement, value: string) =>
  rendered(() => fireEvent.change(input, { target: { value } }))
const save = () =>
  rendered(() => fireEvent.click(screen.getByRole('button', { name: english['Customer.Edit.save'] })))
const sent = () =>
  call.mock.calls.filter(([name]) => name === 'Customer/UpdateCustomer').map(([, input]) => input)

test('a letter that changes several parts of the form is one correction', async () => {
  await open(recordOf('individual', answersOfAda))
  await type(field(english['Registration.Field.surname']), 'Okafor-Bello')
  await type(field(english['Registration.Field.address1']), '9 Awolowo Road')
  await type(field(english['Registration.Field.nextOfKinName']), 'Musa Bello')
  await type(field(english['Customer.Edit.reason']), 'Letter of 3 November')
  await save()
  expect(sent()).toEqual([
    {
      ...{ id: 4, reason: 'Letter of 3 November' },
      ...{ surname: 'Okafor-Bello', address1: '9 Awolowo Road', nextOfKinName: 'Musa Bello' },
    },
  ])
  expect(onDone).toHaveBeenCalledWith(english['Customer.Edit.waits'])
})

test('an answer that an older form accepted does not prevent the correction of another', async () => {
  await open(recordOf('individual', { ...answersOfAda, bvn: '123', city: '' }))
  await type(field(english['Registration.Field.address1']), '9 Awolowo Road')
  await type(field(english['Customer.Edit.reason']), 'Letter')
  await save()
  expect(sent()).toEqual([{ id: 4, reason: 'Letter', address1: '9 Awolowo Road' }])
})

test('details with a waiting correction cannot be corrected again, and the form links to it; others can', async () => {
  const record = recordOf('individual', answersOfAda)
  await open({
    ...record,
    changes: [
      {
        ...{ id: 9, customerId: 4, customerName: 'A customer', state: 'waiting', reason: 'Deed poll' },
        ...{ makerName: 'clerk', madeAt: '2026-11-20T09:00:00.000Z', deciderName: null, decidedAt: null },
        ...{ decision: null, document: null, isOwn: false, notByReader: null },
        fields: [{ name: 'surname', before: 'Okafor', after: 'Bello' }],
      },
    ],
  })
  expect(screen.queryByRole('textbox', { name: english['Registration.Field.surname'] })).toBeNull()
  expect(screen.getByText(/clerk.*Deed poll/).textContent).toContain(english['Registration.Field.surname'])
  await rendered(() =>
    fireEvent.click(screen.getByRole('button', { name: english['Customer.Edit.showWaiting'] })),
  )
  expect(onShowWaiting).toHaveBeenCalled()
  await type(field(english['Registration.Field.address1']), '9 Awolowo Road')
  await type(field(english['Customer.Edit.reason']), 'Letter')
  await save()
  expect(sent()).toEqual([{ id: 4, reason: 'Letter', address1: '9 Awolowo Road' }])
})

test('corrected values are checked, and the first error has the focus', async () => {
  await open(recordOf('individual', answersOfAda))
  await type(field(english['Registration.Field.bvn']), '123')
  await type(field(english['Customer.Edit.reason']), 'Letter')
  await save()
  expect(sent()).toEqual([])
  expect(document.activeElement).toBe(field(english['Registration.Field.bvn']))
})

test('a company’s signatory can be corrected; unchanged signatories are not sent', async () => {
  const company = recordOf('corporate', { companyName: 'Harmattan Ltd', signatories: [signatory] })
  await open(company)
  await type(field(english['Registration.Field.companyName']), 'Harmattan Limited')
  await type(field(english['Customer.Edit.reason']), 'Certificate')
  await save()
  expect(sent()).toEqual([{ id: 4, reason: 'Certificate', companyName: 'Harmattan Limited' }])

  await type(field(english['Registration.Field.signatory.name']), 'Ngozi Bello')
  await save()
  expect(sent().at(-1)).toMatchObject({ signatories: [{ ...signatory, name: 'Ngozi Bello' }] })
})

test('an error in a signatory is shown next to its field', async () => {
  await open(recordOf('corporate', { signatories: [signatory] }))
  await type(field(english['Registration.Field.bvn']), '22')
  await type(field(english['Customer.Edit.reason']), 'Letter')
  await save()
  expect(sent()).toEqual([])
  expect(document.activeElement).toBe(field(english['Registration.Field.bvn']))
})
