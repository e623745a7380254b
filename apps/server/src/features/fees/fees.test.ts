import { ALWAYS, addBusinessDays, type CallInput, isRefusal, refusalInWords, Side } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { MOST_WAITING_CHARGES } from '../../desk/decisions/known-transfers.ts'
import { BUYER, fund, order, SELLER, type Trader } from '../../desk/desk.fixture.ts'
import { installation } from '../../desk/inputs.ts'
import { desk, price, shareDesk, stage, startDesk } from '../../desk/shared-desk.fixture.ts'
import { callerOf } from '../../http/caller.fixture.ts'
import type { Handlers } from '../../http/handlers.ts'
import { translateTo } from '../../platform/localisation.ts'
import { createUser } from '../../store/people.ts'
import { type FeesDependencies, feesFeature } from './fees.ts'

/** The fee table as a broker reads and changes it. It is Friday, 20 November 2026; Monday trades next. */

const FRIDAY = '2026-11-20'
const MONDAY = '2026-11-23'
const TUESDAY = '2026-11-24'
/** The number of the buyer's customer, and of the seller's, each in its own firm. */
const CUSTOMER = 1
let handlers: Handlers<`Fees/${string}`>
let handlersWithoutMail: typeof handlers
/** The firms of which it was announced that something waits. */
const announced: number[] = []

shareDesk()
beforeAll(() => {
  const parts: FeesDependencies = {
    ...{ store: stage.database.store, desk: { submit: (input) => desk.submit(input) } },
    ...{ marketDate: () => desk.status.marketDate, onTransfer: (tenantId) => announced.push(tenantId) },
    areMailsSent: true,
  }
  handlers = feesFeature(parts)
  handlersWithoutMail = feesFeature({ ...parts, areMailsSent: false })
})

type Change = CallInput<'Fees/Update'>
type Rate = NonNullable<Change['rates']>[number]
type Agreement = NonNullable<Change['customers']>[number]

const asking = (who: Trader) =>
  ({
    // Staff who sign in for no account: charges of an own one are refused.
    caller: { ...callerOf(who, ['CHANGE_CHARGES']), accounts: [] },
    ...{ clientIpAddress: '127.0.0.1', browserInfo: 'test' },
  }) as never
/** What a call answers, a refusal as its reader sees it. */
async function inWords(answer: Promise<object>): Promise<object | string> {
  const given = await answer
  if (!isRefusal(given)) return given
  const { message, details } = refusalInWords(given, translateTo('en'))
  return `${message}. ${details}`
}
/** What becomes of a change that another person approves: nothing is changed before. */
async function approved(answer: Promise<object | string>, { tenantId }: Trader): Promise<object | string> {
  const asked = await answer
  if (typeof asked === 'string' || !('status' in asked)) return asked
  expect(asked).toMatchObject({ status: 'awaitingApproval' })
  const decision = { kind: 'decideTransfer', approves: true, reason: null } as const
  const origin = { ...installation(tenantId), userId: 99, userName: 'second' }
  const decided = await desk.submit({ ...decision, origin, id: (asked as unknown as { id: number }).id })
  expect(decided).toMatchObject({ kind: 'transfer', state: 'approved' })
  return {}
}

const update = (change: Partial<Change>, who = BUYER) =>
  approved(inWords(handlers['Fees/Update']({ rates: [], customers: [], ...change }, asking(who))), who)
const removeRate = ({ side, item, dateFrom }: Rate, who = BUYER) =>
  approved(inWords(handlers['Fees/DeleteRate']({ side, item, dateFrom }, asking(who))), who)
const removeAgreement = ({ customerId, dateFrom }: Agreement, who = BUYER) =>
  approved(inWords(handlers['Fees/DeleteAgreement']({ customerId, dateFrom }, asking(who))), who)
