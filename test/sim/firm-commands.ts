import {
  addDays,
  type CashTerms,
  type FeeRate,
  feeNames,
  feeRateLimits,
  kobo,
  limitLevels,
  type Quantity,
  Side,
  selfMatchRules,
  settingTexts,
} from '@tradebook/contract'
import type { ClientInput } from '../../apps/server/src/desk/inputs.ts'
import { type Draws, HOST } from './draws.ts'
import { DIRECT, type FirmPlan, firms, person, UNRECORDABLE } from './plan.ts'
import type { Surroundings } from './surroundings.ts'

/** What firms change of themselves: accounts, terms, charges, settings, limits and kill switches. */
export class FirmCommands {
  readonly #draws: Draws
  /** The firm that the host stopped last, until it lets it go on. */
  #stopped: number | undefined

  constructor(draws: Draws) {
    this.#draws = draws
  }

  /** Opens firms and accounts and changes terms; what is open already or is somebody else's is refused. */
  terms(surroundings: Surroundings): ClientInput {
    const { firms, marketDate } = surroundings
    const later = firms.filter(({ tenantId }) => tenantId > LAST_OF_THE_FIRST)
    // One with accounts mostly has money, too.
    const idle = later.filter(({ accounts }) => accounts.length === 0)
    // Most runs have no firm to close, so those that have close some.
    if (idle.length > 0 && this.#draws.roll() < 0.6) return this.#closing(this.#draws.oneOf(idle))
    const roll = this.#draws.roll()
    if (roll < 0.06) return this.#limits(this.#draws.firm(firms))
    if (roll < 0.12) return this.#killSwitch(this.#draws.firm(firms))
    if (roll < 0.25) {
      const days = this.#draws.between(0, this.#draws.roll() < 0.6 ? 3 : 90)
      return this.#charges(this.#draws.firm(firms), addDays(marketDate, days))
    }
    // Most runs have no charges to remove, so those that have remove some.
    if (surroundings.charges.length > 0 && roll < 0.5) return this.#removal(surroundings)
    if (roll < 0.27) return this.#removal(surroundings)
    if (roll < 0.4) {
      if (later.length > 0 && roll < 0.32) return this.#closing(this.#draws.oneOf(later))
      const tenantId = this.#draws.between(1, MOST_FIRMS)
      return { kind: 'openFirm', origin: this.#draws.origin({ tenantId, accounts: [] }) }
    }
    if (roll < 0.5) return this.#settings(this.#draws.roll() < 0.2 ? HOST : this.#draws.oneOf(firms))
    if (roll < 0.65) {
      const firm = this.#draws.oneOf(firms)
      const account = { ...person(`X${this.#draws.between(1, MOST_ACCOUNTS)}`), cash: this.#cashTerms() }
      return { kind: 'openAccount', origin: this.#draws.origin(firm), account }
    }
    const firm = this.#draws.firm(firms)
    const terms = this.#draws.oneOf(firm.accounts)
    const customerName = this.#draws.roll() < 0.02 ? UNRECORDABLE : `N${this.#draws.between(1, 1_000)}`
    const account = {
      ...terms,
      cash: this.#cashTerms(),
      customerName,
      customerId: this.#draws.roll() < 0.9 ? terms.customerId : terms.customerId + 1,
      cscsAccount:
        this.#draws.roll() < 0.7 ? terms.cscsAccount : String(this.#draws.between(1, 99)).padStart(10, '0'),
    }
    return { kind: 'changeTerms', origin: this.#draws.origin(firm), account }
  }

  /** Removes a charge that has not begun; where there is none, one that has. */
  #removal({ firms, charges, marketDate }: Surroundings): ClientInput {
    const known = charges.length > 0 ? this.#draws.oneOf(charges) : undefined
    const firm = firms.find(({ tenantId }) => tenantId === known?.tenantId) ?? this.#draws.firm(firms)
    const begun = { side: Side.buy, item: 'commission', dateFrom: marketDate } as const
    const { side, item, dateFrom } = known ?? begun
    const { customerId } = this.#draws.oneOf(firm.accounts)
    return {
      kind: 'removeCharges',
      origin: this.#draws.origin(firm),
      rates: [{ side, item, dateFrom }],
      agreements: this.#draws.roll() < 0.05 ? [{ customerId, dateFrom }] : [],
    }
  }

  /** Mostly the direct route; now and then without a bank account, or with one whose check digit is wrong. */
  #cashTerms(): CashTerms {
    const roll = this.#draws.roll()
    if (roll < 0.2) return { route: 'broker', bankAccount: null }
    if (roll < 0.25) return { route: 'direct', bankAccount: null }
    if (roll < 0.3) return { route: 'direct', bankAccount: { bankCode: '011', number: '0000014570' } }
    return DIRECT
  }

  /** Charges from a date on, which now and then has begun already. */
  #charges(firm: FirmPlan, dateFrom: string): ClientInput {
    const { customerId } = this.#draws.oneOf(firm.accounts)
    const ppm = (most: number) => this.#draws.oneOf([0, this.#draws.between(0, most)])
    const rate = () =>
      byAnyBasis({
        side: this.#draws.oneOf([Side.buy, Side.sell]),
        item: this.#draws.oneOf(feeNames),
        dateFrom,
        ratePpm: ppm(feeRateLimits.ratePpm),
        vatPpm: ppm(feeRateLimits.vatPpm),
        minimum: kobo(ppm(10_000)),
      })
    const agreed = {
      customerId,
      dateFrom,
      stampDutyExempt: this.#draws.roll() < 0.5,
      commissionPpm: this.#draws.roll() < 0.3 ? null : ppm(feeRateLimits.ratePpm),
    }
    return {
      kind: 'changeCharges',
      origin: this.#draws.origin(firm),
      rates: Array.from({ length: this.#draws.between(0, 2) }, rate),
      agreements: this.#draws.roll() < 0.5 ? [agreed] : [],
    }
  }

  #settings(firm: FirmPlan): ClientInput {
    const changed = this.#draws.oneOf([
      { selfMatch: this.#draws.oneOf(selfMatchRules) },
      { unsettledProceedsUsable: this.#draws.roll() < 0.5 },
      { stopOrders: this.#draws.roll() < 0.8 },
    ])
    return { kind: 'changeSettings', origin: this.#draws.origin(firm), texts: settingTexts(changed) }
  }

  /** Closes a firm; refused where it has money, shares or orders, and to anybody but the host. */
  #closing({ tenantId }: FirmPlan): ClientInput {
    const origin = this.#draws.origin(this.#draws.roll() < 0.9 ? HOST : { tenantId, accounts: [] })
    return { kind: 'closeFirm', origin, tenantId, before: {} }
  }

  /** Limits that now and then refuse something. */
  #limits(firm: FirmPlan): ClientInput {
    const maybe = <Limit>(limit: Limit): Limit | null => (this.#draws.roll() < 0.4 ? limit : null)
    const level = this.#draws.oneOf(limitLevels)
    const { account } = this.#draws.oneOf(firm.accounts)
    return {
      kind: 'changeLimits',
      origin: this.#draws.origin(firm),
      level,
      id: level === 'firm' ? '' : level === 'account' ? account : String(firm.tenantId * 100),
      limits: {
        orderValue: maybe(kobo(this.#draws.between(100_000, 10_000_000))),
        orderQty: maybe(this.#draws.between(100, 10_000) as Quantity),
        volumeShareBps: maybe(this.#draws.between(1_000, 100_000)),
        collarBps: maybe(this.#draws.between(50, 1_000)),
        ordersPerSecond: maybe(this.#draws.between(50, 200)),
        duplicateSeconds: maybe(this.#draws.between(1, 60)),
        dailyTurnover: maybe(kobo(this.#draws.between(10_000_000, 100_000_000))),
      },
    }
  }

  /**
   * The host stops a firm, mostly one with open orders, cancels or halts them or leaves them as they are, and mostly
   * lets the firm go on next.
   */
  stop({ firms, orders }: Surroundings): ClientInput {
    const on = this.#stopped === undefined || this.#draws.roll() < 0.2
    const tenantId =
      (on ? undefined : this.#stopped) ??
      (orders.length > 0 ? this.#draws.order(orders) : this.#draws.firm(firms)).tenantId
    this.#stopped = on ? tenantId : undefined
    const openOrders = on ? this.#draws.oneOf(['cancel', 'halt', 'halt', null] as const) : null
    return {
      kind: 'setKillSwitch',
      // The host's, and now and then a firm's, which may not.
      origin: this.#draws.origin(this.#draws.roll() < 0.95 ? HOST : this.#draws.oneOf(firms)),
      ...{ tenantId, scope: 'tenant', id: '', on, reason: 'Simulation', cause: 'person' },
      ...(openOrders && { openOrders }),
    }
  }

  /** Of a user or an account, which trades again with the next one. */
  #killSwitch(firm: FirmPlan): ClientInput {
    const scope = this.#draws.oneOf(['user', 'account'] as const)
    const { account } = this.#draws.oneOf(firm.accounts)
    return {
      kind: 'setKillSwitch',
      origin: this.#draws.origin(firm),
      tenantId: firm.tenantId,
      scope,
      id: scope === 'account' ? account : String(firm.tenantId * 100),
      on: this.#draws.roll() < 0.3,
      reason: 'Simulation',
      cause: 'person',
    }
  }
}

/** As many firms, and accounts opened later in each of them, as a run has at most. */
const MOST_FIRMS = 9
const MOST_ACCOUNTS = 6

/** Of the firms with which a run begins, which trade until its end. */
const LAST_OF_THE_FIRST = Math.max(...firms.map(({ tenantId }) => tenantId))

/** Of five rates one becomes an amount per share, and one an amount per trade. */
function byAnyBasis(rate: FeeRate): FeeRate {
  const each = kobo((rate.ratePpm % 300) + 1)
  switch (rate.ratePpm % 5) {
    case 3:
      return { ...rate, ratePpm: 0, perShare: each }
    case 4:
      return { ...rate, ratePpm: 0, perTrade: each, maximum: kobo(rate.minimum + each * 10n) }
    default:
      return rate
  }
}
