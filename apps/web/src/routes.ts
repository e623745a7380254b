import { requesters, reviewPermission, type TextKey } from '@tradebook/contract'
import type { ComponentType } from 'react'
import { portalScreens } from './accounts/portal-screens.ts'
import {
  ACCOUNT_REQUEST,
  ACCOUNT_REQUESTS,
  ACCOUNT_SETTINGS,
  ALERTS,
  AUDIT_TRAIL,
  BASKET,
  BASKETS,
  BULK_ORDERS,
  CASH_APPROVALS,
  COMPANY_PRICES,
  CORPORATE_ACTIONS,
  CREATE_ACCOUNT,
  CUSTOMER,
  CUSTOMERS,
  DASHBOARD,
  EXCHANGE_LINE,
  FORGOT_PASSWORD,
  HOME,
  INSTRUCTIONS,
  LANDING,
  LIMITS,
  LOGIN,
  MARKET_CONTROL,
  MOVERS,
  NEWS,
  OPEN_ACCOUNT,
  PRICE_LIST,
  PROVIDER_RETURN,
  REPORT_LOGS,
  REPORT_ORDERS,
  REPORT_TRADES,
  RESET_PASSWORD,
  ROLES,
  SETTINGS,
  TENANTS,
  USERS,
} from './paths.ts'
import { isMember, type Requirement, type Session, satisfies } from './session.ts'

// Longer than 300 lines, for it is one table: every screen, where it lies and who may open it.

/** Who trades for every account looks at customers, too. */
const seesCustomers = { permission: ['VIEW_CUSTOMERS', 'TRADE_ALL_ACCOUNTS'] } as const

/** Who only reads the firm's orders has none to prepare. */
const placesOrders = { permission: ['BUY', 'SELL'], isToChange: true } as const

/** Who approves or posts decides there; who requests anything else withdraws it there. */
const decidesOrWithdraws = { permission: [...requesters, 'APPROVE_LEDGER'] } as const

/** The menu's groups (specification §2). A group is shown when one of its screens is. */
export const menuGroups = {
  marketData: { title: 'Menu.MarketData' },
  performance: { title: 'Menu.Performance', within: 'marketData' },
  clientPortal: { title: 'Menu.ClientPortal', needs: { role: 'CUSTOMER' } },
  account: { title: 'Menu.Account', within: 'clientPortal' },
  portfolio: { title: 'Menu.Portfolio', within: 'clientPortal' },
  contractNote: { title: 'Menu.ContractNote', within: 'clientPortal' },
  backOffice: { title: 'Menu.BackOffice', needs: seesCustomers },
  administration: {
    title: 'Menu.Administration',
    needs: { permission: ['VIEW_ADMINSETTING', reviewPermission, 'CHANGE_CHARGES'] },
  },
  reports: { title: 'Menu.Reports', within: 'administration' },
} as const satisfies Record<string, { title: TextKey; within?: string; needs?: Requirement }>

export type MenuGroup = keyof typeof menuGroups

/** One screen: where it lies, what it is called, who may see it, and how it is loaded. */
export interface ScreenRow {
  readonly path: `/${string}`
  readonly title: TextKey
  /** `/user/…` is open to anybody, `/app/…` asks who is there. */
  readonly screen: () => Promise<{ default: ComponentType }>
  /** Where the menu shows it: at the top, or in a group. Absent: the menu does not. */
  readonly menu?: 'top' | MenuGroup
  readonly needs?: Requirement
  /** Who may open it, too, without its line in the menu. */
  readonly alsoFor?: Requirement
  /** Whether it is open to anyone who is signed in without a role, too; the menu shows it to them alone. */
  readonly isForAll?: true
  /** Whether a person meets it first: it shows texts of `START_SOURCE` alone. */
  readonly isMetFirst?: true
}

