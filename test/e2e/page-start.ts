import type { Browser, CDPSession, Page } from 'playwright-core'
import { HOME } from '../../apps/web/src/paths.ts'
import { fillSignIn, PATIENCE_MS } from './stage.ts'

/** What a browser fetched, and how much of it came over the line. */
export interface Transfer {
  readonly method: string
  readonly url: string
  /** Of the answer as it was sent, with its headers; of a realtime connection, what it sent so far. */
  readonly bytes: number
}

export interface PageStart {
  readonly seconds: number
  readonly transfers: readonly Transfer[]
}

export interface StartOptions {
  readonly baseURL: string
  readonly password: string
  readonly security: string
  /** The line, or the machine's own. */
  readonly line?: { readonly kilobitsPerSecond: number; readonly latencyMs: number }
  readonly patienceMs?: number
}

/**
 * Opens the trading page as a person does who signed in before, with nothing in the browser's cache,
 * and wait until its prices are live and the book of the security stands.
 */
export async function startPage(browser: Browser, options: StartOptions): Promise<PageStart> {
  const { baseURL, password, security, line, patienceMs = PATIENCE_MS } = options
  const viewport = { width: 1440, height: 900 }
  const signedIn = await browser.newContext({ baseURL, viewport })
  const first = await signedIn.newPage()
  await first.goto(HOME)
  await fillSignIn(first, 'Meridian', 'broker', password)
  await untilLive(first, PATIENCE_MS * 2)
  const storageState = await signedIn.storageState()
  await signedIn.close()

  const context = await browser.newContext({ baseURL, viewport, storageState })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  const transfers = await watchTransfers(devTools)
  if (line) {
    const bytesPerSecond = (line.kilobitsPerSecond * 1000) / 8
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  }
  const started = performance.now()
  // The page is judged by what it shows, not by when the browser has loaded all of it.
  await page.goto(`${HOME}?security=${security}`, { waitUntil: 'commit', timeout: patienceMs })
  await untilLive(page, patienceMs)
  const seconds = (performance.now() - started) / 1000
  const seen = transfers()
  await context.close()
  return { seconds, transfers: seen }
}

async function untilLive(page: Page, timeout: number): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor({ timeout })
  const book = page.getByRole('region', { name: 'Order book' })
  await book.locator('[aria-busy=true]').waitFor({ state: 'detached', timeout })
}

async function watchTransfers(devTools: CDPSession): Promise<() => Transfer[]> {
  const asked = new Map<string, { method: string; url: string; bytes: number }>()
  await devTools.send('Network.enable')
  devTools.on('Network.requestWillBeSent', ({ requestId, request: { method, url } }) => {
    asked.set(requestId, { method, url, bytes: 0 })
  })
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  devTools.on('Network.webSocketCreated', ({ requestId, url }) => {
    asked.set(requestId, { method: 'WebSocket', url: url.replace(/\?.*$/, ''), bytes: 0 })
  })
  devTools.on('Network.webSocketFrameReceived', ({ requestId, response }) => {
    const request = asked.get(requestId)
    if (request) request.bytes += Buffer.byteLength(response.payloadData)
  })
  return () => [...asked.values()]
}
