import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { calls, OrdType, pathOf, Side } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { type Person, signIn } from '../person.ts'

/** A span as OTLP has it in JSON. */
interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

const SECURITY = 'GTCO'

let collector: Server
let server: DemoServer
let broker: Person
const received: OtlpSpan[] = []

beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      for (const { scopeSpans } of (body as Export).resourceSpans)
        for (const { spans } of scopeSpans) received.push(...spans)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  server = await openDemo({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  })
  broker = await signIn(server, 'Meridian', 'broker')
})

afterAll(async () => {
  await server?.close()
  collector?.close()
})

const attributesOf = ({ attributes }: OtlpSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Sends an order in a trace of the caller's own. @returns the spans of that trace, once there are so many. */
async function tracedOrder(price: number, count: number): Promise<OtlpSpan[]> {
  const [traceId, parent] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  const [account] = (await broker.get('BackOffice/GetCustomers', {})).items
  await broker.send(pathOf('Order/SendNewOrder', calls['Order/SendNewOrder']), {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${parent}-01` },
    body: JSON.stringify({
      ...{ clOrdID: `traced-${traceId}`, account: account?.accountNumber, securityID: SECURITY },
      ...{ side: Side.buy, ordType: OrdType.limit, price, orderQty: 10 },
    }),
  })
  const ofTrace = () => received.filter((span) => span.traceId === traceId)
  await expect.poll(() => ofTrace().length).toBe(count)
  expect(ofTrace().find(({ parentSpanId }) => parentSpanId === parent)?.name).toMatch(/^POST \/api\/services/)
  return ofTrace()
}

test('an order is followed through request, desk, commit and publishing, in the trace of its caller', async () => {
  const { lowLimitPx } = await broker.get('MarketData/getPricelimitRange', { security: SECURITY })
  const spans = await tracedOrder(lowLimitPx, 4)
  const named = (name: RegExp) => spans.find((span) => name.test(span.name))
  const [request, desk, commit, publish] = [/^POST /, /^desk newOrder$/, /^commit$/, /^publish$/].map(named)
  expect(desk?.parentSpanId).toBe(request?.spanId)
  expect([commit?.parentSpanId, publish?.parentSpanId]).toEqual([desk?.spanId, desk?.spanId])
  expect(attributesOf(request as OtlpSpan)).toMatchObject({ 'http.response.status_code': expect.anything() })
  expect(attributesOf(desk as OtlpSpan)).toMatchObject({ 'tradebook.answer': 'order' })
  expect(BigInt(desk?.endTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(BigInt(commit?.endTimeUnixNano ?? 0))
})

test('the trace of a refused order names the refusal, and nothing from the order', async () => {
  const price = 987_654.32
  const spans = await tracedOrder(price, 4)
  const desk = spans.find(({ name }) => name === 'desk newOrder') as OtlpSpan
  expect(String(attributesOf(desk)['tradebook.answer'])).not.toBe('')
  const [account] = (await broker.get('BackOffice/GetCustomers', {})).items
  expect(JSON.stringify(spans)).not.toContain(String(price))
  expect(JSON.stringify(spans)).not.toContain(account?.accountNumber ?? 'none')
  expect(JSON.stringify(spans)).not.toContain(broker.token)
})

test('without its collector the server trades on', async () => {
  collector.closeAllConnections()
  await new Promise((closed) => collector.close(closed))
  const { lowLimitPx } = await broker.get('MarketData/getPricelimitRange', { security: SECURITY })
  const [account] = (await broker.get('BackOffice/GetCustomers', {})).items
  const answer = await broker.get('Order/SendNewOrder', {
    ...{ clOrdID: 'untraced', account: account?.accountNumber ?? '', securityID: SECURITY },
    ...{ side: Side.buy, ordType: OrdType.limit, price: lowLimitPx, orderQty: 10 },
  })
  expect(answer).toBeDefined()
})
