import { english, RATE_TRIP_FACTOR } from '@tradebook/contract'
import { LastSecond } from '@tradebook/orders'
import { userKey } from '../platform/user-key.ts'
import type { FirmState } from './firm-state.ts'
import { type ClientInput, installation, type Origin } from './inputs.ts'
import { mayUse } from './order-checks.ts'

/** A request that would bring new risk if it were taken. */
type RiskInput = Extract<ClientInput, { kind: 'newOrder' | 'crossOrder' | 'replaceOrder' }>

/**
 * Watches how fast users attempt to send orders, whatever becomes of them, and switches a user's kill
 * switch on at ten times an allowed rate: what a program that runs wild sends is refused, not delayed. Times are
 * those of the monotonic clock, in milliseconds.
 */
export class Attempts {
  /** By user, and by user and account. */
  readonly #attempted = new Map<string, LastSecond>()
  /** The users whose switch is on its way. */
  readonly #switching = new Set<string>()

  /**
   * Counts an attempt.
   *
   * @param state what the desk knows now; `undefined` while it is rebuilt, when nothing is taken.
   * @returns the input that switches the user's kill switch on, which is to be decided before any other.
   */
  attempted(
    input: ClientInput,
    state: Pick<FirmState, 'firms' | 'orders' | 'killSwitches'> | undefined,
    at: number,
  ): ClientInput | undefined {
    if (!isRisk(input) || !state) return undefined
    const { origin } = input
    const limits = state.firms.get(origin.tenantId)?.limits
    if (!limits) return undefined
    const user = userKey(origin)
    // What is no account of the caller's is refused as if there were none, and what it may is no caller's to learn.
    const accounts = accountsOf(input, state).filter((account) => mayUse(origin, account))
    let isTooFast = false
    // An attempt counts once for the user, and once for each account that it is about.
    const rate = limits.ratesOf({ userId: origin.userId, account: '' }).user
    if (rate !== null) isTooFast = this.#count(user, at) >= rate * RATE_TRIP_FACTOR
    for (const account of accounts) {
      const { account: ofAccount } = limits.ratesOf({ userId: origin.userId, account })
      if (ofAccount !== null && this.#count(`${user}|${account}`, at) >= ofAccount * RATE_TRIP_FACTOR)
        isTooFast = true
    }
    const killSwitch = { tenantId: origin.tenantId, scope: 'user', id: String(origin.userId) } as const
    if (!isTooFast || this.#switching.has(user) || state.killSwitches.isOn(killSwitch)) return undefined
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
    for (const key of this.#attempted.keys())
      if (key === user || key.startsWith(`${user}|`)) this.#attempted.delete(key)
  }

  #count(key: string, at: number): number {
    const known = this.#attempted.get(key)
    const attempts = known ?? new LastSecond()
    if (!known) this.#attempted.set(key, attempts)
    attempts.add(at)
    return attempts.count(at)
  }
}

const isRisk = (input: ClientInput): input is RiskInput =>
  input.kind === 'newOrder' || input.kind === 'crossOrder' || input.kind === 'replaceOrder'

function accountsOf(input: RiskInput, { orders }: Pick<FirmState, 'orders'>): readonly string[] {
  switch (input.kind) {
    case 'newOrder':
      return [input.request.account]
    case 'crossOrder':
      return [input.request.buyAccount, input.request.sellAccount]
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
