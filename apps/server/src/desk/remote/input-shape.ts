import { permissionNames } from '@tradebook/contract'
import type { ClientInput } from '../inputs.ts'

/** What a field of an input from another process must be. */
type Is = (value: unknown) => boolean

const text: Is = (value) => typeof value === 'string'
const id: Is = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const flag: Is = (value) => typeof value === 'boolean'
const object: Is = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const list: Is = (value) => Array.isArray(value)
const orNull =
  (is: Is): Is =>
  (value) =>
    value === null || is(value)

type Fields<Input> = {
  // What may be absent is left to who decides it.
  readonly [Field in keyof Input as undefined extends Input[Field]
    ? never
    : Field extends 'kind' | 'origin'
      ? never
      : Field]: Is
}

/** The fields that each input has. */
const shapes: { readonly [Kind in ClientInput['kind']]: Fields<Extract<ClientInput, { kind: Kind }>> } = {
  newOrder: { request: object },
  crossOrder: { request: object },
  bulkOrder: { request: object },
  allocateBulkOrder: { orderID: text },
  replaceOrder: { clOrdID: text, orderID: text, change: object },
  cancelOrder: { clOrdID: text, orderID: text },
  externalTransfer: { transfer: object },
  requestTransfer: {
    postingID: text,
    transfer: object,
    approvalAbove: orNull((value) => typeof value === 'bigint' || id(value)),
  },
  decideTransfer: { id, approves: flag, reason: orNull(text) },
  requestTradeCorrection: { tradeNumber: id, change: orNull(object), reason: text },
  decideTradeCorrection: { id, tradeNumber: id, approves: flag, reason: orNull(text) },
  news: { item: object },
  openFirm: {},
  closeFirm: { tenantId: id, before: object },
  openAccount: { account: object },
  changeTerms: { account: object },
  correctCustomer: { customerId: id },
  changeSettings: { texts: object },
  changeCharges: { rates: list, agreements: list },
  removeCharges: { rates: list, agreements: list },
  changeLimits: { level: text, id: text, limits: object },
  setKillSwitch: { tenantId: id, scope: text, id: text, on: flag, reason: text, cause: text },
  marketControl: { action: text, securityID: orNull(text), reason: text },
  venueReport: { said: object },
  venueOrders: { orders: list },
  settleDoubt: { orderID: text, as: text, reason: text },
  askAgain: { orderID: text },
  cancelAll: { reason: text },
  announceCorporateAction: { terms: object, news: object },
  revokeCorporateAction: { id, news: object },
}

const permissions: ReadonlySet<string> = new Set(permissionNames)

const originShape: Readonly<Record<string, Is>> = {
  tenantId: id,
  userId: id,
  userName: text,
  accounts: (value) => value === 'all' || (Array.isArray(value) && value.every(text)),
  permissions: (value) =>
    value instanceof Set && [...value].every((name) => typeof name === 'string' && permissions.has(name)),
  clientIpAddress: text,
  browserInfo: text,
}

/** Whether what another process sent is an input as this release knows it: one of another release may send others. */
export function isInput(sent: unknown): sent is ClientInput {
  if (!object(sent)) return false
  const { kind, origin, ...fields } = sent as Readonly<Record<string, unknown>>
  if (typeof kind !== 'string' || !Object.hasOwn(shapes, kind) || !object(origin)) return false
  return (
    has(originShape, origin as Readonly<Record<string, unknown>>) &&
    has(shapes[kind as ClientInput['kind']], fields)
  )
}

const has = (shape: Readonly<Record<string, Is>>, value: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(shape).every(([field, is]) => is(value[field]))
