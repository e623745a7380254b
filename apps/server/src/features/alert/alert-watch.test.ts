import { isRefusal, MOST_ALERTS, type NewsItem, refuse, type Statistics } from '@tradebook/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import type { DeskEvent, EventBatch } from '../../desk/publishing/desk-events.ts'
import { openAuditedWrite } from '../../platform/audited-write.ts'
import { translateTo } from '../../platform/localisation.ts'
import { eventually } from '../../platform/waits.fixture.ts'
import { createTenant, createUser } from '../../store/people.ts'
import type { Tx } from '../../store/store.ts'
import { alertFeature } from './alert.ts'
import { AlertWatch, type AlertWatchParts } from './alert-watch.ts'
import type { ToldAlert } from './fire.ts'

/** Alerts on a real database, of a market whose prices the test says. */

const TODAY = '2026-11-27'
const NOW = Date.parse('2026-11-27T10:00:00Z')

let database: TestDatabase
let tenantId: number
let ada: number
let bola: number
let receive: (batch: EventBatch) => void
let statistics: Map<string, Statistics>
let newsID = 0n
/** What people were sent, as user and text. */
let sent: string[]
let mails: { readonly to: string; readonly what: string }[]
let lookAgain: () => void
const started: AlertWatch[] = []
const failures: object[] = []

beforeAll(async () => {
  database = await testStore()
  tenantId = await createTenant(database.store, { tenancyName: 'Meridian', name: 'Meridian Securities' })
  const person = (userName: string) =>
    createUser(database.store, tenantId, {
      ...{ userName, name: userName, surname: 'Obi', emailAddress: `${userName}@firm.example` },
      ...{ password: 'Secret-123', roles: ['BROKER'] },
    })
  ada = await person('ada')
  bola = await person('bola')
}, 60_000)

beforeEach(() => {
  statistics = new Map()
  sent = []
  mails = []
  move('GTCO', { lastPx: 50 })
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((watch) => watch.stop()))
  await database.run('DELETE FROM alerts; DELETE FROM notifications')
  expect(failures.splice(0)).toEqual([])
})

afterAll(() => database.close())

/** The day's prices as they are now; nothing is published. */
function move(securityID: string, figures: Partial<Statistics>): void {
  const before = statistics.get(securityID)
  const lastPx = figures.lastPx ?? null
  statistics.set(securityID, {
    ...{ securityID, prevClosePx: 50, changePercent: 0, highPx: lastPx, lowPx: lastPx },
    ...before,
    ...(lastPx !== null && {
      highPx: Math.max(before?.highPx ?? lastPx, lastPx),
      lowPx: Math.min(before?.lowPx ?? lastPx, lastPx),
    }),
    ...figures,
  } as Statistics)
}

const publish = (event: DeskEvent) => receive({ epoch: 1, batch: 1, events: [event] } as never)

/** A trade, as it is published. */
function trade(lastPx: number, securityID = 'GTCO'): void {
  move(securityID, { lastPx })
  publish({ target: 'updateMarketStatsSession', argument: { securityID, lastPx } })
}

async function news(headline: string, securityIDs: string[], isPublished = true): Promise<void> {
  newsID += 1n
  await database.run(`INSERT INTO news (id, headline, body, source, urgency, security_ids, orig_time)
    VALUES (${newsID}, '${headline}', '', 'NGX', '0', ARRAY[${securityIDs.map((id) => `'${id}'`).join()}]::text[], now())`)
  const argument = { id: String(newsID), headline, securityIDs } as unknown as NewsItem
  if (isPublished) publish({ target: 'onNews', argument })
}

/** As the notifier does it: rows in the transaction, and what sends them after it. */
async function notify(tx: Tx, firm: number, told: readonly ToldAlert[]): Promise<() => void> {
  for (const { userIds, name, textName, entityId, properties, time } of told)
    await tx
      .insertInto('notifications')
      .values({
        ...{ tenant_id: firm, user_id: userIds[0]!, sequence: 0n, name, text_name: textName },
        ...{ entity_id: entityId, properties: JSON.stringify(properties), creation_time: time },
      })
      .execute()
  return () => {
    sent.push(...told.map(({ userIds, textName }) => `${userIds[0] === ada ? 'ada' : 'bola'} ${textName}`))
  }
}

const ofMarket = {
  statisticsOf: (securityID: string) => statistics.get(securityID),
  marketDate: () => TODAY,
  marketTime: () => NOW,
}

