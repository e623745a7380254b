import { type AddressInfo, createServer, type Server } from 'node:net'
import { type Field, type Received, type SessionSettings, timestampOf } from '@tradebook/fix'
import { type OrderThere, UNREADABLE } from '@tradebook/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SaidByVenue } from '../../apps/server/src/gateway/deliveries.ts'
import { Line } from '../../apps/server/src/gateway/line.ts'
import { OrderLine } from '../../apps/server/src/gateway/order-line.ts'
import { gatewayProfile, sessionSettings } from '../../apps/server/src/gateway/profile.ts'
import { SessionRecord } from '../../apps/server/src/gateway/session-record.ts'
import { type TestDatabase, testStore } from '../../apps/server/testing/test-database.ts'

/** An exchange that answers the test's way, and what the gateway makes of it. */
let database: TestDatabase
beforeAll(async () => {
  database = await testStore()
})
afterAll(() => database?.close())

type Answer = (message: Received) => readonly (readonly [type: string, fields: readonly Field[]])[]

/** An exchange, and a gateway that is connected to it. */
async function connected(name: string, answer: Answer) {
  const members = { senderCompID: name, targetCompID: 'UNWILLING' }
  const received: Received[] = []
  const server: Server = createServer((socket) => {
    const settings: SessionSettings = {
      ...sessionSettings(profile, profile.orders, {}),
      ...{ role: 'acceptor', senderCompId: 'UNWILLING', targetCompId: name },
    }
    const application = () => (message: Received, send: (message: Parameters<Line['send']>[0]) => void) => {
      received.push(message)
      for (const [type, fields] of answer(message)) send({ type, fields, repeat: true })
    }
    new Line(settings, application, () => {}, Date.now).attach(socket, new Uint8Array())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = { host: '127.0.0.1', port }
  const profile = gatewayProfile({
    ...{ name: 'test', version: 'FIX.5.0SP1', hours: 'always' },
    orders: { ...members, ...address, resetOnLogon: true },
    marketData: { ...members, ...address, senderCompID: `${name}-DATA` },
    terms: { clOrdIDAlphabet: 'digits', longestClOrdID: 14 },
  })
  const record = new SessionRecord({
    connect: () => database.leadership.connectDesk(),
    ...{ name: `${name}-UNWILLING`, log: () => {}, now: Date.now, lost: () => {} },
  })
  const said: SaidByVenue[] = []
  const warnings: string[] = []
  const line = new OrderLine({
    ...{ profile, settings: sessionSettings(profile, profile.orders, {}), record },
    recorded: await record.open(),
    take: async (what) => said.push(what) > 0,
    messages: () => {},
    warn: (text) => warnings.push(text),
    now: Date.now,
  })
  const ready = new Promise<void>((resolve) => line.onReady(resolve))
  line.start()
  await ready
  const close = async () => {
    await line.stop()
    server.close()
  }
  return { line, said, warnings, received, close }
}

const there: OrderThere = {
  ...{ orderID: null, venueOrderID: 'V1', clOrdID: 'theirs', securityID: 'GTCO', side: '5', price: null },
  ...{ cumQty: 0, leavesQty: 100 },
}

/** How the exchange rejects the cancel of an order. */
const rejections: readonly (readonly [string, string, Answer])[] = [
  [
    'an OrderCancelReject',
    'REJECTS-9',
    ({ type, fields }) =>
      type === 'F'
        ? [
            [
              '9',
              [
                [37, 'V1'],
                [11, fields.get(11)!],
                [41, fields.get(41)!],
                [39, '0'],
                [434, '1'],
                [58, 'Not now'],
              ],
            ],
          ]
        : [],
  ],
  [
    'a BusinessMessageReject',
    'REJECTS-J',
    ({ type, number }) =>
      type === 'F'
        ? [
            [
              'j',
              [
                [45, number],
                [372, 'F'],
                [380, 0],
                [58, 'Not now'],
              ],
            ],
          ]
        : [],
  ],
]

test.each(rejections)(
  '%s of the cancel of an order that only the exchange has is reported with its text, and the cancel can be repeated',
  async (_, name, answer) => {
    const { line, said, received, close } = await connected(name, answer)
    for (const count of [1, 2]) {
      line.cancelUnclaimed(there)
      await expect.poll(() => said).toHaveLength(count)
    }
    for (const what of said)
      expect(what).toMatchObject({
        kind: 'venueReport',
        said: {
          orderID: null,
          report: { execType: UNREADABLE, why: 'Not now', isCancelReject: true },
          line: { venueOrderID: 'V1' },
        },
      })
    const cancels = received.filter(({ type }) => type === 'F').map(({ fields }) => fields)
    expect(cancels.map((fields) => [fields.get(41), fields.get(37), fields.get(54)])).toEqual([
      ['theirs', 'V1', '5'],
      ['theirs', 'V1', '5'],
    ])
    // As the profile has it: digits, and not too many.
    const ids = cancels.map((fields) => fields.get(11) ?? '')
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^\d{5,14}$/)
    await close()
  },
)

test('an exchange that rejects the question which orders are open ends the reconciliation, and operators read why', async () => {
  const { line, said, warnings, close } = await connected('REJECTS-AF', ({ type, number }) =>
    type === 'AF'
      ? [
          [
            'j',
            [
              [45, number],
              [372, 'AF'],
              [380, 3],
              [58, 'Unsupported'],
            ],
          ],
        ]
      : [],
  )
  line.askOpenOrders()
  await expect.poll(() => said).toHaveLength(2)
  expect(said).toMatchObject([
    {
      kind: 'venueReport',
      said: { report: { why: 'The exchange does not say which orders are open: Unsupported' } },
    },
    { kind: 'venueOrders', orders: null },
  ])
  expect(warnings.at(-1)).toContain('Unsupported')
  await close()
})

test('a trade under the ClOrdID of an adopted order that is of another order is not reported as one of it', async () => {
  const trade = (execID: string, fields: readonly Field[]): [string, readonly Field[]] => [
    '8',
    [
      ...fields,
      [17, execID],
      [150, 'F'],
      [39, '1'],
      [32, 10],
      [31, '61.00'],
      [151, 90],
      [14, 10],
      [6, '61.00'],
      [60, timestampOf(Date.now())],
    ],
  ]
  const own: readonly Field[] = [
    [37, 'V1'],
    [11, 'theirs'],
    [55, 'GTCO'],
    [54, '1'],
  ]
  const { line, said, close } = await connected('NAMESAKES', ({ type }) =>
    type === 'H'
      ? [
          trade('x1', own.with(0, [37, 'V2'])),
          trade('x2', own.with(2, [55, 'ZENITHBANK'])),
          trade('x3', own.with(3, [54, '2'])),
          trade('x4', own),
        ]
      : [],
  )
  const adopts = { venueOrderID: 'V1', clOrdID: 'theirs' }
  const order = {
    ...{ orderID: '77', participant: 0, securityID: 'GTCO', side: '1', price: 6100, quantity: 100 },
    ...{ duration: 'rest', displayQty: null, minQty: null, imbalanceOnly: false, atClose: false, ends: null },
  }
  line.send({ id: 1, command: { kind: 'new', order: { ...order, adopts } as never } })
  line.send({ id: 2, command: { kind: 'new', order: { ...order, orderID: '78', adopts } as never } })
  await expect.poll(() => said).toHaveLength(6)
  const of = said.flatMap((what) =>
    what.kind === 'venueReport' ? [[what.said.execID, what.said.orderID, what.said.report.execType]] : [],
  )
  expect(of.toSorted()).toEqual([
    ['adopted-1', '77', '0'],
    ['taken-2', '78', '8'],
    ['x1', null, 'F'],
    ['x2', null, 'F'],
    ['x3', null, 'F'],
    ['x4', '77', 'F'],
  ])
  await close()
})
