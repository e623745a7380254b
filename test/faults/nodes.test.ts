import { setTimeout as sleep } from 'node:timers/promises'
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import {
  HUB_PATH,
  type HubEventArguments,
  type HubEventName,
  hubEvents,
  OrdType,
  Side,
} from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Installation, openInstallation } from '../installation.ts'
import { NATS_SERVER } from '../nats-server.ts'
import { bearerOf, type Person, signIn } from '../person.ts'
import { freePort, type RunningServer } from '../running-server.ts'
import { openTcpProxy, type TcpProxy } from '../tcp-proxy.ts'
import { audit } from './audit.ts'
import { isLost, strangers } from './history.ts'
import { expectWithin } from './long.ts'
import { type Sent, startLoad } from './order-load.ts'

/** One desk, one that stands by, and two web processes, over a real NATS server and one PostgreSQL. */

const SEED = Number(process.env.TRADEBOOK_TEST_SEED ?? 20_261_128)
const NOTICED_WITHIN_MS = 1_000
const RECOVERED_WITHIN_MS = 1_000
const LED_WITHIN_MS = 5_000
/** A leader that does not reach NATS gives others time to notice it, too. */
const CUT_OFF_LED_WITHIN_MS = 12_000
const SECURITY = 'GTCO'

describe.skipIf(NATS_SERVER === undefined)('an installation of several processes', () => {
  let installation: Installation
  let desk: RunningServer
  /** Between the first desk and NATS. */
  let lineOfDesk: TcpProxy
  let standby: Promise<RunningServer>
  let standbyPort: number
  let webs: [RunningServer, RunningServer]
  const connections: HubConnection[] = []
  const history: Sent[] = []
  /** The orders that were sent one by one. */
  const singles = new Set<string>()

  /** Starts another desk, which is ready when it leads. */
  const standBy = async () => {
    standbyPort = await freePort()
    standby = installation.start('desk', { PORT: String(standbyPort) })
  }

  beforeAll(async () => {
    installation = await openInstallation()
    lineOfDesk = await openTcpProxy(installation.nats.url)
    desk = await installation.start('desk', { NATS_URL: `nats://127.0.0.1:${lineOfDesk.port}` })
    await standBy()
    webs = await Promise.all([installation.start('web'), installation.start('web')])
  })

  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.stop()))
    await installation?.close()
    lineOfDesk?.close()
  })

  /** An official client, with everything that it receives. */
  async function listen(server: RunningServer, { token }: Person) {
    const received: { name: HubEventName; argument: Readonly<Record<string, unknown>> }[] = []
    const connection = new HubConnectionBuilder()
      .withUrl(`${server.url}${HUB_PATH}`, { accessTokenFactory: () => token })
      .configureLogging(LogLevel.None)
      .build()
    connections.push(connection)
    const closed = new Promise<void>((resolve) => connection.onclose(() => resolve()))
    for (const name of Object.keys(hubEvents) as HubEventName[])
      connection.on(name, (argument: HubEventArguments[HubEventName]) =>
        received.push({ name, argument: argument as unknown as Readonly<Record<string, unknown>> }),
      )
    await connection.start()
    await connection.invoke('ping')
    return { received, closed }
  }

  /** A limit order of the first account, at the reference price. */
  async function order(person: Person, clOrdID: string = crypto.randomUUID(), side: Side = Side.buy) {
    const [customer] = (await person.get('BackOffice/GetCustomers', {})).items
    const { referencePx } = await person.get('MarketData/getPricelimitRange', { security: SECURITY })
    singles.add(clOrdID)
    return person.ask('Order/SendNewOrder', {
      ...{ clOrdID, account: customer!.accountNumber, securityID: SECURITY, side },
      ...{ ordType: OrdType.limit, price: referencePx, orderQty: 10 },
    })
  }

  test('a desk that stands by lives, and is not ready', async () => {
    const of = async (path: string) => (await fetch(`http://127.0.0.1:${standbyPort}/health/${path}`)).status
    await expect.poll(() => of('live').catch(() => 0)).toBe(200)
    expect(await of('ready')).toBe(503)
  })

  test('an order that is sent to one web process appears on a page of the other', async () => {
    const sender = await signIn(webs[0], 'Meridian', 'broker')
    const { received } = await listen(webs[1], await signIn(webs[1], 'Meridian', 'broker'))
    const { result } = await order(sender)
    await expect
      .poll(() =>
        received.filter(({ argument }) => argument.orderID === result?.orderID).map(({ name }) => name),
      )
      .toEqual(expect.arrayContaining(['addStockOrder', 'onExecutionReport']))
    const { items } = await (await signIn(webs[1], 'Meridian', 'broker')).get('Order/getStockOrders', {})
    expect(items.map(({ orderID }) => orderID)).toContain(result?.orderID)
  })

  test('a sign-out at one web process ends the session at the other, and its connection', async () => {
    const person = await signIn(webs[0], 'Meridian', 'broker')
    const other = at(webs[1], person)
    const { closed } = await listen(webs[1], person)
    expect((await other.ask('BackOffice/GetCustomers', {})).status).toBe(200)
    await person.get('Account/LogOut', {})
    const began = performance.now()
    await closed
    expect((await other.ask('BackOffice/GetCustomers', {})).status).toBe(401)
    expectWithin(performance.now() - began, NOTICED_WITHIN_MS)
  })

  test('a notification that the leader creates arrives at every web process, and is read at all of them once it is read at one', async () => {
    const people = await Promise.all(webs.map((web) => signIn(web, 'Meridian', 'broker')))
    const pages = await Promise.all(webs.map((web, at) => listen(web, people[at]!)))
    await order(people[0]!, undefined, Side.buy)
    await order(await signIn(webs[1], 'Zenith-Hill', 'broker'), undefined, Side.sell)
    const kinds = (at: number) => pages[at]!.received.map(({ name }) => name)
    for (const page of [0, 1]) await expect.poll(() => kinds(page)).toContain('getNotification')
    await people[0]!.get('Notification/MarkAllAsRead', {})
    await expect.poll(() => kinds(1)).toContain('notificationsChanged')
  })

  test('a setting that is changed at one web process is in force at the other', async () => {
    const admin = await signIn(webs[0], 'Meridian', 'admin')
    const same = at(webs[1], admin)
    const idle = async (person: Person) =>
      (await person.get('AbpUserConfiguration/GetAll', {})).setting.values.IDLE_MINUTES
    expect(await idle(same)).toBe('15')
    const changed = '20'
    await admin.get('Settings/Update', { idleMinutes: Number(changed) })
    const began = performance.now()
    await expect.poll(() => idle(same), { interval: 20 }).toBe(changed)
    expectWithin(performance.now() - began, NOTICED_WITHIN_MS)
  })

  test('without NATS people read, are shown that the market is not connected, and send nothing; all recovers with it', async () => {
    const person = await signIn(webs[0], 'Meridian', 'broker')
    const { received, closed } = await listen(webs[0], person)
    await installation.nats.kill()
    const shown = () => received.filter(({ name }) => name === 'onNseConnection').at(-1)?.argument.connected
    await expect.poll(shown, { interval: 20 }).toBe(false)
    expect((await person.ask('Order/getStockOrders', {})).status).toBe(200)
    const clOrdID = crypto.randomUUID()
    expect(await order(person, clOrdID)).toMatchObject({ status: 503 })
    await installation.nats.start()
    const began = performance.now()
    await expect
      .poll(async () => (await order(person, clOrdID)).result?.clOrdID, { interval: 20 })
      .toBe(clOrdID)
    expectWithin(performance.now() - began, RECOVERED_WITHIN_MS)
    const missed = closed.then(() => true)
    // Nothing was published meanwhile, so that no page has to begin again.
    await expect.poll(shown, { interval: 20 }).toBe(true)
    expect(await Promise.race([missed, sleep(0, false)])).toBe(false)
  })

  test.each([
    { how: 'cut off from NATS', end: async () => lineOfDesk.cut(), withinMs: CUT_OFF_LED_WITHIN_MS },
    { how: 'killed', end: () => desk.kill(), withinMs: LED_WITHIN_MS },
    { how: 'stopped', end: () => desk.stop(), withinMs: LED_WITHIN_MS },
  ])(
    'when a desk is $how the one that stands by leads: no acknowledged order is lost or done twice',
    async ({ how, end, withinMs }) => {
      const loads = await Promise.all(webs.map((web, at) => startLoad(web, `${how}-${at}`, SEED + at)))
      await Promise.all(loads.map((load) => load.answered(200)))
      const ended = performance.now()
      await end()
      await Promise.all(loads.map((load) => load.putOff(5)))
      await Promise.all(loads.map((load) => load.accepted(50)))
      const tradingMs = performance.now() - ended
      for (const load of loads) history.push(...(await load.stop()))
      await desk.ended
      desk = await standby
      await standBy()
      await expectNothingLost()
      console.log(
        `a desk ${how}: 50 orders were accepted through each web process ${tradingMs.toFixed(0)} ms later`,
      )
      expectWithin(tradingMs, withinMs)
    },
    120_000,
  )

  test('when a web process is killed the other serves on, and nothing that was acknowledged is lost', async () => {
    const loads = await Promise.all(webs.map((web, at) => startLoad(web, `web-${at}`, SEED + 10 + at)))
    await Promise.all(loads.map((load) => load.answered(100)))
    await webs[0].kill()
    await loads[1]!.accepted(100)
    for (const load of loads) history.push(...(await load.stop()))
    await expectNothingLost()
  }, 120_000)

  async function expectNothingLost(): Promise<void> {
    const found = await audit(installation.database)
    expect(found.broken).toEqual({})
    expect(history.filter((sent) => isLost(sent, found))).toEqual([])
    expect(strangers(found, history).filter((clOrdID) => !singles.has(clOrdID))).toEqual([])
  }
})

/** The same session at another web process. */
const at = ({ url }: RunningServer, { token }: Person): Person => bearerOf(url, token, '')
