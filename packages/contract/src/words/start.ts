import account from './en/account.json' with { type: 'json' }
import alerts from './en/alerts.json' with { type: 'json' }
import cross from './en/cross.json' with { type: 'json' }
import errors from './en/errors.json' with { type: 'json' }
import forms from './en/forms.json' with { type: 'json' }
import lists from './en/lists.json' with { type: 'json' }
import login from './en/login.json' with { type: 'json' }
import orders from './en/orders.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }
import table from './en/table.json' with { type: 'json' }
import ticket from './en/ticket.json' with { type: 'json' }
import trading from './en/trading.json' with { type: 'json' }

/** The areas that the frame, the sign-in screen and the trading screen show. */
const areas = {
  ...shell,
  ...login,
  ...trading,
  ...alerts,
  ...ticket,
  ...cross,
  ...orders,
  ...lists,
  ...table,
  ...forms,
  ...errors,
  ...account,
}

/** What they show of other areas: the menu, why an order was refused, whose account it is for. */
const OF_OTHER_AREAS =
  /^(Menu|Refusal|KillSwitch|Limits\.Switch|Account|CreateAccount\.Title|Customer\.(Title|Open)|Bulk\.(Title|One))(\.|$)/

/** Whether a text belongs to `START_SOURCE`; any other belongs to `MORE_SOURCE`. */
export const isStartText = (key: string): boolean => key in areas || OF_OTHER_AREAS.test(key)
