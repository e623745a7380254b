/** The places the application leads to by itself. */
export const HOME = '/app/trading'
export const BASKETS = '/app/baskets'
export const BASKET = '/app/basket'
export const BULK_ORDERS = '/app/bulk-orders'
export const INSTRUCTIONS = '/app/instructions'
export const DASHBOARD = '/app/dashboard'
export const EXCHANGE_LINE = '/app/admin/exchange-line'
export const MARKET_CONTROL = '/app/admin/market-control'
export const NEWS = '/app/marketData/marketNews'
export const ALERTS = '/app/marketData/alerts'
export const PRICE_LIST = '/app/marketData/all-pricelists'
export const COMPANY_PRICES = '/app/marketData/company-pricelists'
export const MOVERS = '/app/marketData/gainers-lossers'
export const ACCOUNT_STATEMENT = '/app/client-portal/account-statement'
export const ACCOUNT_INFLOW = '/app/client-portal/account-inflow'
export const ACCOUNT_OUTFLOW = '/app/client-portal/account-outflow'
export const CUSTOMERS = '/app/back-office/customers'
export const CUSTOMER = '/app/back-office/customer'
export const OPEN_ACCOUNT = '/app/back-office/open-account'
export const CASH_APPROVALS = '/app/admin/cash-approvals'
export const USERS = '/app/admin/user-management'
export const ROLES = '/app/admin/roles'
export const TENANTS = '/app/admin/tenants'
export const LIMITS = '/app/admin/limits'
export const CORPORATE_ACTIONS = '/app/admin/corporate-actions'
export const AUDIT_TRAIL = '/app/admin/reports/audit-trail'
export const REPORT_LOGS = '/app/admin/reports/audit-report-logs'
export const REPORT_ORDERS = '/app/admin/reports/stock-orders'
export const REPORT_TRADES = '/app/admin/reports/audit-trades'
export const SETTINGS = '/app/admin/settings'
export const PORTFOLIO_HOLDING = '/app/client-portal/portfolio-holding'
export const PORTFOLIO_MOVEMENT = '/app/client-portal/portfolio-movement'
export const PORTFOLIO_VALUATION = '/app/client-portal/portfolio-valuation'
export const PURCHASE_NOTES = '/app/client-portal/purchase-contract-note'
export const SALE_NOTES = '/app/client-portal/sale-contract-note'
export const ACCOUNT_SETTINGS = '/app/account-settings'
/** Where who is signed in without a role finds their own request for an account. */
export const ACCOUNT_REQUEST = '/app/user-account-request'
export const ACCOUNT_REQUESTS = '/app/admin/account-creation-request'
/** What everybody may see: how the market stands, and where to sign in. */
export const LANDING = '/home'
export const LOGIN = '/user/login'
/** Where the identity provider of a firm sends browsers back to. */
export const PROVIDER_RETURN = '/user/provider'
export const CREATE_ACCOUNT = '/user/create-account'
export const FORGOT_PASSWORD = '/user/forgot-password'
export const RESET_PASSWORD = '/user/reset-password'
export const LOGOUT = '/app/logout'
export const DENIED = '/exception?type=401'

/** A screen of one security, which the address names. */
export const securityAt = (path: string, security: string): string =>
  `${path}?${new URLSearchParams({ security })}`

/** A screen of one account, which the address names. */
export const accountAt = (path: string, account: string): string =>
  `${path}?${new URLSearchParams({ account })}`

/** The record of a customer. */
export const customerAt = (id: number): string => `${CUSTOMER}?${new URLSearchParams({ id: String(id) })}`

/** A saved basket of orders. */
export const basketAt = (id: number): string => `${BASKET}?${new URLSearchParams({ id: String(id) })}`

/** A public page with the short name of the firm that its form begins with. */
export const publicAt = (path: string, firm: string): string =>
  firm.trim() ? `${path}?${new URLSearchParams({ tenant: firm.trim() })}` : path

/** The sign-in page with the place to return to. */
export const loginFor = (asked: string): string =>
  asked.startsWith(LOGIN) ? asked : `${LOGIN}?${new URLSearchParams({ from: asked })}`

/**
 * A place without what its last visitor made of the lists there, whose parameters are named after
 * their list (`orders.side`): the next visitor may be somebody else.
 */
export function placeOf({ pathname, search }: { pathname: string; search: string }): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => !name.includes('.'))
  return kept.length === 0 ? pathname : `${pathname}?${new URLSearchParams(kept)}`
}

/** Marks the sign-in page whose visitor did not choose to go there. */
export const SESSION_ENDED = 'ended'

/** The sign-in page for whose session ended by itself. */
export const sessionEndedPath = (place: string): string => {
  const login = loginFor(place)
  return `${login}${login.includes('?') ? '&' : '?'}${SESSION_ENDED}`
}

/** Where sign-in returns to: a place inside the application, whatever is in the address. */
export const returnPath = (from: string | null): string =>
  from && /^\/app(?=[/?#]|$)(?!.*\\)/.test(from) && !from.startsWith(LOGOUT) ? from : HOME
