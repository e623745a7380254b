import { english, RATE_TRIP_FACTOR } from '@tradebook/contract'
import { RATE_WINDOW_MS, SlidingWindow } from '@tradebook/orders'
import { userKey } from '../../platform/user-key.ts'
import type { FirmState } from '../decisions/firm-state.ts'
import { mayUse } from '../decisions/order-checks.ts'
import { clOrdIDOf, FIRM_ITSELF, type Requests } from '../decisions/requests.ts'
import { type ClientInput, installation, type Origin } from '../inputs.ts'

/** A request that would bring new risk if it were taken. */
type RiskInput = Extract<ClientInput, { kind: 'newOrder' | 'crossOrder' | 'bulkOrder' | 'replaceOrder' }>

/** What the desk knows now. */
interface Known {
  readonly firmState: Pick<FirmState, 'firms' | 'orders' | 'killSwitches'>
  readonly requests: Pick<Requests, 'isKnown'>
}

/**
 * Watches how fast users attempt to send orders, whatever becomes of them, and switches a user's kill
 * switch on at ten times an allowed rate: what a program that runs wild sends is refused, not delayed. A request
 * that is sent again is one attempt, for repeating it is harmless. Times are those of the monotonic clock, in
 * milliseconds.
 */
export class RateWatch {
  /** By user, and by user and account. */
  readonly #attempted = new Map<string, SlidingWindow>()
  /** By user, when each id of a request was attempted last: within the last second, oldest first. */
  readonly #ids = new Map<string, Map<string, number>>()
  /** The users whose switch is on its way. */
  readonly #switching = new Set<string>()

  /**
   * Counts an attempt.
   *
   * @param known `undefined` while the desk is rebuilt, when nothing is taken.
   * @returns the input that switches the user's kill switch on, which is to be decided before any other.
   */
  attempted(input: ClientInput, known: Known | undefined, at: number): ClientInput | undefined {
    // A paced order is sent after the answer to the one before, as fast as the limits allow.
    if (!isRisk(input) || !known || (input.kind === 'newOrder' && input.isPaced)) return undefined
    const { origin } = input
    const { firms, killSwitches } = known.firmState
    const limits = firms.get(origin.tenantId)?.limits
    if (!limits) return undefined
    const user = userKey(origin)
    // Anything that is not an account of the caller's is refused as if there were none, and the caller must not learn what it may do.
    const accounts = accountsOf(input, known.firmState).filter((account) => mayUse(origin, account))
    // An attempt counts once for the user, and once for each account that it is about.
    const ofUser = limits.ratesOf({ userId: origin.userId, account: '' }).user
    const limited = ofUser === null ? [] : [{ key: user, rate: ofUser }]
    for (const account of accounts) {
      const { account: rate } = limits.ratesOf({ userId: origin.userId, account })
      if (rate !== null) limited.push({ key: `${user}|${account}`, rate })
    }
    if (limited.length === 0 || this.#isRepeat(input, { user, accounts }, known.requests, at))
      return undefined
    let isTooFast = false
    for (const { key, rate } of limited) if (this.#count(key, at) >= rate * RATE_TRIP_FACTOR) isTooFast = true
    const killSwitch = { tenantId: origin.tenantId, scope: 'user', id: String(origin.userId) } as const
    if (!isTooFast || this.#switching.has(user) || killSwitches.isOn(killSwitch)) return undefined
    this.#switching.add(user)
    return {
      kind: 'setKillSwitch',
      origin: ofSystem(origin),
      ...killSwitch,
      on: true,
      reason: english['Limits.Switch.Rate'],
      cause: 'rate',
    }
  }

  /** The switch of a user was decided. What was attempted before it counts no more. */
  switched(origin: Pick<Origin, 'tenantId'>, userId: string): void {
    const user = userKey({ tenantId: origin.tenantId, userId: Number(userId) })
    this.#switching.delete(user)
    this.#ids.delete(user)
    for (const key of this.#attempted.keys())
      if (key === user || key.startsWith(`${user}|`)) this.#attempted.delete(key)
  }

  /** Whether the desk has a request of this id, or the user attempted one within the last second. */
  #isRepeat(
    input: RiskInput,
    { user, accounts }: { readonly user: string; readonly accounts: readonly string[] },
    requests: Known['requests'],
    at: number,
  ): boolean {
    const { tenantId } = input.origin
    const id = clOrdIDOf(input)
    const isOfFirm = input.kind === 'crossOrder' || input.kind === 'bulkOrder'
    const [account] = isOfFirm && accounts.length > 0 ? [FIRM_ITSELF] : accounts
    if (account !== undefined && requests.isKnown({ tenantId, account }, id)) return true
    const ids = this.#ids.get(user) ?? new Map<string, number>()
    this.#ids.set(user, ids)
    for (const [key, since] of ids) {
      if (at - since < RATE_WINDOW_MS) break
      ids.delete(key)
    }
    const key = `${account ?? ''}|${id}`
    const isRepeat = ids.delete(key)
    ids.set(key, at)
    return isRepeat
  }

  #count(key: string, at: number): number {
    const known = this.#attempted.get(key)
    const attempts = known ?? new SlidingWindow()
    if (!known) this.#attempted.set(key, attempts)
    attempts.add(at)
    return attempts.count(at)
  }
}

const isRisk = (input: ClientInput): input is RiskInput =>
  input.kind === 'newOrder' ||
  input.kind === 'crossOrder' ||
  input.kind === 'bulkOrder' ||
  input.kind === 'replaceOrder'

function accountsOf(input: RiskInput, { orders }: Pick<FirmState, 'orders'>): readonly string[] {
  switch (input.kind) {
    case 'newOrder':
      return [input.request.account]
    case 'crossOrder':
      return [input.request.buyAccount, input.request.sellAccount]
    case 'bulkOrder':
      return input.request.parts.map(({ account }) => account)
    case 'replaceOrder': {
      const order = orders.get(input.orderID)
      return order?.tenantId === input.origin.tenantId ? [order.account] : []
    }
  }
}

/** Nobody switched it: the installation itself, at the address that gave cause. */
const ofSystem = ({ tenantId, clientIpAddress, browserInfo }: Origin): Origin => ({
  ...installation(tenantId),
  clientIpAddress,
  browserInfo,
})
