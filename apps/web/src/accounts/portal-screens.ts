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

/** The portal's lines belong to the menu of customers; who trades for all accounts opens them with an account in the address. */
const forBrokers = { alsoFor: { permission: 'TRADE_ALL_ACCOUNTS' } } as const

/** The screens of one account: where each lies, what it is called, and where the menu shows it. */
export const portalScreens = {
  statement: {
    path: ACCOUNT_STATEMENT,
    title: 'Menu.AccountStatement',
    menu: 'account',
    ...forBrokers,
  },
  inflow: { path: ACCOUNT_INFLOW, title: 'Menu.AccountInflow', menu: 'account', ...forBrokers },
  outflow: { path: ACCOUNT_OUTFLOW, title: 'Menu.AccountOutflow', menu: 'account', ...forBrokers },
  holding: { path: PORTFOLIO_HOLDING, title: 'Menu.PortfolioHolding', menu: 'portfolio', ...forBrokers },
  movement: { path: PORTFOLIO_MOVEMENT, title: 'Menu.PortfolioMovement', menu: 'portfolio', ...forBrokers },
  valuation: {
    path: PORTFOLIO_VALUATION,
    title: 'Menu.PortfolioValuation',
    menu: 'portfolio',
    ...forBrokers,
  },
  purchaseNotes: { path: PURCHASE_NOTES, title: 'Menu.PurchaseNotes', menu: 'contractNote', ...forBrokers },
  saleNotes: { path: SALE_NOTES, title: 'Menu.SaleNotes', menu: 'contractNote', ...forBrokers },
} as const
