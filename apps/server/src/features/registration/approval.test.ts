import { RequestStatus, refusals } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { call, database, meridian } from '../../http/identity.fixture.ts'
import { ask, bearerOf, completion, depository, handed, mailed, submitted } from './registration.fixture.ts'
import { individual } from './request.fixture.ts'
import {
  approve,
  asRead,
  edit,
  ofOther,
  read,
  reject,
  reviewer,
  reviewersForAllTests,
  second,
  setUser,
  statusAs,
} from './reviewers.fixture.ts'

reviewersForAllTests()

describe('review', () => {
  test('returns a request for correction, rejects it, and accepts it again', async () => {
    const { id } = await submitted('corrected')
    const own = await bearerOf('corrected')
    expect((await reject(id, { returnForCorrection: true })).result).toEqual({ status: RequestStatus.draft })
    expect(await mailed('corrected')).toContain('The photograph is dark')
    expect((await reject(id, {}, second)).error).toMatchObject({ code: 5002 })
    const submit = () => call('Customer/UpdateCustomerAccountCreationRequest', { id, submit: true }, own)
    expect((await submit()).result).toEqual({ id, status: RequestStatus.pending })
    expect((await reject(id)).result).toEqual({ status: RequestStatus.rejected })
    expect((await submit()).result).toEqual({ id, status: RequestStatus.pending })
    const { result } = await ask('Customer/GetCustomerAccountCreationRequest', { id: String(id) }, reviewer)
    expect(result.history.map(({ action }: { action: string }) => action)).toEqual([
      ...['submit', 'returnForCorrection', 'submit', 'reject', 'submit'],
    ])
    expect(result.history[1]).toMatchObject({ reason: 'The photograph is dark', by: 'reviewer' })
    const seen = await ask('Customer/GetCustomerAccountCreationRequest', { id: String(id) }, own)
    expect(seen.result.history[1].by).toBeNull()
  })

  test('remarks on fields reach the owner of a returned request, and go when it is submitted again', async () => {
    const { id } = await submitted('remarked')
    const own = await bearerOf('remarked')
    const remarksSeen = async () =>
      (await ask('Customer/GetCustomerAccountCreationRequest', { id: String(id) }, own)).result.remarks
    const remarks = [{ field: 'nin', remark: 'Another person’s' }]
    const twice = await reject(id, { returnForCorrection: true, remarks: [...remarks, ...remarks] })
    expect(twice.status).toBe(400)
    const unknown = [{ field: 'userName', remark: 'No field of a request' }]
    expect((await reject(id, { returnForCorrection: true, remarks: unknown })).status).toBe(400)
    await reject(id, { returnForCorrection: true, remarks })
    expect(await remarksSeen()).toEqual(remarks)
    await call('Customer/UpdateCustomerAccountCreationRequest', { id, submit: true }, own)
    expect(await remarksSeen()).toEqual([])
    // A rejected request is not corrected field by field.
    await reject(id, { remarks })
    expect(await remarksSeen()).toEqual([])
  })

  test('when two reviewers approve at once, the second is refused', async () => {
    const { id } = await submitted('contested')
    const before = handed.length
    const answers = await Promise.all([approve(id), approve(id, second)])
    expect(answers.map(({ result, error }) => result?.status ?? error.code).sort()).toEqual([4, 5002])
    expect(handed).toHaveLength(before + 1)
  })

  test('a request that waits for approval stays complete, no matter who changes it', async () => {
    const { id } = await submitted('whole')
    const emptied = { id, surname: '', bankAccountNumber: '' }
    const { error } = await call('Customer/UpdateCustomerAccountCreationRequest', emptied, reviewer)
    expect(error.code).toBe(refusals.accountRequestIncomplete.code)
    expect((await approve(id)).result.status).toBe(RequestStatus.completed)
  })

  test('is decided as it was read: someone else’s changes must be read first', async () => {
    const { id } = await submitted('revised')
    const { revision } = await read(id)
    await edit(id, { bankAccountName: 'Zainab Ada Bello' }, second)
    for (const seen of [revision, undefined])
      for (const answer of [
        await approve(id, reviewer, { revision: seen }),
        await reject(id, { revision: seen }),
        await reject(id, { revision: seen, returnForCorrection: true }),
      ])
        expect(answer.error).toMatchObject({
          code: refusals.accountRequestRevised.code,
          message: 'This request has changed since you opened it',
        })
    expect((await approve(id)).result.status).toBe(RequestStatus.completed)
  })

  test('a request whose bank account is in another name is not approved', async () => {
    const { id } = await submitted('other.name')
    await database.store.forTenant(meridian).write((tx) =>
      tx
        .updateTable('account_requests')
        .set({ fields: JSON.stringify({ ...individual, bankAccountName: 'Sade Cole' }) })
        .where('id', '=', id)
        .execute(),
    )
    expect((await approve(id)).error).toMatchObject({
      code: refusals.bankAccountNotOwn.code,
      details: expect.stringContaining('Sade Cole'),
    })
    await edit(id, { bankAccountName: 'BELLO ZAINAB' })
    expect((await approve(id, second)).result.status).toBe(RequestStatus.completed)
  })

  test('without the revision that was read, what its owner corrected is not approved', async () => {
    const { id } = await submitted('corrected.unread')
    await reject(id, { returnForCorrection: true })
    const own = await bearerOf('corrected.unread')
    await edit(id, { bankAccountName: 'Zainab Ada Bello', submit: true }, own)
    expect((await approve(id, reviewer, { revision: undefined })).error.code).toBe(
      refusals.accountRequestRevised.code,
    )
    expect((await approve(id)).result.status).toBe(RequestStatus.completed)
  })

  test('is approved in spite of the warnings that were read, not of others', async () => {
    const bvn = '22777777771'
    const person = { surname: 'Cole', bankAccountName: 'Zainab Cole', emailAddress: 'cole@example.com' }
    const unread = { ...person, bvn, nin: '72345678901', phoneNumber: '+234 807 111 2222' }
    const { id } = await submitted('doubted', { ...unread, bankAccountNumber: '0000014586' })
    const seen = await asRead(id)
    await submitted('doubted.too', unread)
    expect((await asRead(id)).revision).toBe(seen.revision)
    for (const { warnings } of [seen, {}])
      expect((await approve(id, reviewer, { warnings })).error.code).toBe(refusals.accountRequestRevised.code)
    expect((await approve(id)).result.status).toBe(RequestStatus.completed)
  })

  test('of a deactivated person is approved once the person is activated again', async () => {
    const { id } = await submitted('deactivated')
    await setUser('deactivated', { is_active: false })
    expect((await approve(id)).error.code).toBe(refusals.accountRequestOfNobody.code)
    await setUser('deactivated', { is_active: true })
    depository.mode = 'silent'
    await approve(id)
    depository.mode = 'assigns'
    await setUser('deactivated', { is_active: false })
    await completion.resume()
    expect(await read(id)).toMatchObject({ status: RequestStatus.approved })
    await setUser('deactivated', { is_active: true })
    await completion.resume()
    expect(await read(id)).toMatchObject({ status: RequestStatus.completed })
  })

  test('of a deleted person cannot be approved, no longer gives access, and can be rejected', async () => {
    const { id } = await submitted('gone.before')
    await setUser('gone.before', { is_active: false, deletion_time: new Date(0) })
    expect((await approve(id)).error.code).toBe(refusals.accountRequestOfNobody.code)
    const mailsBefore = await mailed('gone.before')
    expect((await reject(id)).result).toEqual({ status: RequestStatus.rejected })
    expect(await mailed('gone.before')).toEqual(mailsBefore)

    const { id: other } = await submitted('gone.meanwhile')
    depository.mode = 'silent'
    await approve(other)
    depository.mode = 'assigns'
    await setUser('gone.meanwhile', { is_active: false, deletion_time: new Date(0) })
    await completion.resume()
    expect(await read(other)).toMatchObject({
      ...{ status: RequestStatus.failed, reason: 'The user of this request was deleted.', assigned: null },
    })
  })

  test('a reviewer who changed a request cannot approve it, even after its owner submitted it again', async () => {
    const { id } = await submitted('circled')
    await edit(id, { bankAccountName: 'Bello Zainab' })
    await reject(id, { revision: (await read(id)).revision, returnForCorrection: true })
    // A draft is its owner's.
    expect((await edit(id, { bankAccountName: 'Bello Zainab' })).error.code).toBe(
      refusals.accountRequestNotEditable.code,
    )
    await edit(id, { submit: true }, await bearerOf('circled'))
    expect((await approve(id)).error.code).toBe(refusals.accountRequestEdited.code)
    expect((await approve(id, second)).result.status).toBe(RequestStatus.completed)
  })

  test("with another person's answer warns only reviewers, and is approved only with a reason", async () => {
    const [bvn, nin] = ['22999999991', '92345678901']
    const phones = ['+234 809 111 2222', '0809-111-2222']
    const person = { surname: 'Ojo', bankAccountName: 'Zainab Ojo', emailAddress: 'ojo@example.com' }
    const own = { ...person, bvn, bankAccountNumber: '0000014593' }
    const first = await submitted('double.one', { ...own, nin, phoneNumber: phones[0] ?? '' })
    const second = { ...own, nin: '92345678902', phoneNumber: phones[1] ?? '' }
    const { id } = await submitted('double.two', second)
    await approve(first.id)
    const { account } = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('account_requests')
          .select('account')
          .where('id', '=', first.id)
          .executeTakeFirstOrThrow(),
      )
    const { warnings } = await read(id)
    const other = { requestId: first.id, accountNumber: account, applicantName: 'Zainab Ojo' }
    for (const kind of ['bvn', 'phoneNumber', 'emailAddress', 'nameAndBirthday'])
      expect(warnings).toContainEqual({ ...other, kind })
    expect(warnings).not.toContainEqual({ ...other, kind: 'nin' })
    const owner = await bearerOf('double.two')
    expect((await statusAs(owner)).result.request.warnings).toEqual([])

    const why = 'Father and daughter'
    expect((await approve(id, reviewer, { reason: undefined })).error.code).toBe(
      refusals.accountRequestDoubtful.code,
    )
    expect((await approve(id, reviewer, { reason: why })).result.status).toBe(RequestStatus.completed)
    const { history } = await read(id)
    expect(history).toContainEqual(expect.objectContaining({ action: 'approve', reason: why }))
    expect(JSON.stringify((await statusAs(owner)).result)).not.toContain(why)
  })

  test('of an own request, or one of another firm, is refused', async () => {
    const { id } = await submitted('foreigner')
    for (const answer of [await approve(id, ofOther), await reject(id, {}, ofOther)])
      expect(answer.error.code).toBe(refusals.unknownAccountRequest.code)
    const nobodys = await ask('Customer/GetCustomerAccountCreationRequest', { id: '999999' }, ofOther)
    const others = await ask('Customer/GetCustomerAccountCreationRequest', { id: String(id) }, ofOther)
    expect(others.error).toEqual(nobodys.error)
    const listed = await ask('Customer/GetAllCustomerAccountCreationRequests', {}, ofOther)
    expect(listed.result.totalCount).toBe(0)
    const found = await ask(
      'Customer/GetAllCustomerAccountCreationRequests',
      { status: '2', fromDate: '2026-11-01', keyword: 'foreign' },
      reviewer,
    )
    expect(found.result.items).toMatchObject([{ id, userName: 'foreigner' }])
    const own = await call('Customer/CustomerRegister', individual, reviewer)
    expect((await reject(own.result.id)).error.code).toBe(refusals.accountRequestOwn.code)
  })
})
