import {
  ACCOUNT_INFLOW,
  ACCOUNT_OUTFLOW,
  ACCOUNT_REQUEST,
  ACCOUNT_REQUESTS,
  ACCOUNT_SETTINGS,
  ACCOUNT_STATEMENT,
  AUDIT_TRAIL,
  CASH_APPROVALS,
  COMPANY_PRICES,
  CORPORATE_ACTIONS,
  CREATE_ACCOUNT,
  CUSTOMER,
  CUSTOMERS,
  DASHBOARD,
  FORGOT_PASSWORD,
  HOME,
  LIMITS,
  LOGIN,
  MARKET_CONTROL,
  MOVERS,
  NEWS,
  OPEN_ACCOUNT,
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
import type { launchBrowser } from '../test/e2e/stage.ts'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>

const SECURITY = 'GTCO'

/** A screen as it is photographed. */
export interface Tour {
  readonly path: string
  /** Permissions that it takes besides those of the screen. */
  readonly needs?: readonly string[]
  readonly open?: (page: Page) => Promise<void>
}

/** What there is to see, and how to get there. */
export const tours: Readonly<Record<string, Tour>> = {
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
  customer: { path: `${CUSTOMER}?id=1` },
  'open-account': { path: OPEN_ACCOUNT },
  approvals: { path: CASH_APPROVALS },
  corporate: { path: CORPORATE_ACTIONS },
  tenants: { path: TENANTS },
  tenant: { path: TENANTS, open: openFirstRecord },
  settings: { path: SETTINGS },
  limits: { path: LIMITS },
  'audit-trail': { path: AUDIT_TRAIL },
  'audit-row': { path: AUDIT_TRAIL, open: openAuditRow },
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
  'account-review': { path: ACCOUNT_REQUESTS, open: openFirstRequest },
  notifications: { path: DASHBOARD, open: openNotifications },
}

export const PUBLIC_TOURS: ReadonlySet<string> = new Set(['login', 'create-account', 'forgot', 'reset'])

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

/** The first row's record, in its drawer. */
async function openFirstRecord(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('row').nth(1).getByRole('button').first().click()
  await page.getByRole('dialog').getByRole('form').first().waitFor()
}

/** The newest row of the trail, unfolded. */
async function openAuditRow(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('row').nth(1).getByRole('button').first().click()
}

/** The first request of the queue, next to its documents; an empty queue is shown as such. */
async function openFirstRequest(page: Page): Promise<void> {
  const first = page.getByRole('table').getByRole('row').nth(1).getByRole('button').first()
  const empty = page.getByRole('heading', { level: 1 })
  await first.or(empty).first().waitFor()
  if (await first.isVisible()) await first.click()
}

/** The newest contract note, unfolded. */
async function openNote(page: Page): Promise<void> {
  const notes = page.getByRole('table')
  await notes.getByRole('button', { name: /^\d+$/ }).first().click()
  await page.getByRole('button', { name: /^Download contract note/ }).waitFor()
}