async function table(who = BUYER) {
  const answer = await handlers['Fees/Get']({}, asking(who))
  if (isRefusal(answer)) throw new Error(answer.refusal)
  const sides = { [Side.buy]: 'buy', [Side.sell]: 'sell' } as Partial<Record<Side, string>>
  return {
    ...answer,
    rates: answer.rates.map(
      ({ side, item, dateFrom, ratePpm, minimum, vatPpm }) =>
        `${sides[side]} ${item} from ${dateFrom}: ${ratePpm} ppm, at least ${minimum}, VAT ${vatPpm} ppm`,
    ),
  }
}

const commission: Rate = {
  side: Side.sell,
  item: 'commission',
  dateFrom: MONDAY,
  ratePpm: 10_000,
  minimum: 1_000.5,
  vatPpm: 75_000,
}
const perShare: Rate = {
  ...{ side: Side.buy, item: 'cscs', dateFrom: MONDAY, ratePpm: 0, minimum: 0, vatPpm: 75_000 },
  perShare: 0.03,
}
const perTrade: Rate = {
  ...{ side: Side.buy, item: 'ngx', dateFrom: MONDAY, ratePpm: 0, minimum: 0, vatPpm: 75_000 },
  ...{ perTrade: 25, maximum: 100 },
}
const agreed: Agreement = {
  customerId: CUSTOMER,
  dateFrom: MONDAY,
  commissionPpm: 5_000,
  stampDutyExempt: true,
}

/** Commission 1.35%, SEC 0.3% of purchases, NGX and CSCS 0.3% of sales, stamp duty 0.08%, 4 naira a note. */
const published = [
  'buy commission from 0001-01-01: 13500 ppm, at least 0, VAT 75000 ppm',
  'buy sec from 0001-01-01: 3000 ppm, at least 0, VAT 75000 ppm',
  'buy stampDuty from 0001-01-01: 800 ppm, at least 0, VAT 0 ppm',
  'buy tradeAlert from 0001-01-01: 0 ppm, at least 4, VAT 0 ppm',
  'sell commission from 0001-01-01: 13500 ppm, at least 0, VAT 75000 ppm',
  'sell cscs from 0001-01-01: 3000 ppm, at least 0, VAT 75000 ppm',
  'sell ngx from 0001-01-01: 3000 ppm, at least 0, VAT 75000 ppm',
  'sell stampDuty from 0001-01-01: 800 ppm, at least 0, VAT 0 ppm',
  'sell tradeAlert from 0001-01-01: 0 ppm, at least 4, VAT 0 ppm',
]
const changed = published.toSpliced(
  5,
  0,
  'sell commission from 2026-11-23: 10000 ppm, at least 1000.5, VAT 75000 ppm',
  'sell commission from 2026-11-24: 9000 ppm, at least 1000.5, VAT 75000 ppm',
)

test('it is announced that a change waits for approval, and not that one was refused', async () => {
  const rate = { side: Side.buy, item: 'commission' as const, ratePpm: 12_000, minimum: 0, vatPpm: 75_000 }
  const ask = (dateFrom: string) =>
    handlers['Fees/Update']({ rates: [{ ...rate, dateFrom }], customers: [] }, asking(BUYER))
  announced.length = 0
  expect(isRefusal(await ask(FRIDAY))).toBe(true)
  expect(announced).toEqual([])
  const asked = (await ask('2027-06-01')) as unknown as { readonly id: number }
  expect(announced).toEqual([BUYER.tenantId])
  const origin = { ...installation(BUYER.tenantId), userId: 99, userName: 'second' }
  await desk.submit({ kind: 'decideTransfer', origin, id: asked.id, approves: false, reason: 'No' })
})

