import { type CallOutput, calls, pathOf } from '@tradebook/contract'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { ensureWebPage } from '../../scripts/web-page.mjs'
import { openDemo } from '../demo-server.ts'
import type { Firm } from '../person.ts'
import type { OwnServer, RunningServer } from '../running-server.ts'

/** The real server, and one browser in which every person has a context of their own. */
export interface Stage {
  readonly server: RunningServer
  /** A new person at a screen of 1440 × 900, at no page yet. */
  visit(): Promise<Page>
  /** A new person who signed in before, as a browser keeps that; without a firm at the host. */
  visitAs(firm: Firm | '', userName: string): Promise<Page>
  /** What the pages threw or logged as an error, all persons together. */
  readonly mishaps: readonly string[]
  close(): Promise<void>
}

/** The cookie in which the page keeps its person's token, named as ABP's clients name it. */
export const TOKEN_COOKIE = 'Abp.AuthToken'

/** Without what a browser does on its own behalf over the network, and for pages that live for a few seconds. */
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Optimizing costs such a page more than it gains.
  '--js-flags=--no-opt',
]

/** Milliseconds an element may take to appear, on a machine that is busy with other tests too. */
export const PATIENCE_MS = 60_000

const browsers = new Set<Browser>()

/** The pages that are open now, of every stage. */
export const openPages = (): Page[] =>
  [...browsers].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()))

/**
 * Starts everything. Unless the environment sets it otherwise, the crowd is off and the market open.
 *
 * @param open starts the server; by default one with the demo.
 */
export async function openStage(
  env: Readonly<Record<string, string>> = {},
  open: (env: Readonly<Record<string, string>>) => Promise<OwnServer> = openDemo,
): Promise<Stage> {
  await ensureWebPage()
  const server = await open(env)
  const browser = await launchBrowser()
  browsers.add(browser)
  const mishaps: string[] = []
  const visit = async () => watched(await newPerson(browser, server.url), mishaps)
  return {
    server,
    mishaps,
    visit,
    async visitAs(firm, userName) {
      const page = await visit()
      await keepSignedIn(page.context(), server, firm, userName)
      return page
    },
    async close() {
      browsers.delete(browser)
      await browser.close()
      await server.close()
    },
  }
}

export async function launchBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH } = await ensureChromium()
  return chromium.launch({ executablePath: CHROMIUM_PATH, args: browserArguments })
}

async function newPerson(browser: Browser, baseURL: string): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

/** Signs in without the form: the server sets its own cookies, and the page's are set as the page sets them. */
async function keepSignedIn(
  context: BrowserContext,
  { url, password }: RunningServer,
  firm: Firm | '',
  userName: string,
): Promise<void> {
  const call = 'TokenAuth/Authenticate'
  const answer = await context.request.post(pathOf(call, calls[call]), {
    data: { tenancyName: firm || null, userNameOrEmailAddress: userName, password },
  })
  const { result } = (await answer.json()) as { result: CallOutput<typeof call> | null }
  if (!result?.accessToken) throw new Error(`${userName} of ${firm} cannot sign in: ${answer.status()}`)
  await context.addCookies([{ name: TOKEN_COOKIE, value: result.accessToken, url }])
}

/** How the browser logs that a call was refused, and a WebSocket of a session that has ended. */
const refusals = [
  /^Failed to load resource/,
  /^WebSocket connection to .* failed: HTTP Authentication failed/,
]

function watched(page: Page, mishaps: string[]): Page {
  page.on('pageerror', (error) => mishaps.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    // A refused call is an answer the page shows; the browser logs it as an error all the same.
    const isAnswer = refusals.some((refusal) => refusal.test(message.text()))
    if (message.type() === 'error' && !isAnswer) mishaps.push(`${page.url()}: ${message.text()}`)
  })
  return page
}

/** Fills in the sign-in form that the page shows, and sends it. */
export async function fillSignIn(page: Page, firm: Firm | '', userName: string, password: string) {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Firm').fill(firm)
  await form.getByLabel('User name or e-mail').fill(userName)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The server's word that it is busy, as it is on the wire. */
export const busy = (route: Route) =>
  route.fulfill({
    status: 429,
    headers: { 'Retry-After': '2' },
    json: {
      result: null,
      success: false,
      error: { code: 6_001, message: 'The market is very busy', details: 'Your request was not taken.' },
    },
  })
