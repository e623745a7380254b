import {
  accountTypeWords,
  documentKindNames,
  documentKinds,
  identityKinds,
  requestStatusWords,
} from '../rules/account-requests.ts'
import { alertConditionNames, alertConditions } from '../rules/alerts.ts'
import { banks, type CashRoute } from '../rules/banks.ts'
import { feeNames } from '../rules/fees.ts'
import { freezeGrounds } from '../rules/freezes.ts'
import { instructionMedia } from '../rules/instructions.ts'
import { paymentChannels } from '../rules/payment-requests.ts'
import { type FirmSetting, firmSettings, secondFactorRules, selfMatchRules } from '../rules/settings.ts'
import { venueHaltReasons } from '../rules/venue-halts.ts'
import { languages } from '../words/languages.ts'
import type { TextKey } from '../words/words.ts'
import { customerScreens } from './customer-shapes.ts'
import { allocationWords } from './lists/bulk-orders.ts'
import { execInsts, ordTypes, sides, timesInForce } from './lists/codes.ts'
import { corporateActionTypeNames } from './lists/corporate-actions.ts'
import { limitScopes } from './lists/limits.ts'
import { postingTypes } from './lists/transfers.ts'
import { chosenNotifications } from './notifications.ts'
import { addressProofs } from './schemas/customers.ts'

/**
 * What the members are called that the audit trail keeps of calls and of what they changed, and how their values are
 * written. Members of account requests are the fields of its form, which has their words.
 */

/**
 * How a value is written that is neither text nor number as it is meant. `money`: naira, of a row that the desk wrote
 * kobo. `bps`, `ppm`: a part as percent. `rate`: hundredths of a kobo as naira.
 */
type Unit = 'money' | 'bps' | 'ppm' | 'rate'

export interface AuditedField {
  readonly title: TextKey
  readonly unit?: Unit
  /** The words of codes. */
  readonly codes?: Readonly<Record<string, TextKey>>
  /** The words of codes that are proper names. */
  readonly names?: Readonly<Record<string, string>>
}

const text = (title: TextKey): AuditedField => ({ title })
const codes = (title: TextKey, words: Readonly<Record<string, TextKey>>): AuditedField => ({
  title,
  codes: words,
})
const money = (title: TextKey): AuditedField => ({ title, unit: 'money' })

const yesOrNo = { true: 'Registration.Yes', false: 'Registration.No' } as const

const cashRoutes: Readonly<Record<CashRoute, TextKey>> = {
  broker: 'Terms.Route.broker',
  direct: 'Terms.Route.direct',
}

const keyed = <const Name extends string>(names: readonly Name[], key: (name: Name) => TextKey) =>
  Object.fromEntries(names.map((name) => [name, key(name)]))

const fees = keyed(feeNames, (name) => `Fee.${name}`)

const preferences = Object.fromEntries(
  chosenNotifications.map((name) => [name, codes(`AccountSettings.Notifications.${name}`, yesOrNo)]),
)

/** By the names of the contract; each is also known by the name under which its value is kept. */
const settings: Readonly<Record<FirmSetting, AuditedField>> = {
  cashApprovalThreshold: text('Settings.CashApprovalThreshold'),
  unsettledProceedsUsable: codes('Settings.UnsettledProceedsUsable', yesOrNo),
  selfMatch: codes(
    'Settings.SelfMatch',
    keyed(selfMatchRules, (rule) => `Settings.SelfMatch.${rule}`),
  ),
  showAccountBalance: codes('Settings.ShowAccountBalance', yesOrNo),
  stopOrders: codes('Settings.StopOrders', yesOrNo),
  mandateRequired: codes('Settings.MandateRequired', yesOrNo),
  customerInstructions: codes('Settings.CustomerInstructions', yesOrNo),
  memberCode: text('Settings.MemberCode'),
  address: text('Settings.Address'),
  phone: text('Settings.Phone'),
  emailAddress: text('Settings.EmailAddress'),
  rcNumber: text('Settings.RcNumber'),
  secNumber: text('Settings.SecNumber'),
  taxNumber: text('Settings.TaxNumber'),
  reportErrorsDays: text('Settings.ReportErrorsDays'),
  signatory: text('Settings.Signatory'),
  payIn: text('Settings.PayIn'),
  idleMinutes: text('Settings.IdleMinutes'),
  sessionHours: text('Settings.SessionHours'),
  rememberDays: text('Settings.RememberDays'),
  lockoutTries: text('Settings.LockoutTries'),
  lockoutMinutes: text('Settings.LockoutMinutes'),
  secondFactor: codes(
    'Settings.SecondFactor',
    keyed(secondFactorRules, (rule) => `Settings.SecondFactor.${rule}`),
  ),
  independenceDays: text('Settings.IndependenceDays'),
  approversByTwo: codes('Settings.ApproversByTwo', yesOrNo),
  languages: text('Settings.Languages'),
  registrationOpen: codes('Settings.RegistrationOpen', yesOrNo),
}