test('a firm begins with the standard table, and every change is a row of its side, item and date', async () => {
  expect(await table()).toEqual({ rates: published, customers: [] })
  const later = { ...commission, dateFrom: TUESDAY, ratePpm: 9_000 }
  expect(await update({ rates: [later, commission], customers: [agreed] })).toEqual({})
  expect(await table()).toEqual({ rates: changed, customers: [agreed] })
  // The column's unit is kobo.
  expect(await stage.rows(`SELECT minimum FROM fee_rates WHERE date_from = '${MONDAY}'`)).toEqual([
    [100_050n],
  ])
  await desk.end()
  await startDesk()
  expect(await table()).toEqual({ rates: changed, customers: [agreed] })
})

test('another firm has its own table, and can neither read, change nor delete a row of this one', async () => {
  expect(await table(SELLER)).toEqual({ rates: published, customers: [] })
  const none = 'There is no such charge. It may have been deleted already. Nothing was deleted now.'
  expect(await removeRate(commission, SELLER)).toBe(none)
  expect(await removeAgreement(agreed, SELLER)).toBe(none)
  expect(await update({ customers: [{ ...agreed, commissionPpm: 1 }] }, SELLER)).toEqual({})
  expect(await table()).toEqual({ rates: changed, customers: [agreed] })
})

const invalid =
  'These charges are not valid. A rate is 0 to 5%, its VAT 0 to 20%, a minimum ₦0 to ₦1,000,000, an amount per share at most ₦100. A charge is either a rate, an amount per share, or an amount per trade with a maximum. Each can be entered only once per date.'
const tooEarly =
  'Charges cannot change on a market day that has begun. The notes of 20 Nov 2026 keep their charges. Start the new ones on a later day.'

test.each<[string, Partial<Change>, string]>([
  ['nothing', {}, invalid],
  ['a rate above 5%', { rates: [{ ...commission, ratePpm: 50_001 }] }, invalid],
  ['VAT above 20%', { rates: [{ ...commission, vatPpm: 200_001 }] }, invalid],
  ['a minimum above a million', { rates: [{ ...commission, minimum: 1_000_000.01 }] }, invalid],
  ['a minimum below nil', { rates: [{ ...commission, minimum: -1 }] }, invalid],
  ['an amount per share above 100', { rates: [{ ...perShare, perShare: 100.01 }] }, invalid],
  ['a rate besides an amount per share', { rates: [{ ...perShare, ratePpm: 1 }] }, invalid],
  ['an amount per trade without a maximum', { rates: [{ ...perTrade, maximum: 0 }] }, invalid],
  ['a maximum below the minimum', { rates: [{ ...perTrade, minimum: 100.01 }] }, invalid],
  ['a maximum of a rate', { rates: [{ ...commission, maximum: 5_000 }] }, invalid],
  ['the same row twice', { rates: [commission, commission] }, invalid],
  ['an agreed commission above 5%', { customers: [{ ...agreed, commissionPpm: 50_001 }] }, invalid],
  [
    'a third of a kobo',
    { rates: [{ ...commission, minimum: 0.003 }] },
    'The amount is not valid. Enter an amount above zero with at most two decimals.',
  ],
  ['a row from today', { rates: [commission, { ...commission, dateFrom: FRIDAY }] }, tooEarly],
  ['an agreement from today', { customers: [{ ...agreed, dateFrom: FRIDAY }] }, tooEarly],
  [
    'a row that begins in more than two years',
    { rates: [{ ...commission, dateFrom: '2028-11-21' }] },
    'Charges cannot be entered so far ahead. They must start on 20 Nov 2028 at the latest. Enter them later, or choose an earlier day.',
  ],
  [
    'a customer with more than twenty dates ahead',
    {
      customers: Array.from({ length: 20 }, (_, day) => ({
        ...agreed,
        dateFrom: `2026-12-${String(day + 1).padStart(2, '0')}`,
      })),
    },
    'Too many future changes of charges. At most 20 future dates are allowed for each side and item, and for each customer. Delete one that has not started yet.',
  ],
  [
    'a customer of nobody',
    { customers: [{ ...agreed, customerId: 99 }] },
    'There is no such customer. No customer 99 has an account of the firm.',
  ],
])('%s is refused with a clear message, and changes nothing', async (_, change, words) => {
  expect(await update(change)).toBe(words)
  expect(await table()).toEqual({ rates: changed, customers: [agreed] })
})

