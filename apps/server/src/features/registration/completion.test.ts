import { RequestStatus, settingTexts } from '@tradebook/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addUser, call, database, meridian, PASSWORD } from '../../http/identity.fixture.ts'
import { lockOfFirm } from '../../store/advisory-locks.ts'
import { createTenant } from '../../store/people.ts'
import {
  ask,
  auditOf,
  bearerOf,
  completion,
  depository,
  desk,
  handed,
  logged,
  mailed,
  mailServer,
  set,
  submitted,
} from './registration.fixture.ts'
import { individual } from './request.fixture.ts'
import { approve, asRead, edit, read, reviewer, reviewersForAllTests, second } from './reviewers.fixture.ts'

reviewersForAllTests()

describe('depositoryNumbers', () => {
  test('completes a request: customer, account, role and mail, and the desk has the account', async () => {
    const before = (await auditOf(meridian)).length
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
      bankAccountName: 'Zainab Bello',
    })
    // The next request of an open session has the role.
    expect((await ask('MarketData/GetMarketStats', {}, own)).status).toBe(200)
    const { result: session } = await call('Session/GetCurrentLoginInformations', {}, own)
    expect(session.user.roles).toEqual(['CUSTOMER'])
    const mails = await mailed('completed')
    for (const text of [result.accountNumber, 'https://trade.example/user/login?tenant=Meridian'])
      expect(mails).toContain(text)
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
    const trail = (await auditOf(meridian)).slice(before)
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

  test.each([
    ['with a mail server', true, {}, false],
    ['without a mail server', false, {}, true],
    ['of a person who wants none', true, { alertsOptOut: 'true' }, true],
  ] as const)(
    'trade alerts %s are charged only where they are sent',
    async (what, isThere, answers, areOff) => {
      mailServer.isThere = isThere
      const { id } = await submitted(`alerted-${what.replaceAll(' ', '-')}`, answers)
      const { result } = await approve(id)
      mailServer.isThere = true
      expect(handed.at(-1)).toMatchObject({
        account: { account: result.accountNumber },
        alertsOff: areOff,
      })
    },
  )

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
      await lockOfFirm(tx, 'depositoryNumbers', meridian)
      const approving = approve(id)
      // Another completion is under way: this one has been answered by the depository, and waits.
      await expect.poll(waits).toBe(1)
      expect((await read(id)).status).toBe(RequestStatus.approved)
      return { approving }
    })
    expect((await approved.approving).result.status).toBe(RequestStatus.completed)
  })

  test('that are stuck do not block the others', async () => {
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

  test('a request that the desk would refuse fails before numbers are assigned, and can be corrected', async () => {
    const surname = 'N'.repeat(5 * 64)
    const { id } = await submitted('long.names')
    await database.store.forTenant(meridian).write((tx) =>
      tx
        .updateTable('account_requests')
        .set({ fields: JSON.stringify({ ...individual, surname, bankAccountName: `Zainab ${surname}` }) })
        .where('id', '=', id)
        .execute(),
    )
    expect((await approve(id)).result).toMatchObject({
      ...{ status: RequestStatus.failed, accountNumber: null },
      reason: 'The account cannot be opened with this name or bank account.',
    })
    expect(await mailed('long.names')).not.toContain('is open')
    await edit(id, { surname: 'Bello', bankAccountName: 'Zainab Bello' })
    expect((await approve(id, second)).result.status).toBe(RequestStatus.completed)
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

  test.each([
    ['disabled', { is_active: false }],
    ['deleted', { deletion_time: new Date(0) }],
  ])('of a firm that was %s does not continue until the firm is back', async (what, change) => {
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
