import { lagosDate, RequestStatus, refusals, settingTexts } from '@tradebook/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addUser,
  app,
  bearing,
  call,
  current,
  database,
  meridian,
  PASSWORD,
  signIn,
  zenith,
} from '../../http/identity.fixture.ts'
import { lockOfFirm } from '../../store/advisory-locks.ts'
import { createTenant } from '../../store/people.ts'
import {
  ask,
  auditOf,
  bearerOf,
  codeTo,
  completion,
  depository,
  desk,
  handed,
  logged,
  mailed,
  registerAs,
  registrationForAllTests,
  sendForm,
  set,
  submitted,
  verified,
} from './registration.fixture.ts'
import { files, individual } from './request.fixture.ts'

// Longer than 300 lines, for one edge and one database serve a person's whole way.

registrationForAllTests()

let reviewer: Record<string, string>
let second: Record<string, string>
let ofOther: Record<string, string>

beforeAll(async () => {
  await addUser(meridian, 'reviewer', 'ADMIN')
  await addUser(meridian, 'second', 'ADMIN')
  await addUser(zenith, 'foreign', 'ADMIN')
  await set(meridian, settingTexts({ memberCode: 'MSL' }))
})

async function signReviewersIn(): Promise<void> {
  reviewer = await bearerOf('reviewer')
  second = await bearerOf('second')
  ofOther = await bearerOf('foreign', { tenancyName: 'Zenith-Hill' })
}

/** As a reviewer reads a request now. */
const read = async (id: number, who = reviewer) =>
  (await ask('Customer/GetCustomerAccountCreationRequest', { id: String(id) }, who)).result
/** What an approval names of it. */
const asRead = async (id: number, who = reviewer) => {
  const { revision, warnings } = (await read(id, who)) ?? {}
  return { revision, warnings }
}
const approve = async (id: number, who = reviewer, more: object = {}) => {
  // All of these persons have one BVN.
  const input = { id, ...(await asRead(id, who)), reason: 'Seen in person', ...more }
  return call('Customer/ApproveAndSubmitCustomerAccountCreationRequest', input, who)
}
const setUser = (userName: string, change: object) =>
  database.store
    .forTenant(meridian)
    .write((tx) => tx.updateTable('users').set(change).where('user_name', '=', userName).execute())
const edit = (id: number, fields: object, who = reviewer) =>
  call('Customer/UpdateCustomerAccountCreationRequest', { id, ...fields }, who)
const reject = (id: number, more: object = {}, who = reviewer) =>
  call(
    'Customer/RejectCustomerAccountCreationRequest',
    { id, reason: 'The photograph is dark', ...more },
    who,
  )
const statusAs = (who: Record<string, string>) =>
  ask('Customer/GetCustomerAccountCreationRequestStatus', {}, who)