test('charges that have not begun can be deleted, charges in force stay', async () => {
  expect(await removeRate({ ...commission, dateFrom: ALWAYS })).toMatch(
    /^A charge in force cannot be deleted\. Contract notes have used it since .+\. Enter another row from a later day\.$/,
  )
  expect(await removeRate(commission)).toEqual({})
  expect(await removeAgreement(agreed)).toEqual({})
  expect(await table()).toEqual({ rates: changed.toSpliced(5, 1), customers: [] })
  expect(await removeRate(commission)).toMatch(/^There is no such charge\./)
})

test('a change waits for another person and is not in force before; its requester cannot approve it', async () => {
  const before = await table()
  const asked = await handlers['Fees/Update'](
    { postingID: 'c1', rates: [commission], customers: [] },
    asking(BUYER),
  )
  expect(asked).toMatchObject({ status: 'awaitingApproval' })
  expect(await table()).toEqual(before)
  // Sent again it is the same request.
  expect(
    await handlers['Fees/Update']({ postingID: 'c1', rates: [commission], customers: [] }, asking(BUYER)),
  ).toEqual(asked)
  const { id } = asked as { id: number }
  const { userId, userName } = callerOf(BUYER)
  const own = { ...installation(BUYER.tenantId), userId, userName }
  const decision = { kind: 'decideTransfer', id, reason: null } as const
  expect(await desk.submit({ ...decision, origin: own, approves: true })).toMatchObject({
    refusal: { refusal: 'transferOwn' },
  })
  const other = { ...own, userId: 99, userName: 'second' }
  expect(await desk.submit({ ...decision, origin: other, approves: false, reason: 'No' })).toMatchObject({
    state: 'rejected',
  })
  expect(await table()).toEqual(before)
})

test('a firm has a limited number of waiting changes of charges; a decision makes room for another', async () => {
  const ask = (n: number) =>
    handlers['Fees/Update']({ postingID: `many ${n}`, rates: [commission], customers: [] }, asking(SELLER))
  const asked: { id?: number }[] = []
  for (let n = 0; n < MOST_WAITING_CHARGES; n += 1) asked.push((await ask(n)) as { id?: number })
  expect(asked.every(({ id }) => id !== undefined)).toBe(true)
  expect(await ask(-1)).toMatchObject({ refusal: 'chargesPending', values: { most: MOST_WAITING_CHARGES } })
  const { userId, userName } = callerOf(SELLER)
  const origin = { ...installation(SELLER.tenantId), userId, userName }
  for (const { id } of asked)
    expect(
      await desk.submit({ kind: 'decideTransfer', id: id ?? 0, approves: false, reason: 'Mine', origin }),
    ).toMatchObject({ state: 'rejected' })
  expect(await ask(-2)).toMatchObject({ status: 'awaitingApproval' })
})

