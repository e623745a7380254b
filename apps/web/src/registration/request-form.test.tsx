import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { stepsOf } from '@tradebook/contract/schemas/registration'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { loadTexts } from '../i18n.ts'
import { accountRequestOf, answersOfAda, documentsOfAda } from './account-request.fixture.ts'
import { RequestForm } from './request-form.tsx'

vi.mock('../api/client.ts', () => ({ call: vi.fn(), clearCredentials: vi.fn(), download: vi.fn() }))

const MARKET_DATE = '2026-11-23'
const onSubmitted = vi.fn()

/** The form of the person who is registering, at a step. */
function open(
  step: string | undefined,
  more: Parameters<typeof accountRequestOf>[0] = {},
  isFromPaper = false,
) {
  const form = (
    <RequestForm
      request={accountRequestOf(more)}
      {...(isFromPaper ? { isFromPaper } : { accessToken: 'registration' })}
      marketDate={MARKET_DATE}
      onSubmitted={onSubmitted}
    />
  )
  const router = createMemoryRouter(
    [
      { path: '/', element: form },
      { path: '/elsewhere', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [step === undefined ? '/' : `/?step=${step}`] },
  )
  render(<RouterProvider router={router} />)
  return router
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
// By their texts: roles of a form with long lists are computed slowly.
const goOn = () => fireEvent.click(screen.getByText('Save and continue'))
const handIn = () => fireEvent.click(screen.getByText('Submit'))
const sent = () => vi.mocked(call).mock.calls.map(([name, input, options]) => ({ name, input, options }))
const heading = (name: string) => screen.findByText(name, { selector: 'h2' })

beforeEach(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  vi.mocked(call).mockReset()
  vi.mocked(call).mockResolvedValue({ id: 7, status: 1 } as never)
  onSubmitted.mockReset()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
})

afterEach(cleanup)

test('a reviewer’s remark is shown next to its field', async () => {
  open('identification', { ...answersOfAda, remarks: [{ field: 'nin', remark: 'It is another person’s.' }] })
  const described = screen.getByLabelText('NIN').getAttribute('aria-describedby')?.split(' ') ?? []
  const notes = described.map((id) => document.getElementById(id)?.textContent)
  expect(notes.join(' ')).toContain('It is another person’s.')
  expect(screen.getAllByText('It is another person’s.')).toHaveLength(1)
})

test('a person asked to correct something begins at that step, anyone else at the first', async () => {
  open(undefined, { ...answersOfAda, remarks: [{ field: 'bvn', remark: 'A digit is missing.' }] })
  await heading('Proof of identity')
  cleanup()
  open(undefined, answersOfAda)
  await heading('Type of account')
})

test('errors in a step are shown next to their fields, the first has the focus, and nothing is saved', async () => {
  open('identification', { ...answersOfAda, bvn: '123', nin: '' })
  goOn()
  await screen.findByText('A BVN has 11 digits.')
  await screen.findByText('Enter a value.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('BVN')))
  expect(call).not.toHaveBeenCalled()
})

test('a step is saved before the next one opens at its heading, and the way back loses nothing', async () => {
  open('identification', answersOfAda)
  type('BVN', '22999999999')
  goOn()
  const next = await heading('Where you live and work')
  await waitFor(() => expect(document.activeElement).toBe(next))
  expect(sent()).toEqual([
    {
      name: 'Customer/CustomerRegister',
      input: expect.objectContaining({
        accessToken: 'registration',
        accountType: 'individual',
        submit: false,
        bvn: '22999999999',
        surname: 'Okafor',
      }),
      options: expect.objectContaining({ failure: 'inline' }),
    },
  ])
  type('Address', '5 Marina Road')
  fireEvent.click(screen.getByText('Back'))
  await heading('Proof of identity')
  goOn()
  await heading('Where you live and work')
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('5 Marina Road')
})

test('a person who is not 18 on the market date cannot continue', async () => {
  open('person', { ...answersOfAda, dateOfBirth: '2008-11-24' })
  goOn()
  await screen.findByText('Account holders must be at least 18.')
  type('Date of birth', '2008-11-23')
  goOn()
  await heading('Proof of identity')
})

test('a wrong check digit is refused if the rule is certain, and otherwise a warning', async () => {
  open('bank', { ...answersOfAda, bankAccountNumber: '0000014570' })
  goOn()
  await screen.findByText(/This is not an account number of this bank/)
  expect(call).not.toHaveBeenCalled()
  cleanup()
  open('bank', { ...answersOfAda, bankSortCode: '51310', bankAccountNumber: '0000014570' })
  await screen.findByText('This may not be an account number of this bank. Check it again.')
  goOn()
  await heading('Documents')
})

test('a document is sent under its kind as soon as it is chosen; without all of them the step stays', async () => {
  open('documents', { ...answersOfAda, documents: documentsOfAda.slice(1) })
  goOn()
  await screen.findByText('Add what is still missing: Passport photograph.')
  const photo = within(screen.getByRole('region', { name: 'Passport photograph' }))
  const choose = (file: File) =>
    fireEvent.change(photo.getByLabelText(/^Choose a file/), { target: { files: [file] } })
  choose(new File(['GIF'], 'me.txt', { type: 'text/plain' }))
  await photo.findByText('Choose a picture (JPEG or PNG) or a PDF file.')
  expect(call).not.toHaveBeenCalled()
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff]), 'photograph'], 'me.jpg', { type: 'image/jpeg' })
  choose(file)
  await photo.findByText(/Saved: me\.jpg/)
  expect(screen.queryByText(/^Add what is still missing/)).toBeNull()
  expect(sent()[0]?.options).toMatchObject({ files: { passportPhoto: file } })
  goOn()
  await heading('Declarations')
})

