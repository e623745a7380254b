import { expect } from 'vitest'
import { type Person, signIn } from '../person.ts'
import type { RunningServer } from '../running-server.ts'
import type { Audit } from './audit.ts'
import { firms, isUndecided, type Sent } from './order-load.ts'

/** Whether the tables contain less than the client was answered. */
export function isLost({ call, input, answer }: Sent, { orders, requests }: Audit): boolean {
  const answered = answer?.result
  if (!answered) return false
  const order = orders.get(answered.orderID)
  if (!order || requests.get(input.clOrdID) !== answered.orderID) return true
  if (order.cum_qty < answered.cumQty) return true
  if (call === 'Order/sendCancelOrderRequest') return order.ord_status !== '4'
  return (
    order.account !== answered.account ||
    order.security_id !== answered.securityID ||
    order.side !== answered.side
  )
}

/** Requests that nobody sent. */
export function strangers({ requests }: Audit, history: readonly Sent[]): string[] {
  const sent = new Set(history.map(({ input }) => input.clOrdID))
  return [...requests.keys()].filter((clOrdID) => !sent.has(clOrdID))
}

/** Anyone who asks again gets the answer it had; anyone who had none gets one. */
export async function expectSameAnswers(
  running: Pick<RunningServer, 'url' | 'password'>,
  history: Sent[],
): Promise<void> {
  const brokers = new Map<string, Person>()
  for (const firm of firms) brokers.set(firm, await signIn(running, firm, 'broker'))
  const again = [
    ...history.filter(({ answer }) => answer?.result).slice(-50),
    // A refused new order is kept; a refused change leaves no trace and may be granted later.
    ...history.filter((sent) => sent.call === 'Order/SendNewOrder' && sent.answer?.error).slice(-20),
    ...history.filter(({ answer }) => !answer),
  ]
  expect(again.length).toBeGreaterThan(0)
  for (const sent of again) {
    const broker = brokers.get(sent.firm)
    if (!broker) throw new Error(`nobody is signed in at ${sent.firm}`)
    const answer = await broker.ask(sent.call, sent.input)
    expect({ result: answer.result, error: answer.error }).not.toEqual({ result: null, error: null })
    const before = sent.answer
    if (before && !isUndecided(before)) {
      expect(answer.result?.orderID).toBe(before.result?.orderID)
      expect(answer.error?.code).toBe(before.error?.code)
    }
  }
}