test('a charge per share and one per trade are entered in naira, held and charged, over a restart and in a replay', async () => {
  await fund(desk, { naira: 1_000_000n, gtco: 1_000 })
  expect(await update({ rates: [perShare, perTrade] })).toEqual({})
  const answer = await handlers['Fees/Get']({}, asking(BUYER))
  if (isRefusal(answer)) throw new Error(answer.refusal)
  expect(answer.rates).toEqual(expect.arrayContaining([perShare, perTrade]))

  stage.pass(Date.UTC(2026, 10, 23, 10) - stage.now)
  for (const clOrdID of ['s1', 's2', 's3']) await desk.submit(order(SELLER, clOrdID, Side.sell, price, 100))
  const lines = async () => {
    const note = `SELECT lines FROM contract_notes WHERE tenant_id = ${BUYER.tenantId}`
    const [stored] = (await stage.column(note)) as { line: string; amount: string }[][]
    return stored?.flatMap(({ line, amount }) => (/^(cscs|ngx)/.test(line) ? [`${line} ${amount}`] : []))
  }
  await desk.submit(order(BUYER, 'b1', Side.buy, price, 200))
  // 200 × 0.03 and 2 × 25.00, each with 7.5 % VAT.
  expect(await lines()).toEqual(['ngx 5000', 'ngx:vat 375', 'cscs 600', 'cscs:vat 45'])
  await desk.end()
  await startDesk()
  await desk.submit(order(BUYER, 'b2', Side.buy, price, 300))
  expect(await lines()).toEqual(['ngx 7500', 'ngx:vat 563', 'cscs 900', 'cscs:vat 68'])

  // The sellers have nothing left: 200 are open and may trade one by one, which the maximum of 100.00 bounds.
  const { ledger } = (await stage.replayed()).firm(BUYER.tenantId)
  const { balance, held } = ledger.cash(BUYER.account)
  expect(
    await stage.rows(`SELECT balance, held FROM cash_balances WHERE tenant_id = ${BUYER.tenantId}`),
  ).toEqual([[balance, held]])
  const worst = 200n * BigInt(price)
  // Commission 1.35 % and SEC 0.3 % with VAT, stamp duty 0.08 %; the four lines to 100.00 and 15.00, rounded.
  const byRates = (worst * 185_375n) / 10_000_000n
  const byAmounts = 25_00n + 1_87n + 6_00n + 45n
  expect(Number(held - worst - byRates - byAmounts)).toBeGreaterThan(-5)
  expect(Number(held - worst - byRates - byAmounts)).toBeLessThan(5)
})

test('a change sent again under its id is answered from the record, even after the desk has forgotten it', async () => {
  const agreed = { customerId: CUSTOMER, dateFrom: '2027-01-04', stampDutyExempt: false, alertsOff: true }
  const ask = (more: object = {}) =>
    handlers['Fees/Update'](
      { postingID: 'once', rates: [], customers: [{ ...agreed, commissionPpm: 5_000, ...more }] },
      asking(BUYER),
    )
  expect(await approved(inWords(ask()), BUYER)).toEqual({})
  const answer = { id: expect.any(Number), status: 'posted' }
  expect(await ask()).toEqual(answer)
  // The desk knows the requests of the last market days.
  await desk.end()
  await stage.database.run(`UPDATE transfer_requests SET market_date = market_date - 30`)
  await startDesk()
  const { epoch } = desk.baseline()
  expect(await ask()).toEqual(answer)
  expect(await ask({ commissionPpm: 6_000 })).toMatchObject({ refusal: 'postingIDUsed' })
  expect(desk.baseline().epoch).toBe(epoch)
})

test('an approved change has one row of the audit trail, with the charge before and after', async () => {
  const dateFrom = '2026-12-07'
  const change = {
    item: 'sec',
    side: Side.sell,
    dateFrom,
    ratePpm: 3_000,
    minimum: 0,
    vatPpm: 75_000,
  } as const
  const from = Number((await stage.asAdmin('SELECT max(id) FROM audit_log'))[0]?.[0])
  expect(await update({ rates: [change] })).toEqual({})
  const rows = await stage.asAdmin(`
    SELECT service_name || '/' || method_name, entity, before IS NULL, after ->> 'ratePpm' FROM audit_log
    LEFT JOIN audit_changes ON audit_id = id AND audit_changes.tenant_id = audit_log.tenant_id
    WHERE id > ${from} ORDER BY id`)
  expect(rows).toEqual([
    ['BackOffice/PostCharges', null, true, null],
    ['BackOffice/ApproveCharges', 'FeeRate', true, '3000'],
  ])
})

