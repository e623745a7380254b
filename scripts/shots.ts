import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { HOME } from '../apps/web/src/paths.ts'
import { placeDemoOrders } from '../test/demo-orders.ts'
import { fillSignIn, launchBrowser } from '../test/e2e/stage.ts'
import type { Firm } from '../test/person.ts'
import { newDataFolder, type RunningServer, removeDataFolder, startServer } from '../test/running-server.ts'
import { root } from './run.mjs'

/**
 * Pictures of every screen as each demo user, into `shots/`: of the demo at `--url` whose password
 * is in TRADEBOOK_DEMO_PASSWORD, or of one started for the purpose.
 */

const { values: options } = parseArgs({ options: { url: { type: 'string' } } })

interface Size {
  readonly width: number
  readonly height: number
  /** How many times as large everything is drawn: 2 is a browser at 200 %. */
  readonly zoom?: number
}

const sizes: readonly Size[] = [
  { width: 320, height: 568 },
  { width: 390, height: 664 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 1440, height: 900, zoom: 2 },
  { width: 1920, height: 1080, zoom: 2 },
]
const firms: readonly Firm[] = ['Meridian', 'Zenith-Hill']
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]
const userNames = ['admin', 'broker', 'customer']
const SECURITY = 'GTCO'
/** Where the page keeps the theme a person chose. */
const THEME_COOKIE = 'Tradebook.Theme'
/** Long enough for the crowd to have traded and for fonts and panels to settle. */
const SETTLE_MS = 2_500

const folder = join(root, 'shots')
rmSync(folder, { recursive: true, force: true })

const own = options.url ? undefined : await ownDemo()
const demo = own ?? { url: options.url ?? '', password: process.env.TRADEBOOK_DEMO_PASSWORD ?? '' }
const browser = await launchBrowser()
try {
  for (const size of sizes) {
    for (const theme of themes) {
      const page = await visitor(size, theme)
      await open(page, '/user/login')
      await picture(page, size, `login-${theme}`)
      await page.context().close()
    }
  }
  for (const firm of firms) {
    if (own) await placeDemoOrders(own, firm)
    for (const userName of userNames) {
      for (const size of sizes) await tour(firm, userName, size, 'light')
    }
  }
  for (const size of sizes) await tour('Meridian', 'customer', size, 'dark')
} finally {
  await browser.close()
  await own?.stop()
  if (own) await removeDataFolder(own.dataFolder)
}

async function ownDemo(): Promise<RunningServer> {
  console.log('  Starting a demo')
  return startServer(newDataFolder(), { TRADEBOOK_CROWD: 'agents', TRADEBOOK_CLOCK: 'demo' })
}

async function visitor({ width, height, zoom = 1 }: Size, theme: Theme) {
  const page = await browser.newPage({
    // A browser at 200 % gives the page half its pixels, and draws each twice as large.
    viewport: { width: width / zoom, height: height / zoom },
    deviceScaleFactor: zoom,
    baseURL: demo.url,
    locale: 'en-GB',
  })
  await page.context().addCookies([{ name: THEME_COOKIE, value: theme, url: demo.url }])
  return page
}
type Page = Awaited<ReturnType<typeof visitor>>

/** Every screen of the route table, and what a phone shows one at a time, as one person at one size. */
async function tour(firm: Firm, userName: string, size: Size, theme: Theme): Promise<void> {
  const page = await visitor(size, theme)
  await page.goto('/user/login')
  await fillSignIn(page, firm, userName, demo.password)
  await page.waitForURL((url) => url.pathname.startsWith('/app/'))
  const who = `${firm}-${userName}-${theme}`
  for (const path of screenPaths()) {
    await open(page, path === HOME ? `${path}?security=${SECURITY}` : path)
    await picture(page, size, `${who}${path.replaceAll('/', '-')}`)
  }
  await open(page, HOME)
  const isPhone = (await page.locator('[data-room="phone"]').count()) > 0
  if (isPhone) {
    await picture(page, size, `${who}-lists`)
    await page.getByRole('tab', { name: /^Orders/ }).click()
    await picture(page, size, `${who}-orders`)
    await open(page, `${HOME}?security=${SECURITY}`)
    const buy = page.getByRole('button', { name: /^Buy/ })
    await buy.click()
    await sleep(SETTLE_MS)
    await picture(page, size, `${who}-ticket`)
  }
  await page.context().close()
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('load')
  await sleep(SETTLE_MS)
}

async function picture(page: Page, { width, height, zoom = 1 }: Size, name: string): Promise<void> {
  const size = zoom === 1 ? `${width}x${height}` : `${width}x${height} at ${100 * zoom} %`
  const file = `${name}.png`.toLowerCase()
  mkdirSync(join(folder, size), { recursive: true })
  await page.screenshot({ path: join(folder, size, file) })
  console.log(`  shots/${size}/${file}`)
}

/** The table is read as text, for it imports what only a bundler understands. */
function screenPaths(): string[] {
  const table = readFileSync(join(root, 'apps/web/src/routes.tsx'), 'utf8')
  return [HOME, ...[...table.matchAll(/path: '(\/app\/[^']+)'/g)].map(([, path = '']) => path)]
}
