import { parseArgs } from 'node:util'
import { ensureWebPage } from '../scripts/web-page.mjs'
import { startPage, type Transfer } from '../test/e2e/page-start.ts'
import { launchBrowser } from '../test/e2e/stage.ts'
import { newDataFolder, removeDataFolder, startServer } from '../test/running-server.ts'

/**
 * How long the trading page takes on a slow line, from its address to live prices with the order
 * book, for somebody who is signed in and has nothing of it in the browser's cache.
 *
 * `page-load.ts [--kilobits 400] [--latency 150]`
 */

const { values: options } = parseArgs({
  options: {
    /** A second, either way. */
    kilobits: { type: 'string', default: '400' },
    /** Milliseconds a request waits for the line. */
    latency: { type: 'string', default: '150' },
  },
})
const PATIENCE_MS = 180_000

await ensureWebPage()
const dataFolder = newDataFolder()
const server = await startServer(dataFolder, { TRADEBOOK_CROWD: 'agents' })
const browser = await launchBrowser()
try {
  const { seconds, transfers } = await startPage(browser, {
    baseURL: server.url,
    password: server.password,
    security: 'GTCO',
    line: { kilobitsPerSecond: Number(options.kilobits), latencyMs: Number(options.latency) },
    patienceMs: PATIENCE_MS,
  })
  print(seconds, transfers)
} finally {
  await browser.close()
  await server.stop()
  await removeDataFolder(dataFolder)
}

function print(seconds: number, transfers: readonly Transfer[]): void {
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(9)} kB`
  for (const { method, url, bytes } of transfers.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(`${kB(bytes)}  ${method} ${url.replace(server.url, '')}`)
  }
  console.log(`${kB(transfers.reduce((sum, { bytes }) => sum + bytes, 0))}  in ${transfers.length} transfers`)
  console.log(
    `live with the book after ${seconds.toFixed(1)} s at ${options.kilobits} kbit/s, latency ${options.latency} ms`,
  )
}
