import { calls, pathOf, type StockOrder } from '@tradebook/contract'
import Fastify from 'fastify'
import { z } from 'zod'

/**
 * The peer of the orders bench: bare Fastify that checks the same body by the same schema and
 * answers the same order in the same envelope, with nothing behind it.
 */

const { input, output } = calls['Order/SendNewOrder']
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

let sequence = 0

const app = Fastify()
app.post<{ Body: z.output<typeof input> }>(
  pathOf('Order/SendNewOrder'),
  { schema: { body: schemaOf(input, 'input'), response: { 200: schemaOf(envelope, 'output') } } },
  ({ body }) => ({
    result: accepted(body),
    targetUrl: null,
    success: true,
    error: null,
    unAuthorizedRequest: false,
    __abp: true,
  }),
)
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))

function accepted(order: z.output<typeof input>): StockOrder {
  sequence += 1
  const time = new Date().toISOString()
  return {
    id: String(sequence),
    orderID: String(sequence),
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
    timeInForce: order.timeInForce,
    expireDate: null,
    account: order.account,
    cscsAccount: '0003707437',
    customerName: 'Tunde Bakare',
    userName: 'broker',
    ordStatus: '0',
    cumQty: 0,
    leavesQty: order.orderQty,
    avgPx: 0,
    lastPx: null,
    lastQty: null,
    holdAmount: 0,
    mdEntryID: String(sequence),
    text: null,
    ordRejReason: null,
    transactTime: time,
    creationTime: time,
    version: 0,
  }
}
