import { type Quantity, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../shared-desk.fixture.ts'

shareDesk({ funds: { naira: 1_000_000n } })

test('a replace publishes the order as it is now by replaceStockOrder, and no other change does', async () => {
  const begin = stage.events.length
  const entered = await desk.submit(order(BUYER, 'one', Side.buy, price, 100))
  if (entered.kind !== 'order') throw new Error(JSON.stringify(entered))
  const { orderID } = entered.order
  const change = { orderQty: 60 as Quantity }
  await desk.submit({ kind: 'replaceOrder', origin: of(BUYER), orderID, clOrdID: 'two', change })
  await desk.submit({ kind: 'cancelOrder', origin: of(BUYER), orderID, clOrdID: 'three' })
  const events = () =>
    stage.events
      .slice(begin)
      .flatMap((event) =>
        event.target === 'updateStockOrder' || event.target === 'replaceStockOrder'
          ? [[event.target, event.argument.clOrdID, event.argument.orderQty]]
          : [],
      )
  await expect.poll(() => events().at(-1)?.[1]).toBe('three')
  expect(events().filter(([target]) => target === 'replaceStockOrder')).toEqual([
    ['replaceStockOrder', 'two', 60],
  ])
})