/** Every screen, in the order of the menu. Router, menu, guards and titles are made from this table. */
export const screens: readonly ScreenRow[] = [
  {
    path: LANDING,
    title: 'Landing.Title',
    screen: () => import(/* webpackChunkName: "landing" */ './screens/landing/landing-screen.tsx'),
  },
  {
    path: LOGIN,
    title: 'Login.Title',
    isMetFirst: true,
    screen: () => import(/* webpackChunkName: "login" */ './screens/login/login-screen.tsx'),
  },
  {
    path: PROVIDER_RETURN,
    title: 'Login.Title',
    isMetFirst: true,
    screen: () =>
      import(
        /* webpackChunkName: "provider-return" */ './screens/provider-return/provider-return-screen.tsx'
      ),
  },
  {
    path: CREATE_ACCOUNT,
    title: 'CreateAccount.Title',
    screen: () =>
      import(/* webpackChunkName: "create-account" */ './screens/create-account/create-account-screen.tsx'),
  },
  {
    path: FORGOT_PASSWORD,
    title: 'Forgot.Title',
    screen: () =>
      import(/* webpackChunkName: "passwords" */ './screens/forgot-password/forgot-password-screen.tsx'),
  },
  {
    path: RESET_PASSWORD,
    title: 'Reset.Title',
    screen: () =>
      import(/* webpackChunkName: "passwords" */ './screens/reset-password/reset-password-screen.tsx'),
  },
  {
    path: DASHBOARD,
    title: 'Menu.Dashboard',
    menu: 'top',
    screen: () => import(/* webpackChunkName: "dashboard" */ './screens/dashboard/dashboard-screen.tsx'),
  },
  {
    path: HOME,
    title: 'Menu.Trading',
    isMetFirst: true,
    menu: 'top',
    screen: () => import(/* webpackChunkName: "trading" */ './screens/trading/trading-screen.tsx'),
  },
  {
    path: BASKETS,
    title: 'Menu.Baskets',
    menu: 'backOffice',
    needs: placesOrders,
    screen: () => import(/* webpackChunkName: "baskets" */ './screens/baskets/baskets-screen.tsx'),
  },
  {
    path: BULK_ORDERS,
    title: 'Menu.BulkOrders',
    menu: 'backOffice',
    needs: { permission: ['TRADE_ALL_ACCOUNTS'], isToChange: true },
    screen: () =>
      import(/* webpackChunkName: "bulk-orders" */ './screens/bulk-orders/bulk-orders-screen.tsx'),
  },
  {
    path: INSTRUCTIONS,
    title: 'Menu.Instructions',
    menu: 'backOffice',
    needs: placesOrders,
    screen: () =>
      import(/* webpackChunkName: "instructions" */ './screens/instructions/instructions-screen.tsx'),
  },
  {
    path: BASKET,
    title: 'Menu.Basket',
    needs: placesOrders,
    screen: () => import(/* webpackChunkName: "basket" */ './screens/basket/basket-screen.tsx'),
  },
  {
    path: PRICE_LIST,
    title: 'Menu.PriceList',
    menu: 'performance',
    screen: () => import(/* webpackChunkName: "price-list" */ './screens/price-list/price-list-screen.tsx'),
  },
  {
    path: COMPANY_PRICES,
    title: 'Menu.CompanyPriceList',
    menu: 'performance',
    screen: () =>
      import(/* webpackChunkName: "company-prices" */ './screens/company-prices/company-prices-screen.tsx'),
  },
  {
    path: MOVERS,
    title: 'Menu.GainersLosers',
    menu: 'performance',
    screen: () => import(/* webpackChunkName: "movers" */ './screens/movers/movers-screen.tsx'),
  },
  {
    path: NEWS,
    title: 'Menu.MarketNews',
    menu: 'marketData',
    screen: () =>
      import(/* webpackChunkName: "market-news" */ './screens/market-news/market-news-screen.tsx'),
  },
  {
    path: ALERTS,
    title: 'Menu.Alerts',
    menu: 'marketData',
    screen: () => import(/* webpackChunkName: "alerts" */ './screens/alerts/alerts-screen.tsx'),
  },
  {
    ...portalScreens.statement,
    screen: () =>
      import(
        /* webpackChunkName: "account-statement" */ './screens/account-statement/account-statement-screen.tsx'
      ),
  },
  {
    ...portalScreens.inflow,
    screen: () =>
      import(/* webpackChunkName: "account-inflow" */ './screens/account-inflow/account-inflow-screen.tsx'),
  },
  {
    ...portalScreens.outflow,
    screen: () =>
      import(
        /* webpackChunkName: "account-outflow" */ './screens/account-outflow/account-outflow-screen.tsx'
      ),
  },
  {
    ...portalScreens.holding,
    screen: () =>
      import(
        /* webpackChunkName: "portfolio-holding" */ './screens/portfolio-holding/portfolio-holding-screen.tsx'
      ),
  },
  {
    ...portalScreens.movement,
    screen: () =>
      import(
        /* webpackChunkName: "portfolio-movement" */ './screens/portfolio-movement/portfolio-movement-screen.tsx'
      ),
  },
  {
    ...portalScreens.valuation,
    screen: () =>
      import(
        /* webpackChunkName: "portfolio-valuation" */ './screens/portfolio-valuation/portfolio-valuation-screen.tsx'
      ),
  },
  {
    ...portalScreens.purchaseNotes,
    screen: () =>
      import(/* webpackChunkName: "purchase-notes" */ './screens/contract-notes/purchase-notes-screen.tsx'),
  },
  {
    ...portalScreens.saleNotes,
    screen: () =>
      import(/* webpackChunkName: "sale-notes" */ './screens/contract-notes/sale-notes-screen.tsx'),
  },
  {
    path: CUSTOMERS,
    title: 'Menu.Customers',
    menu: 'backOffice',
    screen: () => import(/* webpackChunkName: "customers" */ './screens/customers/customers-screen.tsx'),
  },
  {
    path: CUSTOMER,
    title: 'Customer.Title',
    needs: { permission: 'VIEW_CUSTOMERS' },
    screen: () => import(/* webpackChunkName: "customer" */ './screens/customer/customer-screen.tsx'),
  },
  {
    path: OPEN_ACCOUNT,
    title: 'Customer.Open',
    needs: { permission: 'MAINTAIN_CUSTOMERS', isToChange: true },
    screen: () =>
      import(/* webpackChunkName: "open-account" */ './screens/open-account/open-account-screen.tsx'),
  },
  {
    path: CASH_APPROVALS,
    title: 'Menu.CashApprovals',
    menu: 'backOffice',
    needs: decidesOrWithdraws,
    alsoFor: decidesOrWithdraws,
    screen: () =>
      import(/* webpackChunkName: "cash-approvals" */ './screens/cash-approvals/cash-approvals-screen.tsx'),
  },
  {
    path: CORPORATE_ACTIONS,
    title: 'Menu.CorporateActions',
    menu: 'backOffice',
    needs: { permission: 'TRADE_ALL_ACCOUNTS' },
    alsoFor: { permission: 'MARKET_CONTROL' },
    screen: () =>
      import(
        /* webpackChunkName: "corporate-actions" */ './screens/corporate-actions/corporate-actions-screen.tsx'
      ),
  },
  {
    path: USERS,
    title: 'Menu.Users',
    menu: 'administration',
    needs: { permission: 'Pages.Users' },
    screen: () => import(/* webpackChunkName: "users" */ './screens/users/users-screen.tsx'),
  },
  {
    path: ROLES,
    title: 'Menu.Roles',
    menu: 'administration',
    needs: { permission: 'Pages.Roles' },
    screen: () => import(/* webpackChunkName: "roles" */ './screens/roles/roles-screen.tsx'),
  },
  {
    path: TENANTS,
    title: 'Menu.Tenants',
    menu: 'administration',
    needs: { permission: 'Pages.Tenants' },
    screen: () => import(/* webpackChunkName: "tenants" */ './screens/tenants/tenants-screen.tsx'),
  },
  {
    path: ACCOUNT_REQUESTS,
    title: 'Menu.AccountRequests',
    menu: 'administration',
    needs: { permission: reviewPermission },
    alsoFor: { permission: 'MAINTAIN_CUSTOMERS' },
    screen: () =>
      import(
        /* webpackChunkName: "account-requests" */ './screens/account-requests/account-requests-screen.tsx'
      ),
  },
  {
    path: SETTINGS,
    title: 'Menu.Settings',
    menu: 'administration',
    needs: { permission: ['Pages.Settings', 'CHANGE_CHARGES', reviewPermission] },
    screen: () => import(/* webpackChunkName: "settings" */ './screens/settings/settings-screen.tsx'),
  },
  {
    path: LIMITS,
    title: 'Menu.Limits',
    menu: 'administration',
    needs: { permission: 'Pages.Settings' },
    screen: () => import(/* webpackChunkName: "limits" */ './screens/limits/limits-screen.tsx'),
  },
  {
    path: MARKET_CONTROL,
    title: 'Menu.MarketControl',
    menu: 'administration',
    needs: { permission: 'MARKET_CONTROL' },
    screen: () =>
      import(/* webpackChunkName: "market-control" */ './screens/market-control/market-control-screen.tsx'),
  },
  {
    path: EXCHANGE_LINE,
    title: 'Menu.ExchangeLine',
    menu: 'administration',
    needs: { permission: 'MARKET_CONTROL' },
    screen: () =>
      import(/* webpackChunkName: "exchange-line" */ './screens/exchange-line/exchange-line-screen.tsx'),
  },
  {
    path: AUDIT_TRAIL,
    title: 'Menu.AuditTrail',
    menu: 'reports',
    needs: { permission: 'VIEW_AUDIT_TRAIL' },
    screen: () =>
      import(/* webpackChunkName: "audit-trail" */ './screens/audit-trail/audit-trail-screen.tsx'),
  },
  {
    path: REPORT_LOGS,
    title: 'Menu.ReportLogs',
    menu: 'reports',
    needs: { permission: 'VIEW_AUDIT_TRAIL' },
    screen: () => import(/* webpackChunkName: "reports" */ './screens/reports/report-logs-screen.tsx'),
  },
  {
    path: REPORT_ORDERS,
    title: 'Menu.ReportOrders',
    menu: 'reports',
    needs: { permission: 'VIEW_ALL_ORDERS' },
    screen: () => import(/* webpackChunkName: "reports" */ './screens/reports/stock-orders-screen.tsx'),
  },
  {
    path: REPORT_TRADES,
    title: 'Menu.ReportTrades',
    menu: 'reports',
    needs: { permission: 'VIEW_ALL_ORDERS' },
    screen: () => import(/* webpackChunkName: "reports" */ './screens/reports/trades-screen.tsx'),
  },
  {
    path: ACCOUNT_REQUEST,
    title: 'Menu.AccountRequest',
    isForAll: true,
    menu: 'top',
    screen: () =>
      import(
        /* webpackChunkName: "account-request" */ './screens/account-request/account-request-screen.tsx'
      ),
  },
  {
    // The person's menu leads there.
    path: ACCOUNT_SETTINGS,
    title: 'AccountSettings.Title',
    isForAll: true,
    screen: () =>
      import(
        /* webpackChunkName: "account-settings" */ './screens/account-settings/account-settings-screen.tsx'
      ),
  },
]

