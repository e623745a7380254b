import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import {
  type Basket,
  type BasketLine,
  basketColumns,
  isRefusal,
  MOST_BASKETS,
  refuse,
} from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import type { DeskAnswer } from '../../desk/inputs.ts'
import type { FileAnswer } from '../../files/file-answer.ts'
import { openAuditedWrite } from '../../platform/audited-write.ts'
import type { Caller } from '../../platform/caller.ts'
import { translateTo } from '../../platform/localisation.ts'
import { createTenant, createUser } from '../../store/people.ts'
import { basketFeature } from './baskets.ts'

let database: TestDatabase
let handlers: ReturnType<typeof basketFeature>
const users = new Map<string, { tenantId: number; userId: number; userName: string }>()
const callers = new Map<string, Caller>()
let answered: DeskAnswer
/** The ids under which orders were sent to the desk. */
let submitted: string[] = []
let entered = 1000
let copies = 0
let now = Date.parse('2026-11-20T10:00:00Z')

beforeAll(async () => {
  database = await testStore()
  handlers = basketFeature({
    ...{ store: database.store, onStopped: () => () => {}, marketTime: () => now, monotonic: () => 0 },
    ...{ wait: () => Promise.resolve(), authenticate: (bearer: string) => callers.get(bearer) ?? null },
    stopBaskets: () => Promise.resolve(),
    desk: {
      preview: undefined as never,
      submit: (input) => {
        if (input.kind === 'newOrder') submitted.push(input.request.clOrdID)
        return Promise.resolve(answered)
      },
    },
  })
  for (const firm of ['Meridian', 'Zenith']) {
    const tenantId = await createTenant(database.store, { tenancyName: firm, name: firm })
    for (const userName of ['ada', 'bola', 'customer']) {
      const person = { name: userName, surname: firm, emailAddress: `${userName}@${firm}.example` }
      const userId = await createUser(database.store, tenantId, {
        ...{ userName, ...person, password: 'Secret-123' },
        roles: [userName === 'customer' ? 'CUSTOMER' : 'BROKER'],
      })
      users.set(`${userName} of ${firm}`, { tenantId, userId, userName })
    }
  }
}, 60_000)

afterAll(() => database.close())

/** What a user's call knows. */
const as = (who: string) => {
  const user = users.get(who)!
  const permissions = new Set(
    who.startsWith('customer') ? ['BUY', 'SELL'] : ['BUY', 'SELL', 'TRADE_ALL_ACCOUNTS'],
  )
  const caller = { ...user, permissions, accounts: [] }
  callers.set(who, caller as never)
  const write = openAuditedWrite(database.store, () => 0)
  const call = { ...user, caller, name: 'Basket/Save', parameters: {}, clientIpAddress: '', browserInfo: '' }
  return {
    caller,
    bearer: who,
    translate: translateTo('en'),
    write: (work: never) => write(call, work),
  } as never
}

const empty = Object.fromEntries(basketColumns.map((column) => [column, ''])) as unknown as BasketLine
const line = (cells: Partial<BasketLine>): BasketLine => ({ ...empty, ...cells })
const unfinished = [line({ securityID: 'NOSUCH', orderQty: '1.000' }), line({ text: '=1+1' })]

const save = (who: string, name: string, given: Partial<Basket> & { shared?: boolean } = {}) =>
  handlers['Basket/Save'](
    {
      name,
      isShared: given.shared ?? false,
      lines: given.lines ?? unfinished,
      id: given.id,
      version: given.version,
    },
    as(who),
  ) as Promise<Basket>
const get = (who: string, id: number) => handlers['Basket/Get']({ id }, as(who))
const namesOf = async (who: string) => {
  const all = await handlers['Basket/GetAll']({ skipCount: 0, maxResultCount: 1_000 }, as(who))
  if (isRefusal(all)) throw new Error(all.refusal)
  return all.items.map(({ name }) => name)
}