const keptSettings = Object.fromEntries(
  Object.entries(firmSettings).map(([setting, { name }]) => [name, settings[setting as FirmSetting]]),
)

/** The members of every call that changes something, and of every thing that is changed. */
export const auditFields: Readonly<Record<string, AuditedField>> = {
  ...settings,
  ...keptSettings,
  CASH_APPROVAL_THRESHOLD_OF_DAY: settings.cashApprovalThreshold,
  logo: text('Settings.Logo'),
  APPROVAL_RULES_BEFORE: text('Settings.ApprovalRulesBefore'),

  // Of the identity provider.
  provider: text('Settings.Provider'),
  issuer: text('Settings.Provider.Issuer'),
  clientId: text('Settings.Provider.ClientId'),
  newCredentials: codes('Settings.Provider.ClientSecret', yesOrNo),
  scopes: text('Settings.Provider.Scopes'),
  groupsClaim: text('Settings.Provider.GroupsClaim'),
  isEnabled: codes('Settings.Provider.Enabled', yesOrNo),
  isRequired: codes('Settings.Provider.Required', yesOrNo),
  emergencyUserName: text('Settings.Provider.Emergency'),
  group: text('Settings.Provider.Group'),
  groups: text('Settings.Provider.Groups'),

  // Of users, roles and firms.
  userName: text('Users.UserName'),
  userNameOrEmailAddress: text('Login.User'),
  name: text('Tenants.Name'),
  surname: text('Users.Surname'),
  emailAddress: text('Users.EmailAddress'),
  phoneNumber: text('Users.PhoneNumber'),
  isActive: codes('Users.Active', yesOrNo),
  passkeys: text('AccountSettings.Passkeys'),
  isTwoFactorOn: codes('Users.TwoFactor', yesOrNo),
  shouldChangePasswordOnNextLogin: codes('Due.newPassword', yesOrNo),
  notifications: text('AccountSettings.Notifications'),
  ...preferences,
  rightsGivenBy: text('Users.Confirm'),
  lockedUntil: text('Audit.Field.lockedUntil'),
  roleNames: text('Users.Roles'),
  permissions: text('Users.Permissions'),
  accounts: text('Users.Accounts'),
  userTradingAccounts: text('Users.Accounts'),
  userId: text('Audit.Field.userId'),
  isSent: codes('Audit.Field.isSent', yesOrNo),
  rememberClient: codes('Login.RememberMe', yesOrNo),
  languageName: {
    title: 'Person.Language',
    names: Object.fromEntries(languages.map((one) => [one.name, one.displayName])),
  },
  displayName: text('Roles.DisplayName'),
  description: text('Roles.Description'),
  grantedPermissions: text('Roles.Permissions'),
  grantedPermissionNames: text('Roles.Permissions'),
  tenancyName: text('Tenants.TenancyName'),
  adminEmailAddress: text('Tenants.AdminEmailAddress'),
  secondAdmin: text('Tenants.SecondAdmin'),
  features: text('Audit.Field.features'),
  SignalR: codes('Tenants.Feature.SignalR', yesOrNo),
  connectionString: text('Audit.Field.connectionString'),
  releaseKillSwitch: codes('Tenants.Enable.Release', yesOrNo),

  // Of orders and the market.
  clOrdID: text('List.Column.clOrdID'),
  orderID: text('List.Column.orderID'),
  as: {
    title: 'Line.Proposed',
    codes: { neverArrived: 'Line.Settle.neverArrived', canceled: 'Line.Settle.canceled' },
  },
  crossID: text('Audit.Field.crossID'),
  sendID: text('Basket.SendID'),
  sentAs: text('List.Column.clOrdID'),
  venueOrderID: text('Line.ExchangeOrder'),
  firm: text('Limits.Scope.tenant'),
  basketID: text('Basket.Number'),
  lines: text('Basket.Lines'),
  instructionID: text('Instruction.Number'),
  allocation: codes('Bulk.Allocation', allocationWords),
  parts: text('Bulk.Parts'),
  until: text('Instruction.Until'),
  isUrgent: codes('Instruction.Urgent', yesOrNo),
  medium: codes('Instruction.Medium', instructionMedia),
  note: text('List.Column.clientText'),
  isShared: codes('Basket.Shared', yesOrNo),
  orders: text('Basket.Orders'),
  account: text('Trading.Column.account'),
  buyAccount: text('Trading.Cross.Buyer'),
  sellAccount: text('Trading.Cross.Seller'),
  securityID: text('List.Column.securityID'),
  securityIDs: text('List.Column.securityIDs'),
  side: codes('Trading.Column.side', sides),
  ordType: codes('List.Column.ordType', ordTypes),
  price: money('Trading.Column.price'),
  stopPx: money('List.Column.stopPx'),
  orderQty: text('Trading.Column.quantity'),
  displayQty: text('List.Column.displayQty'),
  minQty: text('List.Column.minQty'),
  timeInForce: codes('List.Column.timeInForce', timesInForce),
  expireDate: text('List.Column.expireDate'),
  execInst: codes('List.Column.execInst', execInsts),
  text: text('Trading.Ticket.Text'),
  version: text('Audit.Field.version'),
  headline: text('List.Column.headline'),
  body: text('List.Column.body'),
  source: text('List.Column.source'),
  urgency: text('List.Column.urgency'),
  reason: codes(
    'Trading.Column.reason',
    keyed(Object.values(venueHaltReasons), (reason) => reason),
  ),
  condition: codes(
    'Alert.Condition',
    keyed(alertConditionNames, (name) => alertConditions[name].title),
  ),
  percent: text('Alert.Percent'),
  byMail: codes('Alert.Mail', yesOrNo),

  // Of limits and kill switches.
  level: codes('Limits.Level', { ...limitScopes, firm: 'Limits.Scope.tenant' }),
  scope: codes('Limits.Scope', limitScopes),
  on: codes('Limits.Switch', yesOrNo),
  isOn: codes('Limits.Switch', yesOrNo),
  openOrders: codes('Tenants.Orders', {
    cancel: 'Tenants.Orders.cancel',
    halt: 'Tenants.Orders.halt',
    keep: 'Freeze.Orders.keep',
  }),
  cancelled: text('Tenants.Orders.cancelled'),
  halted: text('Tenants.Orders.halted'),
  haltsOrders: codes('Tenants.Orders.halted', yesOrNo),
  cause: codes('Audit.Field.cause', { person: 'Reports.User', rate: 'Limits.Switch.Rate' }),
  orderValue: money('Limits.OrderValue'),
  volumePercent: text('Limits.VolumePercent'),
  volumeShareBps: { title: 'Limits.VolumePercent', unit: 'bps' },
  collarPercent: text('Limits.CollarPercent'),
  collarBps: { title: 'Limits.CollarPercent', unit: 'bps' },
  ordersPerSecond: text('Limits.OrdersPerSecond'),
  duplicateSeconds: text('Limits.DuplicateSeconds'),
  dailyTurnover: money('Limits.DailyTurnover'),

  // Of charges.
  rates: text('Fees.Table'),
  agreements: text('Fees.Agreements'),
  customers: text('Fees.Agreements'),
  item: codes('Audit.Thing.FeeRate', fees),
  dateFrom: text('Fees.From'),
  ratePpm: { title: 'Fees.Rate', unit: 'ppm' },
  perShare: money('Fees.PerShare'),
  perTrade: money('Fees.PerTrade'),
  maximum: money('Fees.Maximum'),
  minimum: money('Fees.Minimum'),
  vatPpm: { title: 'Fees.Vat', unit: 'ppm' },
  commissionPpm: { title: 'Fees.Commission', unit: 'ppm' },
  alertsOff: codes('Fees.Alerts', yesOrNo),
  stampDutyExempt: codes('Fees.StampDuty', yesOrNo),
  customerId: text('Audit.Field.customerId'),
  screen: codes('Audit.Field.screen', customerScreens),
  method: codes(
    'Address.Method',
    keyed(addressProofs, (proof) => `Address.Method.${proof}`),
  ),
  isEmailConfirmed: codes('Customer.EmailConfirmed', yesOrNo),
  about: text('Reports.About'),

  // Of accounts, cash and shares.
  cscsAcct: text('List.Column.cscsAccount'),
  cscsAccount: text('List.Column.cscsAccount'),
  customerName: text('List.Column.customerName'),
  accountNumber: text('AccountRequest.AccountNumber'),
  cash: text('Terms.Title'),
  cashRoute: codes('Terms.Route', cashRoutes),
  route: codes('Terms.Route', cashRoutes),
  bankCode: { title: 'Terms.Bank', names: banks },
  bankAccount: text('Terms.BankAccount'),
  number: text('Reports.Note'),
  postingID: text('Audit.Field.postingID'),
  channel: codes('Payment.Channel', paymentChannels),
  paidOn: text('Payment.PaidOn'),
  repeats: text('Audit.Field.repeats'),
  ground: codes('Freeze.Ground', freezeGrounds),
  from: text('Freeze.From'),
  document: text('Freeze.Document'),
  freeze: text('Audit.Field.freeze'),
  entry: text('List.Column.entry'),
  reverses: text('List.Column.entry'),
  of: text('Audit.Field.reversed'),
  cost: money('List.Column.costValue'),
  payee: text('Payment.Payee'),
  accountName: text('Terms.AccountName'),
  change: text('Fees.Change'),
  type: codes('List.Column.type', { ...postingTypes, ...corporateActionTypeNames }),
  amount: money('List.Column.amount'),
  quantity: text('Trading.Column.quantity'),
  unitCost: money('List.Column.unitCost'),
  reference: text('List.Column.reference'),
  narration: text('List.Column.narration'),
  ratePerShare: text('List.Column.ratePerShare'),
  rate: { title: 'List.Column.ratePerShare', unit: 'rate' },
  ratio: text('List.Column.ratio'),
  shares: text('List.Column.sharesGiven'),
  held: text('Audit.Field.held'),
  registerDate: text('List.Column.registerDate'),
  payDate: text('List.Column.payDate'),
  exDate: text('List.Column.exDate'),

  // Of account requests, besides the fields of the form.
  accountType: codes('Registration.Type.Title', accountTypeWords),
  status: codes('Registration.Column.status', requestStatusWords),
  submit: codes('Registration.Action.submit', yesOrNo),
  revision: text('Audit.Field.revision'),
  returnForCorrection: codes('Registration.Action.returnForCorrection', yesOrNo),
  remarks: text('Reports.CustomData'),
  field: text('Reports.Field'),
  remark: text('AccountRequests.Remark'),
  position: text('Registration.Field.signatory.position'),
  removedDocuments: text('Registration.Step.documents'),
  files: text('Registration.Step.documents'),
  ...Object.fromEntries(documentKindNames.map((kind) => [kind, text(documentKinds[kind].title)])),
  bytes: text('Audit.Field.bytes'),
  assignedCscsAccount: text('List.Column.cscsAccount'),
  assignedChn: text('Registration.Field.chn'),
  answer: text('Audit.Call.depositoryAnswer'),
  warnings: text('AccountRequests.Warnings'),
  kind: codes('List.Column.type', {
    assigned: 'Registration.Done.complete',
    refused: 'Registration.Done.fail',
    ...keyed(documentKindNames, (kind) => documentKinds[kind].title),
    ...keyed(identityKinds, (kind) =>
      kind === 'nameAndBirthday' ? 'Registration.Identity.nameAndBirthday' : `Registration.Field.${kind}`,
    ),
  }),
  id: text('Registration.Column.id'),
  requestId: text('Registration.Column.id'),
}

