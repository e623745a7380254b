import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Installation, openInstallation } from '../installation.ts'
import { NATS_SERVER } from '../nats-server.ts'
import { signIn } from '../person.ts'
import type { RunningServer } from '../running-server.ts'
import { openTcpProxy, type TcpProxy } from '../tcp-proxy.ts'
import { fillSignIn, openStage, PATIENCE_MS, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

/** Pages of two web processes of one installation, and a proxy in front that leads to one of them. */

describe.skipIf(NATS_SERVER === undefined)('pages of two web processes', () => {
  let installation: Installation
  let webs: readonly [RunningServer, RunningServer]
  let proxy: TcpProxy
  let stage: Stage
  let price: string

  beforeAll(async () => {
    installation = await openInstallation()
    await installation.start('desk')
    webs = [await installation.start('web'), await installation.start('web')]
    proxy = await openTcpProxy(webs[0].url)
    stage = await openStage({}, async () => ({
      ...webs[0],
      url: `http://127.0.0.1:${proxy.port}`,
      close: async () => {},
    }))
    price = await referencePrice()
  })

  afterAll(async () => {
    await stage?.close()
    proxy?.close()
    await installation?.close()
  })

  test('a person who signs in at one is signed in at the other, and signed out of both by signing out there', async () => {
    const page = await stage.visit()
    await page.goto(`${webs[0].url}/user/login`)
    await fillSignIn(page, 'Meridian', 'customer', webs[0].password)
    await page.getByText('Live', { exact: true }).waitFor()
    const other = await page.context().newPage()
    await other.goto(`${webs[1].url}/app/trading?security=GTCO`)
    await other.getByText('Live', { exact: true }).waitFor()
    await other.goto(`${webs[1].url}/app/logout`)
    await page.getByRole('form', { name: 'Sign in' }).waitFor({ timeout: PATIENCE_MS })
  })

  test('an order that is sent through one appears on a page of the other', async () => {
    const here = await TradingPage.open(stage, 'Meridian', 'customer', 'GTCO')
    proxy.leadTo(webs[1].url)
    const there = await TradingPage.open(stage, 'Meridian', 'customer', 'GTCO')
    proxy.leadTo(webs[0].url)
    const before = (await there.read(there.orders)).length
    await here.fill('Buy', '110', price)
    await here.send(`Buy 110 GTCO at ${price}`)
    await expect
      .poll(async () => (await there.read(there.orders)).length, { timeout: PATIENCE_MS })
      .toBe(before + 1)
  })

  test('a page whose web process is killed keeps its open ticket, says that the connection was lost, and sends the order through the other', async () => {
    const trading = await TradingPage.open(stage, 'Meridian', 'customer', 'GTCO')
    await trading.fill('Buy', '120', price)
    const before = (await trading.read(trading.orders)).length
    await webs[0].kill()
    await trading.page.getByText(/^The connection to the market was lost at/).waitFor({ state: 'attached' })
    proxy.leadTo(webs[1].url)
    await trading.page.getByText('Live', { exact: true }).waitFor()
    expect(await trading.neverReloaded()).toBe(true)
    expect(await trading.ticket.getByRole('textbox', { name: /^Quantity/ }).inputValue()).toBe('120')
    await trading.send(`Buy 120 GTCO at ${price}`)
    await expect
      .poll(async () => (await trading.read(trading.orders)).length, { timeout: PATIENCE_MS })
      .toBe(before + 1)
    expect(stage.mishaps.filter((mishap) => !isOfLostConnection(mishap))).toEqual([])
  })

  /** The price at which the price limits of the day begin, as the ticket takes it. */
  async function referencePrice(): Promise<string> {
    const broker = await signIn(webs[0], 'Meridian', 'broker')
    const { referencePx } = await broker.get('MarketData/getPricelimitRange', { security: 'GTCO' })
    return referencePx.toFixed(2)
  }
})

/** What a browser logs of a server that is gone. */
const isOfLostConnection = (mishap: string): boolean =>
  /ERR_|WebSocket|Failed to complete negotiation/.test(mishap)
