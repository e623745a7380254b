import type { z } from 'zod'
import { accountTermsCalls } from './services/account-terms.ts'
import { alertCalls } from './services/alert.ts'
import { backOfficeCalls } from './services/back-office.ts'
import { basketCalls } from './services/basket.ts'
import { cashCalls } from './services/cash.ts'
import { corporateActionCalls } from './services/corporate-actions.ts'
import { customerCalls } from './services/customers.ts'
import { exchangeLineCalls } from './services/exchange-line.ts'
import { feeCalls } from './services/fees.ts'
import { freezeCalls } from './services/freezes.ts'
import { identityCalls } from './services/identity.ts'
import { identityProviderCalls } from './services/identity-provider.ts'
import { instructionCalls } from './services/instruction.ts'
import { limitCalls } from './services/limits.ts'
import { marketDataCalls } from './services/market-data.ts'
import { notificationCalls } from './services/notification.ts'
import { orderCalls } from './services/order.ts'
import { passkeyCalls } from './services/passkeys.ts'
import { paymentCalls } from './services/payments.ts'
import { portfolioCalls } from './services/portfolio.ts'
import { registrationCalls } from './services/registration.ts'
import { reportCalls } from './services/reports.ts'
import { roleCalls } from './services/roles.ts'
import { settingsCalls } from './services/settings.ts'
import { tenantCalls } from './services/tenants.ts'
import { tradeCorrectionCalls } from './services/trade-corrections.ts'
import { userCalls } from './services/users.ts'
import { watchlistCalls } from './services/watchlist.ts'

/** Every call the server answers: the one table edge, handlers, browser and documentation read. */
export const calls = {
  ...identityCalls,
  ...passkeyCalls,
  ...identityProviderCalls,
  ...marketDataCalls,
  ...tradeCorrectionCalls,
  ...exchangeLineCalls,
  ...watchlistCalls,
  ...alertCalls,
  ...notificationCalls,
  ...orderCalls,
  ...basketCalls,
  ...instructionCalls,
  ...backOfficeCalls,
  ...accountTermsCalls,
  ...cashCalls,
  ...paymentCalls,
  ...freezeCalls,
  ...corporateActionCalls,
  ...portfolioCalls,
  ...feeCalls,
  ...registrationCalls,
  ...customerCalls,
  ...settingsCalls,
  ...limitCalls,
  ...roleCalls,
  ...userCalls,
  ...reportCalls,
  ...tenantCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
/** The calls about requests for accounts. */
export type RegistrationCallName = keyof typeof registrationCalls & `Customer/${string}`
/** The calls about customers whose accounts are open. */
export type CustomerCallName = keyof typeof customerCalls
/** What the caller sends. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>
/** What the handler receives: checked, defaults filled in. */
export type CallRequest<Name extends CallName> = z.output<Calls[Name]['input']>
export type CallOutput<Name extends CallName> = z.output<Calls[Name]['output']>
/** The calls that answer with a file. */
export type FileCallName = {
  [Name in CallName]: Calls[Name] extends { gives: 'file' } ? Name : never
}[CallName]
