import { RequestStatus, refusals } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { meridian } from '../../http/identity.fixture.ts'
import { auditOf, completion, handed, numbers, submitted } from './registration.fixture.ts'
import { approve, read, reviewersForAllTests } from './reviewers.fixture.ts'

reviewersForAllTests()
beforeAll(() => {
  numbers.areByHand = true
})
afterAll(() => {
  numbers.areByHand = false
})

const GIVEN = { cscsAccount: '0123456789', chn: 'c00004711zb' }

test('without a depository no numbers are invented: the request waits for numbers that staff enter', async () => {
  const { id } = await submitted('numbered')
  expect(await read(id)).toMatchObject({ isNumberedByHand: true })
  const { depositoryNumbersMissing } = refusals
  for (const some of [{}, { cscsAccount: GIVEN.cscsAccount }, { chn: GIVEN.chn }]) {
    const { error } = await approve(id, undefined, some)
    expect(error.code).toBe(depositoryNumbersMissing.code)
    expect(error.validationErrors[0].members).toEqual(['cscsAccount', 'chn'])
  }
  await completion.resume()
  expect(await read(id)).toMatchObject({ status: RequestStatus.pending, assigned: null })

  const { result } = await approve(id, undefined, GIVEN)
  expect(result).toMatchObject({
    ...{ status: RequestStatus.completed, cscsAccount: '0123456789', chn: 'C00004711ZB' },
  })
  expect(handed.at(-1)?.account).toMatchObject({ cscsAccount: '0123456789' })
  const approvals = (await auditOf(meridian)).filter(
    ({ method_name, exception }) =>
      exception === null && method_name === 'ApproveAndSubmitCustomerAccountCreationRequest',
  )
  expect(JSON.stringify(approvals.at(-1)?.parameters)).toContain(GIVEN.cscsAccount)
})

test.each([
  ['cscsAccount', '0000000000'],
  ['cscsAccount', '12345'],
  ['cscsAccount', '123456789'],
  ['cscsAccount', '12345678901'],
  ['cscsAccount', '12345x'],
  ['chn', 'X00004711ZB'],
  ['chn', 'C1'],
])('a %s of %s is refused', async (name, value) => {
  const { id } = await submitted(`wrong-${name}-${value}`.toLowerCase())
  const { error } = await approve(id, undefined, {
    cscsAccount: '2000000001',
    chn: 'C2000001ZB',
    [name]: value,
  })
  expect(error.validationErrors[0].members).toEqual([name])
  expect((await read(id)).status).toBe(RequestStatus.pending)
})

test('numbers of another customer are refused next to their fields, and the request still waits', async () => {
  const { id } = await submitted('again')
  const other = { cscsAccount: '9000000001', chn: 'C90000001ZB' }
  const held = await approve(id, undefined, { ...other, cscsAccount: GIVEN.cscsAccount })
  expect(held.error.code).toBe(refusals.cscsAccountHeld.code)
  expect(held.error.validationErrors[0].members).toEqual(['cscsAccount'])
  const doubled = await approve(id, undefined, { ...other, chn: GIVEN.chn })
  expect(doubled.error.code).toBe(refusals.chnHeld.code)
  expect((await read(id)).status).toBe(RequestStatus.pending)
  expect((await approve(id, undefined, other)).result.status).toBe(RequestStatus.completed)
})

test('numbers that the request has in full hold where staff enter none', async () => {
  const given = { cscsAccount: '0000004711', chn: 'C00000815AB' }
  const { id } = await submitted('has-numbers', given)
  expect((await approve(id)).result).toMatchObject(given)
})

test('a number of which the request has only some digits is entered in full', async () => {
  const { id } = await submitted('short-number', { cscsAccount: '4712', chn: 'C00000816AB' })
  expect((await approve(id)).error.code).toBe(refusals.depositoryNumbersMissing.code)
  const { result } = await approve(id, undefined, { cscsAccount: '0000004712' })
  expect(result).toMatchObject({ cscsAccount: '0000004712', chn: 'C00000816AB' })
})