test('a basket keeps its cells as typed, until someone who has read its latest version changes it', async () => {
  const first = await save('ada of Meridian', 'Banks')
  expect(await get('ada of Meridian', first.id)).toEqual(first)
  expect(first).toMatchObject({ isOwn: true, userName: 'ada', version: 1, lines: unfinished, sentAt: null })
  now += 60_000
  const second = await save('ada of Meridian', 'Banks 2', { ...first, lines: [] })
  expect(second).toMatchObject({ id: first.id, version: 2, name: 'Banks 2', lines: [] })
  // Another tab that still has the first version does not overwrite the second.
  expect(await save('ada of Meridian', 'Banks', first)).toMatchObject({ refusal: 'basketChanged' })
  expect(await handlers['Basket/Delete']({ id: first.id }, as('ada of Meridian'))).toEqual({})
  expect(await get('ada of Meridian', first.id)).toMatchObject({ refusal: 'unknownBasket' })
})

test('a basket is its owner’s; shared, the firm’s staff open it and nobody else changes it', async () => {
  const own = await save('bola of Meridian', 'Own')
  const shared = await save('bola of Meridian', 'For all', { shared: true })
  expect(await namesOf('ada of Meridian')).toEqual(['For all'])
  expect(await get('ada of Meridian', shared.id)).toMatchObject({ isOwn: false, userName: 'bola' })
  for (const other of ['ada of Zenith', 'customer of Meridian']) {
    expect(await namesOf(other)).toEqual([])
    for (const { id } of [own, shared])
      expect(await get(other, id)).toMatchObject({ refusal: 'unknownBasket' })
  }
  for (const other of ['ada of Meridian', 'ada of Zenith', 'customer of Meridian']) {
    expect(await save(other, 'Taken', shared)).toMatchObject({ refusal: 'unknownBasket' })
    expect(await handlers['Basket/Delete']({ id: shared.id }, as(other))).toMatchObject({
      refusal: 'unknownBasket',
    })
  }
  expect(await save('customer of Meridian', 'Mine', { shared: true })).toMatchObject({
    refusal: 'basketNotShared',
  })
  expect(await save('customer of Meridian', 'Mine')).toMatchObject({ isOwn: true })
})

test('names are unique for their owner, and a hundred baskets are kept', async () => {
  await save('ada of Zenith', 'Banks')
  expect(await save('ada of Zenith', 'BANKS')).toMatchObject({ refusal: 'basketNameTaken' })
  const answers = await Promise.all(
    Array.from({ length: MOST_BASKETS + 1 }, (_, n) => save('ada of Zenith', `Basket ${n}`)),
  )
  expect(answers.filter((answer) => isRefusal(answer))).toEqual(
    Array(2).fill({ refusal: 'tooManyBaskets', values: { most: MOST_BASKETS } }),
  )
})

test('the lines are exported as they were typed, and a formula is only a text', async () => {
  const { id } = await save('ada of Meridian', 'Exported')
  const file = await handlers['Basket/DownloadLines']({ id, format: 'csv' } as never, as('ada of Meridian'))
  const [headings, first, second] = (await textOf(Readable.from((file as FileAnswer).body))).split('\r\n')
  expect(headings).toContain('Account,Side,Security,Quantity,Price')
  expect(first).toContain('NOSUCH,1.000')
  expect(second).toContain("'=1+1")
})

/** Sends one order of a basket, which the desk answers so. */
const sendOf = async (who: string, basketID: number, answer: DeskAnswer) => {
  const order = { account: 'A', securityID: 'GTCO', side: '1', ordType: '1', orderQty: 1, timeInForce: '0' }
  answered = answer
  const sent = await handlers['Basket/Send']({ sendID: 's', basketID, orders: [order] } as never, as(who))
  return isRefusal(sent) ? sent.refusal : sent.lines.map(({ outcome }) => outcome)
}
const refused: DeskAnswer = { kind: 'refused', refusal: refuse('unknownAccount', { account: 'A' }) }
const unknown: DeskAnswer = { kind: 'refused', refusal: refuse('outcomeUnknown') }

test('a basket was sent when something of it was, by somebody who may open it', async () => {
  const { id } = await save('bola of Zenith', 'Private')
  const sentAt = async () => ((await get('bola of Zenith', id)) as Basket).sentAt
  expect(await sendOf('ada of Meridian', id, unknown)).toEqual(['unknown'])
  expect(await sentAt()).toBeNull()
  expect(await sendOf('bola of Zenith', id, refused)).toEqual(['refused'])
  expect(await sentAt()).toBeNull()
  expect(await sendOf('bola of Zenith', id, unknown)).toEqual(['unknown'])
  expect(await sentAt()).toBe(new Date(now).toISOString())
})

