import { lagosDate, RequestStatus, refusals } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { app, bearing, call, current, meridian, signIn } from '../../http/identity.fixture.ts'
import {
  ask,
  auditOf,
  bearerOf,
  codeTo,
  mailed,
  registerAs,
  sendForm,
  submitted,
  verified,
} from './registration.fixture.ts'
import { files, individual } from './request.fixture.ts'
import { ofOther, reject, reviewer, reviewersForAllTests, statusOf } from './reviewers.fixture.ts'

reviewersForAllTests()

describe('a request', () => {
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
    expect(await mailed('drafter')).toContain(
      'Meridian Securities has received your request for a trading account',
    )

    // From now on the person signs in, and is not a member.
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
    // Who is returned for correction signs in, and the token is no longer valid.
    await reject(result.id, { returnForCorrection: true })
    await isOver()
    const own = await bearerOf('tokens.end')
    expect((await ask('Customer/GetCustomerAccountCreationRequestStatus', {}, own)).result.status).toBe(
      RequestStatus.draft,
    )
  })

  test('is not shown to a token that is in the address', async () => {
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

  test('refused calls are in the firm’s audit trail, and not in the host’s', async () => {
    const token = await verified('refusee')
    const submit = { ...individual, accountType: 'individual', submit: true }
    for (const [accessToken, status] of [
      [token, 500],
      ['no-token', 401],
    ] as const)
      expect((await call('Customer/CustomerRegister', { ...submit, accessToken })).status).toBe(status)
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

  test('accepts only documents of the claimed type, for only its owner and reviewers', async () => {
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
      message: 'This document cannot be used: Signature',
    })
    expect((await statusOf(accessToken)).result.request).toBeNull()
  })

  test('says that a session or token is over before it says which fields are invalid', async () => {
    const token = await verified('invalid.form')
    const invalid = { accountType: 'individual', submit: 'no', bvn: 'x'.repeat(5_000) }
    const calledWith = async (accessToken: string | undefined, headers = {}) => {
      const sent = { id: 1, revision: 'none', ...invalid, ...(accessToken && { accessToken }) }
      const answers = [
        await call('Customer/CustomerRegister', sent, headers),
        await sendForm('Customer/CustomerRegister', sent, files),
        await call('Customer/UpdateCustomerAccountCreationRequest', sent, headers),
        await call('Account/VerifyAccount', { ...sent, code: 'x'.repeat(5_000) }, headers),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await calledWith(token)).toEqual([400, 400, 400, 400])
    current.now += 25 * 60 * 60_000
    expect(await calledWith(token)).toEqual([401, 401, 401, 401])
    expect(await calledWith('not.a.token')).toEqual([401, 401, 401, 401])
    expect(await calledWith(undefined, bearing('not.a.token'))).toEqual([401, 401, 401, 401])
  })
})
