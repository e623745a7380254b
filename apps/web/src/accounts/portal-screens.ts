import { ACCOUNT_STATEMENT } from '../paths.ts'

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
} as const
