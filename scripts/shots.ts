import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  ACCOUNT_INFLOW,
  ACCOUNT_OUTFLOW,
  ACCOUNT_REQUEST,
  ACCOUNT_REQUESTS,
  ACCOUNT_SETTINGS,
  ACCOUNT_STATEMENT,
  AUDIT_TRAIL,
  accountAt,
  CASH_APPROVALS,
  COMPANY_PRICES,
  CORPORATE_ACTIONS,
  CREATE_ACCOUNT,
  CUSTOMERS,
  DASHBOARD,
  FORGOT_PASSWORD,
  HOME,
  LIMITS,
  LOGIN,
  MARKET_CONTROL,
  MOVERS,
  NEWS,
  PORTFOLIO_HOLDING,
  PORTFOLIO_MOVEMENT,
  PORTFOLIO_VALUATION,
  PRICE_LIST,
  PURCHASE_NOTES,
  REPORT_LOGS,
  REPORT_ORDERS,
  REPORT_TRADES,
  RESET_PASSWORD,
  ROLES,
  SALE_NOTES,
  SETTINGS,
  TENANTS,
  USERS,
} from '../apps/web/src/paths.ts'

import { placeDemoOrders } from '../test/demo-orders.ts'
import { fillSignIn, launchBrowser } from '../test/e2e/stage.ts'
import { type Firm, signIn } from '../test/person.ts'
import { newDataFolder, type RunningServer, removeDataFolder, startServer } from '../test/running-server.ts'
import { root } from './run.mjs'

/**
 * npm run shots -- [tour …] [--sizes 390x844,1440x900@2] [--theme light,dark] [--as Meridian/broker,…] [--url URL]
 *
 * Pictures into `shots/`: without tours of every screen. They are taken of the demo at `--url`, whose
 * password is in TRADEBOOK_DEMO_PASSWORD, or of one that is started for the purpose.
 */

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>
/** Who may be shown what. The table of screens is TypeScript of the page, which this project's settings can not check. */
interface RouteTable {
  readonly screens: readonly { readonly path: string }[]
  mayOpen(row: RouteTable['screens'][number], who: Grants): boolean
}
interface Grants {
  readonly permissions: ReadonlySet<string>
  /** Upper-cased. */
  readonly roles: ReadonlySet<string>
}

/** Somebody who has signed in. */
interface Visitor extends Grants {
  /** What the browser keeps of the session. */
  readonly state: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
  /** The account whose portal screens are shown to who has none of the own. */
  readonly account: string | undefined
}

const SECURITY = 'GTCO'

interface Tour {
  readonly path: string
  /** Permissions that it takes beside those of the screen. */
  readonly needs?: readonly string[]
  readonly open?: (page: Page) => Promise<void>
}

/** What there is to see, and how to get there. */
const tours: Readonly<Record<string, Tour>> = {
  login: { path: LOGIN },
  'create-account': { path: `${CREATE_ACCOUNT}?tenant=Meridian` },
  forgot: { path: `${FORGOT_PASSWORD}?tenant=Meridian` },
  reset: { path: `${RESET_PASSWORD}?tenant=Meridian#1.link` },
  market: { path: HOME },
  security: { path: `${HOME}?security=${SECURITY}` },
  orders: { path: HOME, open: (page) => openTab(page, /^Orders/) },
  executions: { path: HOME, open: (page) => openLists(page, 'Executions') },
  holdings: { path: HOME, open: (page) => openLists(page, 'Holdings') },
  ticket: { path: `${HOME}?security=${SECURITY}`, open: openTicket },
  stop: { path: `${HOME}?security=${SECURITY}`, open: openStopTicket },
  cross: { path: `${HOME}?security=${SECURITY}`, needs: ['CROSS_DEAL', 'BUY', 'SELL'], open: openCross },
  dashboard: { path: DASHBOARD },
  company: { path: `${COMPANY_PRICES}?security=${SECURITY}` },
  prices: { path: PRICE_LIST },
  movers: { path: MOVERS },
  news: { path: NEWS },
  control: { path: MARKET_CONTROL },
  statement: { path: ACCOUNT_STATEMENT },
  inflow: { path: ACCOUNT_INFLOW },
  outflow: { path: ACCOUNT_OUTFLOW },
  portfolio: { path: PORTFOLIO_HOLDING },
  movement: { path: PORTFOLIO_MOVEMENT },
  valuation: { path: PORTFOLIO_VALUATION },
  purchases: { path: PURCHASE_NOTES },
  note: { path: PURCHASE_NOTES, open: openNote },
  sales: { path: SALE_NOTES },
  customers: { path: CUSTOMERS },
  approvals: { path: CASH_APPROVALS },
  corporate: { path: CORPORATE_ACTIONS },
  tenants: { path: TENANTS },
  tenant: { path: TENANTS, open: openFirstRecord },
  settings: { path: SETTINGS },
  limits: { path: LIMITS },
  'audit-trail': { path: AUDIT_TRAIL },
  'audit-report-logs': { path: REPORT_LOGS },
  'stock-orders': { path: REPORT_ORDERS },
  'audit-trades': { path: REPORT_TRADES },
  users: { path: USERS },
  user: { path: USERS, open: openFirstRecord },
  roles: { path: ROLES },
  role: { path: ROLES, open: openFirstRecord },
  account: { path: ACCOUNT_SETTINGS },
  'account-request': { path: ACCOUNT_REQUEST },
  'account-requests': { path: ACCOUNT_REQUESTS },
  notifications: { path: DASHBOARD, open: openNotifications },
}

