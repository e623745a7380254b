import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { accountAt, LOGIN } from '../apps/web/src/paths.ts'
import { placeDemoOrders } from '../test/demo-orders.ts'
import { type Grants, mayOpen, PORTAL, screens } from '../test/e2e/screens.ts'
import { fillSignIn, launchBrowser } from '../test/e2e/stage.ts'
import { type Firm, signIn } from '../test/person.ts'
import { newDataFolder, type RunningServer, removeDataFolder, startServer } from '../test/running-server.ts'
import { root } from './run.mjs'
import { PUBLIC_TOURS, type Tour, tours } from './tours.ts'

/**
 * npm run shots -- [tour …] [--sizes 390x844,1440x900@2] [--theme light,dark] [--as Meridian/broker,…] [--clock open] [--url URL]
 *
 * Pictures into `shots/`: without tours of every screen. They are taken of the demo at `--url`, whose
 * password is in TRADEBOOK_DEMO_PASSWORD, or of one that is started for the purpose.
 */

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>
/** Somebody who has signed in. */
interface Visitor extends Grants {
  /** What the browser keeps of the session. */
  readonly state: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
  /** The account whose portal screens are shown to anyone who has none of their own. */
  readonly account: string | undefined
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    sizes: {
      type: 'string',
      default: '320x568,390x664,1024x768,1280x720,1440x900,1920x1080,1440x900@2,1920x1080@2',
    },
    theme: { type: 'string', default: 'light,dark' },
    // With `open` there are trades and contract notes from the first picture on.
    clock: { type: 'string', default: 'demo' },
    as: { type: 'string', default: 'Meridian/admin,Meridian/broker,Meridian/customer' },
  },
})

interface Size {
  readonly name: string
  readonly width: number
  readonly height: number
  /** How many times as large everything is drawn: 2 is a browser at 200%. */
  readonly zoom: number
}

interface Picture {
  readonly tour: string
  readonly size: Size
  readonly theme: string
  /** `undefined`: nobody has signed in. */
  readonly person: string | undefined
}

/** So many pages are open at once. */
const PAGES = 4
/** Where the page keeps the theme a person chose. */
const THEME_COOKIE = 'Tradebook.Theme'
/** What is drawn last, the chart and the tape, is at rest by then. */
const AT_REST_MS = 700
const PATIENCE_MS = 30_000

const wanted = positionals.length > 0 ? positionals : Object.keys(tours)
const unknown = wanted.filter((tour) => !Object.hasOwn(tours, tour))
const sizes = options.sizes.split(',').map(sizeOf)
if (unknown.length > 0)
  fail(`There is no tour ${unknown.join(', ')}. The tours are ${Object.keys(tours).join(', ')}.`)

const folder = join(root, 'shots')
rmSync(folder, { recursive: true, force: true })

const own = options.url ? undefined : await ownDemo()
const demo = own ?? { url: options.url ?? '', password: process.env.TRADEBOOK_DEMO_PASSWORD ?? '' }
const browser = await launchBrowser()
try {
  const visitors = new Map<string, Visitor>()
  for (const person of options.as.split(',')) visitors.set(person, await signedIn(person))
  const pictures = wanted.flatMap((tour) =>
    sizes.flatMap((size) =>
      options.theme.split(',').flatMap((theme): Picture[] => {
        const people = PUBLIC_TOURS.has(tour)
          ? [undefined]
          : [...visitors].filter(([, visitor]) => maySee(visitor, tourOf(tour))).map(([name]) => name)
        return people.map((person) => ({ tour, size, theme, person }))
      }),
    ),
  )
  const takePictures = async () => {
    for (let next = pictures.shift(); next; next = pictures.shift()) {
      try {
        await take(next, next.person === undefined ? undefined : visitors.get(next.person))
      } catch (error) {
        // The others are worth taking; the command ends as one that failed.
        console.error(`  No screenshot of ${next.tour} for ${next.person} at ${next.size.name}: ${error}`)
        process.exitCode = 1
      }
    }
  }
  await Promise.all(Array.from({ length: PAGES }, takePictures))
} finally {
  await browser.close()
  await own?.stop()
  if (own) await removeDataFolder(own.dataFolder)
}

