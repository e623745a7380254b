import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Field, protocols, type Received } from '@tradebook/fix'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExchangeState } from './exchange-states.ts'
import { Line } from './line.ts'
import { MarketFeed } from './market-feed.ts'
import type { ShownByExchange } from './market-work.ts'
import { OfferedTrades } from './offered-trades.ts'
import { gatewayProfile, sessionSettings } from './profile.ts'

/** The other end: an exchange whose messages are up to the test. */
class Exchange {
  readonly received: Received[] = []
  readonly #sockets = new Set<Socket>()
  readonly #line = new Line(
    {
      ...{ role: 'acceptor', protocol: protocols['FIX.5.0SP1'], senderCompId: 'EX', targetCompId: 'DATA' },
      resetOnLogon: true,
    },
    () => (message) => void this.received.push(message),
    () => {},
    Date.now,
  )
  readonly #server = createServer((socket) => {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    this.#line.attach(socket, new Uint8Array())
  })

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  says(type: string, ...fields: readonly Field[]): void {
    this.#line.send({ type, fields, repeat: false })
  }

  lists(...securities: readonly string[]): void {
    this.says(
      'y',
      ...([
        [320, 'x'],
        [322, 'x'],
        [560, '0'],
        [146, securities.length],
      ] as const),
      ...securities.map((securityID): Field => [55, securityID]),
    )
  }

  /** A book with the last trade, which makes its figures. */
  shows(securityID: string, entries: readonly (readonly Field[])[] = []): void {
    const all = [...entries, [[269, '2'] as const, [270, '61.00'] as const, [271, 50] as const]]
    this.says('W', [262, 's'], [55, securityID], [268, all.length], ...all.flat())
  }

  /** What was asked for: type, SubscriptionRequestType (263) and securities. */
  get asked(): string[] {
    return this.received.map(({ type, fields }) =>
      [type, fields.get(263), ...[...fields].filter(([tag]) => tag === 55).map(([, value]) => value)].join(
        ' ',
      ),
    )
  }

  get lastMarketDataRequest(): string {
    return this.received.findLast(({ type }) => type === 'V')!.fields.get(262)!
  }
}

let exchange: Exchange
let feed: MarketFeed
let listed: string[]
let warnings: string[]
let work: ShownByExchange[]
let said: ExchangeState[]

beforeEach(async () => {
  exchange = new Exchange()
  listed = ['GTCO', 'MTNN']
  warnings = []
  said = []
  // What a feed that has ended still shows is not that of the next test.
  const given: ShownByExchange[] = []
  work = given
  const port = await exchange.listen()
  const session = { targetCompID: 'EX', host: '127.0.0.1', port }
  const profile = gatewayProfile({
    ...{ name: 'test', version: 'FIX.5.0SP1', hours: 'always' },
    orders: { ...session, senderCompID: 'ORDERS' },
    marketData: { ...session, senderCompID: 'DATA' },
  })
  feed = new MarketFeed({
    ...{ profile, settings: sessionSettings(profile, profile.marketData, {}) },
    listed: () => listed,
    offer: (shown) => given.push(...(shown as readonly ShownByExchange[])) > 0,
    ...{
      trades: new OfferedTrades(),
      said: (state) => void said.push(state),
      messages: () => {},
      now: Date.now,
    },
    warn: (text) => void warnings.push(text),
  })
  feed.start()
  await expect.poll(() => exchange.asked).toEqual(['x ', 'g 1'])
})
afterEach(() => {
  feed.stop()
  exchange.close()
})

/** Both securities are followed, with empty books. */
async function followed(): Promise<void> {
  exchange.lists('GTCO', 'MTNN')
  await expect.poll(() => exchange.asked.slice(2)).toEqual(['V 1 GTCO MTNN', 'e 1 GTCO', 'e 1 MTNN'])
  for (const securityID of listed) exchange.shows(securityID)
  await expect.poll(() => work.length).toBe(2)
  work.length = 0
  exchange.received.length = 0
}

const bid = (id: string, price: string): readonly Field[] => [
  [269, '0'],
  [278, id],
  [270, price],
  [271, 100],
]
const added = (securityID: string, [type, id, ...rest]: readonly Field[]): readonly Field[] => [
  [279, '0'],
  ...[type!, id!],
  [55, securityID],
  ...rest,
]
const increments = (...entries: readonly (readonly Field[])[]) =>
  exchange.says('X', [262, 's'], [268, entries.length], ...entries.flat())

test('an entry that cannot be used is reported, the others count, and its book is asked for again once', async () => {
  await followed()
  increments(
    added('GTCO', bid('a', '61.00')),
    added('MTNN', bid('b', '61.005')),
    added('GTCO', bid('c', '61.05')),
    added('MTNN', bid('d', '61.006')),
  )
  await expect.poll(() => exchange.asked).toEqual(['V 0 MTNN'])
  expect(work.map((shown) => (shown.kind === 'set' ? shown.entry.id : shown.kind))).toEqual(['a', 'c'])
  expect(warnings).toEqual([
    'an entry of MTNN cannot be used: MDEntryPx(270) is 61.005',
    'an entry of MTNN cannot be used: MDEntryPx(270) is 61.006',
  ])
  increments(added('MTNN', bid('e', '61.007')), added('GTCO', bid('f', '61.10')))
  await expect.poll(() => work.length).toBe(3)
  expect(exchange.asked).toHaveLength(1)
})

