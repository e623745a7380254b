import { HUB_TOKEN } from '@tradebook/contract'
import { Client } from 'pg'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import type { Bus } from '../bus/bus.ts'
import { JoinedBus } from '../bus/joined.fixture.ts'
import { GuardedClock } from '../platform/clock.ts'
import { openIdentity } from '../platform/identity.ts'
import { openSessions } from '../platform/sessions.ts'
import { openTokens } from '../platform/tokens.ts'
import type { Store } from '../store/store.ts'
import {
  addUser,
  bearing,
  byHand,
  call,
  clock,
  comparison,
  current,
  database,
  edgeForAllTests,
  identity,
  meridian,
  signIn,
  zenith,
} from './identity.fixture.ts'

edgeForAllTests()

describe('a session', () => {
  const sessionOf = async (token: string) =>
    (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user

  test('ends with its log-out, at once: the hub is notified and the cookies are cleared', async () => {
    const { accessToken, encryptedAccessToken } = (await signIn('broker')).result
    const other = (await signIn('broker')).result.accessToken
    const ended: string[] = []
    const stop = identity.sessions.onEnded((sessionId) => ended.push(sessionId))
    const sessionId = (await identity.sessions.authenticateEncrypted(encryptedAccessToken))?.sessionId

    const { status, cookies } = await call('Account/LogOut', {}, bearing(accessToken))
    stop()

    expect(status).toBe(200)
    expect(ended).toEqual([sessionId])
    expect(cookies.map(({ name, path, value }) => ({ name, path, value }))).toEqual([
      { name: HUB_TOKEN, path: '/signalr', value: '' },
      { name: HUB_TOKEN, path: '/signalr-tradebookhub', value: '' },
    ])
    expect((await call('Account/LogOut', {}, bearing(accessToken))).status).toBe(401)
    expect(await sessionOf(accessToken)).toBeNull()
    expect(await identity.sessions.authenticateEncrypted(encryptedAccessToken)).toBeNull()
    expect(await sessionOf(other)).toMatchObject({ userName: 'broker' })
  })

  test('ends all the user’s sessions except the one that is kept', async () => {
    const userId = await addUser(meridian, 'roamer')
    const [here, there] = [
      (await signIn('roamer')).result.accessToken,
      (await signIn('roamer')).result.accessToken,
    ]
    const kept = (await identity.sessions.authenticate(here))?.sessionId
    expect(await sessionOf(there)).not.toBeNull()
    await identity.sessions.endAllOf(
      { tenantId: meridian, userId },
      database.store.forTenant(meridian).write,
      kept,
    )
    expect(await sessionOf(here)).not.toBeNull()
    expect(await sessionOf(there)).toBeNull()
  })

  test('is over after a day', async () => {
    const { accessToken } = (await signIn('broker')).result
    current.now += 86_399_000
    expect(await sessionOf(accessToken)).not.toBeNull()
    current.now += 1_000
    expect(await sessionOf(accessToken)).toBeNull()
  })

  test('outlives a leap of the wall clock that is soon over, and the hub is notified of no end', async () => {
    const wall = { leaptMs: 0 }
    const { every, run } = byHand()
    const time = new GuardedClock({ wall: () => current.now + wall.leaptMs, monotonic: () => current.now })
    const certain = { now: time.now, newId: clock.newId }
    const sessions = openSessions(
      database.store,
      openTokens(identity.keyFor, certain),
      certain,
      pino({ level: 'silent' }),
      { every },
    )
    const ended: string[] = []
    sessions.onEnded((id) => ended.push(id))
    const { accessToken } = (await signIn('broker')).result
    const signedOut = (await signIn('broker')).result.accessToken
    expect(await sessions.authenticate(accessToken)).not.toBeNull()
    expect(await sessions.authenticate(signedOut)).not.toBeNull()
    wall.leaptMs = 3 * 86_400_000
    expect(await sessions.authenticate(accessToken)).not.toBeNull()
    // The rows are compared during the leap: a session that really ended is noticed then.
    const noticed = new Promise((resolve) => void sessions.onEnded(resolve))
    await call('Account/LogOut', {}, bearing(signedOut))
    await run()
    await noticed
    expect(ended).toHaveLength(1)
    wall.leaptMs = 0
    expect(await sessions.authenticate(accessToken)).not.toBeNull()
    sessions.close()
  })

  test('ends in every process at once, and so do rights that are taken; without the bus within two seconds', async () => {
    const [here, there] = JoinedBus.pair()
    const byTimer = byHand()
    const openAt = (bus: Bus, every = byHand().every) =>
      openSessions(database.store, openTokens(identity.keyFor, clock), clock, pino({ level: 'silent' }), {
        every,
        bus,
      })
    const [ours, theirs] = [openAt(here), openAt(there, byTimer.every)]
    const ended: string[] = []
    theirs.onEnded((id) => ended.push(id))
    const { accessToken } = (await signIn('broker')).result
    const caller = await theirs.authenticate(accessToken)
    const write = database.store.forTenant(meridian).write
    const grant = (name: string) =>
      write((tx) =>
        tx.updateTable('users').set({ user_name: name }).where('id', '=', caller!.userId).execute(),
      )
    await grant('renamed')
    ours.invalidate(meridian, caller!.userId)
    expect(await theirs.authenticate(accessToken)).toMatchObject({ userName: 'renamed' })
    there.cut()
    await grant('broker')
    ours.invalidate(meridian, caller!.userId)
    expect(await theirs.authenticate(accessToken)).toMatchObject({ userName: 'renamed' })
    await byTimer.run()
    expect(await theirs.authenticate(accessToken)).toMatchObject({ userName: 'broker' })
    there.join()
    await ours.end(caller!, write)
    expect(ended).toEqual([caller!.sessionId])
    expect(await theirs.authenticate(accessToken)).toBeNull()
    ours.close()
    theirs.close()
  })

  test('opened while its firm was being disabled is not kept in memory', async () => {
    let late = ''
    await identity.sessions.endAllOfFirm(zenith, async (endSessions) => {
      await database.store.forTenant(zenith).write(endSessions)
      // A sign-in that was under way ends only now, and its session is asked for.
      late = (await signIn('broker', { tenancyName: 'Zenith-Hill' })).result.accessToken
      expect(await sessionOf(late)).not.toBeNull()
      await setActive(false)
    })
    expect(await sessionOf(late)).toBeNull()
    await setActive(true)
  })

  const setActive = (is_active: boolean) =>
    database.store
      .forHost()
      .write((tx) => tx.updateTable('tenants').set({ is_active }).where('id', '=', zenith).execute())

  test('has granted and removed rights from the next request on', async () => {
    const userId = await addUser(meridian, 'rising', 'CUSTOMER')
    const { accessToken } = (await signIn('rising')).result
    expect((await identity.sessions.authenticate(accessToken))?.permissions).toEqual(new Set(['BUY', 'SELL']))
    await database.store
      .forTenant(meridian)
      .write((tx) =>
        tx
          .insertInto('user_permissions')
          .values({ tenant_id: meridian, user_id: userId, permission: 'VIEW_AUDIT_TRAIL' })
          .execute(),
      )
    identity.sessions.invalidate(meridian, userId)
    expect((await identity.sessions.authenticate(accessToken))?.permissions).toEqual(
      new Set(['BUY', 'SELL', 'VIEW_AUDIT_TRAIL']),
    )
    await database.store
      .forTenant(meridian)
      .write((tx) => tx.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute())
    identity.sessions.invalidate(meridian, userId)
    expect(await identity.sessions.authenticate(accessToken)).toBeNull()
  })

  test('outlives a restart of the server', async () => {
    const { accessToken } = (await signIn('broker')).result
    const again = await openIdentity(database.store, clock, pino({ level: 'silent' }))
    expect(await again.authenticate(accessToken)).toMatchObject({ userName: 'broker', tenantId: meridian })
    again.sessions.close()
  })

  const operations: [string, (sessionId: string, userId: number) => string][] = [
    ['revoked in its table', (id) => `UPDATE sessions SET revoked_at = now() WHERE id = '${id}'`],
    ['deleted from its table', (id) => `DELETE FROM sessions WHERE id = '${id}'`],
    ['deactivated with its user', (_, id) => `UPDATE users SET is_active = false WHERE id = ${id}`],
  ]
  test.each(operations)(
    'is refused within seconds when it is %s, and the hub is notified',
    async (what, sqlOf) => {
      const userName = what.split(' ')[0] ?? ''
      const userId = await addUser(meridian, userName)
      const { accessToken } = (await signIn(userName)).result
      const other = (await signIn('broker')).result.accessToken
      const sessionId = (await identity.authenticate(accessToken))?.sessionId ?? ''
      expect(await sessionOf(other)).not.toBeNull()
      const ended = new Promise((resolve) => {
        const stop = identity.sessions.onEnded((id) => {
          if (id !== sessionId) return
          stop()
          resolve(id)
        })
      })
      await byOperator(sqlOf(sessionId, userId))
      expect(comparison.everyMs()).toBeLessThan(5_000)
      await comparison.run()
      expect(await ended).toBe(sessionId)
      expect((await call('Account/LogOut', {}, bearing(accessToken))).status).toBe(401)
      expect(await sessionOf(other)).not.toBeNull()
    },
  )

  test('read just before the comparison found it ended is looked up again', async () => {
    const { store, reads, hold } = withHeldReads(database.store)
    const { every, run } = byHand()
    const sessions = openSessions(
      store,
      openTokens(identity.keyFor, clock),
      clock,
      pino({ level: 'silent' }),
      {
        every,
      },
    )
    try {
      const userId = await addUser(meridian, 'overtaken')
      const { accessToken } = (await signIn('overtaken')).result
      const sessionId = (await sessions.authenticate(accessToken))?.sessionId
      hold(true)
      run()
      const [compared] = reads
      sessions.invalidate(meridian, userId)
      const lookUp = sessions.authenticate(accessToken)
      while (reads.length < 2) await new Promise((resolve) => setImmediate(resolve))
      await reads[1]?.execute()
      await byOperator(`UPDATE sessions SET revoked_at = now() WHERE id = '${sessionId}'`)
      const ended = new Promise((resolve) => sessions.onEnded(resolve))
      await compared?.execute()
      compared?.deliver()
      expect(await ended).toBe(sessionId)
      hold(false)
      reads[1]?.deliver()
      expect(await lookUp).toBeNull()
    } finally {
      sessions.close()
    }
  })

  test('is compared with its row in one of several queries when many are in memory', async () => {
    const { every, run } = byHand()
    const sessions = openSessions(
      database.store,
      openTokens(identity.keyFor, clock),
      clock,
      pino({ level: 'silent' }),
      { every, atOnce: 2 },
    )
    try {
      const sessionIds: (string | undefined)[] = []
      for (let n = 0; n < 5; n++) {
        const { accessToken } = (await signIn('broker')).result
        sessionIds.push((await sessions.authenticate(accessToken))?.sessionId)
      }
      const revoked = [sessionIds[0], sessionIds[2], sessionIds[4]]
      await byOperator(`UPDATE sessions SET revoked_at = now() WHERE id IN ('${revoked.join("','")}')`)
      const ended: string[] = []
      const allEnded = new Promise<void>((resolve) =>
        sessions.onEnded((id) => {
          if (ended.push(id) === revoked.length) resolve()
        }),
      )
      await run()
      await allEnded
      expect(ended).toEqual(revoked)
    } finally {
      sessions.close()
    }
  })
})

/** Changes the tables past the server. */
async function byOperator(statement: string): Promise<void> {
  const operator = new Client(database.access.admin)
  await operator.connect()
  await operator.query(statement)
  await operator.end()
}

/** The store, with reads that execute and deliver their result when the test lets them. */
function withHeldReads(store: Store) {
  let isHolding = false
  const reads: { execute(): Promise<unknown>; deliver(): void }[] = []
  const forTenant: Store['forTenant'] = (tenantId) => {
    const scope = store.forTenant(tenantId)
    const read: typeof scope.read = (work) => {
      if (!isHolding) return scope.read(work)
      const begun = Promise.withResolvers<void>()
      const delivered = Promise.withResolvers<void>()
      const result = begun.promise.then(() => scope.read(work))
      reads.push({
        execute() {
          begun.resolve()
          return result
        },
        deliver: delivered.resolve,
      })
      return delivered.promise.then(() => result)
    }
    return { ...scope, read }
  }
  const hold = (holds: boolean) => {
    isHolding = holds
  }
  return { store: { ...store, forTenant }, reads, hold }
}
