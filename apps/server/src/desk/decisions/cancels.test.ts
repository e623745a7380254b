import { OrdStatus, Side } from '@tradebook/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { BUYER, of, order } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../shared-desk.fixture.ts'

const BURST = 10

let count = 0

shareDesk({ funds: { naira: 100_000_000n }, options: { orderRate: { perSecond: 50, burst: BURST } } })

/** The user may send a whole burst again. */
beforeEach(() => stage.pass(60_000))

async function anOrder(): Promise<{ orderID: string; clOrdID: string }> {
  count += 1
  const answer = await desk.submit(order(BUYER, `o${count}`, Side.buy, price, 10))
  if (answer.kind !== 'order') throw new Error('the order was refused')
  return answer.order
}

const cancel = (orderID: string, clOrdID: string) =>
  desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID, orderID })

/** The same cancel more often than the user's rate allows. */
const flood = (orderID: string, clOrdID: string) =>
  Promise.all(Array.from({ length: 5 * BURST }, () => cancel(orderID, clOrdID)))

/** All that is kept, and the desk's own row: which transaction wrote it last. */
const kept = () =>
  stage.asAdmin(
    `SELECT (SELECT count(*) FROM journal), (SELECT count(*) FROM orders), (SELECT xmin::text FROM desk),
       (SELECT count(*) FROM order_requests), (SELECT count(*) FROM audit_log)`,
  )

const busy = { kind: 'refused', refusal: { refusal: 'busy' } }

describe('cancels that end no order keep nothing, cost the user’s rate, and hold up no real cancel', () => {
  test('a clOrdID that was used already', async () => {
    const { orderID, clOrdID } = await anOrder()
    const before = await kept()
    const answers = await flood(orderID, clOrdID)
    expect(answers[0]).toMatchObject({ refusal: { refusal: 'duplicateClOrdID' } })
    expect(answers.filter(({ kind }) => kind === 'refused')).toHaveLength(5 * BURST)
    expect(answers.at(-1)).toMatchObject(busy)
    expect(await kept()).toEqual(before)
    expect(await cancel(orderID, `c${clOrdID}`)).toMatchObject({ order: { ordStatus: OrdStatus.canceled } })
  })

  test('an order that never was', async () => {
    const { orderID, clOrdID } = await anOrder()
    const before = await kept()
    const answers = await flood('999999999', 'c-unknown')
    expect(answers[0]).toMatchObject({ refusal: { refusal: 'unknownOrder' } })
    expect(answers.at(-1)).toMatchObject(busy)
    expect(await kept()).toEqual(before)
    expect(await cancel(orderID, `c${clOrdID}`)).toMatchObject({ order: { ordStatus: OrdStatus.canceled } })
  })

  test('a cancel that waits already, and its repeats', async () => {
    const { orderID, clOrdID } = await anOrder()
    const living = await anOrder()
    const answers = await flood(orderID, `c${clOrdID}`)
    expect(answers[0]).toMatchObject({ order: { ordStatus: OrdStatus.canceled } })
    expect(answers.at(-1)).toMatchObject(busy)
    const before = await kept()
    expect(await flood(orderID, `c${clOrdID}`)).toMatchObject(Array(5 * BURST).fill(busy))
    expect(await kept()).toEqual(before)
    expect(await cancel(living.orderID, 'c-living')).toMatchObject({ kind: 'order' })
  })

  test('a replace that changes nothing stores nothing', async () => {
    const { orderID, clOrdID } = await anOrder()
    const before = await kept()
    const change = { orderQty: undefined, price: undefined, version: undefined }
    const replace = { kind: 'replaceOrder', origin: of(BUYER), orderID, clOrdID, change } as const
    expect(await desk.submit(replace)).toMatchObject({ refusal: { refusal: 'duplicateClOrdID' } })
    expect(await desk.submit({ ...replace, orderID: '999999999' })).toMatchObject({
      refusal: { refusal: 'unknownOrder' },
    })
    expect(await kept()).toEqual(before)
  })
})

test('more orders than the rate allows are cancelled at once', async () => {
  const orders = []
  for (let n = 0; n < 3 * BURST; n++) {
    orders.push(await anOrder())
    stage.pass(1_000 / 50)
  }
  const answers = await Promise.all(orders.map(({ orderID, clOrdID }) => cancel(orderID, `c${clOrdID}`)))
  expect(answers).toMatchObject(Array(3 * BURST).fill({ order: { ordStatus: OrdStatus.canceled } }))
})