test('the price and the imbalance of an auction come with changes and with snapshots', async () => {
  await followed()
  const clearing = (action: string): readonly Field[] => [
    ...([
      [279, action],
      [269, 'Q'],
      [55, 'GTCO'],
    ] as const),
    ...(action === '2'
      ? []
      : ([
          [270, '61.10'],
          [271, 300],
        ] as const)),
  ]
  const imbalance: readonly Field[] = [
    [269, 'A'],
    [271, 40],
    [277, 'Q'],
  ]
  increments(clearing('0'), [[279, '0'], ...imbalance.slice(0, 1), [55, 'GTCO'], ...imbalance.slice(1)])
  increments(clearing('2'))
  exchange.shows('GTCO', [imbalance])
  await expect.poll(() => work.length).toBe(4)
  const nothing = { price: null, quantity: 0 }
  const more = { imbalanceSide: '2', imbalanceQty: 40 }
  expect(work.map((shown) => 'auction' in shown && shown.auction)).toEqual([
    { price: 6_110, quantity: 300, imbalanceSide: null, imbalanceQty: 0 },
    { price: 6_110, quantity: 300, ...more },
    { ...nothing, ...more },
    { ...nothing, ...more },
  ])
})

test('a snapshot with an entry that cannot be used is used without it', async () => {
  await followed()
  exchange.shows('GTCO', [bid('a', '61.00'), bid('b', '61.005'), bid('c', '61.05')])
  await expect.poll(() => work.length).toBe(1)
  expect(work).toMatchObject([
    { kind: 'book', entries: [{ id: 'a' }, { id: 'c' }], figures: { lastPx: 6_100, lastQty: 50 } },
  ])
  expect(warnings).toEqual(['an entry of GTCO cannot be used: MDEntryPx(270) is 61.005'])
})

test('when the desk opens its market again it gets the books at once, and the figures of the day from the exchange', async () => {
  await followed()
  increments(added('GTCO', bid('a', '61.00')))
  await expect.poll(() => work.length).toBe(1)
  work.length = 0
  feed.begin()
  expect(work).toMatchObject([
    { kind: 'book', securityID: 'GTCO', entries: [{ id: 'a' }], figures: {} },
    { kind: 'book', securityID: 'MTNN', entries: [], figures: {} },
  ])
  await expect.poll(() => exchange.asked).toEqual(['V 0 GTCO MTNN', 'g 0'])
  exchange.shows('GTCO', [bid('a', '61.00')])
  await expect.poll(() => work.length).toBe(3)
  expect(work[2]).toMatchObject({ entries: [{ id: 'a' }], figures: { lastPx: 6_100 } })
})

test('a security that is listed later is followed on the same connection', async () => {
  await followed()
  listed.push('ZENITHBANK')
  feed.begin()
  await expect.poll(() => exchange.asked).toEqual(['V 0 GTCO MTNN', 'g 0', 'x '])
  exchange.lists('GTCO', 'MTNN', 'ZENITHBANK')
  await expect.poll(() => exchange.asked.slice(3)).toEqual(['V 1 ZENITHBANK', 'e 1 ZENITHBANK'])
})

test('a security that the exchange lists later is followed once a new phase begins there', async () => {
  exchange.lists('GTCO')
  await expect.poll(() => exchange.asked.slice(2)).toEqual(['V 1 GTCO', 'e 1 GTCO'])
  for (let phase = 0; phase < 2; phase += 1) {
    exchange.received.length = 0
    exchange.says('h', [335, 'g'], [336, '1'], [340, '2'])
    await expect.poll(() => exchange.asked).toEqual(['x '])
    exchange.lists('GTCO')
  }
  exchange.lists('GTCO', 'MTNN')
  await expect.poll(() => exchange.asked.slice(1)).toEqual(['V 1 MTNN', 'e 1 MTNN'])
  expect(warnings).toEqual(['not listed at the exchange: MTNN'])
})

const refusals: Readonly<Record<string, () => void>> = {
  'with a MarketDataRequestReject': () =>
    exchange.says('Y', [262, exchange.lastMarketDataRequest], [281, '0'], [58, 'No rights.']),
  'with a BusinessMessageReject': () =>
    exchange.says('j', [45, 1], [372, 'V'], [380, '0'], [58, 'No rights.']),
  'with a Reject': () => exchange.says('3', [45, 1], [372, 'V'], [58, 'No rights.']),
}
test.each(Object.entries(refusals))(
  'what the exchange refuses to show %s is known, and asked for again',
  async (_, refuse) => {
    exchange.lists('GTCO', 'MTNN')
    await expect.poll(() => exchange.asked).toContain('V 1 GTCO MTNN')
    refuse()
    await expect.poll(() => feed.refused).toEqual(['GTCO', 'MTNN'])
    expect(warnings.at(-1)).toContain('No rights.')
    exchange.received.length = 0
    exchange.says('h', [335, 'g'], [336, '1'], [340, '2'])
    await expect.poll(() => exchange.asked).toEqual(['x '])
    exchange.lists('GTCO', 'MTNN')
    await expect.poll(() => exchange.asked).toContain('V 1 GTCO MTNN')
    for (const securityID of listed) exchange.shows(securityID)
    await expect.poll(() => feed.refused).toEqual([])
  },
)

test('phases and halts are those that the exchange says; a halt is not a phase', async () => {
  const says = (status: string, session: string) =>
    exchange.says('h', [335, 'x'], [336, '1'], [625, session], [340, status])
  says('4', '2')
  says('2', '3')
  says('1', '3')
  says('2', '3')
  says('3', '5')
  says('2', '1')
  await expect.poll(() => said.filter(({ kind }) => kind === 'venueHalt').length).toBe(6)
  expect(said.map((state) => (state.kind === 'venuePhase' ? state.phase : state.action))).toEqual([
    ...['resume', 'preOpen', 'resume', 'continuous', 'halt', 'resume', 'continuous'],
    ...['resume', 'closed', 'resume'],
  ])
})