const statusOf = (accessToken: string) => statusAs(bearing(accessToken))
describe('a request', () => {
  beforeAll(signReviewersIn)

  test('is kept as a draft, step by step, and submitted when it is complete', async () => {
    const accessToken = await verified('drafter')
    const { surname, firstName, ...rest } = individual
    const save = (input: object) =>
      call('Customer/CustomerRegister', { accessToken, accountType: 'individual', ...input })
    const { result: draft } = await save({ surname: ' Bello ' })
    expect(draft.status).toBe(RequestStatus.draft)
    expect((await save({ firstName })).result).toEqual(draft)
    const early = await save({ submit: true })
    expect(early.error).toMatchObject({ code: refusals.accountRequestIncomplete.code })
    expect(early.error.data.fields).toContain('Registration.Document.signature')
    expect(early.error.details).toContain('BVN')
    const { result: status } = await statusOf(accessToken)
    expect(status.request).toMatchObject({ surname: 'Bello', firstName, bvn: null })
    // Nobody signs in with an incomplete registration.
    expect((await signIn('drafter')).result).toMatchObject({ registrationIncomplete: true })

    const update = { id: draft.id, accessToken, ...rest }
    expect((await call('Customer/UpdateCustomerAccountCreationRequest', update)).result).toEqual(draft)
    const sent = await sendForm(
      'Customer/CustomerRegister',
      { accessToken, accountType: 'individual', submit: true },
      files,
    )
    expect(sent.result).toEqual({ id: draft.id, status: RequestStatus.pending })
    expect(await mailed('drafter')).toContain('Meridian Securities has your request for a trading account')

    // From now on the person signs in, and is no member.
    const { result: signedIn } = await signIn('drafter')
    expect(signedIn.registrationIncomplete).toBe(false)
    const own = bearing(signedIn.accessToken)
    expect((await ask('MarketData/GetMarketStats', {}, own)).status).toBe(403)
    expect((await call('Customer/GetAllUserAccountCreationRequests', {}, own)).result).toMatchObject({
      totalCount: 1,
      items: [{ id: draft.id, applicantName: 'Zainab Bello', submittedOn: lagosDate(current.now) }],
    })
    expect((await call('Customer/CustomerRegister', individual, own)).error.code).toBe(
      refusals.accountRequestNotEditable.code,
    )
    expect((await call('Customer/GetAllCustomerAccountCreationRequests', {}, own)).status).toBe(403)

    // What is secret of a person stays out of the audit trail.
    const trail = JSON.stringify(await auditOf(meridian), (_, value) =>
      typeof value === 'bigint' ? 0 : value,
    )
    expect(trail).toContain('CustomerRegister')
    for (const secret of [individual.bvn, individual.nin, individual.motherMaidenName, accessToken])
      expect(trail).not.toContain(secret)
  })

  test('is the end of every token of the registration when it is submitted, for good', async () => {
    const token = await verified('tokens.end')
    const { result: resumed } = await signIn('tokens.end')
    const submit = { ...individual, accessToken: token, submit: true }
    const { result } = await sendForm('Customer/CustomerRegister', submit, files)
    const isOver = async () => {
      for (const accessToken of [token, resumed.accessToken]) {
        const own = { accessToken, id: result.id, accountType: 'individual' }
        const answers = [
          await ask('Account/GetResendVerificationCode', { accessToken }),
          await ask('Account/GetResendVerificationCode', {}, bearing(accessToken)),
          await call('Account/VerifyAccount', { accessToken, code: '123456' }),
          await call('Customer/CustomerRegister', { ...own, surname: 'Changed' }),
          await call('Customer/UpdateCustomerAccountCreationRequest', { ...own, surname: 'Changed' }),
          await statusOf(accessToken),
        ]
        expect(answers.map(({ error }) => error?.code)).toEqual(
          answers.map(() => refusals.registrationTokenInvalid.code),
        )
      }
    }
    await isOver()
    // Who is returned for correction signs in, and the token serves no more.
    await reject(result.id, { returnForCorrection: true })
    await isOver()
    const own = await bearerOf('tokens.end')
    expect((await ask('Customer/GetCustomerAccountCreationRequestStatus', {}, own)).result.status).toBe(
      RequestStatus.draft,
    )
  })

  test('is not shown to a token that stands in the address', async () => {
    const accessToken = await verified('addressed')
    expect(await ask('Customer/GetCustomerAccountCreationRequestStatus', { accessToken })).toMatchObject({
      error: { code: refusals.registrationTokenInvalid.code },
    })
  })

  test('a wrong code is in the audit trail as a refusal, the right one as done', async () => {
    const { result } = await registerAs('tracked')
    const { accessToken } = result
    const code = await codeTo('tracked@example.com')
    expect((await call('Account/VerifyAccount', { accessToken, code: 'x' })).result).toEqual({
      verified: false,
    })
    expect((await call('Account/VerifyAccount', { accessToken, code })).result).toEqual({ verified: true })
    const rows = (await auditOf(meridian)).filter(
      ({ method_name, user_name }) => method_name === 'VerifyAccount' && user_name === 'tracked',
    )
    expect(rows.map((row) => row.exception_message)).toEqual(['verificationCodeWrong', null])
  })

  test('what is refused stands in the audit trail of the firm, and none of it in that of the host', async () => {
    const token = await verified('refusee')
    const submit = { ...individual, accountType: 'individual', submit: true }
    for (const accessToken of [token, 'no-token'])
      expect((await call('Customer/CustomerRegister', { ...submit, accessToken })).status).toBe(500)
    const rows = async (tenantId: number) =>
      (await auditOf(tenantId))
        .filter(
          ({ method_name, exception_message: why }) => method_name === 'CustomerRegister' && why !== null,
        )
        .map(({ user_name, parameters }) => [user_name, parameters.includes(individual.surname)])
    expect(await rows(meridian)).toContainEqual(['refusee', true])
    const ofHost = await rows(0)
    expect(ofHost).not.toEqual([])
    expect(new Set(ofHost.map(String))).toEqual(new Set([String([null, false])]))
  })

  test.each([
    ['a child', { dateOfBirth: '2008-11-21' }, 'Registration.Field.dateOfBirth'],
    ['a bank account of another bank', { bankSortCode: '058' }, 'Registration.Field.bankAccountNumber'],
    ['a short BVN', { bvn: '123' }, 'Registration.Field.bvn'],
    ['no consent', { consent: false }, 'Registration.Field.consent'],
  ])('of %s is not complete', async (what, wrong, field) => {
    const accessToken = await verified(`wrong.${what.replace(/\W/g, '.')}`)
    const { error } = await sendForm(
      'Customer/CustomerRegister',
      { ...individual, ...wrong, accessToken, submit: true },
      files,
    )
    expect(error).toMatchObject({ code: refusals.accountRequestIncomplete.code, data: { fields: [field] } })
  })

  test('of a company has signatories, as objects or as texts of a form', async () => {
    const accessToken = await verified('company')
    const ada = {
      name: 'Ada Obi',
      position: 'Director',
      bvn: '22000000001',
      phoneNumber: '08030000000',
      emailAddress: 'ada@example.com',
    }
    const input = { accessToken, accountType: 'corporate', companyName: 'Obi Ltd' }
    await call('Customer/CustomerRegister', { ...input, signatories: [ada] })
    expect((await statusOf(accessToken)).result.request).toMatchObject({
      signatories: [ada],
      companyName: 'Obi Ltd',
    })
    await sendForm(
      'Customer/CustomerRegister',
      { ...input, signatories: JSON.stringify({ ...ada, name: 'Ngozi' }) },
      {},
    )
    expect((await statusOf(accessToken)).result.request.signatories).toMatchObject([{ name: 'Ngozi' }])
    const wrong = await sendForm('Customer/CustomerRegister', { ...input, signatories: 'no JSON' }, {})
    expect(wrong.error.code).toBe(refusals.accountRequestIncomplete.code)
  })

  test('keeps documents that are what they claim, for its owner and reviewers alone', async () => {
    const { id } = await submitted('documented')
    const own = await bearerOf('documented')
    const get = (headers: Record<string, string>, kind = 'passportPhoto') =>
      app.inject({ url: `/api/services/app/Customer/GetDocument?id=${id}&kind=${kind}`, headers })
    for (const who of [own, reviewer]) {
      const answer = await get(who)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': "attachment; filename*=UTF-8''me.jpg",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      expect(answer.rawPayload.equals(Buffer.from(await files.passportPhoto.arrayBuffer()))).toBe(true)
    }
    const others = [ofOther, await bearerOf('broker')]
    for (const who of others) expect((await get(who)).json().error.code).toBe(refusals.unknownDocument.code)
    expect((await get({})).statusCode).toBe(401)

    const accessToken = await verified('hostile')
    const send = (bytes: string) =>
      sendForm(
        'Customer/CustomerRegister',
        { accessToken, accountType: 'individual' },
        { signature: new File([bytes], 'a.png') },
      )
    expect(await send('<svg onload="alert(1)">')).toMatchObject({ status: 400 })
    expect((await send('%PDF-1.7 /JavaScript')).error).toMatchObject({
      code: refusals.documentInvalid.code,
      message: 'This document can not be used: Signature',
    })
    expect((await statusOf(accessToken)).result.request).toBeNull()
  })
})

