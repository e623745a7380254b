import { fireEvent, screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { accountRequestOf, answersOfAda } from '../../registration/account-request.fixture.ts'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { Documents } from './documents.tsx'
import type { CustomerRecord } from './record.ts'

const { call, download } = vi.hoisted(() => ({ call: vi.fn(), download: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download }))

const given = {
  ...({ kind: 'idDocument', name: 'old.pdf', request: 3, document: null, isCurrent: true } as const),
  ...{ uploadedAt: '2026-11-20T09:00:00.000Z', reason: null, givenBy: null },
  ...{ approvedBy: 'reviewer', approvedAt: null },
}
const record: CustomerRecord = {
  ...{ id: 4, name: 'Ada', accountType: 'individual', chn: null, openedAt: null, address: null },
  particulars: { ...accountRequestOf(), ...answersOfAda },
  ...{ accounts: [], users: [], requests: [], changes: [], views: [], documents: [given] },
}

setUpScreen()
beforeEach(() => {
  call.mockReset().mockResolvedValue({ changeId: 1 })
  download.mockReset().mockResolvedValue(new File(['%PDF-'], 'old.pdf', { type: 'application/pdf' }))
  useSession.setState({ permissions: new Set(['MAINTAIN_CUSTOMERS']) })
})

const replace = () =>
  rendered(() =>
    fireEvent.click(
      screen.getByRole('button', { name: `Replace: ${english['Registration.Document.idDocument']}` }),
    ),
  )
const choose = (file: File) =>
  rendered(() =>
    fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
      target: { files: [file] },
    }),
  )

test('a document is replaced with a reason, next to the current one', async () => {
  await openScreen(<Documents record={record} />)
  await replace()
  await choose(new File(['%PDF-1.7 new'], 'new.pdf'))
  await vi.waitFor(() => screen.getByRole('textbox', { name: english['Customer.Edit.reason'] }))
  expect(screen.getByText(english['Customer.Document.current'])).toBeTruthy()
  expect(screen.getByText(english['Customer.Document.new'])).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: english['Customer.Edit.reason'] }), {
    target: { value: 'The passport expired' },
  })
  await rendered(() =>
    fireEvent.click(screen.getByRole('button', { name: english['Customer.Document.send'] })),
  )
  const [, input, options] = call.mock.calls.find(([name]) => name === 'Customer/AddDocument') ?? []
  expect(input).toEqual({ id: 4, kind: 'idDocument', reason: 'The passport expired' })
  expect(options.files.document.name).toBe('new.pdf')
  expect(screen.getByText(english['Customer.Document.waits'])).toBeTruthy()
})

test('a file that cannot be sent is refused with a clear message before it is sent', async () => {
  await openScreen(<Documents record={record} />)
  await replace()
  await choose(new File(['MZ'], 'letter.docx'))
  await vi.waitFor(() => screen.getByText(english['Registration.Documents.wrongType']))
  expect(screen.queryByRole('button', { name: english['Customer.Document.send'] })).toBeNull()
})

test('opening the record reads no document; each is read when it is shown', async () => {
  await openScreen(<Documents record={record} />)
  expect(download).not.toHaveBeenCalled()
  const title = english['Registration.Document.idDocument']
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: `Show: ${title}` })))
  expect(download.mock.calls.map(([name]) => name)).toEqual(['Customer/GetDocument'])
  expect(screen.queryByRole('button', { name: `Show: ${title}` })).toBeNull()
})