/** Starts a server's watch, which ends with the test at the latest. */
function start(parts: Partial<AlertWatchParts> = {}): AlertWatch {
  const watch = new AlertWatch({
    ...{ store: database.store, areMailsSent: true, notify, ...ofMarket },
    feed: {
      subscribe: (subscriber) => {
        receive = subscriber
        return () => {}
      },
    },
    outbox: {
      add: async (_, { emailAddress }, __, values) => {
        mails.push({ to: emailAddress, what: String((values as { what?: string }).what) })
      },
      announce: () => {},
    },
    every: (_, work) => {
      lookAgain = work
      return () => {}
    },
    log: { error: (facts) => failures.push(facts) },
    paceMs: 1,
    ...parts,
  })
  started.push(watch)
  return watch
}

/** What a user asks of the server with this watch. */
function asked(watch: AlertWatch, userId = ada) {
  const caller = { tenantId, userId, userName: 'ada' }
  const write = openAuditedWrite(database.store, () => 0)
  const call = { ...caller, caller, name: 'Alert/Save', parameters: {}, clientIpAddress: '', browserInfo: '' }
  const context = {
    ...{ caller, tenantId, translate: translateTo('en') },
    write: (work: never) => write(call, work),
  } as never
  const handlers = alertFeature({ store: database.store, watch, ...ofMarket })
  return {
    save: (input: object) =>
      handlers['Alert/Save']({ securityID: 'GTCO', byMail: false, ...input } as never, context) as Promise<{
        id: number
      }>,
    remove: (id: number) => handlers['Alert/Delete']({ id }, context),
    list: (input: object = {}) =>
      handlers['Alert/GetAll']({ skipCount: 0, maxResultCount: 100, ...input } as never, context),
  }
}

const notified = async (): Promise<number> => {
  const rows = await database.store
    .forTenant(tenantId)
    .read((tx) => tx.selectFrom('notifications').select('id').execute())
  return rows.length
}

test('an alert fires once, is e-mailed if its user wants it, and is stored with the time and value', async () => {
  const user = asked(start())
  await user.save({ condition: 'atOrAbove', price: 52, byMail: true })
  await user.save({ condition: 'riseOf', percent: 5 })
  trade(51.95)
  trade(52.5)
  trade(53)
  await eventually(() => expect(sent).toEqual(['ada Alert.Fired.atOrAbove', 'ada Alert.Fired.riseOf']))
  expect(mails).toEqual([
    { to: 'ada@firm.example', what: 'GTCO is at 52.50 (your alert: at or above 52.00)' },
  ])
  expect(await notified()).toBe(2)
  expect(await user.list({ state: ['fired'] })).toMatchObject({
    totalCount: 2,
    items: [
      { condition: 'riseOf', percent: 5, firedPercent: 5, firedAt: '2026-11-27T10:00:00.000Z' },
      { condition: 'atOrAbove', price: 52, firedPrice: 52.5, byMail: true },
    ],
  })
})

test('news of its security fires an alert, which names the headline', async () => {
  const user = asked(start())
  await user.save({ condition: 'news' })
  await news('Of another one', ['MTNN'])
  await news('Results are out', ['GTCO', 'MTNN'])
  await eventually(() => expect(sent).toEqual(['ada Alert.Fired.news']))
  expect(await user.list()).toMatchObject({ items: [{ state: 'fired', headline: 'Results are out' }] })
})

test('a server that dies between firing and commit loses and duplicates nothing', async () => {
  const store = database.store
  let isDead = true
  const dies: Partial<AlertWatchParts> = {
    notify: async (tx, firm, told) => {
      const send = await notify(tx, firm, told)
      if (isDead) throw new Error('the server is gone')
      return send
    },
  }
  const watch = start(dies)
  const user = asked(watch)
  await user.save({ condition: 'atOrBelow', price: 48 })
  trade(47)
  await eventually(() => expect(failures).toHaveLength(1))
  failures.length = 0
  await watch.stop()
  // Nothing of it is there: neither state nor notification.
  expect(await notified()).toBe(0)
  expect(await user.list()).toMatchObject({ items: [{ state: 'waiting' }] })

  // The commit is done, and the server learns nothing of it.
  isDead = false
  const losing = start({
    store: {
      ...store,
      forTenant: (firm) => ({
        ...store.forTenant(firm),
        write: async (work) => {
          await store.forTenant(firm).write(work)
          throw new Error('the answer was lost')
        },
      }),
    },
  })
  await eventually(async () => expect(await notified()).toBe(1))
  await losing.stop()
  failures.length = 0
  start()
  asked(start())
  await news('Something else', ['MTNN'])
  expect(await notified()).toBe(1)
  expect(await user.list()).toMatchObject({ items: [{ state: 'fired', firedPrice: 47 }] })
})

