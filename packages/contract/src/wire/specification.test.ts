import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from './calls.ts'
import { bookEntry, marketTrade } from './market-shapes.ts'
import { stockOrder } from './order-shapes.ts'

/** Every path of a shape: members by their names, through lists and members that may be null or absent. */
function paths(schema: z.ZodType, io: 'input' | 'output'): Set<string> {
  const found = new Set<string>()
  const walk = (node: Json, path: string): void => {
    for (const branch of [...(node.anyOf ?? []), ...(node.allOf ?? [])]) walk(branch, path)
    if (node.items) walk(node.items, path)
    for (const [name, member] of Object.entries(node.properties ?? {})) {
      const inner = path === '' ? name : `${path}.${name}`
      found.add(inner)
      walk(member, inner)
    }
  }
  walk(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json, '')
  return found
}

interface Json {
  readonly properties?: Readonly<Record<string, Json>>
  readonly items?: Json
  readonly anyOf?: readonly Json[]
  readonly allOf?: readonly Json[]
}

const given = (call: keyof typeof calls): Set<string> => paths(calls[call].input, 'input')
const answered = (call: keyof typeof calls): Set<string> => paths(calls[call].output, 'output')
const sent = (shape: z.ZodType): Set<string> => paths(shape, 'output')
const under = (parent: string, names: string) => names.split(' ').map((name) => `${parent}.${name}`)

describe('entities have the fields of the specification', () => {
  test.each([
    [
      'login model',
      given('TokenAuth/Authenticate'),
      'tenancyName userNameOrEmailAddress password twoFactorVerificationCode rememberClient'.split(' '),
    ],
    [
      'authentication result',
      answered('TokenAuth/Authenticate'),
      'accessToken encryptedAccessToken expireInSeconds registrationIncomplete twoFactorAuthRequired'.split(
        ' ',
      ),
    ],
    [
      'current login information',
      answered('Session/GetCurrentLoginInformations'),
      ['application.features', 'user.roles', 'tenant'],
    ],
    ['registration output', answered('Account/Register'), ['accessToken']],
    ['tenant', answered('Tenant/Get'), 'id name tenancyName isActive'.split(' ')],
    [
      'role edit',
      answered('Role/GetRoleForEdit'),
      [
        ...under('role', 'id name displayName description'),
        ...under('permissions', 'name displayName description'),
        'grantedPermissionNames',
      ],
    ],
    [
      'user edit',
      answered('User/Get'),
      'id userName name surname emailAddress isActive roleNames permissions userTradingAccounts'.split(' '),
    ],
    ['market statistics item', answered('MarketData/GetMarketStats'), ['items.securityID']],
    [
      'order book entry',
      sent(bookEntry),
      'mdEntryID securityID mdEntryType mdEntryPx mdEntryTime mdEntrySize'.split(' '),
    ],
    ['market trade', sent(marketTrade), ['mdEntryID']],
    ['stock order', sent(stockOrder), ['id', 'orderID']],
    [
      'news',
      answered('MarketData/GetNews'),
      under('items', 'id headline body source urgency securityIDs origTime'),
    ],
    ['portfolio valuation row', answered('BackOffice/GetDashAccountPortfolioValuation'), ['items.id']],
    ['account creation request', given('Customer/CustomerRegister'), ['accessToken']],
    ['bank', answered('Customer/GetBanks'), ['items.label', 'items.sortCode']],
  ])('%s', (_, shape, fields) => {
    expect(fields.filter((field) => !shape.has(field))).toEqual([])
  })
})