test('a basket that was deleted meanwhile refuses no request that is sent again', async () => {
  const { id } = await save('bola of Zenith', 'Deleted')
  expect(await sendOf('bola of Zenith', id, unknown)).toEqual(['unknown'])
  await handlers['Basket/Delete']({ id }, as('bola of Zenith'))
  expect(await sendOf('bola of Zenith', id, unknown)).toEqual(['unknown'])
})

/** Sends the first line of a basket, as somebody who has read this version of it. */
const sendLine = (who: string, sendID: string, { id, version }: Pick<Basket, 'id' | 'version'>) => {
  const order = { account: 'A', securityID: 'GTCO', side: '1', ordType: '1', orderQty: 1, timeInForce: '0' }
  const orders = [{ ...order, line: 1 }]
  return handlers['Basket/Send']({ sendID, basketID: id, version, orders } as never, as(who))
}

test('a line of a shared basket is entered under one id, even if two people send it at the same time', async () => {
  answered = unknown
  submitted = []
  const basket = await save('bola of Meridian', 'Sent by two', { shared: true })
  const both = await Promise.all([
    sendLine('bola of Meridian', 'of-bola', basket),
    sendLine('ada of Meridian', 'of-ada', basket),
  ])
  const [first] = submitted
  // One of them sends; the other is told that the basket has changed.
  expect(both.filter((answer) => isRefusal(answer))).toEqual([{ refusal: 'basketChanged', values: {} }])
  expect(submitted).toEqual([first])
  // Opened again it names the id, and the line is sent again under that id.
  const opened = (await get('ada of Meridian', basket.id)) as Basket
  expect(opened).toMatchObject({ version: 2, lines: [{ sentAs: first }, {}] })
  expect(opened.lines[1]).not.toHaveProperty('sentAs')
  await sendLine('ada of Meridian', 'again-by-ada', opened)
  expect(submitted).toEqual([first, first])
})

test('a basket that is saved while a colleague sends it keeps the id of a line that was sent', async () => {
  answered = unknown
  for (let round = 0; round < 20; round += 1) {
    submitted = []
    const basket = await save('bola of Meridian', `Saved and sent ${round}`, { shared: true })
    const { id, version } = basket
    const [saved] = await Promise.all([
      save('bola of Meridian', basket.name, { id, version, shared: true }),
      sendLine('ada of Meridian', `of-ada-${round}`, basket),
    ])
    const opened = (await get('ada of Meridian', id)) as Basket
    await sendLine('ada of Meridian', `again-${round}`, opened)
    // Either the basket is saved first and nothing is sent from what was read before, or the line keeps its id.
    expect(new Set(submitted).size).toBe(1)
    if (submitted.length === 2) expect(saved).toMatchObject({ refusal: 'basketChanged' })
  }
})

test('a sending that is repeated keeps its ids although the basket has another version by then', async () => {
  answered = unknown
  submitted = []
  const basket = await save('bola of Meridian', 'Repeated')
  for (let time = 0; time < 2; time += 1)
    expect(await sendLine('bola of Meridian', 'same', basket)).toMatchObject({ version: 2 })
  expect(submitted).toEqual(['same-1', 'same-1'])
})