test('the last step checks all steps and leads to the first error; a complete request is submitted', async () => {
  open('declarations', { ...answersOfAda, bankAccountName: null, documents: documentsOfAda })
  fireEvent.click(screen.getByLabelText(/^My answers are true/))
  handIn()
  await heading('Bank and investment')
  const field = screen.getByLabelText('Name on the bank account')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(call).not.toHaveBeenCalled()
  type('Name on the bank account', 'Ada Okafor')
  goOn()
  await heading('Documents')
  goOn()
  await heading('Declarations')
  handIn()
  await waitFor(() => expect(onSubmitted).toHaveBeenCalledOnce())
  expect(vi.mocked(call).mock.lastCall?.[1]).toMatchObject({
    submit: true,
    consent: true,
    bankAccountName: 'Ada Okafor',
    // A box that nobody ticked is answered.
    politicallyExposed: false,
  })
})

test('an error that the server finds in another step leads there', async () => {
  vi.mocked(call).mockRejectedValueOnce(
    new ApiError({
      status: 400,
      code: 0,
      message: 'Your request is not valid!',
      details: null,
      data: {},
      validationErrors: [{ message: 'This BVN is another person’s.', members: ['bvn'] }],
    }),
  )
  open('declarations', { ...answersOfAda, consent: true, documents: documentsOfAda })
  handIn()
  await screen.findByText('This BVN is another person’s.')
  await heading('Proof of identity')
})

test('the steps depend on the account type; a company names its signatories', async () => {
  open('type', answersOfAda)
  fireEvent.click(screen.getByLabelText(/^Corporate/))
  goOn()
  await heading('The company')
  cleanup()
  open('signatories', { accountType: 'corporate' })
  goOn()
  await waitFor(() => expect(screen.getAllByText('Enter a value.').length).toBeGreaterThan(1))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
})

test('leaving with an unsaved answer asks first', async () => {
  const router = open('identification', answersOfAda)
  type('BVN', '22999999998')
  await router.navigate('/elsewhere')
  await screen.findByText('Leave without saving?')
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe('/')
})

test('a document with a remark gets the focus, and shows what is wrong', async () => {
  open(undefined, {
    ...{ ...answersOfAda, documents: documentsOfAda },
    remarks: [{ field: 'signature', remark: 'Too dark' }],
  })
  await screen.findByText('Documents', { selector: 'h2' })
  expect(within(screen.getByLabelText('Signature')).getByText('Too dark')).toBeTruthy()
})

test.each(stepsOf('individual'))(
  'copied from a paper form, nothing of the step %s speaks to the applicant',
  async (step) => {
    open(step, answersOfAda, true)
    await screen.findByRole('heading', { level: 2 })
    expect(document.body.textContent).not.toMatch(/\b(you|your|I|my|we)\b/i)
  },
)