/** Members that mean something else within a member of this name. */
export const fieldsWithin: Readonly<Record<string, Readonly<Record<string, AuditedField>>>> = {
  bankAccount: { number: text('Terms.BankAccount') },
  payee: { number: text('Terms.BankAccount') },
}

interface Thing {
  readonly title: TextKey
  /** The words of the parts of its id, which spaces or commas part; by default the id is a number or a name. */
  readonly parts?: readonly (Readonly<Record<string, TextKey>> | undefined)[]
  /** There is one of it in a firm: its id says nothing more. */
  readonly isOne?: true
}

/** The things whose before and after is kept. */
export const auditThings: Readonly<Record<string, Thing>> = {
  User: { title: 'Reports.User' },
  Role: { title: 'Roles.Name' },
  Tenant: { title: 'Login.Firm' },
  Settings: { title: 'Settings.Title', isOne: true },
  IdentityProvider: { title: 'Settings.Provider', isOne: true },
  Account: { title: 'Trading.Column.account' },
  AccountRequest: { title: 'Registration.Form' },
  Customer: { title: 'Customer.Title' },
  Limits: { title: 'Limits.List', parts: [{ ...limitScopes, firm: 'Limits.Scope.tenant' }] },
  KillSwitch: { title: 'Limits.Switch', parts: [limitScopes] },
  FeeRate: { title: 'Audit.Thing.FeeRate', parts: [sides, fees] },
  ChargesOfCustomer: { title: 'Fees.Agreements' },
}