test.each([
  { what: 'was filled on an earlier day', status: '2', day: '2026-11-19', again: true },
  { what: 'was filled today', status: '2', day: '2026-11-20', again: false },
  { what: 'was rejected today', status: '8', day: '2026-11-20', again: true },
  { what: 'is open since an earlier day', status: '0', day: '2026-11-19', again: false },
])('a line whose order $what is sent as another order: $again', async ({ status, day, again }) => {
  answered = unknown
  submitted = []
  const first = `of-${status}-${day}`
  const basket = await save('bola of Meridian', first)
  await sendLine('bola of Meridian', first, basket)
  const { tenantId, userId } = users.get('bola of Meridian')!
  const id = ++entered
  await database.run(`
    INSERT INTO customers (tenant_id, id, name) VALUES (${tenantId}, ${id}, 'Ada');
    INSERT INTO trading_accounts VALUES (${tenantId}, 'A${id}', ${id}, '000000${id}');
    INSERT INTO orders (tenant_id, order_id, account, user_id, user_name, cl_ord_id, security_id, side, ord_type,
      price, order_qty, time_in_force, ord_status, cum_qty, leaves_qty, filled_value, hold_amount, trade_date,
      priority, creation_time, transact_time, version, market_date)
    VALUES (${tenantId}, ${id}, 'A${id}', ${userId}, 'bola', '${first}-1', 'GTCO', '1', '2', 5840, 10, '0', '${status}', 0, ${status === '0' ? 10 : 0},
      0, 0, '${day}', ${id}, now(), now(), 1, '${day}');
    INSERT INTO order_requests (tenant_id, account, trade_date, cl_ord_id, order_id, fingerprint)
    VALUES (${tenantId}, 'A${id}', '${day}', '${first}-1', ${id}, '')`)
  const opened = (await get('bola of Meridian', basket.id)) as Basket
  await sendLine('bola of Meridian', `${first}-again`, opened)
  expect(submitted).toEqual([`${first}-1`, again ? `${first}-again-1` : `${first}-1`])
})

test('a line that is saved without its id is sent as another order', async () => {
  answered = unknown
  submitted = []
  const basket = await save('bola of Meridian', 'Used again')
  await sendLine('bola of Meridian', 'one', basket)
  const { id } = basket
  const again = await save('bola of Meridian', 'Used again', { id, version: 2, lines: unfinished })
  await sendLine('bola of Meridian', 'two', again)
  expect(submitted).toEqual(['one-1', 'two-1'])
})

test('a line is saved only with an id that it was given: here, by a sending of the same user', async () => {
  answered = unknown
  const bola = 'bola of Meridian'
  const basket = await save(bola, 'Own ids', { shared: true })
  await sendLine(bola, 'given', basket)
  const { lines: sent } = (await get(bola, basket.id)) as Basket
  const [first, second] = sent as [Basket['lines'][number], Basket['lines'][number]]
  const kept = async (who: string, lines: Basket['lines'], of: Partial<Basket> = {}) => {
    const { id, name = `Copy ${++copies}` } = of
    const { version } = id === undefined ? { version: undefined } : ((await get(who, id)) as Basket)
    const saved = await save(who, name, {
      lines,
      shared: true,
      ...(id && { id, version: version as number }),
    })
    return saved.lines.map(({ sentAs }) => sentAs)
  }
  const of = { id: basket.id, name: basket.name }
  // The line may have another place, and another line none of its ids.
  expect(await kept(bola, [second, first], of)).toEqual([undefined, 'given-1'])
  expect(await kept(bola, [first, first], of)).toEqual(['given-1', undefined])
  expect(await kept(bola, [{ ...first, orderQty: '99' }], of)).toEqual([undefined])
  for (const forged of ['given-1', 'other-1', 'given', 'given-301'])
    expect(await kept(bola, [{ ...second, sentAs: forged }])).toEqual([undefined])
  expect(await kept('ada of Meridian', [first])).toEqual([undefined])
})

test('a basket that was sent before it was saved is saved with the ids of its orders', async () => {
  answered = unknown
  const ada = 'ada of Meridian'
  const order = { account: 'A', securityID: 'GTCO', side: '1', ordType: '1', orderQty: 1, timeInForce: '0' }
  await handlers['Basket/Send']({ sendID: 'unsaved', orders: [order] } as never, as(ada))
  const lines = [line({ account: 'A' }), line({ account: 'B' })].map((cells, n) => ({
    ...cells,
    sentAs: `unsaved-${n + 1}`,
  }))
  expect((await save(ada, 'Sent first', { lines })).lines).toEqual(lines)
  expect((await save('bola of Meridian', 'Not theirs', { lines })).lines[0]).not.toHaveProperty('sentAs')
  now += 8 * 86_400_000
  await handlers['Basket/Send']({ sendID: 'a week later', orders: [order] } as never, as(ada))
  expect((await save(ada, 'Too late', { lines })).lines[0]).not.toHaveProperty('sentAs')
})