describe('review', () => {
  beforeAll(signReviewersIn)

  test('returns a request for correction, rejects it, and takes it again', async () => {
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

  test('completes a request: customer, account, role and mail, and the desk has the account', async () => {
    const { id } = await submitted('completed')
    const own = await bearerOf('completed')
    const decide = { id, ...(await asRead(id)), reason: 'Seen in person' }
    const approving = 'Customer/ApproveAndSubmitCustomerAccountCreationRequest'
    const { result } = await call(approving, decide, reviewer, { remoteAddress: '10.9.8.7' })
    expect(result).toMatchObject({
      status: RequestStatus.completed,
      accountNumber: expect.stringMatching(/^MSL\d+$/),
      cscsAccount: expect.stringMatching(/^\d{10}$/),
      chn: expect.stringMatching(/^C\d{8}ZB$/),
    })
    expect(handed.at(-1)?.account).toEqual({
      ...{ account: result.accountNumber, cscsAccount: result.cscsAccount, customerId: result.customerId },
      customerName: 'Zainab Bello',
      cash: { route: 'broker', bankAccount: { bankCode: '011', number: '0000014579' } },
    })
    // The next request of an open session has the role.
    expect((await ask('MarketData/GetMarketStats', {}, own)).status).toBe(200)
    const { result: session } = await call('Session/GetCurrentLoginInformations', {}, own)
    expect(session.user.roles).toEqual(['CUSTOMER'])
    const mails = await mailed('completed')
    for (const told of [result.accountNumber, 'https://trade.example/user/login?tenant=Meridian'])
      expect(mails).toContain(told)
    expect(mails).not.toContain(PASSWORD)
    expect((await approve(id, second)).error).toMatchObject({
      code: 5002,
      details: expect.stringContaining('Completed'),
    })
    const ofOwner = await ask('Customer/GetCustomerAccountCreationRequestStatus', {}, own)
    expect(ofOwner.result).toMatchObject({ status: 4, request: { assigned: { chn: result.chn } } })
    // Numbers have no gaps.
    const { id: other } = await submitted('following')
    const { result: following } = await call(
      approving,
      { ...decide, ...(await asRead(other)), id: other, revision: undefined },
      reviewer,
      {
        remoteAddress: '10.9.8.7',
      },
    )
    const numberOf = (account: string) => Number(account.slice(3))
    expect(numberOf(following.accountNumber)).toBe(numberOf(result.accountNumber) + 1)
    const trail = await auditOf(meridian)
    const done = trail.filter((row) => /^(Approve|RecordDep)/.test(row.method_name) && !row.exception_message)
    expect(done).toHaveLength(4)
    // Each step with what it changed, and nothing that proves who a person is.
    const changes = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('audit_changes')
          .select(['before', 'after'])
          .where('entity', '=', 'AccountRequest')
          .where('entity_id', '=', String(id))
          .orderBy('audit_id')
          .execute(),
      )
    expect(changes).toMatchObject([
      { before: { status: 1, surname: null }, after: { status: 2, surname: 'Bello' } },
      { before: { status: 2 }, after: { status: 3 } },
      {
        before: { status: 3, accountNumber: null },
        after: { status: 4, accountNumber: result.accountNumber, assignedChn: result.chn },
      },
    ])
    const kept = JSON.stringify(changes)
    for (const secret of [individual.bvn, individual.nin, individual.motherMaidenName])
      expect(kept).not.toContain(secret)
    // Both rows name who decided, and from where.
    expect(new Set(done.map((row) => [row.user_name, row.client_ip_address].join()))).toEqual(
      new Set(['reviewer,10.9.8.7']),
    )
  })

  test('of two who approve at once the second is refused', async () => {
    const { id } = await submitted('contested')
    const before = handed.length
    const answers = await Promise.all([approve(id), approve(id, second)])
    expect(answers.map(({ result, error }) => result?.status ?? error.code).sort()).toEqual([4, 5002])
    expect(handed).toHaveLength(before + 1)
  })

  test('a request that the depository refused is kept, and asked for again', async () => {
    const { id } = await submitted('unmatched')
    depository.mode = 'refuses'
    expect((await approve(id)).result).toMatchObject({
      status: RequestStatus.failed,
      reason: 'The BVN does not belong to a person of this name.',
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

  test('what waits for approval stays whole, whoever changes it', async () => {
    const { id } = await submitted('whole')
    const emptied = { id, surname: '', bankAccountNumber: '' }
    const { error } = await call('Customer/UpdateCustomerAccountCreationRequest', emptied, reviewer)
    expect(error.code).toBe(refusals.accountRequestIncomplete.code)
    expect((await approve(id)).result.status).toBe(RequestStatus.completed)
  })

  test('of two requests with one CSCS account, approved at once, the second fails and can be corrected', async () => {
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
        'The CSCS account that you entered could not be taken. Compare it with a statement of yours.',
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

  test('the completions of a firm take their turn', async () => {
    const { id } = await submitted('in.turn')
    const waits = () =>
      database.store.forTenant(meridian).read(async (tx) => {
        const { rows } = await sql`
          SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
          WHERE locktype = 'advisory' AND NOT granted AND objid = ${meridian} AND datname = current_database()`.execute(
          tx,
        )
        return rows.length
      })
    const approved = await database.store.forTenant(meridian).write(async (tx) => {
      await lockOfFirm(tx, 'completion', meridian)
      const approving = approve(id)
      // Another completion is under way: this one has been answered by the depository, and waits.
      await expect.poll(waits).toBe(1)
      expect((await read(id)).status).toBe(RequestStatus.approved)
      return { approving }
    })
    expect((await approved.approving).result.status).toBe(RequestStatus.completed)
  })

  test('is decided as it was read: what somebody changed meanwhile is read first', async () => {
    const { id } = await submitted('revised')
    const { revision } = await read(id)
    await edit(id, { bankAccountName: 'Sade Cole' }, second)
    for (const seen of [revision, undefined])
      for (const answer of [
        await approve(id, reviewer, { revision: seen }),
        await reject(id, { revision: seen }),
        await reject(id, { revision: seen, returnForCorrection: true }),
      ])
        expect(answer.error).toMatchObject({
          code: refusals.accountRequestRevised.code,
          message: 'This request was changed since you read it',
        })
    expect((await approve(id)).result.status).toBe(RequestStatus.completed)
  })

  test('without the revision that was read, what its owner corrected is not approved', async () => {
    const { id } = await submitted('corrected.unread')
    await reject(id, { returnForCorrection: true })
    const own = await bearerOf('corrected.unread')
    await edit(id, { bankAccountName: 'Sade Cole', submit: true }, own)
    expect((await approve(id, reviewer, { revision: undefined })).error.code).toBe(
      refusals.accountRequestRevised.code,
    )
    expect((await approve(id)).result.status).toBe(RequestStatus.completed)
  })

  test('is approved in spite of the warnings that were read, not of others', async () => {
    const bvn = '22777777771'
    const person = { surname: 'Cole', emailAddress: 'cole@example.com' }
    const unread = { ...person, bvn, nin: '72345678901', phoneNumber: '+234 807 111 2222' }
    const { id } = await submitted('doubted', { ...unread, bankAccountNumber: '0000014586' })
    const seen = await asRead(id)
    await submitted('doubted.too', unread)
    expect((await asRead(id)).revision).toBe(seen.revision)
    for (const { warnings } of [seen, {}])
      expect((await approve(id, reviewer, { warnings })).error.code).toBe(refusals.accountRequestRevised.code)
    expect((await approve(id)).result.status).toBe(RequestStatus.completed)
  })

  test('of a person who was deactivated is approved when that is taken back', async () => {
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

  test('of a person who was deleted is not approved, gives nothing any more, and can be rejected', async () => {
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

  test('who changed a request does not approve it, though its owner submitted it again', async () => {
    const { id } = await submitted('circled')
    await edit(id, { bankAccountName: 'Mallory' })
    await reject(id, { revision: (await read(id)).revision, returnForCorrection: true })
    // A draft is its owner's.
    expect((await edit(id, { bankAccountName: 'Mallory' })).error.code).toBe(
      refusals.accountRequestNotEditable.code,
    )
    await edit(id, { submit: true }, await bearerOf('circled'))
    expect((await approve(id)).error.code).toBe(refusals.accountRequestEdited.code)
    expect((await approve(id, second)).result.status).toBe(RequestStatus.completed)
  })

  test.each([
    ['returned', { returnForCorrection: true }, RequestStatus.draft],
    ['rejected', {}, RequestStatus.rejected],
  ])('of a silent depository is %s, and what that answers later is not taken', async (what, more, status) => {
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

  test('that can not go on keeps no other from going on', async () => {
    const [one, other] = [await submitted('stuck'), await submitted('not.stuck')]
    depository.mode = 'silent'
    for (const { id } of [one, other]) await approve(id)
    depository.mode = 'assigns'
    const answers = depository.open
    // No number of the depository: the database does not keep it.
    depository.open = async (application) =>
      application.requestId === one.id
        ? { kind: 'assigned', cscsAccount: '5555500009', chn: 'C\u0000' }
        : answers(application)
    const before = logged.length
    await completion.resume()
    depository.open = answers
    expect(await read(other.id)).toMatchObject({ status: RequestStatus.completed })
    expect(logged.slice(before)).toMatchObject([{ requestId: one.id, level: 50 }])
  })

  test('what the desk would refuse fails before anything is given, and can be corrected', async () => {
    const long = 'N'.repeat(64)
    const { id } = await submitted('long.names')
    await database.store.forTenant(meridian).write((tx) =>
      tx
        .updateTable('account_requests')
        .set({ fields: JSON.stringify({ ...individual, surname: long.repeat(5) }) })
        .where('id', '=', id)
        .execute(),
    )
    expect((await approve(id)).result).toMatchObject({
      ...{ status: RequestStatus.failed, accountNumber: null },
      reason: 'The account can not be opened with this name or bank account.',
    })
    expect(await mailed('long.names')).not.toContain('is open')
    await edit(id, { surname: 'Bello' })
    expect((await approve(id, second)).result.status).toBe(RequestStatus.completed)
  })

  test('with an answer of another person warns reviewers alone, and is approved with a reason alone', async () => {
    const [bvn, nin] = ['22999999991', '92345678901']
    const phones = ['+234 809 111 2222', '0809-111-2222']
    const own = { bvn, bankAccountNumber: '0000014593', surname: 'Ojo', emailAddress: 'ojo@example.com' }
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

  test('an account that the desk did not take is handed over again, until it has it', async () => {
    const { id } = await submitted('unopened')
    desk.isAway = true
    // It is approved, and goes on by itself.
    expect((await approve(id)).result).toMatchObject({ status: RequestStatus.approved, accountNumber: null })
    desk.isAway = false
    const account = (await read(id)).assigned.accountNumber
    const before = handed.length
    const since = () => handed.slice(before).map((input) => input.account.account)
    await completion.resume()
    expect(since()).toContain(account)
    const all = since().length
    await completion.resume()
    expect(since()).toHaveLength(all)
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

  test('a number that is taken back is replaced by one of the depository', async () => {
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

  test('a clearing house number is that of one customer of a firm; whether another firm has it is not told', async () => {
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

  test.each([
    ['disabled', { is_active: false }],
    ['deleted', { deletion_time: new Date(0) }],
  ])('of a firm that was %s goes on no further until it is there again', async (what, change) => {
    const tenancyName = `Firm-${what}`
    const tenantId = await createTenant(database.store, { tenancyName, name: tenancyName })
    await set(tenantId, settingTexts({ memberCode: what.slice(0, 3).toUpperCase() }))
    await addUser(tenantId, 'reviewer', 'ADMIN')
    const { id } = await submitted(`waits.${what}`, {}, { tenancyName })
    depository.mode = 'silent'
    await approve(id, await bearerOf('reviewer', { tenancyName }))
    depository.mode = 'assigns'
    const firm = (row: object) =>
      database.store
        .forHost()
        .write((tx) => tx.updateTable('tenants').set(row).where('id', '=', tenantId).execute())
    const statusNow = async () =>
      (
        await database.store
          .forTenant(tenantId)
          .read((tx) =>
            tx.selectFrom('account_requests').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
          )
      ).status
    await firm(change)
    await completion.resume()
    await completion.complete(tenantId, id, { caller: null, clientIpAddress: '', browserInfo: '' })
    expect(await statusNow()).toBe(RequestStatus.approved)
    expect(handed.some(({ origin }) => origin.tenantId === tenantId)).toBe(false)
    await firm({ is_active: true, deletion_time: null })
    await completion.resume()
    expect(await statusNow()).toBe(RequestStatus.completed)
  })
})
