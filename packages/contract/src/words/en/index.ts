import { account } from './account.ts'
import { audit } from './audit.ts'
import { corporateActions } from './corporate-actions.ts'
import { cross } from './cross.ts'
import { errors } from './errors.ts'
import { forms } from './forms.ts'
import { ledger } from './ledger.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { login } from './login.ts'
import { mail } from './mail.ts'
import { market } from './market.ts'
import { orders } from './orders.ts'
import { portal } from './portal.ts'
import { portfolio } from './portfolio.ts'
import { registration } from './registration.ts'
import { registrationPage } from './registration-page.ts'
import { reports } from './reports.ts'
import { shell } from './shell.ts'
import { table } from './table.ts'
import { tenants } from './tenants.ts'
import { ticket } from './ticket.ts'
import { trading } from './trading.ts'
import { users } from './users.ts'

/** Every text a person reads, by key, in English: the reference of the other languages. */
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
  ...tenants,
  ...corporateActions,
  ...table,
  ...forms,
  ...errors,
  ...account,
  ...mail,
  ...users,
  ...reports,
  ...audit,
  ...registration,
  ...registrationPage,
} as const
