import {
  auditFields,
  type CallRequest,
  ExecInst,
  kobo,
  OrdType,
  orderList,
  type PriceKobo,
  type Quantity,
  refuse,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import { type Mandate, type Order, type OrderIdentity, pendingOrder, toStockOrder } from '@tradebook/orders'
import { expect, test } from 'vitest'
import { fingerprintOf, type OrderRequest } from '../../desk/decisions/requests.ts'
import { fromJournalBody, type JournalEntry, toJournalBody } from '../../desk/record/journal.ts'
import { type OrderRow, orderColumns, orderOf } from '../../desk/record/order-row.ts'
import { callerOf } from '../../http/caller.fixture.ts'
import { crossOrderOf, newOrderOf, replaceOrderOf } from './requests.ts'

/**
 * What a client may say about an order reaches each place that has to know it. A field that a call gets does not compile
 * here before it has two values, and fails where it was forgotten: a different order would be taken for the same.
 */

type Asked<Name extends Parameters<typeof named>[0]> = Required<CallRequest<`Order/${Name}`>>
const named = (name: 'SendNewOrder' | 'SendOrderReplaceRequest' | 'sendCrossDealOrder') => name

const order: Asked<'SendNewOrder'> = {
  ...{ clOrdID: 'c1', account: 'A1', securityID: 'GTCO', side: Side.buy, ordType: OrdType.stopLimit },
  ...{ price: 58.4, stopPx: 58.2, orderQty: 1_000, timeInForce: TimeInForce.goodTillDate },
  ...{ expireDate: '2026-12-01', displayQty: 100, minQty: 10, execInst: ExecInst.allOrNone, text: 'Note' },
  instructionID: 5,
}
const otherOrder: Asked<'SendNewOrder'> = {
  ...{ clOrdID: 'c2', account: 'A2', securityID: 'ZENITHBANK', side: Side.sell, ordType: OrdType.limit },
  ...{ price: 58.45, stopPx: 58.25, orderQty: 1_001, timeInForce: TimeInForce.day },
  ...{
    expireDate: '2026-12-02',
    displayQty: 101,
    minQty: 11,
    execInst: ExecInst.imbalanceOnly,
    text: 'Other',
  },
  instructionID: 6,
}
const replacement: Asked<'SendOrderReplaceRequest'> = {
  ...{ clOrdID: 'c3', orderID: '7', orderQty: 1_000, price: 58.4, stopPx: 58.2 },
  ...{ timeInForce: TimeInForce.goodTillDate, expireDate: '2026-12-01', version: 1 },
}
const otherReplacement: Asked<'SendOrderReplaceRequest'> = {
  ...{ clOrdID: 'c3', orderID: '8', orderQty: 1_001, price: 58.45, stopPx: 58.25 },
  ...{ timeInForce: TimeInForce.day, expireDate: '2026-12-02', version: 2 },
}
const cross: Asked<'sendCrossDealOrder'> = {
  ...{ crossID: 'x1', securityID: 'GTCO', price: 58.4, orderQty: 1_000, buyAccount: 'A1', sellAccount: 'A2' },
  text: 'Note',
}
const otherCross: Asked<'sendCrossDealOrder'> = {
  ...{ crossID: 'x2', securityID: 'ZENITHBANK', price: 58.45, orderQty: 1_001, buyAccount: 'A3' },
  ...{ sellAccount: 'A4', text: 'Other' },
}

const context = {
  caller: callerOf({ tenantId: 1, account: 'A1' }, []),
  clientIpAddress: '127.0.0.1',
  browserInfo: 'test',
} as never
const asked = (request: object): OrderRequest => {
  if (!('kind' in request)) throw new Error('the request was refused')
  return request as OrderRequest
}
const mandate: Mandate = {
  ...{ account: 'A1', securityID: 'GTCO', side: Side.buy, orderQty: 5_000 as Quantity },
  ...{ price: 6_000 as PriceKobo, until: '2026-12-31' },
}
const { request } = newOrderOf(order, context, mandate)
const identity: OrderIdentity = {
  ...{
    orderID: '7',
    tenantId: 1,
    cscsAccount: '0000000001',
    customerName: 'Ada',
    userId: 2,
    userName: 'broker',
  },
  ...{ tradeDate: '2026-11-20', priority: 7, time: Date.UTC(2026, 10, 20, 10) },
}

test.each([
  ...differences('a new order', order, otherOrder, (changed) => newOrderOf(changed, context)),
  ...differences('a replace', replacement, otherReplacement, (changed) => replaceOrderOf(changed, context)),
  ...differences('a cross', cross, otherCross, (changed) => crossOrderOf(changed, context)),
])('%s with another %s is another request', (_, name, ofRequest, ofOther) => {
  // The id of a replace names the request itself, which is looked for by it.
  const isKey = name === 'clOrdID' && ofRequest().kind === 'replaceOrder'
  expect(fingerprintOf(ofOther()) === fingerprintOf(ofRequest())).toBe(isKey)
})

function differences<Input extends object>(
  what: string,
  input: Input,
  other: Input,
  requestOf: (input: Input) => object,
) {
  return Object.keys(input).map((name) => {
    const changed = { ...input, [name]: other[name as keyof Input] }
    return [what, name, () => asked(requestOf(input)), () => asked(requestOf(changed))] as const
  })
}

test.each(Object.keys(order) as (keyof typeof order)[])(
  '%s is journalled, stored, shown, listed and audited',
  (name) => {
    const value = request[name]
    expect(value).toBeDefined()
    const entry: JournalEntry = { kind: 'newOrder', request, identity, worstPx: null, refusal: null }
    const body = JSON.parse(toJournalBody(entry)) as object
    expect(fromJournalBody('newOrder', body)).toMatchObject({ request: { [name]: value } })

    const kept = pendingOrder(request, identity)
    expect(orderOf(storedRow(kept))[name]).toEqual(value)

    const shownAs = name === 'text' ? 'clientText' : name
    expect(toStockOrder(kept, kobo(0), false)[shownAs]).toBe(order[name])
    expect(orderList.columns).toHaveProperty(shownAs)
    expect(auditFields).toHaveProperty(name)
  },
)

test('every field of an order is written to its row and read from it', () => {
  const kept: Order = {
    ...pendingOrder(request, identity),
    ...{
      origClOrdID: 'c0',
      cumQty: request.displayQty!,
      filledValue: kobo(58_400_00),
      lastPx: request.price,
    },
    ...{ lastQty: request.minQty!, mdEntryID: '9', shownQty: request.displayQty!, ordRejReason: 3 },
    ...{ refusal: refuse('priceMissing'), transactTime: identity.time + 1, version: 4 },
    ...{ bulkOrderID: '815', allocation: 'list' },
  }
  expect(Object.entries(kept).filter(([, value]) => value === null || value === undefined)).toEqual([])
  expect(orderOf(storedRow(kept))).toEqual(kept)
})

/** The row as PostgreSQL gives it back, joined with the account. */
function storedRow(kept: Order): OrderRow {
  const { cscsAccount: cscs_account, customerName: customer_name } = kept
  const line = { order: kept, hold: kobo(0), marketDate: '2026-11-20' }
  const columns = Object.entries(orderColumns).map(([column, [type, written]]) => [
    column,
    readAs(type, written(line)),
  ])
  return { ...Object.fromEntries(columns), cscs_account, customer_name } as OrderRow
}

function readAs(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (type === 'bigint') return BigInt(value as string)
  if (type === 'timestamptz') return new Date(value as number)
  return type === 'jsonb' ? JSON.parse(value as string) : value
}
