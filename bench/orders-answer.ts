import { calls, type StockOrder } from '@tradebook/contract'
import { z } from 'zod'

/** What the peers of the orders bench share: the schemas of the request and of the answer, and the answer itself. */

const { input, output } = calls['Order/SendNewOrder']

export type OrderBody = z.output<typeof input>

const envelope = z.object({
  result: output,
  targetUrl: z.null(),
  success: z.boolean(),
  error: z.null(),
  unAuthorizedRequest: z.boolean(),
  __abp: z.boolean(),
})
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { target: 'draft-7', io })

/** The body and the answer of the call in JSON Schema, by which Fastify validates the one and serialises the other. */
export const routeSchema = { body: schemaOf(input, 'input'), response: { 200: schemaOf(envelope, 'output') } }

/** The part of an accepted order that its entry decided. */
export interface Accepted {
  readonly orderID: string
  readonly cumQty: number
  readonly lastPx: number | null
}

/** The envelope of ABP around the accepted order. */
export const answerOf = (order: OrderBody, accepted: Accepted) => ({
  result: stockOrder(order, accepted),
  targetUrl: null,
  success: true,
  error: null,
  unAuthorizedRequest: false,
  __abp: true,
})

function stockOrder(order: OrderBody, { orderID, cumQty, lastPx }: Accepted): StockOrder {
  const time = new Date().toISOString()
  const leavesQty = order.orderQty - cumQty
  return {
    id: orderID,
    orderID,
    clOrdID: order.clOrdID,
    origClOrdID: null,
    securityID: order.securityID,
    side: order.side,
    ordType: order.ordType,
    price: order.price ?? null,
    stopPx: null,
    orderQty: order.orderQty,
    displayQty: null,
    minQty: null,
    execInst: null,
    instructionID: null,
    bulkOrderID: null,
    allocation: null,
    timeInForce: order.timeInForce,
    expireDate: null,
    account: order.account,
    cscsAccount: '0003707437',
    customerName: 'Tunde Bakare',
    userName: 'broker',
    pendingSince: null,
    ordStatus: leavesQty === 0 ? '2' : cumQty === 0 ? '0' : '1',
    cumQty,
    leavesQty,
    avgPx: lastPx ?? 0,
    lastPx,
    lastQty: cumQty === 0 ? null : cumQty,
    holdAmount: 0,
    mdEntryID: orderID,
    isHalted: false,
    text: null,
    reason: null,
    clientText: null,
    ordRejReason: null,
    transactTime: time,
    creationTime: time,
    version: 0,
  }
}
