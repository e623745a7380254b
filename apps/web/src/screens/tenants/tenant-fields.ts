import { featureNames, features } from '@tradebook/contract'

/** The fields of a firm that is new or that there is. */
export const NAME_FIELDS = [
  { name: 'name', label: 'Tenants.Name' },
  { name: 'tenancyName', label: 'Tenants.TenancyName', help: 'Tenants.TenancyName.help' },
] as const

export const PARTICULAR_FIELDS = [
  { name: 'memberCode', label: 'Settings.MemberCode', help: 'Settings.MemberCode.help' },
  { name: 'address', label: 'Settings.Address', help: 'Settings.Address.help', shownAs: 'lines' },
  { name: 'phone', label: 'Settings.Phone' },
] as const

export const FEATURE_FIELDS = featureNames.map((name) => ({ name, label: features[name].title }))

/** What becomes of the open orders of a firm that is stopped. */
export const ORDERS_FIELD = {
  name: 'openOrders',
  label: 'Tenants.Orders',
  help: 'Tenants.Orders.help',
  choices: { cancel: 'Tenants.Orders.cancel', halt: 'Tenants.Orders.halt' },
} as const

/** The features that a firm has unless the host decides otherwise. */
export const USUAL_FEATURES = { SignalR: features.SignalR.isOnByDefault }

/** The reads that a change of a firm makes stale. */
export const CHANGED = ['Tenant/GetAll', 'Tenant/Get', 'Limits/GetAll'] as const
