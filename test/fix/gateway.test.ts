import { OrdStatus, OrdType, type Side } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDataFolder } from '../demo-server.ts'
import { type Person, signIn } from '../person.ts'
import { asOperator, type RunningServer, removeDataFolder, startServer } from '../running-server.ts'
import { OwnExchange } from './own-exchange.ts'

/** `npm run faults` kills more often. */
const KILLS = process.env.TRADEBOOK_TEST_LONG === '1' ? 20 : 2
const ORDERS_BEFORE_A_KILL = 30
const GTCO = 'GTCO'
const MTNN = 'MTNN'
/** The exchange, as people read it. */
const NAME = 'Lagos Exchange'

/** An installation of its own, with a customer who trades. */
class Member {
  readonly #exchange: OwnExchange
  readonly #compID: 'NORTH' | 'SOUTH'
  #dataFolder = ''
  server: RunningServer | undefined
  #customer: Person | undefined
  #host: Person | undefined
  #account = ''
  #orders = 0

  constructor(exchange: OwnExchange, compID: 'NORTH' | 'SOUTH') {
    this.#exchange = exchange
    this.#compID = compID
  }

  async start(): Promise<void> {
    this.#dataFolder ||= await demoDataFolder()
    this.server = await startServer(
      this.#dataFolder,
      this.#exchange.env(this.#compID, { displayName: NAME, terms: { minQty: false } }),
    )
    this.#customer = await signIn(this.server, 'Meridian', 'customer')
    const [account] = (await this.#customer.get('BackOffice/GetCustomers', {})).items
    this.#account = account!.accountNumber
  }

  async close(): Promise<void> {
    await this.server?.stop()
    await removeDataFolder(this.#dataFolder)
  }

  /** Sends a limit order. @returns its id. */
  async order(side: Side, price: number, orderQty: number, own: { minQty?: number } = {}): Promise<string> {
    this.#orders += 1
    const { orderID } = await this.#customer!.get('Order/SendNewOrder', {
      ...{ clOrdID: `${this.#compID}-${this.#orders}`, account: this.#account, securityID: GTCO },
      ...{ side, ordType: OrdType.limit, price, orderQty, ...own },
    })
    return orderID
  }

  async cancel(orderID: string): Promise<void> {
    this.#orders += 1
    const clOrdID = `${this.#compID}-${this.#orders}`
    await this.#customer!.get('Order/sendCancelOrderRequest', { orderID, clOrdID })
  }

  async replace(orderID: string, price: number, orderQty: number): Promise<void> {
    this.#orders += 1
    const clOrdID = `${this.#compID}-${this.#orders}`
    await this.#customer!.get('Order/SendOrderReplaceRequest', { orderID, clOrdID, price, orderQty })
  }

  async orders() {
    return (await this.#customer!.get('Order/getStockOrders', { maxResultCount: 1000 })).items
  }

  async stateOf(orderID: string) {
    const order = (await this.orders()).find((one) => one.orderID === orderID)
    return order && [order.ordStatus, order.cumQty, order.leavesQty]
  }

  /** The book as this installation shows it: side, price and size. */
  async book() {
    const { items } = await this.#customer!.get('MarketData/getMarketOrders', { security: GTCO })
    return items.map(({ mdEntryType, mdEntryPx, mdEntrySize }) => [mdEntryType, mdEntryPx, mdEntrySize])
  }

  /** The securities that are halted here. */
  async halted() {
    const { items } = await this.#customer!.get('MarketData/GetHalts', {})
    return items.map(({ securityID }) => securityID)
  }

  /** What market control sees of them: security, by whom and why. */
  async halts() {
    this.#host ??= await signIn(this.server!, null, 'admin')
    const { items } = await this.#host.get('MarketData/GetHalts', {})
    return items.map(({ securityID, by, reason }) => [securityID, by, reason])
  }

  /** What operators read of the exchange. */
  async warnings(): Promise<readonly string[]> {
    const { url } = this.server!
    const answer = await fetch(`${url}/health/ready`, { headers: asOperator(this.server!) })
    const { warnings } = (await answer.json()) as { readonly warnings: readonly string[] }
    return warnings.filter((warning) => warning.includes(NAME))
  }

  /** Price and quantity of each execution that traded. */
  async traded() {
    const { items } = await this.#customer!.get('Order/GetExecutions', { maxResultCount: 1000 })
    return items
      .filter(({ execType, lastQty }) => execType === 'F' && lastQty)
      .map(({ lastPx, lastQty }) => [lastPx, lastQty])
  }
}

interface State {
  readonly members: readonly {
    readonly compID: string
    readonly isLoggedOn: boolean
    readonly openOrders: number
  }[]
}

const exchange = new OwnExchange()
let north: Member
let south: Member
const { buy, sell } = { buy: '1', sell: '2' } as const

beforeAll(async () => {
  await exchange.start()
  north = new Member(exchange, 'NORTH')
  south = new Member(exchange, 'SOUTH')
  await north.start()
  await south.start()
})
afterAll(async () => {
  await north?.close()
  await south?.close()
  await exchange.close()
})

const memberAt = async (compID: string) =>
  (await exchange.console<State>('/state')).members.find((one) => one.compID === compID)!
const tradesAt = () =>
  exchange.console<{ readonly price: number; readonly quantity: number; readonly canceled: boolean }[]>(
    '/trades',
  )

test('customers of two installations trade with each other on one exchange, and both see its book', async () => {
  const bid = await north.order(buy, 61, 300)
  await expect.poll(() => north.stateOf(bid)).toEqual([OrdStatus.new, 0, 300])
  await expect.poll(() => south.book()).toEqual([['0', 61, 300]])
  expect(await north.book()).toEqual([['0', 61, 300]])

  const offer = await south.order(sell, 61, 200)
  await expect.poll(() => south.stateOf(offer)).toEqual([OrdStatus.filled, 200, 0])
  await expect.poll(() => north.stateOf(bid)).toEqual([OrdStatus.partiallyFilled, 200, 100])
  await expect.poll(() => south.book()).toEqual([['0', 61, 100]])
  await expect.poll(() => north.book()).toEqual([['0', 61, 100]])

  await north.replace(bid, 61.5, 350)
  await expect.poll(() => south.book()).toEqual([['0', 61.5, 150]])
  await north.cancel(bid)
  await expect.poll(() => north.stateOf(bid)).toEqual([OrdStatus.canceled, 200, 0])
  await expect.poll(() => south.book()).toEqual([])
})

test('a halt of the exchange halts here, too, and what its profile lacks is refused and never sent', async () => {
  await exchange.console('/halt', { securityID: GTCO })
  await expect.poll(() => north.halted()).toEqual([GTCO])
  await expect(north.order(buy, 61, 100)).rejects.toThrow('halted')
  await exchange.console('/resume', { securityID: GTCO })
  await expect.poll(() => north.halted()).toEqual([])
  await expect(north.order(buy, 61, 100, { minQty: 50 })).rejects.toThrow('minimum quantity')
  expect((await memberAt('NORTH')).openOrders).toBe(0)
})

test('halts and resumes in quick succession end as the exchange has them, under its name', async () => {
  const last = (securityID: string, actions: readonly ('halt' | 'resume')[]) =>
    Promise.all(actions.map((action) => exchange.console(`/${action}`, { securityID })))
  for (let round = 0; round < 5; round += 1) await last(GTCO, ['halt', 'resume'])
  await exchange.console('/halt', { securityID: MTNN })
  await expect.poll(() => north.halts()).toEqual([[MTNN, NAME, 'Trading.Halt.ByVenue']])
  await exchange.console('/resume', { securityID: MTNN })
  await expect.poll(() => north.halted()).toEqual([])
})

test('when the line is cut, trades of that time arrive, and an order is sent once or reported as not sent', async () => {
  const resting = await north.order(buy, 60, 100)
  await expect.poll(() => north.stateOf(resting)).toEqual([OrdStatus.new, 0, 100])
  await exchange.console('/members/drop', { compID: 'NORTH' })
  const later = await north.order(buy, 60.5, 100)
  const offer = await south.order(sell, 60, 200)
  await expect.poll(() => north.stateOf(resting)).toEqual([OrdStatus.filled, 100, 0])
  const [filled, notSent] = [
    [OrdStatus.filled, 100, 0],
    [OrdStatus.rejected, 0, 0],
  ]
  await expect
    .poll(() => north.stateOf(later))
    .toSatisfy((state) => [filled, notSent].some((end) => String(end) === String(state)))
  // The server may have sent it before it noticed the cut: what was lost is never sent again.
  const isSent = String(await north.stateOf(later)) === String(filled)
  await expect
    .poll(() => south.stateOf(offer))
    .toEqual(isSent ? [OrdStatus.filled, 200, 0] : [OrdStatus.partiallyFilled, 100, 100])
  if (isSent) return
  await south.cancel(offer)
  await expect.poll(() => south.stateOf(offer)).toEqual([OrdStatus.canceled, 100, 0])
})

test('while the exchange is away the server shows everything, and afterwards nothing is lost', async () => {
  const bid = await north.order(buy, 60, 100)
  await expect.poll(() => north.stateOf(bid)).toEqual([OrdStatus.new, 0, 100])
  await exchange.kill()
  await expect.poll(() => north.book()).toEqual([])
  await expect
    .poll(() => north.warnings())
    .toEqual([expect.stringContaining('line'), expect.stringContaining('books')])
  const meanwhile = await north.order(buy, 60.1, 100)
  expect(await north.stateOf(meanwhile)).toEqual([OrdStatus.pendingNew, 0, 100])
  await exchange.start()
  await expect.poll(() => north.stateOf(meanwhile), { timeout: 60_000 }).toEqual([OrdStatus.new, 0, 100])
  await expect
    .poll(() => north.book())
    .toEqual([
      ['0', 60.1, 100],
      ['0', 60, 100],
    ])
  for (const order of [bid, meanwhile]) await north.cancel(order)
  await expect.poll(async () => (await memberAt('NORTH')).openOrders).toBe(0)
})

test('after kill -9 under load each order is at the exchange once, or reported as not sent', async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await south.order(sell, 60, 1_000)
    const sending = Array.from({ length: ORDERS_BEFORE_A_KILL }, () =>
      north.order(buy, 60, 50).catch(() => ''),
    )
    await Promise.race(sending)
    await north.server!.kill()
    await Promise.all(sending)
    await north.start()
    await expect.poll(async () => (await memberAt('NORTH')).isLoggedOn, { timeout: 60_000 }).toBe(true)
    const unanswered: string[] = [OrdStatus.pendingNew, OrdStatus.pendingCancel, OrdStatus.pendingReplace]
    await expect
      .poll(async () => (await north.orders()).filter(({ ordStatus }) => unanswered.includes(ordStatus)))
      .toEqual([])
  }
  const byPrice = (one: (number | null)[], other: (number | null)[]) =>
    Number(one[0]) - Number(other[0]) || Number(one[1]) - Number(other[1])
  const there = (await tradesAt()).map(({ price, quantity }) => [price / 100, quantity]).sort(byPrice)
  expect((await north.traded()).sort(byPrice)).toEqual(there)
  expect((await south.traded()).sort(byPrice)).toEqual(there)
  const open = (await north.orders()).filter(({ leavesQty }) => leavesQty > 0)
  expect((await memberAt('NORTH')).openOrders).toBe(open.length)
})
