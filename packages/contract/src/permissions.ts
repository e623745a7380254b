/** Every permission a role or a user can be granted. */
export const permissions = {
  BUY: { displayName: 'Buy' },
  SELL: { displayName: 'Sell' },
  CROSS_DEAL: { displayName: 'Cross two accounts of the firm' },
  TRADE_ALL_ACCOUNTS: { displayName: "Trade all the firm's accounts" },
  VIEW_ALL_ORDERS: { displayName: "See all the firm's orders" },
  VIEW_USERID_MARKET_WATCH: { displayName: "See the firm's users behind book entries" },
  VIEW_ADMINSETTING: { displayName: 'Administration' },
  VIEW_AUDIT_TRAIL: { displayName: 'See the audit trail' },
  POST_LEDGER: { displayName: 'Post deposits and withdrawals' },
  'Pages.Users': { displayName: 'Users' },
  'Pages.Roles': { displayName: 'Roles' },
  'Pages.Settings': { displayName: 'Settings of the firm' },
  'Pages.Tenants': { displayName: 'Tenants', hostOnly: true },
  MARKET_CONTROL: { displayName: 'Control the market', hostOnly: true },
} as const satisfies Record<string, { displayName: string; hostOnly?: true }>

export type Permission = keyof typeof permissions

export const permissionNames = Object.keys(permissions) as Permission[]

/** What a user of the host, or of a tenant, can be granted at all. */
export const permissionsOf = (side: 'host' | 'tenant'): Permission[] =>
  permissionNames.filter((name) => side === 'host' || !('hostOnly' in permissions[name]))

/** The static roles and what they are granted by default. Role names are compared upper-cased. */
export const roles = {
  ADMIN: { displayName: 'Administrator', grants: permissionNames },
  BROKER: {
    displayName: 'Broker',
    grants: [
      'BUY',
      'SELL',
      'CROSS_DEAL',
      'TRADE_ALL_ACCOUNTS',
      'VIEW_ALL_ORDERS',
      'VIEW_USERID_MARKET_WATCH',
      'POST_LEDGER',
    ],
  },
  CUSTOMER: { displayName: 'Customer', grants: ['BUY', 'SELL'] },
} as const satisfies Record<string, { displayName: string; grants: readonly Permission[] }>

export type RoleName = keyof typeof roles
