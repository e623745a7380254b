import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@tradebook/contract'
import { expect, test } from 'vitest'

/** The calls of the specification (§7), by its own spelling of their services. */
const specification = {
  TokenAuth: ['Authenticate'],
  Session: ['GetCurrentLoginInformations'],
  Home: ['Configuration'],
  AbpUserConfiguration: ['GetAll'],
  Account: [
    ...['IsTenantAvailable', 'Register', 'GetResendVerificationCode', 'VerifyAccount', 'PasswordReset'],
    ...['ChangePassword', 'GetTwoFactorAuthTokens', 'EnableTwoFactorAuth', 'DisableTwoFactorAuth'],
  ],
  Customer: [
    ...['CustomerRegister', 'UpdateCustomerAccountCreationRequest', 'RejectCustomerAccountCreationRequest'],
    ...['GetAllCustomerAccountCreationRequests', 'GetAllUserAccountCreationRequests'],
    ...['ApproveAndSubmitCustomerAccountCreationRequest', 'GetCustomerAccountCreationRequestStatus'],
  ],
  BackOffice: ['GetCustomers', 'GetDashAccountPortfolioHolding', 'GetDashAccountPortfolioValuation'],
  MarketData: [
    ...['GetMarketStats', 'getSecurityLists', 'getPricelimitRange', 'getPricelimitRangeMin'],
    ...['GetTopStatistics', 'GetTopTrades', 'GetPriceTrend', 'DownloadPriceListCsv', 'GetNews'],
    ...['getMarketOrders', 'getMarketTrades'],
  ],
  Order: [
    ...['GetDashAccountBalance', 'getStockOrders', 'getOrderTransactionSummary', 'SendNewOrder'],
    ...['SendOrderReplaceRequest', 'sendCancelOrderRequest', 'sendCrossDealOrder'],
  ],
  ReportEventLog: ['GetReportEventLogs'],
  Role: [
    ...['Create', 'GetRolesAsync', 'Update', 'Delete', 'GetAllPermissions', 'GetRoleForEdit', 'Get'],
    ...['GetAll'],
  ],
  Tenant: ['Create', 'Delete', 'Get', 'GetAll', 'Update'],
  User: ['Create', 'Update', 'Delete', 'GetRoles', 'ChangeLanguage', 'Get', 'GetAll'],
}

const source = new URL('..', import.meta.url).pathname
/** The page's own code, without its tests. */
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(
    (path) =>
      /\.tsx?$/.test(path) && !/\.(test|fixture)\.tsx?$/.test(path) && !path.endsWith('call-routes.ts'),
  )
  .map((path) => readFileSync(join(source, path), 'utf8'))
  .join('\n')

/** Where a call is made, it stands as the one that is asked or sent: what a change makes stale is a list of names. */
const isMade = (name: string): boolean =>
  new RegExp(
    `(?:useCall|call|download|useSend|useServerList|caller)\\(\\s*'${name}'|(?:change|call|file|name)[=:]\\s*"?'?${name}['"]|#call\\('${name}'|const \\w+ = '${name}'`,
  ).test(code)

const named = Object.entries(specification).flatMap(([service, methods]) =>
  methods.map((method) => `${service}/${method}`),
)

test('every call of the specification is one of the contract', () => {
  expect(named.filter((name) => !(name in calls))).toEqual([])
})

test('the page makes every call of the specification', () => {
  expect(named.filter((name) => !isMade(name))).toEqual([])
})