const PUBLIC_TOURS: ReadonlySet<string> = new Set(['login', 'create-account', 'forgot', 'reset'])

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    sizes: {
      type: 'string',
      default: '320x568,390x664,1024x768,1280x720,1440x900,1920x1080,1440x900@2,1920x1080@2',
    },
    theme: { type: 'string', default: 'light,dark' },
    as: { type: 'string', default: 'Meridian/admin,Meridian/broker,Meridian/customer' },
  },
})

interface Size {
  readonly name: string
  readonly width: number
  readonly height: number
  /** How many times as large everything is drawn: 2 is a browser at 200 %. */
  readonly zoom: number
}

interface Picture {
  readonly tour: string
  readonly size: Size
  readonly theme: string
  /** `undefined`: nobody has signed in. */
  readonly person: string | undefined
}

/** Where the screens of one account lie. */
const PORTAL = '/app/client-portal/'
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

const routes: RouteTable = await import(String(new URL('../apps/web/src/routes.ts', import.meta.url)))
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
        console.error(`  No picture of ${next.tour} for ${next.person} at ${next.size.name}: ${error}`)
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
    TRADEBOOK_CLOCK: 'demo',
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
  const row = routes.screens.find((screen) => screen.path === path.split('?')[0])
  if (!row) fail(`No screen lies at ${path}.`)
  return routes.mayOpen(row, visitor) && needs.every((permission) => visitor.permissions.has(permission))
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

async function openTab(page: Page, name: RegExp | string): Promise<void> {
  await page.getByRole('tab', { name }).first().click()
}

/** On a phone the lists of a person's own lie behind the orders. */
async function openLists(page: Page, name: string): Promise<void> {
  await openTab(page, /^Orders/)
  await openTab(page, name)
}

async function openNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
}

/** On a phone the ticket lies behind a button. */
async function openTicket(page: Page): Promise<void> {
  const buy = page.getByRole('button', { name: /^Buy \d/ })
  const form = page.getByRole('form', { name: 'Order ticket' })
  await buy.or(form).first().waitFor()
  if (!(await form.isVisible())) await buy.click()
  await form.waitFor()
}

/** The ticket of a stop-limit order. */
async function openStopTicket(page: Page): Promise<void> {
  await openTicket(page)
  const form = page.getByRole('form', { name: 'Order ticket' })
  await form.getByRole('radio', { name: 'Stop limit' }).check({ force: true })
  await form.getByRole('textbox', { name: /^Stop price/ }).waitFor()
}

async function openCross(page: Page): Promise<void> {
  await openTicket(page)
  await page.getByRole('button', { name: 'Cross two accounts…' }).click()
  await page.getByRole('dialog', { name: /^Cross deal/ }).waitFor()
}

/** The newest contract note, unfolded. */
async function openFirstRecord(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('row').nth(1).getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('form').first().waitFor()
}

async function openNote(page: Page): Promise<void> {
  const notes = page.getByRole('table')
  await notes.getByRole('button', { name: /^\d+$/ }).first().click()
  await page.getByRole('button', { name: /^Download contract note/ }).waitFor()
}

function sizeOf(text: string): Size {
  const [, width, height, zoom = '1'] =
    /^(\d+)x(\d+)(?:@(\d))?$/.exec(text) ?? fail(`${text} is no size as 390x844.`)
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
