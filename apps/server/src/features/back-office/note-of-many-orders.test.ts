import { NOTE_ORDERS, Side, shownOrders } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, fund, order, SELLER } from '../../desk/desk.fixture.ts'
import { desk, stage } from '../../desk/shared-desk.fixture.ts'
import { linesOf } from '../../files/pdf/pdf-text.fixture.ts'
import { translateTo } from '../../platform/localisation.ts'
import { callerOf } from './back-office.fixture.ts'
import { answer, ask, file, noteOf, oneTradeForAllTests } from './one-trade.fixture.ts'

oneTradeForAllTests()

/** Besides the two orders of the one trade. */
const MORE = 23
let orders: string[]

beforeAll(async () => {
  await fund(desk, { naira: 10_000_000n, gtco: 20_000 })
  const reference = await stage.referencePx('GTCO')
  await desk.submit(order(SELLER, 'many', Side.sell, reference, MORE * 10))
  for (let index = 0; index < MORE; index++)
    await desk.submit(order(BUYER, `many ${index}`, Side.buy, reference, 10))
  const ids = await stage.column('SELECT order_id FROM orders WHERE account = $$A1$$ ORDER BY order_id')
  orders = ids.map(String)
})

test('it names the earliest of its orders, and says how many there are', async () => {
  const note = await noteOf(BUYER)
  expect(orders).toHaveLength(MORE + 2)
  expect([note.orders, note.trades]).toEqual([MORE + 2, MORE + 2])
  expect(note.orderIDs).toEqual(orders.slice(0, NOTE_ORDERS))
})

test('its document says the same as its row, lists its trades, and says where the other orders are', async () => {
  const note = await noteOf(BUYER)
  const { bytes, rows } = await file('BackOffice/DownloadContractNote', { number: note.number })
  const text = linesOf(bytes).join(' ')
  const named = orders.slice(0, NOTE_ORDERS).join(', ')
  expect(shownOrders(note, translateTo('en'))).toBe(`${named} and 5 more`)
  expect(text).toContain(' and 5 more')
  expect(text).toContain('All orders of this note are in its list of trades')
  expect(rows).toBe(1)
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
})

test('the list of its trades has every order, on the screen and as a file', async () => {
  const { number, cscsAccount: cscsAcct } = await noteOf(BUYER)
  const { items } = await answer('BackOffice/GetContractNoteTrades', {
    cscsAcct,
    number,
    maxResultCount: 100,
  })
  expect(items.map(({ orderID }) => orderID)).toEqual(orders)
  const { name, bytes, rows } = await file('BackOffice/DownloadContractNoteTrades', {
    cscsAcct,
    number,
    columns: ['orderID'],
  })
  expect([name, rows]).toEqual([`Trades of contract note ${number}.csv`, orders.length])
  expect(String(bytes)).toBe(`\uFEFF${['Order no.', ...orders].join('\r\n')}\r\n`)
})

test('the trades of an account that the caller may not see cannot be downloaded', async () => {
  expect(
    await ask('BackOffice/DownloadContractNoteTrades', { cscsAcct: '0000000002', number: 1 }),
  ).toMatchObject({
    refusal: 'unknownAccount',
  })
})

test.each(['GetContractNoteTrades', 'DownloadContractNoteTrades'] as const)(
  'a note that there is not, or that is of another account, is refused: %s',
  async (call) => {
    const { number } = await noteOf(BUYER)
    const unknown = { cscsAcct: '0000000001', number: 2_147_483_646 }
    expect(await ask(`BackOffice/${call}`, unknown)).toMatchObject({ refusal: 'unknownContractNote' })
    const ofAnother = { cscsAcct: '0000000003', number }
    const who = { ...callerOf(BUYER), accounts: ['A1', 'A2'] }
    expect(await ask(`BackOffice/${call}`, ofAnother, who)).toMatchObject({ refusal: 'unknownContractNote' })
    const own = { cscsAcct: '0000000001', number }
    expect(await ask(`BackOffice/${call}`, own)).not.toHaveProperty('refusal')
  },
)

test('a note whose trades the record does not have names no order', async () => {
  const { number } = await noteOf(BUYER)
  await stage.asAdmin(
    `INSERT INTO contract_notes
     SELECT (jsonb_populate_record(n, '{"number": 9999, "trade_date": "2026-01-05"}')).*
     FROM contract_notes n WHERE (n.tenant_id, n.number) = ($1, $2)`,
    [BUYER.tenantId, number],
  )
  const period = { from: '2026-01-05', to: '2026-01-05' }
  const { items } = await answer('BackOffice/GetContractNotes', { cscsAcct: '0000000001', ...period })
  expect(items).toMatchObject([{ number: 9999, orders: 0, orderID: null, orderIDs: [] }])
})
