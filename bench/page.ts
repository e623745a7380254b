import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'
import { HOME } from '../apps/web/src/paths.ts'
import { ensureWebPage } from '../scripts/web-page.mjs'
import { fillSignIn, launchBrowser } from '../test/e2e/stage.ts'
import { newDataFolder, removeDataFolder, startServer } from '../test/running-server.ts'

/**
 * What the trading page costs its own main thread while the crowd trades: a real server in a process
 * of its own and a headless browser share this machine's cores.
 *
 * `page.ts [--seconds 60] [--rate 2000]`
 */

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    /** The crowd's orders a second. */
    rate: { type: 'string', default: '2000' },
  },
})
const SECONDS = Number(options.seconds)
const SECURITY = 'GTCO'
/** The screen is open and the market has come to its pace. */
const WARM_UP_MS = 8_000
/** Messages are counted apart: reading every frame would slow what is measured. */
const COUNTED_SECONDS = 5
/** Ends each message of a SignalR frame. */
const RECORD_SEPARATOR = '\u001e'

await ensureWebPage()
const dataFolder = newDataFolder()
const server = await startServer(dataFolder, {
  TRADEBOOK_CROWD: 'agents',
  TRADEBOOK_CROWD_RATE: options.rate,
})
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.url })
  await page.goto(`${HOME}?security=${SECURITY}`)
  await fillSignIn(page, 'Meridian', 'broker', server.password)
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 60_000 })
  await sleep(WARM_UP_MS)
  const devTools = await page.context().newCDPSession(page)
  const frames = await framesOf(page, devTools)
  const messages = await messagesASecond(devTools)
  // A page that gave up costs nothing.
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 1_000 })
  print(frames, messages)
} finally {
  await browser.close()
  await server.stop()
  await removeDataFolder(dataFolder)
}

interface Frames {
  readonly seconds: number
  readonly drawn: number
  /** Tasks of the main thread over 50 ms (Long Tasks API), in milliseconds. */
  readonly longTasks: readonly number[]
  /** Shares of the main thread's time, from 0 to 1, by what it was busy with. */
  readonly busy: Readonly<Record<'task' | 'script' | 'style' | 'layout', number>>
}

async function framesOf(page: Page, devTools: CDPSession): Promise<Frames> {
  await devTools.send('Performance.enable', { timeDomain: 'timeTicks' })
  const before = await metrics(devTools)
  const seen = await page.evaluate(watchFrames, SECONDS * 1000)
  const after = await metrics(devTools)
  const seconds = after('Timestamp') - before('Timestamp')
  const share = (name: string) => (after(name) - before(name)) / seconds
  return {
    ...seen,
    seconds,
    busy: {
      task: share('TaskDuration'),
      script: share('ScriptDuration'),
      style: share('RecalcStyleDuration'),
      layout: share('LayoutDuration'),
    },
  }
}

async function metrics(devTools: CDPSession): Promise<(name: string) => number> {
  const { metrics: all } = await devTools.send('Performance.getMetrics')
  const byName = new Map(all.map(({ name, value }) => [name, value]))
  return (name) => byName.get(name) ?? Number.NaN
}

/** What of a browser the function below uses: this file itself runs in Node. */
declare const window: {
  requestAnimationFrame(draw: (now: number) => void): void
  PerformanceObserver: new (
    listener: (list: { getEntries(): { duration: number }[] }) => void,
  ) => { observe(what: { type: string }): void; disconnect(): void }
}

/** Runs in the page: counts frames and long tasks for so many milliseconds. */
function watchFrames(forMs: number): Promise<{ drawn: number; longTasks: number[] }> {
  return new Promise((resolve) => {
    const longTasks: number[] = []
    let drawn = 0
    const observer = new window.PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    })
    observer.observe({ type: 'longtask' })
    const end = performance.now() + forMs
    const onFrame = (now: number) => {
      drawn += 1
      if (now < end) {
        window.requestAnimationFrame(onFrame)
        return
      }
      observer.disconnect()
      resolve({ drawn, longTasks })
    }
    window.requestAnimationFrame(onFrame)
  })
}

async function messagesASecond(devTools: CDPSession): Promise<number> {
  let records = 0
  devTools.on('Network.webSocketFrameReceived', ({ response }) => {
    records += response.payloadData.split(RECORD_SEPARATOR).length - 1
  })
  await devTools.send('Network.enable')
  await sleep(COUNTED_SECONDS * 1000)
  return records / COUNTED_SECONDS
}

function print({ seconds, drawn, longTasks, busy }: Frames, messages: number): void {
  const percent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)} %`
  const share = drawn === 0 ? 0 : 1 - longTasks.length / drawn
  const longest = Math.round(Math.max(0, ...longTasks))
  console.log(`${seconds.toFixed(0)} s of the trading page, the crowd at ${options.rate} orders/s`)
  console.log(`hub messages                   ${Math.round(messages).toLocaleString('en').padStart(9)} /s`)
  console.log(`frames                         ${(drawn / seconds).toFixed(1).padStart(9)} /s`)
  console.log(
    `tasks over 50 ms               ${String(longTasks.length).padStart(9)}, the longest ${longest} ms`,
  )
  console.log(
    `main thread busy               ${percent(busy.task).padStart(9)}: script ${percent(busy.script)}, ` +
      `style ${percent(busy.style)}, layout ${percent(busy.layout)}`,
  )
  console.log(`frames without a task over 50 ms: ${percent(share, 3)}`)
}
