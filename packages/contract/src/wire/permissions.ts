/**
 * Every permission a role or a user can be granted, as a tree: what only serves with another one is its child.
 * The forms of grants check a permission with its parents; each call asks only for its own permission. What
 * people read of it is under `Permission.<name>` in the localisation source. The role of customers grants only what is
 * marked so: the role comes with every account that is opened, and nobody gets rights of staff by opening an account.
 */
export const permissions = {
  BUY: { isOfCustomers: true },
  SELL: { isOfCustomers: true },
  TRADE_ALL_ACCOUNTS: {},
  CROSS_DEAL: { parent: 'TRADE_ALL_ACCOUNTS' },
  POST_LEDGER: {},
  APPROVE_LEDGER: {},
  VIEW_CUSTOMERS: {},
  MAINTAIN_CUSTOMERS: { parent: 'VIEW_CUSTOMERS' },
  FREEZE_ACCOUNTS: { parent: 'VIEW_CUSTOMERS' },
  REVIEW_REQUESTS: {},
  CHANGE_CHARGES: {},
  /** Reads all that is of the firm, and changes nothing: it counts as each permission of a call that reads. */
  COMPLIANCE: {},
  VIEW_ALL_ORDERS: {},
  VIEW_USERID_MARKET_WATCH: { parent: 'VIEW_ALL_ORDERS' },
  VIEW_ADMINSETTING: {},
  VIEW_AUDIT_TRAIL: { parent: 'VIEW_ADMINSETTING' },
  'Pages.Users': { parent: 'VIEW_ADMINSETTING' },
  'Pages.Roles': { parent: 'VIEW_ADMINSETTING' },
  'Pages.Settings': { parent: 'VIEW_ADMINSETTING' },
  'Pages.Tenants': { parent: 'VIEW_ADMINSETTING', hostOnly: true },
  MARKET_CONTROL: { parent: 'VIEW_ADMINSETTING', hostOnly: true },
} as const satisfies Record<string, PermissionRow>

interface PermissionRow {
  readonly parent?: string
  readonly hostOnly?: true
  readonly isOfCustomers?: true
}

export type Permission = keyof typeof permissions

export const permissionNames = Object.keys(permissions) as Permission[]

/** What a user of the host, or of a tenant, can be granted at all. */
export const permissionsOf = (side: 'host' | 'tenant'): Permission[] =>
  permissionNames.filter((name) => side === 'host' || !('hostOnly' in permissions[name]))

/** The role that an account request gives. */
const CUSTOMER: RoleName = 'CUSTOMER'

/** What a role can grant, of what its side can be granted. Role names are compared upper-cased. */
export const permissionsOfRole = (name: string, side: 'host' | 'tenant'): Permission[] =>
  permissionsOf(side).filter(
    (permission) => name.toUpperCase() !== CUSTOMER || 'isOfCustomers' in permissions[permission],
  )

/** The permission that a permission is a child of; `undefined` of one that is at the top of the tree. */
export const parentOf = (name: Permission): Permission | undefined => {
  const { parent }: PermissionRow & { readonly parent?: Permission } = permissions[name]
  return parent
}

/** The permissions of a tree's level, of those that can be granted; without `parent` the top level. */
export const childrenOf = (grantable: readonly Permission[], parent?: Permission): Permission[] =>
  grantable.filter((name) => parentOf(name) === parent)

/**
 * The grants after one permission was checked or unchecked in the tree: a checked one brings its parents, an
 * unchecked one takes its descendants away.
 */
export function grantsWith(
  grants: readonly Permission[],
  changed: Permission,
  isChecked: boolean,
): Permission[] {
  const lineOf = (name: Permission): Permission[] => {
    const parent = parentOf(name)
    return parent === undefined ? [name] : [name, ...lineOf(parent)]
  }
  const line = lineOf(changed)
  return permissionNames.filter((name) =>
    isChecked
      ? grants.includes(name) || line.includes(name)
      : grants.includes(name) && !lineOf(name).includes(changed),
  )
}

/** Whether somebody with these permissions may read what this one opens: who looks after compliance reads all that is of the firm. */
export const mayRead = (held: ReadonlySet<string>, permission: Permission): boolean =>
  held.has(permission) || (held.has('COMPLIANCE') && !('hostOnly' in permissions[permission]))

/** Who may request what two people decide: postings and reversals, freezes, charges, and how an account's cash is paid. */
export const requesters = [
  'POST_LEDGER',
  'FREEZE_ACCOUNTS',
  'CHANGE_CHARGES',
  'REVIEW_REQUESTS',
  'Pages.Settings',
] as const satisfies readonly Permission[]

/** Whether a text is the name of a permission. */
export const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name)

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
      'APPROVE_LEDGER',
    ],
  },
  CUSTOMER: { displayName: 'Customer', grants: ['BUY', 'SELL'] },
} as const satisfies Record<string, { displayName: string; grants: readonly Permission[] }>

export type RoleName = keyof typeof roles

/**
 * The roles that a firm is given when it is created, in addition to the static ones, so that duties can be separated from the first
 * day. They are the firm's own from then on: it changes and deletes them as it likes.
 */
export const readyRoles = {
  COMPLIANCE: {
    displayName: 'Compliance',
    grants: ['VIEW_CUSTOMERS', 'COMPLIANCE', 'VIEW_ALL_ORDERS', 'VIEW_USERID_MARKET_WATCH'],
  },
  KYC_REVIEWER: {
    displayName: 'KYC reviewer',
    grants: ['VIEW_CUSTOMERS', 'MAINTAIN_CUSTOMERS', 'FREEZE_ACCOUNTS', 'REVIEW_REQUESTS'],
  },
  CASHIER: { displayName: 'Cashier', grants: ['POST_LEDGER', 'VIEW_CUSTOMERS'] },
  APPROVER: { displayName: 'Approver', grants: ['APPROVE_LEDGER', 'VIEW_CUSTOMERS'] },
  DEALER: {
    displayName: 'Dealer',
    grants: [
      'BUY',
      'SELL',
      'TRADE_ALL_ACCOUNTS',
      'CROSS_DEAL',
      'VIEW_ALL_ORDERS',
      'VIEW_USERID_MARKET_WATCH',
    ],
  },
  CHARGES: { displayName: 'Charges', grants: ['VIEW_CUSTOMERS', 'CHANGE_CHARGES'] },
} as const satisfies Record<string, { displayName: string; grants: readonly Permission[] }>
export type ReadyRoleName = keyof typeof readyRoles
