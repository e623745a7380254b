import {
  ExecType,
  kobo,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, of } from '../desk.fixture.ts'
import { desk, price, stage } from '../shared-desk.fixture.ts'
import { accepted, next, says, shareDeskOnLine, traded } from './line.fixture.ts'

/** A venue on a line cancels or corrects a trade of a bulk order that is allocated already. */

shareDeskOnLine({ funds: { naira: 100_000_000n } }, 'all tests')

const staff = { ...of(BUYER), accounts: 'all' as const }

beforeAll(async () => {
  const terms = { account: 'A2', cscsAccount: '0000000102', customerId: 10, customerName: 'Bola' }
  await desk.submit({ kind: 'openAccount', origin: staff, account: terms })
  await desk.submit({
    ...{ kind: 'externalTransfer', origin: staff },
    transfer: {
      ...{ type: 'deposit', account: 'A2', amount: kobo(10_000_000_000n) },
      ...{ reference: 'R', narration: 'N' },
    },
  })
})

async function sendBulk(): Promise<string> {
  const answer = await desk.submit({
    ...{ kind: 'bulkOrder', origin: staff },
    request: {
      ...{ clOrdID: `bulk${next()}`, securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit, price },
      ...{ timeInForce: TimeInForce.day, text: null, allocation: 'proRata' },
      parts: ['A1', 'A2'].map((account) => ({ account, orderQty: 100 as Quantity })),
    },
  })
  if (answer.kind !== 'order') throw new Error(JSON.stringify(answer))
  return answer.order.orderID
}
/** What the bulk order and its parts have traded: shares, and at what price in kobo. */
const sharesOf = async (orderID: string) =>
  (
    await stage.rows(
      `SELECT cum_qty, filled_value::text FROM orders WHERE bulk_order_id = ${orderID} ORDER BY order_id`,
    )
  ).map(([quantity, value]) => (quantity === 0 ? 0 : `${quantity} at ${Number(value) / Number(quantity)}`))

const cases: readonly (readonly [string, number | null, number, readonly unknown[]])[] = [
  ['cancelled', null, 0, [0, 0, 0]],
  ['corrected to fewer shares', 100, 0, ['100 at', '50 at', '50 at']],
  ['corrected to another price', 120, 5, ['120 at', '60 at', '60 at']],
]

test.each(cases)(
  'a trade that is allocated is %s: it is allocated again',
  async (_, quantity, below, left) => {
    const at = price - 10
    const orderID = await sendBulk()
    await says(orderID, accepted)
    const trade = traded(120) as { readonly tradeNumber: number; readonly lastPx: PriceKobo }
    await says(orderID, trade as never)
    await desk.submit({ kind: 'allocateBulkOrder', origin: staff, orderID })
    expect(await sharesOf(orderID)).toEqual([`120 at ${at}`, `60 at ${at}`, `60 at ${at}`])

    const isCanceled = quantity === null
    await says(orderID, {
      ...trade,
      execType: isCanceled ? ExecType.tradeCanceled : ExecType.tradeCorrected,
      lastQty: (quantity ?? 120) as Quantity,
      lastPx: (trade.lastPx - below) as PriceKobo,
    })
    expect(await sharesOf(orderID)).toEqual(left.map((each) => (each === 0 ? 0 : `${each} ${at - below}`)))
  },
)
