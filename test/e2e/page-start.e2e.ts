import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureWebPage } from '../../scripts/web-page.mjs'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { type PageStart, startPage } from './page-start.ts'
import { launchBrowser } from './stage.ts'

/** What may come over the line until prices and book are live; code, words and figures together. */
const MOST_BYTES = 530_000
/** Of the figures alone: what the services answer. */
const MOST_ANSWER_BYTES = 80_000

/** Slow enough that the page lets wait what can wait, and no slower. */
const SLOW = { kilobitsPerSecond: 600, latencyMs: 100 }

let server: DemoServer
let browser: Browser
let start: PageStart

beforeAll(async () => {
  await ensureWebPage()
  server = await openDemo()
  browser = await launchBrowser()
  const page = { baseURL: server.url, password: server.password, security: 'GTCO' }
  start = await startPage(browser, { ...page, line: SLOW })
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const bytesOf = (transfers: PageStart['transfers']) => transfers.reduce((sum, { bytes }) => sum + bytes, 0)

test('until prices and book are live, only as much is loaded as a slow connection carries in time', () => {
  expect(bytesOf(start.transfers)).toBeLessThan(MOST_BYTES)
  const answers = start.transfers.filter(({ url }) => !url.includes('/static/'))
  expect(bytesOf(answers)).toBeLessThan(MOST_ANSWER_BYTES)
})

test('nothing is fetched twice at page start', () => {
  const asked = start.transfers.map(({ method, url }) => `${method} ${url}`)
  expect(asked.filter((each, at) => asked.indexOf(each) !== at)).toEqual([])
  expect(asked.length).toBeGreaterThan(10)
})
