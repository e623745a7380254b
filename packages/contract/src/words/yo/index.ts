import account from './account.json' with { type: 'json' }
import alerts from './alerts.json' with { type: 'json' }
import audit from './audit.json' with { type: 'json' }
import baskets from './baskets.json' with { type: 'json' }
import bulkOrders from './bulk-orders.json' with { type: 'json' }
import corporateActions from './corporate-actions.json' with { type: 'json' }
import cross from './cross.json' with { type: 'json' }
import customers from './customers.json' with { type: 'json' }
import duties from './duties.json' with { type: 'json' }
import errors from './errors.json' with { type: 'json' }
import exchangeLine from './exchange-line.json' with { type: 'json' }
import forms from './forms.json' with { type: 'json' }
import instructions from './instructions.json' with { type: 'json' }
import ledger from './ledger.json' with { type: 'json' }
import limits from './limits.json' with { type: 'json' }
import lists from './lists.json' with { type: 'json' }
import login from './login.json' with { type: 'json' }
import mail from './mail.json' with { type: 'json' }
import market from './market.json' with { type: 'json' }
import orders from './orders.json' with { type: 'json' }
import portal from './portal.json' with { type: 'json' }
import portfolio from './portfolio.json' with { type: 'json' }
import provider from './provider.json' with { type: 'json' }
import registration from './registration.json' with { type: 'json' }
import registrationPage from './registration-page.json' with { type: 'json' }
import reports from './reports.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import table from './table.json' with { type: 'json' }
import tenants from './tenants.json' with { type: 'json' }
import ticket from './ticket.json' with { type: 'json' }
import trading from './trading.json' with { type: 'json' }
import users from './users.json' with { type: 'json' }

/** Every text a person reads, by key, in Yoruba. */
export const yoruba = {
  ...shell,
  ...login,
  ...trading,
  ...ticket,
  ...cross,
  ...orders,
  ...market,
  ...alerts,
  ...baskets,
  ...bulkOrders,
  ...instructions,
  ...lists,
  ...ledger,
  ...portal,
  ...portfolio,
  ...limits,
  ...tenants,
  ...corporateActions,
  ...customers,
  ...table,
  ...forms,
  ...duties,
  ...errors,
  ...exchangeLine,
  ...account,
  ...mail,
  ...users,
  ...reports,
  ...audit,
  ...provider,
  ...registration,
  ...registrationPage,
}
