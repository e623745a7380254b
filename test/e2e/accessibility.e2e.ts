import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerAndSubmit } from '../account-request.ts'
import { placeDemoOrders } from '../demo-orders.ts'
import { type Firm, signIn } from '../person.ts'
import { fillMarket } from './filled-market.ts'
import { type Grants, mayOpen, PORTAL, screens } from './screens.ts'
import { openStage, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

/** Who has registered and has no role yet. */
const REGISTRANT = 'newcomer'
/** Where the page keeps the theme a person chose. */
const THEME_COOKIE = 'Tradebook.Theme'

/** One of those whose book `fillMarket` fills. */
const SECURITY = 'GTCO'

/** What may differ in another theme, and not from person to person. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Who looks at the page. A screen that several may open is looked at in the dark by the first of them. */
const people = [
  { who: 'who has registered', userName: REGISTRANT, firm: 'Meridian' },
  { who: 'a firm’s administrator', userName: 'admin', firm: 'Meridian' },
  { who: 'the host', userName: 'admin', firm: '' },
  { who: 'a broker', userName: 'broker', firm: 'Meridian' },
  { who: 'a customer', userName: 'customer', firm: 'Meridian' },
] as const

let stage: Stage
/** The account that the firm's people look at. */
let account: string
/** In naira: what an order may cost at the least. */
let lowest: string
/** What each of the people may open, in their order. */
let openTo: readonly (readonly string[])[]

beforeAll(async () => {
  stage = await openStage()
  const { server } = stage
  await placeDemoOrders(server, 'Meridian')
  const broker = await signIn(server, 'Meridian', 'broker')
  const { items } = await broker.get('BackOffice/GetCustomers', {})
  account = items[0]?.accountNumber ?? ''
  const { lowLimitPx } = await broker.get('MarketData/getPricelimitRange', { security: SECURITY })
  lowest = lowLimitPx.toFixed(2)
  await registerAndSubmit(server, 'Meridian', REGISTRANT)
  const grants = await Promise.all(people.map(({ firm, userName }) => grantsOf(firm, userName)))
  openTo = grants.map(screensOf)
})

afterAll(() => stage?.close())

/**
 * What a person who cannot see, or not use a mouse, would stumble over; without rules by all that are usual.
 * What examines the page is loaded into it once: the screens after the first do without.
 */
async function obstacles(page: Page, rules: readonly string[]) {
  const isLoaded = await page.evaluate('"axe" in window')
  // The page has no frames, which alone take more than the plain run.
  const axe = new AxeBuilder(isLoaded ? { page, axeSource: 'void 0' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ target }) => target.join(' ')) }))
}

/** What of a browser `goTo` uses there. */
declare const document: {
  querySelector(selector: string): { setAttribute(name: string, value: string): void } | null
}
declare function dispatchEvent(event: Event): void
declare const history: { pushState(state: null, title: string, address: string): void }

/** Leads a page that is open to another screen as its own links do: nothing is loaded again. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new Event('popstate'))
  }, path)
}

/** The screen's own heading is there, and what it waits for has come. */
async function isThere(page: Page): Promise<void> {
  await page.locator('h1:not([data-left])').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count(), { timeout: 60_000 }).toBe(0)
}

/** What somebody finds who looks at the page in a theme: in the dark one, of what depends on colours. */
async function inTheme(
  theme: 'light' | 'dark',
  firm: Firm | '' | undefined,
  userName: string,
  find: (page: Page, rules: readonly string[]) => Promise<object[]>,
): Promise<object[]> {
  const page = firm === undefined ? await stage.visit() : await stage.visitAs(firm, userName)
  await page.context().addCookies([{ name: THEME_COOKIE, value: theme, url: stage.server.url }])
  const faults = await find(page, theme === 'dark' ? COLOUR_RULES : [])
  await page.context().close()
  return faults.map((fault) => ({ theme, ...fault }))
}

async function grantsOf(firm: Firm | '', userName: string): Promise<Grants> {
  const person = await signIn(stage.server, firm || null, userName)
  const [{ auth }, { user }] = await Promise.all([
    person.get('AbpUserConfiguration/GetAll', {}),
    person.get('Session/GetCurrentLoginInformations', {}),
  ])
  return {
    permissions: new Set(Object.keys(auth.grantedPermissions)),
    roles: new Set(user?.roles.map((role) => role.toUpperCase())),
  }
}

/** The screens behind signing in that somebody may open, in the order of the table. */
function screensOf(grants: Grants): readonly string[] {
  return screens.filter((row) => row.path.startsWith('/app/') && mayOpen(row, grants)).map(({ path }) => path)
}

