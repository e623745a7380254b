import { pathOf } from '@tradebook/contract'
import Fastify from 'fastify'
import { answerOf, type OrderBody, routeSchema } from './orders-answer.ts'

/**
 * The limit of the orders bench: bare Fastify that checks the same body by the same schema and
 * answers the same order in the same envelope, with nothing behind it.
 */

let sequence = 0

const app = Fastify()
app.post<{ Body: OrderBody }>(pathOf('Order/SendNewOrder'), { schema: routeSchema }, ({ body }) => {
  sequence += 1
  return answerOf(body, { orderID: String(sequence), cumQty: 0, lastPx: null })
})
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
