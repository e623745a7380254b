import { refuse } from '@tradebook/contract'
import { expect, test } from 'vitest'
import type { DeskAnswer } from '../../desk/inputs.ts'
import { brokerWith } from '../../http/caller.fixture.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'
import { DatabaseUnavailable } from '../../store/unavailable.ts'
import { orderFeature } from './order.ts'

const away = () => Promise.reject(new DatabaseUnavailable('The database does not answer.'))
const store = { forTenant: () => ({ read: away, write: away }) } as unknown as Store

const caller = brokerWith()
const context = { caller, clientIpAddress: '127.0.0.1', browserInfo: 'test' } as CallContext<Caller>

/** Cancels an order, which the desk answers so, while the record cannot be read. */
const cancel = (answer: DeskAnswer) =>
  orderFeature({
    ...{ store, stopBaskets: async () => {} },
    desk: {
      preview: () => refuse('unavailable'),
      submit: () => Promise.resolve(answer),
      status: { ready: true, waiting: 0, workWaiting: 0, marketDate: '2026-11-23' },
    },
  })['Order/sendCancelOrderRequest']({ clOrdID: 'c1', orderID: '7' }, context)

test('a request that was done before is in doubt while its first answer cannot be read', async () => {
  expect(await cancel({ kind: 'repeat', orderID: '7' })).toEqual(refuse('outcomeUnknown'))
})

test('so is one about an order that has ended, which the same request may have ended', async () => {
  const refused: DeskAnswer = { kind: 'refused', refusal: refuse('unknownOrder', { orderID: '7' }) }
  expect(await cancel(refused)).toEqual(refuse('outcomeUnknown'))
})
