import { account } from './en/account.ts'
import { corporateActions } from './en/corporate-actions.ts'
import { cross } from './en/cross.ts'
import { errors } from './en/errors.ts'
import { forms } from './en/forms.ts'
import { ledger } from './en/ledger.ts'
import { limits } from './en/limits.ts'
import { lists } from './en/lists.ts'
import { login } from './en/login.ts'
import { mail } from './en/mail.ts'
import { market } from './en/market.ts'
import { orders } from './en/orders.ts'
import { portal } from './en/portal.ts'
import { portfolio } from './en/portfolio.ts'
import { shell } from './en/shell.ts'
import { table } from './en/table.ts'
import { ticket } from './en/ticket.ts'
import { trading } from './en/trading.ts'

/** The localisation source: every text a person reads, by key. English is the reference. */
export const english = {
  ...shell,
  ...login,
  ...trading,
  ...ticket,
  ...cross,
  ...orders,
  ...market,
  ...lists,
  ...ledger,
  ...portal,
  ...portfolio,
  ...limits,
  ...corporateActions,
  ...table,
  ...forms,
  ...errors,
  ...account,
  ...mail,
} as const

export type TextKey = keyof typeof english
export type Translation = Readonly<Partial<Record<TextKey, string>>>

/** The languages that the product is translated into. The first is the default. */
export const languages = [{ name: 'en', displayName: 'English', icon: 'famfamfam-flags gb' }] as const
export type LanguageName = (typeof languages)[number]['name']

export const translations: Readonly<Record<LanguageName, Translation>> = { en: english }

/** Puts values in place of `{name}`. An unknown name stays as it stands. */
export const fillIn = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