/** The buyer's customer as a person who signs in, or a dealer who trades for the same account. */
const asOwner = (role: 'CUSTOMER' | 'BROKER' = 'CUSTOMER', userId = callerOf(BUYER).userId) =>
  ({
    caller: { ...callerOf(BUYER, []), roles: [role], userId },
    ...{ clientIpAddress: '127.0.0.1', browserInfo: 'test' },
  }) as never

test('a customer chooses about trade alerts from the next market day on, and changes nothing else', async () => {
  const { marketDate } = desk.status
  const next = addBusinessDays(marketDate, 1)
  const later = addBusinessDays(marketDate, 3)
  const terms = { customerId: CUSTOMER, commissionPpm: 7_000, stampDutyExempt: true }
  const before = (await table()).customers.filter(({ dateFrom }) => dateFrom <= next).at(-1)
  expect(await update({ customers: [{ ...terms, dateFrom: later }] })).toEqual({})
  const from = Number((await stage.asAdmin('SELECT max(id) FROM audit_log'))[0]?.[0])

  expect(await handlers['Fees/GetTradeAlerts']({}, asOwner())).toEqual({ alertsOff: false, dateFrom: null })
  expect(await handlers['Fees/UpdateTradeAlerts']({ alertsOff: true }, asOwner())).toEqual({})
  expect(await handlers['Fees/GetTradeAlerts']({}, asOwner())).toEqual({ alertsOff: true, dateFrom: next })
  const agreedFrom = async (date: string) =>
    (await table()).customers.find(({ dateFrom }) => dateFrom === date)
  const { commissionPpm = null, stampDutyExempt = false } = before ?? {}
  expect(await agreedFrom(next)).toEqual({
    ...{ customerId: CUSTOMER, dateFrom: next, commissionPpm, stampDutyExempt, alertsOff: true },
  })
  expect(await agreedFrom(later)).toEqual({ ...terms, dateFrom: later, alertsOff: true })
  const rows = await stage.asAdmin(`
    SELECT service_name || '/' || method_name, entity, after ->> 'dateFrom', after ->> 'alertsOff' FROM audit_log
    JOIN audit_changes ON audit_id = id AND audit_changes.tenant_id = audit_log.tenant_id
    WHERE id > ${from} AND entity = 'ChargesOfCustomer' AND after ->> 'dateFrom' <= '${later}' ORDER BY 3`)
  const row = ['Fees/UpdateTradeAlerts', 'ChargesOfCustomer']
  expect(rows).toEqual([
    [...row, next, 'true'],
    [...row, later, 'true'],
  ])

  expect(await handlers['Fees/UpdateTradeAlerts']({ alertsOff: false }, asOwner())).toMatchObject({
    refusal: 'alertsNeedAddress',
  })
  const ada = { userName: 'ada', name: 'Ada', surname: 'Obi', emailAddress: 'ada@buyer.example' }
  const userId = await createUser(stage.database.store, BUYER.tenantId, {
    ...ada,
    password: 'secret words',
    roles: [],
  })
  expect(await handlers['Fees/UpdateTradeAlerts']({ alertsOff: false }, asOwner('CUSTOMER', userId))).toEqual(
    {},
  )
  expect(await agreedFrom(later)).toEqual({ ...terms, dateFrom: later })
  expect(await handlers['Fees/GetTradeAlerts']({}, asOwner())).toEqual({ alertsOff: false, dateFrom: null })
})

test('staff do not choose for a customer, and nobody chooses alerts that cannot be sent', async () => {
  const before = await table()
  expect(await handlers['Fees/UpdateTradeAlerts']({ alertsOff: true }, asOwner('BROKER'))).toMatchObject({
    refusal: 'alertsOfCustomers',
  })
  expect(await handlersWithoutMail['Fees/UpdateTradeAlerts']({ alertsOff: false }, asOwner())).toMatchObject({
    refusal: 'alertsNotSent',
  })
  expect(await table()).toEqual(before)
})
