import { RequestStatus, refusals, settingTexts } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { call, zenith } from '../../http/identity.fixture.ts'
import {
  ask,
  bearerOf,
  completion,
  depository,
  handed,
  logged,
  mailed,
  set,
  submitted,
} from './registration.fixture.ts'
import {
  approve,
  ofOther,
  read,
  reject,
  reviewer,
  reviewersForAllTests,
  second,
  statusAs,
} from './reviewers.fixture.ts'

reviewersForAllTests()

describe('the depository’s answer', () => {
  test('a request that the depository refused is kept, and asked for again', async () => {
    const { id } = await submitted('unmatched')
    depository.mode = 'refuses'
    expect((await approve(id)).result).toMatchObject({
      status: RequestStatus.failed,
      reason: 'The BVN does not belong to a person with this name.',
      accountNumber: null,
    })
    expect(await mailed('unmatched')).toContain('Your trading account could not be opened yet')
    depository.mode = 'assigns'
    const edited = { id, surname: 'Bello-Danjuma' }
    expect(
      (await call('Customer/UpdateCustomerAccountCreationRequest', edited, reviewer)).result.status,
    ).toBe(6)
    // Who changed it is not the one who approves it.
    expect((await approve(id)).error.code).toBe(refusals.accountRequestEdited.code)
    expect((await approve(id, second)).result).toMatchObject({
      status: RequestStatus.completed,
      reason: null,
    })
  })

  test('when two requests with one CSCS account are approved at once, the second fails and can be corrected', async () => {
    const cscsAccount = '5555500001'
    const { id: one } = await submitted('first-of-one', { cscsAccount })
    const { id: other } = await submitted('second-of-one', { cscsAccount })
    const answers = await Promise.all([approve(one), approve(other, second)])
    expect(answers.map(({ result }) => result.status).sort()).toEqual([
      RequestStatus.completed,
      RequestStatus.failed,
    ])
    const failed = answers[0].result.status === RequestStatus.failed ? one : other
    const inFrench = () =>
      ask('Customer/GetCustomerAccountCreationRequest', { id: String(failed), culture: 'fr' }, reviewer)
    expect((await inFrench()).result.reason).toBe(
      'Le compte CSCS appartient à un autre compte de la société.',
    )
    // Its owner reads nothing of another customer.
    const owner = failed === one ? 'first-of-one' : 'second-of-one'
    const { result: own } = await statusAs(await bearerOf(owner))
    for (const reason of [own.reason, own.history.at(-1).reason])
      expect(reason).toBe(
        'We could not accept the CSCS account you entered. Compare it with your CSCS statement.',
      )
    // What the depository was asked before is not what it answers for another number.
    await call(
      'Customer/UpdateCustomerAccountCreationRequest',
      { id: failed, cscsAccount: '5555500002' },
      reviewer,
    )
    expect((await approve(failed, second)).result).toMatchObject({
      status: RequestStatus.completed,
      cscsAccount: '5555500002',
    })
  })

  test.each([
    ['returned', { returnForCorrection: true }, RequestStatus.draft],
    ['rejected', {}, RequestStatus.rejected],
  ])('is %s if the depository is silent, and a later answer is not applied', async (what, more, status) => {
    const { id } = await submitted(`silently.${what}`)
    depository.mode = 'silent'
    await approve(id)
    depository.mode = 'assigns'
    const answers = depository.open
    let decided = {}
    depository.open = async (application) => {
      depository.open = answers
      const { revision } = await read(id)
      decided = (await reject(id, { ...more, revision }, second)).result
      return answers(application)
    }
    const before = logged.length
    await completion.resume()
    expect(decided).toEqual({ status })
    expect(await read(id)).toMatchObject({ status, assigned: null })
    expect(logged.slice(before)).toMatchObject([
      { requestId: id, answer: 'assigned', msg: 'the depository answered too late' },
    ])
  })

  test('a silent depository is asked again after a restart', async () => {
    const { id } = await submitted('patient')
    depository.mode = 'silent'
    expect((await approve(id)).result).toMatchObject({ status: RequestStatus.approved, accountNumber: null })
    await completion.resume()
    depository.mode = 'assigns'
    await completion.resume()
    const { result } = await ask(
      'Customer/GetCustomerAccountCreationRequestStatus',
      { id: String(id) },
      reviewer,
    )
    expect(result.status).toBe(RequestStatus.completed)
    const { accountNumber } = result.request.assigned
    expect(handed.at(-1)?.account.account).toBe(accountNumber)
  })

  test('a withdrawn number is replaced by one from the depository', async () => {
    const { id: one } = await submitted('numbered', { cscsAccount: '5555500003', chn: 'C00005555AB' })
    const { id: other } = await submitted('unnumbered', { cscsAccount: '5555500003', chn: 'C00005556AB' })
    await approve(one)
    expect((await approve(other)).result.status).toBe(RequestStatus.failed)
    const corrected = { id: other, cscsAccount: '' }
    await call('Customer/UpdateCustomerAccountCreationRequest', corrected, reviewer)
    expect((await approve(other, second)).result).toMatchObject({
      status: RequestStatus.completed,
      cscsAccount: expect.stringMatching(/^7\d{9}$/),
      chn: 'C00005556AB',
    })
  })

  test('a clearing house number is that of one customer of a firm; whether another firm has it is not said', async () => {
    const { id: one } = await submitted('chn.first', { chn: 'C00007777AB' })
    const { id: other } = await submitted('chn.second', { chn: 'C00007777ab' })
    expect((await approve(one)).result).toMatchObject({ status: RequestStatus.completed })
    expect((await approve(other)).result).toMatchObject({
      status: RequestStatus.failed,
      reason: 'The clearing house number (CHN) belongs to another customer of the firm.',
    })
    await set(zenith, settingTexts({ memberCode: 'ZHS', registrationOpen: true }))
    const elsewhere = await submitted(
      'chn.elsewhere',
      { chn: 'C00007777AB', cscsAccount: '5555500001' },
      { tenancyName: 'Zenith-Hill' },
    )
    expect((await approve(elsewhere.id, ofOther)).result).toMatchObject({
      ...{ status: RequestStatus.completed, chn: 'C00007777AB', cscsAccount: '5555500001' },
    })
  })
})
