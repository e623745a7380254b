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

const sizes = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
]
const firms: readonly Firm[] = ['Meridian', 'Zenith-Hill']
const userNames = ['admin', 'broker', 'customer']
const SECURITY = 'GTCO'
/** Long enough for the crowd to have traded and for fonts and panels to settle. */
const SETTLE_MS = 2_500

const folder = join(root, 'shots')
rmSync(folder, { recursive: true, force: true })

const own = options.url ? undefined : await ownDemo()
const demo = own ?? { url: options.url ?? '', password: process.env.TRADEBOOK_DEMO_PASSWORD ?? '' }
const browser = await launchBrowser()
try {
  for (const size of sizes) {
    const page = await visitor(size)
    await picture(page, size, 'nobody', '/user/login')
    await page.context().close()
  }
  for (const firm of firms) {
    if (own) await placeDemoOrders(own, firm)
    for (const userName of userNames) {
      for (const size of sizes) await tour(firm, userName, size)
    }
  }
} finally {
  await browser.close()
  await own?.stop()
  if (own) await removeDataFolder(own.dataFolder)
}

type Size = (typeof sizes)[number]

async function ownDemo(): Promise<RunningServer> {
  console.log('  Starting a demo')
  return startServer(newDataFolder(), { TRADEBOOK_CROWD: 'agents', TRADEBOOK_CLOCK: 'demo' })
}

function visitor(viewport: Size) {
  return browser.newPage({ viewport, baseURL: demo.url, locale: 'en-GB' })
}
type Page = Awaited<ReturnType<typeof visitor>>

/** Every screen of the route table, as one person at one size. */
async function tour(firm: Firm, userName: string, size: Size): Promise<void> {
  const page = await visitor(size)
  await page.goto('/user/login')
  await fillSignIn(page, firm, userName, demo.password)
  await page.waitForURL((url) => url.pathname.startsWith('/app/'))
  for (const path of screenPaths()) await picture(page, size, `${firm}-${userName}`, path)
  await page.context().close()
}

async function picture(page: Page, { width, height }: Size, who: string, path: string): Promise<void> {
  await page.goto(path === HOME ? `${path}?security=${SECURITY}` : path)
  await page.waitForLoadState('load')
  await sleep(SETTLE_MS)
  const name = `${who}${path.replaceAll('/', '-')}.png`.toLowerCase()
  mkdirSync(join(folder, `${width}x${height}`), { recursive: true })
  await page.screenshot({ path: join(folder, `${width}x${height}`, name) })
  console.log(`  shots/${width}x${height}/${name}`)
}

/** The table is read as text, for it imports what only a bundler understands. */
function screenPaths(): string[] {
  const table = readFileSync(join(root, 'apps/web/src/routes.tsx'), 'utf8')
  return [HOME, ...[...table.matchAll(/path: '(\/app\/[^']+)'/g)].map(([, path = '']) => path)]
}