test('signing in has no serious accessibility problem', async () => {
  const open = screens.filter(({ path }) => path.startsWith('/user/'))
  const find = async (page: Page, rules: readonly string[]) => {
    const faults: object[] = []
    for (const { path } of open) {
      await page.goto(`${path}?tenant=Meridian#1.link`)
      // A provider returns to a page that says what became of the sign-in; each other one has a form.
      if (path === '/user/provider') await isThere(page)
      else await page.getByRole('form').first().waitFor()
      faults.push(...(await obstacles(page, rules)).map((fault) => ({ path, ...fault })))
    }
    return faults
  }
  const found = await Promise.all([
    inTheme('light', undefined, '', find),
    inTheme('dark', undefined, '', find),
  ])
  expect(found.flat()).toEqual([])
})

test.each(people)('no screen has a serious accessibility problem for $who', async (person) => {
  const { userName, firm } = person
  const place = people.indexOf(person)
  const own = openTo[place] ?? []
  expect(own.length).toBeGreaterThan(1)
  const isForOthers = userName !== 'customer'
  const walk = (paths: readonly string[]) => async (page: Page, rules: readonly string[]) => {
    const faults: object[] = []
    await page.goto('/app/account-settings')
    await isThere(page)
    for (const path of paths) {
      await goTo(page, path.startsWith(PORTAL) && isForOthers ? `${path}?account=${account}` : path)
      await isThere(page)
      expect(new URL(page.url()).pathname).toBe(path)
      faults.push(...(await obstacles(page, rules)).map((fault) => ({ path, ...fault })))
    }
    return faults
  }
  const lookedAt = new Set(openTo.slice(0, place).flat())
  const inTheDark = own.filter((path) => !lookedAt.has(path))
  const found = await Promise.all([
    inTheme('light', firm, userName, walk(own)),
    inTheDark.length > 0 ? inTheme('dark', firm, userName, walk(inTheDark)) : [],
  ])
  expect(found.flat()).toEqual([])
})

/** The colours in which the prices of the book, of the trades and of the market watch stand. */
const coloursOfPrices = (page: Page) =>
  page.evaluate<string[]>(
    `[...new Set(
      [...document.querySelectorAll('table[data-side] button, [data-security] td[data-tone], [aria-label=Trades] td')].map(
        (price) => getComputedStyle(price).color,
      ),
    )]`,
  )

/** What nobody with weak sight can read on the page while its line is down, and by that may be old. */
async function unreadableOffline(page: Page): Promise<object[]> {
  await page.context().setOffline(true)
  await page.locator('[data-stale]').first().waitFor()
  return obstacles(page, COLOUR_RULES)
}

/** The trading screen with a book, trades and the charges of an order; then, with the line down, its depth, too. */
async function unreadableWhileTrading(page: Page): Promise<object[]> {
  await page.goto(`/app/trading?security=${SECURITY}`)
  const trading = new TradingPage(page)
  for (const rows of [trading.bids, trading.offers, trading.trades]) await rows.nth(1).waitFor()
  await trading.fill('Buy', '100', lowest)
  await trading.ticket.getByText('Charges and VAT').click()
  await trading.ticket.getByText('VAT on SEC fee').waitFor()
  await isThere(page)
  expect((await coloursOfPrices(page)).length).toBeGreaterThan(1)
  const faults = await unreadableOffline(page)
  const [, ...others] = await coloursOfPrices(page)
  await page.getByRole('tab', { name: 'Depth' }).click()
  await page.getByRole('figure', { name: 'Depth' }).waitFor()
  const inDepth = await obstacles(page, COLOUR_RULES)
  return [...faults, ...inDepth, ...others.map((colour) => ({ id: 'prices are not all grey', at: colour }))]
}

async function unreadableInChart(page: Page): Promise<object[]> {
  await page.goto(`/app/marketData/company-pricelists?security=${SECURITY}`)
  await isThere(page)
  await page.getByRole('figure', { name: SECURITY }).waitFor()
  return unreadableOffline(page)
}

test('prices that may be old are grey, and can be read as well as others', async () => {
  await fillMarket(stage.server)
  const found = await Promise.all(
    (['light', 'dark'] as const).flatMap((theme) =>
      [unreadableWhileTrading, unreadableInChart].map((find) => inTheme(theme, 'Meridian', 'customer', find)),
    ),
  )
  expect(found.flat()).toEqual([])
})
