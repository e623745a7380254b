import {
  ACCOUNT_INFLOW,
  ACCOUNT_OUTFLOW,
  ACCOUNT_STATEMENT,
  PORTFOLIO_HOLDING,
  PORTFOLIO_MOVEMENT,
  PORTFOLIO_VALUATION,
  PURCHASE_NOTES,
  SALE_NOTES,
} from '../paths.ts'

/** The portal's lines belong to the menu of customers; who looks at customers opens them with an account in the address. */
const forBrokers = { alsoFor: { permission: ['VIEW_CUSTOMERS', 'TRADE_ALL_ACCOUNTS'] } } as const

/** What an account has in cash, or what moved that: not for brokers whose firm keeps balances back. */
const ofCash = { ...forBrokers, isOfCash: true } as const
const ofNoCash = { ...forBrokers, isOfCash: false } as const

/** The screens of one account: where each lies, what it is called, and where the menu shows it. */
export const portalScreens = {
  statement: {
    path: ACCOUNT_STATEMENT,
    title: 'Menu.AccountStatement',
    menu: 'account',
    ...ofCash,
  },
  inflow: { path: ACCOUNT_INFLOW, title: 'Menu.AccountInflow', menu: 'account', ...ofCash },
  outflow: { path: ACCOUNT_OUTFLOW, title: 'Menu.AccountOutflow', menu: 'account', ...ofCash },
  holding: { path: PORTFOLIO_HOLDING, title: 'Menu.PortfolioHolding', menu: 'portfolio', ...ofNoCash },
  movement: { path: PORTFOLIO_MOVEMENT, title: 'Menu.PortfolioMovement', menu: 'portfolio', ...ofNoCash },
  valuation: {
    path: PORTFOLIO_VALUATION,
    title: 'Menu.PortfolioValuation',
    menu: 'portfolio',
    ...ofCash,
  },
  purchaseNotes: { path: PURCHASE_NOTES, title: 'Menu.PurchaseNotes', menu: 'contractNote', ...ofNoCash },
  saleNotes: { path: SALE_NOTES, title: 'Menu.SaleNotes', menu: 'contractNote', ...ofNoCash },
} as const
