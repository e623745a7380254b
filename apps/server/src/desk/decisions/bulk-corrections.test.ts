import {
  chargesOn,
  feesOf,
  isFinal,
  kobo,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  TimeInForce,
  totalOf,
} from '@tradebook/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { HOST } from '../../store/host.ts'
import { BUYER, of, order, SELLER } from '../desk.fixture.ts'
import { installation } from '../inputs.ts'
import { desk, price, shareDesk, stage } from '../shared-desk.fixture.ts'

/** Trades of bulk orders that market control cancels and corrects, on a real database. */

shareDesk({ funds: { naira: 900_000_000n, gtco: 10_000_000 } })

const accounts = ['A1', 'A2', 'A3']
const staff = { ...of(BUYER), accounts: 'all' as const }
const control = (userId: number) => ({ ...installation(HOST), userId, userName: `control${userId}` })

beforeAll(async () => {
  for (const [index, account] of ['A2', 'A3'].entries()) {
    const terms = { account, cscsAccount: `000000010${index}`, customerId: 10 + index, customerName: 'Bola' }
    await desk.submit({ kind: 'openAccount', origin: staff, account: terms })
    await desk.submit({
      kind: 'externalTransfer',
      origin: staff,
      transfer: { type: 'deposit', account, amount: kobo(90_000_000_000n), reference: 'R', narration: 'N' },
    })
  }
})

let ids = 0
const id = (what: string) => `${what}-${++ids}`

async function sendBulk(quantities: readonly number[], allocation: 'proRata' | 'list'): Promise<string> {
  const answer = await desk.submit({
    ...{ kind: 'bulkOrder', origin: staff },
    request: {
      ...{ clOrdID: id('bulk'), securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit, price },
      ...{ timeInForce: TimeInForce.day, text: null, allocation },
      parts: quantities.map((orderQty, n) => ({ account: accounts[n]!, orderQty: orderQty as Quantity })),
    },
  })
  if (answer.kind !== 'order') throw new Error(JSON.stringify(answer))
  return answer.order.orderID
}
const offer = (quantity: number, better: number) =>
  desk.submit(order(SELLER, id('offer'), Side.sell, (price - better) as PriceKobo, quantity))
const cancel = (orderID: string) =>
  desk.submit({ kind: 'cancelOrder', origin: staff, clOrdID: id('cancel'), orderID })
const allocate = (orderID: string, lines?: { account: string; quantity: number }[]) =>
  desk.submit({ ...{ kind: 'allocateBulkOrder', origin: staff, orderID }, ...(lines && { lines }) })

async function correct(tradeNumber: number, change: { price: PriceKobo; quantity: Quantity } | null) {
  const request = { kind: 'requestTradeCorrection', tradeNumber, change, reason: 'Erroneous' } as const
  const asked = await desk.submit({ ...request, origin: control(1) })
  if (asked.kind !== 'done') return asked
  const decision = { kind: 'decideTradeCorrection', tradeNumber, approves: true, reason: null } as const
  return desk.submit({ ...decision, id: asked.sequence, orderID: null, origin: control(2) })
}

/** The trades of a bulk order as they are now. */
const tradesOf = async (orderID: string) =>
  (
    await stage.rows(
      `SELECT trade_number, last_px, last_qty FROM executions e
       WHERE order_id = ${orderID} AND exec_type IN ('F', 'G')
         AND NOT EXISTS (SELECT FROM executions x WHERE x.exec_ref = e.sequence) ORDER BY sequence`,
    )
  ).map(([number, px, quantity]) => ({ number: Number(number), px: Number(px), quantity: Number(quantity) }))

const sumsOf = async (where: string) => {
  const [[quantity, value] = []] = await stage.rows(
    `SELECT coalesce(sum(cum_qty), 0)::text, coalesce(sum(filled_value), 0)::text FROM orders WHERE ${where}`,
  )
  return [BigInt(String(quantity)), BigInt(String(value))] as const
}
const partsSum = (orderID: string) => sumsOf(`bulk_order_id = ${orderID} AND order_id <> bulk_order_id`)
const wholeSum = (orderID: string) => sumsOf(`order_id = ${orderID}`)

