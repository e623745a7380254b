import { buffer } from 'node:stream/consumers'
import {
  type CallInput,
  type CallName,
  type CallRequest,
  calls,
  type PriceKobo,
  Side,
} from '@tradebook/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BUYER, DeskStage, fund, order, SELLER } from '../desk/desk.fixture.ts'
import type { Desk } from '../desk/desk.ts'
import type { FileAnswer } from '../files/file-answer.ts'
import { linesOf } from '../files/pdf/pdf-text.fixture.ts'
import { Printer } from '../files/pdf/printer.ts'
import { brokerWith } from '../http/caller.fixture.ts'
import type { CallContext, Handler, Handlers } from '../http/handlers.ts'
import type { Caller } from '../platform/caller.ts'
import { systemEvery } from '../platform/clock.ts'
import { translateTo } from '../platform/localisation.ts'
import { NO_MAIL } from './back-office/back-office.fixture.ts'
import { backOfficeFeature } from './back-office/back-office.ts'
import { marketDataFeature } from './market-data/market-data.ts'
import { orderFeature } from './order/order.ts'

/** Reports are of market days, which begin at midnight in Lagos, wherever the server is. */

let stage: DeskStage
let desk: Desk
let handlers: Handlers<CallName & `${'BackOffice' | 'Order' | 'MarketData'}/${string}`>
const printer = new Printer({ every: systemEvery })
const zone = process.env.TZ

beforeAll(async () => {
  stage = await DeskStage.open()
  desk = await stage.startDesk()
  const { store } = stage.database
  const { picture } = desk
  handlers = {
    ...backOfficeFeature({ store, picture, desk, print: printer.print, outbox: NO_MAIL }),
    ...orderFeature({ desk, store, stopBaskets: async () => {} }),
    ...marketDataFeature({ desk, store, picture }),
  } as typeof handlers
  await fund(desk, { naira: 10_000_000n, gtco: 10_000 })
  const price = await stage.referencePx('GTCO')
  const trade = async (id: string) => {
    for (const [who, side] of [
      [SELLER, Side.sell],
      [BUYER, Side.buy],
    ] as const)
      await desk.submit(order(who, `${id} ${side}`, side, price as PriceKobo, 100))
  }
  // In Lagos it is the last second of Monday, then the first but one of Tuesday.
  for (const [id, at] of [
    ['before', '2026-11-23T22:59:59Z'],
    ['after', '2026-11-23T23:00:01Z'],
  ] as const) {
    stage.pass(Date.parse(at) - stage.now)
    await trade(id)
  }
}, 60_000)

afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

afterAll(async () => {
  await printer.close()
  await desk?.end()
  await stage?.database.close()
})

const caller = brokerWith({ accounts: ['A1'] })

async function ask<Name extends keyof typeof handlers>(name: Name, input: CallInput<Name>): Promise<unknown> {
  const context: Partial<CallContext<Caller>> = {
    caller,
    tenantId: 1,
    culture: 'en',
    translate: translateTo('en'),
    write: (async () => undefined) as CallContext['write'],
  }
  const handler = handlers[name] as unknown as Handler<Name>
  const answer = await handler(calls[name].input.parse(input) as CallRequest<Name>, context as never)
  if (!/Download/.test(name)) return answer
  const { name: file, body } = answer as FileAnswer
  const bytes = await buffer(body as AsyncIterable<Uint8Array>)
  return [file, file.endsWith('.pdf') ? linesOf(bytes) : String(bytes)]
}

const cscsAcct = '0000000001'
const days = { from: '2026-11-23', to: '2026-11-24' }

const reports = async (): Promise<Readonly<Record<string, unknown>>> => ({
  statement: await ask('BackOffice/GetAccountStatement', { cscsAcct, ...days }),
  statementFile: await ask('BackOffice/DownloadAccountStatement', { cscsAcct }),
  inflow: await ask('BackOffice/GetAccountInflow', { cscsAcct, from: '2026-11-20' }),
  movement: await ask('BackOffice/GetPortfolioMovement', { cscsAcct }),
  holding: await ask('BackOffice/GetDashAccountPortfolioHolding', { cscsAcct }),
  valuation: await ask('BackOffice/GetDashAccountPortfolioValuation', { cscsAcct, asOf: '2026-11-23' }),
  performance: await ask('BackOffice/GetPortfolioPerformance', { cscsAcct, ...days }),
  notes: await ask('BackOffice/GetContractNotes', { cscsAcct, ...days }),
  note: await ask('BackOffice/DownloadContractNote', { number: 1 }),
  summary: await ask('Order/getOrderTransactionSummary', { groupBy: 'day', ...days }),
  orders: await ask('Order/getStockOrders', { from: '2026-11-23T00:00:00Z' }),
  executions: await ask('Order/GetExecutions', {}),
  ordersFile: await ask('Order/DownloadStockOrders', {}),
  trend: await ask('MarketData/GetPriceTrend', { security: 'GTCO', interval: '1d' }),
  prices: await ask('MarketData/DownloadPriceListCsv', { dateTime: '2026-11-23T23:00:00Z' }),
})

test('orders a second either side of midnight in Lagos are of the day before and of the day after', async () => {
  const { notes, summary, statement, movement } = (await reports()) as Record<
    string,
    { items: Record<string, unknown>[] }
  >
  const of = (report: typeof notes, day: string) => report?.items.map((row) => row[day]).toSorted()
  const both = ['2026-11-23', '2026-11-24']
  expect(of(notes, 'tradeDate')).toEqual(both)
  expect(of(notes, 'settlementDate')).toEqual(['2026-11-24', '2026-11-25'])
  expect(of(summary, 'key')).toEqual(both)
  expect(of(statement, 'date')).toEqual(both)
  expect(of(movement, 'date')).toEqual(both)
})

test.each(['Pacific/Kiritimati', 'America/St_Johns'])('reports are the same in %s', async (TZ) => {
  process.env.TZ = 'UTC'
  const expected = await reports()
  process.env.TZ = TZ
  expect(new Date(0).getTimezoneOffset()).not.toBe(0)
  expect(await reports()).toEqual(expected)
})
