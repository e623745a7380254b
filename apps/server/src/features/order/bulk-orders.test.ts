import { isRefusal, kobo, OrdType, Side, TimeInForce, toNaira } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order, SELLER } from '../../desk/desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import { brokerWith } from '../../http/caller.fixture.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { orderFeature } from './order.ts'

shareDesk({ funds: { naira: 10_000_000n, gtco: 10_000 } })

const context = {
  ...{ caller: brokerWith(), clientIpAddress: '127.0.0.1', browserInfo: 'test' },
} as unknown as CallContext<Caller>
const feature = () => orderFeature({ desk, store: stage.database.store, stopBaskets: async () => {} })

test('an allocation names accounts as every call does, by the firm’s number or the CSCS number', async () => {
  const staff = { ...of(BUYER), accounts: 'all' as const }
  const terms = { account: 'A2', cscsAccount: '0000000102', customerId: 12, customerName: 'Bola' }
  await desk.submit({ kind: 'openAccount', origin: staff, account: terms })
  const transfer = { type: 'deposit', account: 'A2', amount: kobo(1_000_000_000n) } as const
  await desk.submit({
    ...{ kind: 'externalTransfer', origin: staff },
    transfer: { ...transfer, reference: 'R', narration: 'N' },
  })
  const [ofA1] = await stage.column(`SELECT cscs_account FROM trading_accounts WHERE account = 'A1'`)
  await desk.submit(order(SELLER, 's1', Side.sell, price, 100))
  const sent = await feature()['Order/SendBulkOrder'](
    {
      ...{ clOrdID: 'bulk', securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit },
      ...{ price: toNaira(price), timeInForce: TimeInForce.day, allocation: 'list' },
      lines: [
        { account: 'A1', orderQty: 60 },
        { account: '0000000102', orderQty: 40 },
      ],
    } as never,
    context,
  )
  if (isRefusal(sent)) throw new Error(JSON.stringify(sent))
  const { orderID } = sent
  const allocate = (lines: readonly { account: string; quantity: number }[]) =>
    feature()['Order/AllocateBulkOrder']({ orderID, lines: [...lines] }, context)
  // One account by both of its numbers is one account twice.
  expect(
    await allocate([
      { account: 'A1', quantity: 60 },
      { account: String(ofA1), quantity: 40 },
    ]),
  ).toMatchObject({ refusal: 'allocationAccount', values: { account: 'A1' } })
  const allocated = await allocate([
    { account: String(ofA1), quantity: 60 },
    { account: '0000000102', quantity: 40 },
  ])
  expect(allocated).toMatchObject({ orderID })
  const found = await feature()['Order/GetBulkOrder']({ orderID }, context)
  if (isRefusal(found)) throw new Error(found.refusal)
  expect(found.parts.map(({ account, cumQty }) => [account, cumQty])).toEqual([
    ['A1', 60],
    ['A2', 40],
  ])
})