async function ownDemo(): Promise<RunningServer> {
  console.log('  Starting a demo')
  // A crowd that trades, but leaves the processor to the pages.
  const server = await startServer(newDataFolder(), {
    TRADEBOOK_CROWD: 'agents',
    TRADEBOOK_CROWD_RATE: '20',
    TRADEBOOK_CLOCK: options.clock,
  })
  const firms: readonly Firm[] = ['Meridian', 'Zenith-Hill']
  for (const firm of firms) {
    await placeDemoOrders(server, firm)
    const admin = await signIn(server, firm, 'admin')
    await admin.get('Settings/Update', { stopOrders: true })
  }
  return server
}

async function signedIn(person: string): Promise<Visitor> {
  const [firm, userName = ''] = person.split('/')
  const page = await browser.newPage({ baseURL: demo.url })
  await page.goto(LOGIN)
  await fillSignIn(page, firm as Firm, userName, demo.password)
  await page.waitForURL((url) => url.pathname.startsWith('/app/'))
  const state = await page.context().storageState()
  await page.context().close()
  const caller = await signIn(demo, (firm || null) as Firm | null, userName)
  const [{ auth }, { user }] = await Promise.all([
    caller.get('AbpUserConfiguration/GetAll', {}),
    caller.get('Session/GetCurrentLoginInformations', {}),
  ])
  const roles = new Set(user?.roles.map((role) => role.toUpperCase()))
  const permissions = new Set(Object.keys(auth.grantedPermissions))
  const isForOthers = !roles.has('CUSTOMER') && permissions.has('TRADE_ALL_ACCOUNTS')
  const { items } = isForOthers ? await caller.get('BackOffice/GetCustomers', {}) : { items: [] }
  return { state, roles, permissions, account: items[0]?.accountNumber }
}

/** Whether the screen of a tour is open to a person, by the page's own table of screens. */
function maySee(visitor: Visitor, { path, needs = [] }: Tour): boolean {
  const row = screens.find((screen) => screen.path === path.split('?')[0])
  if (!row) fail(`No screen lies at ${path}.`)
  return mayOpen(row, visitor) && needs.every((permission) => visitor.permissions.has(permission))
}

function tourOf(name: string): Tour {
  return tours[name] ?? fail(`There is no tour ${name}.`)
}

async function take({ tour, size, theme, person }: Picture, visitor: Visitor | undefined): Promise<void> {
  const { width, height, zoom } = size
  const context = await browser.newContext({
    // A browser at 200 % gives the page half its pixels, and draws each twice as large.
    viewport: { width: width / zoom, height: height / zoom },
    deviceScaleFactor: zoom,
    baseURL: demo.url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...(visitor && { storageState: visitor.state }),
  })
  try {
    context.setDefaultTimeout(PATIENCE_MS)
    await context.addCookies([{ name: THEME_COOKIE, value: theme, url: demo.url }])
    const page = await context.newPage()
    const { path, open } = tourOf(tour)
    await page.goto(visitor?.account && path.startsWith(PORTAL) ? accountAt(path, visitor.account) : path)
    await page
      .getByRole(person === undefined ? 'form' : 'banner')
      .first()
      .waitFor()
    await open?.(page)
    await atRest(page)
    const file = join(
      size.name,
      `${tour}-${person?.replace('/', '-') ?? 'nobody'}-${theme}.png`.toLowerCase(),
    )
    mkdirSync(join(folder, size.name), { recursive: true })
    await page.screenshot({ path: join(folder, file) })
    console.log(`  shots/${file}`)
  } finally {
    await context.close()
  }
}

/** Nothing waits for data any more. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const busy = page.locator('[aria-busy=true]')
  do {
    await busy.first().waitFor({ state: 'detached' })
    await sleep(AT_REST_MS)
  } while ((await busy.count()) > 0)
}

function sizeOf(text: string): Size {
  const [, width, height, zoom = '1'] =
    /^(\d+)x(\d+)(?:@(\d))?$/.exec(text) ?? fail(`${text} is not a size as 390x844.`)
  const times = Number(zoom)
  return {
    name: times === 1 ? `${width}x${height}` : `${width}x${height} at ${100 * times} %`,
    width: Number(width),
    height: Number(height),
    zoom: times,
  }
}

function fail(words: string): never {
  console.error(words)
  process.exit(2)
}