type GroupRow = { readonly title: TextKey; readonly within?: MenuGroup; readonly needs?: Requirement }

/** A group and those it lies in, outermost first. */
export function groupsOf({ menu }: Pick<ScreenRow, 'menu'>): MenuGroup[] {
  if (!menu || menu === 'top') return []
  const chain: MenuGroup[] = []
  for (let group: MenuGroup | undefined = menu; group; group = (menuGroups[group] as GroupRow).within)
    chain.unshift(group)
  return chain
}

/** All that the menu's line of a screen asks for: the screen's own needs and those of the groups it lies in. */
const needsOf = (row: ScreenRow): Requirement[] =>
  [...groupsOf(row).map((group) => (menuGroups[group] as GroupRow).needs), row.needs].filter(
    (needs) => needs !== undefined,
  )

/** Whether a person may open a screen: by the menu, or as one whom its row names besides those. */
export const mayOpen = (row: ScreenRow, who: Pick<Session, 'permissions' | 'roles'>): boolean =>
  row.isForAll === true ||
  (isMember(who) &&
    (needsOf(row).every((needs) => satisfies(who, needs)) ||
      (row.alsoFor !== undefined && satisfies(who, row.alsoFor))))

/** Whether the menu has a line of a screen for a person. */
export const isInMenu = (row: ScreenRow, who: Pick<Session, 'permissions' | 'roles'>): boolean =>
  row.menu !== undefined &&
  isMember(who) === (row.isForAll !== true) &&
  needsOf(row).every((needs) => satisfies(who, needs))