test('at start-up alerts fire whose level was reached, by the price or the day’s high and low', async () => {
  const first = start()
  const user = asked(first)
  move('GTCO', { lastPx: 51, highPx: 53 })
  const high = await user.save({ condition: 'atOrAbove', price: 55 })
  const before = await user.save({ condition: 'atOrAbove', price: 52 })
  const low = await user.save({ condition: 'atOrBelow', price: 49 })
  const ofNews = await user.save({ condition: 'news' })
  await first.stop()
  // Nobody watches.
  move('GTCO', { lastPx: 48 })
  move('GTCO', { lastPx: 56 })
  move('GTCO', { lastPx: 50 })
  await news('While it was away', ['GTCO'], false)
  start()
  await eventually(() => expect(sent).toHaveLength(3))
  const { items } = (await user.list()) as {
    items: { id: number; state: string; firedPrice: number | null }[]
  }
  expect(items.map(({ id, state, firedPrice }) => [id, state, firedPrice])).toEqual([
    [ofNews.id, 'fired', null],
    [low.id, 'fired', 48],
    // The day had been there before it was set.
    [before.id, 'waiting', null],
    [high.id, 'fired', 56],
  ])
})

test('alerts of inactive users do not fire; once active, those whose condition holds do', async () => {
  const user = asked(start(), bola)
  await user.save({ condition: 'atOrAbove', price: 52 })
  for (const [off, on] of [
    ['UPDATE users SET is_active = false', 'UPDATE users SET is_active = true'],
    ['UPDATE tenants SET is_active = false', 'UPDATE tenants SET is_active = true'],
  ] as const) {
    await database.run(off)
    trade(53)
    lookAgain()
    await user.save({ condition: 'news' })
    await news('Silence', ['GTCO'])
    await eventually(async () =>
      expect(await user.list({ state: ['waiting'] })).toMatchObject({ totalCount: 2 }),
    )
    expect(sent).toEqual([])
    const { items } = (await user.list({ condition: ['news'] })) as { items: { id: number }[] }
    await user.remove(items[0]!.id)
    await database.run(on)
  }
  await eventually(() => {
    lookAgain()
    expect(sent).toContain('bola Alert.Fired.atOrAbove')
  })
})

test('an alert is changed and removed only by its user', async () => {
  const watch = start()
  const [user, other] = [asked(watch), asked(watch, bola)]
  const { id } = await user.save({ condition: 'atOrAbove', price: 52 })
  expect(await other.save({ id, condition: 'news' })).toEqual(refuse('unknownAlert'))
  expect(await other.remove(id)).toEqual(refuse('unknownAlert'))
  expect(await other.list()).toMatchObject({ totalCount: 0 })
  expect(await user.save({ id, condition: 'atOrAbove', price: 54 })).toMatchObject({ id, price: 54 })
  const removed = await user.save({ condition: 'atOrAbove', price: 53 })
  expect(await user.remove(removed.id)).toEqual({})
  trade(53)
  trade(54)
  await eventually(() => expect(sent).toEqual(['ada Alert.Fired.atOrAbove']))
  expect(await user.save({ id, condition: 'atOrAbove', price: 60 })).toEqual(refuse('alertHasFired'))
})

test('a condition that is already met, an unlisted security and one alert too many are refused', async () => {
  const user = asked(start())
  expect(await user.save({ condition: 'atOrBelow', price: 50 })).toEqual(
    refuse('alertHoldsAlready', { securityID: 'GTCO', price: '50.00', percent: '0.00' }),
  )
  expect(await user.save({ securityID: 'NOSUCH', condition: 'news' })).toEqual(
    refuse('unknownSecurity', { securityID: 'NOSUCH' }),
  )
  await database.run(`INSERT INTO alerts (tenant_id, user_id, security_id, condition, level, by_mail, after_news, creation_time)
    SELECT ${tenantId}, ${ada}, 'GTCO', 'atOrAbove', 100000 + n, false, 0, now() FROM generate_series(1, ${MOST_ALERTS - 1}) n`)
  // Sent together, as by two tabs: they are decided one after the other.
  const answers = await Promise.all([1, 2].map(() => user.save({ condition: 'news' })))
  expect(answers.filter((answer) => isRefusal(answer))).toEqual([
    refuse('tooManyAlerts', { most: MOST_ALERTS }),
  ])
})

test('the newest fired alerts are kept', async () => {
  const user = asked(start())
  await database.run(`INSERT INTO alerts (tenant_id, user_id, security_id, condition, level, by_mail, after_news, creation_time, fired_at, fired_value)
    SELECT ${tenantId}, ${ada}, 'GTCO', 'atOrAbove', 1, false, 0, now(), '2026-11-01', 1 FROM generate_series(1, ${MOST_ALERTS}) n`)
  await user.save({ condition: 'atOrAbove', price: 52 })
  trade(53)
  await eventually(() => expect(sent).toHaveLength(1))
  expect(await user.list({ sorting: 'firedAt desc' })).toMatchObject({
    totalCount: MOST_ALERTS,
    items: [{ firedPrice: 53 }, ...Array.from({ length: 99 }, () => ({ price: 0.01 }))],
  })
})