/** Every account's note is the sum of its orders and of its executions, with the charges of that and no others. */
async function expectNotesAgree(): Promise<void> {
  const { ledger } = (await stage.replayed()).firm(1)
  for (const note of ledger.notes().filter(({ side }) => side === Side.buy)) {
    const { account } = note
    const [quantity, value] = await sumsOf(`account = '${account}' AND side = '1' AND security_id = 'GTCO'`)
    expect([account, note.quantity, note.consideration]).toEqual([account, quantity, value])
    const table = chargesOn(ledger.fees, { side: note.side, tradeDate: note.tradeDate })
    const executions = await stage.rows(
      `SELECT coalesce(sum(e.last_qty), 0)::text, coalesce(sum(e.last_qty::bigint * e.last_px), 0)::text,
         count(DISTINCT e.trade_number)::int
       FROM executions e JOIN orders o USING (tenant_id, order_id)
       WHERE o.account = '${account}' AND o.side = '1' AND e.exec_type IN ('F', 'G')
         AND NOT EXISTS (SELECT FROM executions x WHERE x.exec_ref = e.sequence)`,
    )
    const trades = Number(executions[0]?.[2])
    expect(executions).toEqual([[String(quantity), String(value), note.trades]])
    expect(note.lines).toEqual(feesOf(table, { ...note, trades }))
    const [cash] = await stage.column(
      `SELECT coalesce(sum((postings -> 'NGN' ->> 'customer')::bigint), 0)::text FROM ledger_entries
       WHERE account = '${account}' AND side = '1' AND security_id = 'GTCO' AND kind <> 'settlement'`,
    )
    expect(BigInt(String(cash))).toBe(-(note.consideration + totalOf(note.lines)))
  }
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('fill', 'fill', 'allocate', 'cancelTrade', 'correctTrade', 'correctTrade', 'end'),
    quantity: fc.integer({ min: 1, max: 90 }),
    // Whole ticks of five kobo.
    better: fc.nat(8).map((ticks) => ticks * 5),
    which: fc.nat(20),
  }),
  { minLength: 4, maxLength: 12 },
)
const trials = fc.record({
  quantities: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 3 }),
  allocation: fc.constantFrom('proRata' as const, 'list' as const),
  steps,
})

test('after any fills, allocations, cancelled and corrected trades the allocations are the fills, and notes agree', async () => {
  let corrected = 0
  await fc.assert(
    fc.asyncProperty(trials, async ({ quantities, allocation, steps: taken }) => {
      const orderID = await sendBulk(quantities, allocation)
      for (const better of [10, 5]) await offer(Math.ceil((quantities[0] ?? 1) / 3), better)
      for (const { kind, quantity, better, which } of taken) {
        if (kind === 'fill') await offer(quantity, better)
        if (kind === 'allocate') await allocate(orderID)
        if (kind === 'end') await cancel(orderID)
        if (kind === 'cancelTrade' || kind === 'correctTrade') {
          const trades = await tradesOf(orderID)
          const trade = trades[which % Math.max(trades.length, 1)]
          if (!trade) continue
          const less = Math.max(1, trade.quantity - (which % 3)) as Quantity
          const change =
            kind === 'cancelTrade' ? null : { price: (trade.px - 5 + better) as PriceKobo, quantity: less }
          const [allocatedBefore] = await partsSum(orderID)
          const answer = await correct(trade.number, change)
          if (answer.kind === 'refused') {
            expect(answer.refusal.refusal).toBe('nothingToCorrect')
            continue
          }
          corrected += 1
          // Nobody gets more shares by a correction.
          expect((await partsSum(orderID))[0]).toBeLessThanOrEqual(allocatedBefore)
        }
        const [[ofWhole], [ofParts]] = [await wholeSum(orderID), await partsSum(orderID)]
        expect(ofParts).toBeLessThanOrEqual(ofWhole)
      }
      // What rests in the book of the other trials is gone.
      await cancel(orderID)
      for (const [offered] of await stage.rows(
        `SELECT order_id FROM orders WHERE account = '${SELLER.account}' AND leaves_qty > 0`,
      ))
        await desk.submit({
          ...{ kind: 'cancelOrder', origin: of(SELLER), clOrdID: id('cancel') },
          orderID: String(offered),
        })
      await allocate(orderID)
      expect(await partsSum(orderID)).toEqual(await wholeSum(orderID))
      const open = await stage.rows(`SELECT ord_status FROM orders WHERE bulk_order_id = ${orderID}`)
      expect(open.every(([status]) => isFinal(status as never))).toBe(true)
      await expectNotesAgree()
    }),
    { numRuns: 30 },
  )
  expect(corrected).toBeGreaterThan(5)
})

test('the journal alone gives the same orders and balances after corrections', async () => {
  const replayed = await stage.replayed()
  for (const [account, balance] of await stage.rows(
    'SELECT account, balance FROM cash_balances WHERE tenant_id = 1',
  ))
    expect(Number(replayed.firm(1).ledger.cash(String(account)).balance)).toBe(Number(balance))
})
