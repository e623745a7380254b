import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerAndSubmit } from '../account-request.ts'
import { placeDemoOrders } from '../demo-orders.ts'
import { type Firm, signIn } from '../person.ts'
import { type Grants, mayOpen, PORTAL, screens } from './screens.ts'
import { openStage, type Stage } from './stage.ts'

/** Who has registered and has no role yet. */
const REGISTRANT = 'newcomer'
/** Where the page keeps the theme a person chose. */
const THEME_COOKIE = 'Tradebook.Theme'

/** What may differ in another theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

let stage: Stage
/** The account that the firm's people look at. */
let account: string

beforeAll(async () => {
  stage = await openStage()
  const { server } = stage
  await placeDemoOrders(server, 'Meridian')
  const broker = await signIn(server, 'Meridian', 'broker')
  const { items } = await broker.get('BackOffice/GetCustomers', {})
  account = items[0]?.accountNumber ?? ''
  await registerAndSubmit(server, 'Meridian', REGISTRANT)
})

afterAll(() => stage?.close())

/** What a person who can not see, or not use a mouse, would stumble over; without rules by all that are usual. */
async function obstacles(page: Page, rules: readonly string[]) {
  // The page has no frames, which alone take more than the plain run.
  const axe = new AxeBuilder({ page }).setLegacyMode()
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

/** What somebody finds in the light theme and, of what depends on colours, in the dark one. */
async function inBothThemes(
  firm: Firm | '' | undefined,
  userName: string,
  find: (page: Page, rules: readonly string[]) => Promise<object[]>,
): Promise<object[]> {
  const found = Object.entries({ light: [], dark: COLOUR_RULES }).map(async ([theme, rules]) => {
    const page = firm === undefined ? await stage.visit() : await stage.visitAs(firm, userName)
    await page.context().addCookies([{ name: THEME_COOKIE, value: theme, url: stage.server.url }])
    const faults = await find(page, rules)
    await page.context().close()
    return faults.map((fault) => ({ theme, ...fault }))
  })
  return (await Promise.all(found)).flat()
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

test('nothing serious stands in the way of signing in', async () => {
  const open = screens.filter(({ path }) => path.startsWith('/user/'))
  const found = await inBothThemes(undefined, '', async (page, rules) => {
    const faults: object[] = []
    for (const { path } of open) {
      await page.goto(`${path}?tenant=Meridian#1.link`)
      await page.getByRole('form').first().waitFor()
      faults.push(...(await obstacles(page, rules)).map((fault) => ({ path, ...fault })))
    }
    return faults
  })
  expect(found).toEqual([])
})

test.each([
  ['a customer', 'customer', 'Meridian'],
  ['a broker', 'broker', 'Meridian'],
  ['a firm’s administrator', 'admin', 'Meridian'],
  ['the host', 'admin', ''],
  ['who has registered', REGISTRANT, 'Meridian'],
] as const)('nothing serious stands in the way of %s, on any screen', async (_, userName, firm) => {
  const grants = await grantsOf(firm, userName)
  const own = screens.filter((row) => row.path.startsWith('/app/') && mayOpen(row, grants))
  expect(own.length).toBeGreaterThan(1)
  const isForOthers = !grants.roles.has('CUSTOMER')
  const found = await inBothThemes(firm, userName, async (page, rules) => {
    const faults: object[] = []
    await page.goto('/app/account-settings')
    await isThere(page)
    for (const { path } of own) {
      await goTo(page, path.startsWith(PORTAL) && isForOthers ? `${path}?account=${account}` : path)
      await isThere(page)
      expect(new URL(page.url()).pathname).toBe(path)
      faults.push(...(await obstacles(page, rules)).map((fault) => ({ path, ...fault })))
    }
    return faults
  })
  expect(found).toEqual([])
})
