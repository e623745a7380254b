import {
  addBusinessDays,
  addDays,
  type CashTerms,
  type CorporateActionTerms,
  ExecInst,
  type FeeRateKey,
  feeNames,
  feeRateLimits,
  isUnpriced,
  type Kobo,
  kobo,
  limitLevels,
  OrdType,
  type Permission,
  type PriceKobo,
  type Quantity,
  type Shares,
  Side,
  selfMatchRules,
  settingTexts,
  shares,
  TimeInForce,
} from '@tradebook/contract'
import type { NewOrder, Order } from '@tradebook/orders'
import type { CrowdCommand } from '../../apps/server/src/desk/crowd-port.ts'
import type { ClientInput, DeskInput, Origin } from '../../apps/server/src/desk/inputs.ts'
import type { Listing } from '../../apps/server/src/venue/listing.ts'
import { between, oneOf } from '../chance.ts'
import { type FirmPlan, firms, HEAVY, person, UNRECORDABLE } from './plan.ts'

// Longer than 300 lines, for each kind of command has one method, and all draw from one source of chance.

/** What a command may be about. */
export interface Surroundings {
  readonly firms: readonly FirmPlan[]
  readonly listings: readonly Listing[]
  /** Clients' orders, living or not. */
  readonly orders: readonly Order[]
  readonly crowd: readonly { readonly ref: number; readonly securityID: string }[]
  readonly marketDate: string
  /** Requests to post a transfer that wait for a decision, and some that wait no more. */
  readonly transfers: readonly { readonly tenantId: number; readonly id: number }[]
  /** Corporate actions, in force or not. */
  readonly announced: readonly number[]
  /** Charges that begin on later days. */
  readonly charges: readonly (FeeRateKey & { readonly tenantId: number })[]
  /** Kobo an account may spend. */
  readonly available: (tenantId: number, account: string) => bigint
}

/** Commands as firms and crowd would give them, hostile and mistaken ones among them. */
export class Commands {
  readonly #random: () => number
  #clOrdIDs = 0
  #refs = 0
  #postings = 0
  readonly #sent: ClientInput[] = []

  constructor(random: () => number) {
    this.#random = random
  }

  /** The firms with which a run begins. Inputs of several users have no order among each other. */
  openFirms(): ClientInput[] {
    return firms.map((firm) => ({
      kind: 'openFirm',
      origin: this.#origin(firm),
    }))
  }

  /** They take stop orders; the last of them lets nobody spend what is not received. */
  firstSettings(): ClientInput[] {
    return firms.map((firm, index) => {
      const unsettledProceedsUsable = index < firms.length - 1
      const texts = settingTexts({ stopOrders: true, unsettledProceedsUsable })
      return { kind: 'changeSettings', origin: this.#origin(firm), texts }
    })
  }

  /** Their accounts. */
  openAccounts(): ClientInput[] {
    return firms.flatMap((firm) =>
      firm.accounts.map((account) => ({ kind: 'openAccount', origin: this.#origin(firm), account }) as const),
    )
  }

  /** What firms begin with: money and shares for some of what they will want to do. */
  endowments({ listings }: Surroundings): ClientInput[] {
    return firms.flatMap((firm) =>
      firm.accounts.flatMap(({ account }) => [
        this.#posting(firm, account, {
          type: 'deposit',
          amount: kobo(between(this.#random, 1, 10 ** between(this.#random, 4, 10))),
        }),
        ...listings.map(({ securityID, referencePx }) =>
          this.#posting(firm, account, {
            type: 'transferIn',
            securityID,
            quantity: shares(between(this.#random, 1, 10 ** between(this.#random, 1, 5))),
            unitCost: kobo(referencePx),
          }),
        ),
      ]),
    )
  }

  next(surroundings: Surroundings): Exclude<DeskInput, { kind: 'phase' | 'uncross' }> {
    const roll = this.#random()
    const kind = mix.find(({ upTo }) => roll < upTo)?.kind ?? 'newOrder'
    if (kind === 'crowd') return { kind: 'crowd', commands: [this.#crowd(surroundings)] }
    if (kind === 'shock') return { kind: 'crowd', commands: this.#shock(surroundings) }
    const input = this.#client(kind, surroundings)
    if (input.kind !== 'externalTransfer' && input.kind !== 'marketControl') this.#sent.push(input)
    return input
  }

  #client(kind: ClientKind, surroundings: Surroundings): ClientInput {
    switch (kind) {
      case 'again':
        return this.#sent.length > 0 ? oneOf(this.#random, this.#sent) : this.#cash(surroundings)
      case 'replaceOrder':
        return surroundings.orders.length > 0 ? this.#replace(surroundings) : this.#cash(surroundings)
      case 'cancelOrder':
        return surroundings.orders.length > 0 ? this.#cancel(surroundings) : this.#cash(surroundings)
      case 'cash':
        return this.#cash(surroundings)
      case 'shares':
        return this.#shares(surroundings)
      case 'decision':
        return surroundings.transfers.length > 0 ? this.#decision(surroundings) : this.#cash(surroundings)
      case 'newOrder':
        return this.#newOrder(surroundings)
      case 'crossOrder':
        return this.#crossOrder(surroundings)
      case 'marketControl':
        return this.#marketControl(surroundings)
      case 'corporateAction':
        return this.#corporateAction(surroundings)
      case 'terms':
        return this.#terms(surroundings)
    }
  }

  #newOrder({ firms, listings, available }: Surroundings): ClientInput {
    const firm = this.#firm(firms)
    const listed = oneOf(this.#random, listings)
    const { account } = oneOf(this.#random, firm.accounts)
    const market = this.#random() < 0.12
    const stops = this.#random() < 0.25
    const ordType = stops
      ? oneOf(this.#random, [OrdType.stop, OrdType.stopLimit])
      : market
        ? OrdType.market
        : OrdType.limit
    const side = oneOf(this.#random, [Side.buy, Side.sell])
    const price = this.#clientPrice(listed)
    const spends = side === Side.buy && this.#random() < 0.3
    return {
      kind: 'newOrder',
      origin: this.#origin(firm),
      request: {
        clOrdID: this.#clOrdID(),
        account,
        securityID: this.#random() < 0.01 ? 'UNKNOWN' : listed.securityID,
        side,
        ordType,
        price: isUnpriced(ordType) && this.#random() < 0.95 ? null : price,
        ...(stops || this.#random() < 0.01 ? { stopPx: this.#stopPx(listed, side) } : {}),
        orderQty: spends ? this.#allOf(available(firm.tenantId, account), price) : this.#clientQuantity(),
        timeInForce: oneOf(this.#random, stops ? durationsOfStops : durations),
        ...(stops ? {} : this.#instructions()),
        text: this.#random() < 0.005 ? UNRECORDABLE : null,
      },
    }
  }

  /** Of two accounts of a firm, which now and then are one. */
  #crossOrder({ firms, listings }: Surroundings): ClientInput {
    const firm = this.#firm(firms)
    const listed = oneOf(this.#random, listings)
    return {
      kind: 'crossOrder',
      origin: this.#origin(firm),
      request: {
        crossID: this.#clOrdID(),
        securityID: this.#random() < 0.01 ? 'UNKNOWN' : listed.securityID,
        price: this.#clientPrice(listed),
        orderQty: this.#clientQuantity(),
        buyAccount: oneOf(this.#random, firm.accounts).account,
        sellAccount: oneOf(this.#random, firm.accounts).account,
        text: this.#random() < 0.005 ? UNRECORDABLE : null,
      },
    }
  }

  /** Most orders ask for nothing beside; what the phase does not take is refused. */
  #instructions(): Partial<NewOrder> {
    const roll = this.#random()
    if (roll < 0.1) return { displayQty: this.#quantity() }
    if (roll < 0.14) return { minQty: this.#quantity() }
    if (roll < 0.17) return { execInst: ExecInst.allOrNone }
    return roll < 0.22 ? { execInst: ExecInst.imbalanceOnly } : {}
  }

  #replace({ firms, listings, orders }: Surroundings): ClientInput {
    const order = this.#order(orders)
    const listed =
      listings.find(({ securityID }) => securityID === order.securityID) ?? oneOf(this.#random, listings)
    return {
      kind: 'replaceOrder',
      origin: this.#originFor(order, firms),
      clOrdID: this.#clOrdID(),
      orderID: order.orderID,
      change: {
        price: this.#random() < 0.7 ? this.#clientPrice(listed) : undefined,
        stopPx: order.stopPx !== null && this.#random() < 0.5 ? this.#stopPx(listed, order.side) : undefined,
        orderQty: this.#random() < 0.7 ? this.#clientQuantity() : undefined,
        version: this.#random() < 0.1 ? between(this.#random, 1, 5) : undefined,
        timeInForce: this.#random() < 0.2 ? oneOf(this.#random, durations) : undefined,
      },
    }
  }

  #cancel({ firms, orders }: Surroundings): ClientInput {
    const order = this.#order(orders)
    return {
      kind: 'cancelOrder',
      origin: this.#originFor(order, firms),
      clOrdID: this.#clOrdID(),
      orderID: order.orderID,
    }
  }

  /** By anybody of the firm, its maker among them; mostly of the latest, so that several decide one at once. */
  #decision({ firms, transfers }: Surroundings): ClientInput {
    const { tenantId, id } = oneOf(this.#random, transfers.slice(-3))
    const own = firms.find((firm) => firm.tenantId === tenantId)
    const origin = this.#origin(own && this.#random() < 0.95 ? own : oneOf(this.#random, firms))
    const approves = this.#random() < 0.7
    return { kind: 'decideTransfer', origin, id, approves, reason: approves ? null : 'R' }
  }

  #cash({ firms }: Surroundings): ClientInput {
    const firm = this.#firm(firms)
    return this.#posting(firm, oneOf(this.#random, firm.accounts).account, {
      type: this.#random() < 0.6 ? 'deposit' : 'withdrawal',
      amount: kobo(between(this.#random, 0, 10 ** between(this.#random, 2, 9))),
    })
  }

  #shares({ firms, listings }: Surroundings): ClientInput {
    const firm = this.#firm(firms)
    return this.#posting(firm, oneOf(this.#random, firm.accounts).account, {
      type: this.#random() < 0.6 ? 'transferIn' : 'transferOut',
      securityID: oneOf(this.#random, listings).securityID,
      quantity: shares(between(this.#random, 0, 10 ** between(this.#random, 1, 4))),
      unitCost: kobo(between(this.#random, 0, 5_000)),
    })
  }

  /** Halts are short, and seldom of the whole market, so that most of the time something trades. */
  #marketControl({ firms, listings }: Surroundings): ClientInput {
    return {
      kind: 'marketControl',
      // The host's, and now and then a firm's, which may not.
      origin: this.#origin(this.#random() < 0.9 ? HOST : oneOf(this.#random, firms)),
      action: this.#random() < 0.25 ? 'halt' : 'resume',
      securityID: this.#random() < 0.3 ? null : oneOf(this.#random, listings).securityID,
      reason: 'Surveillance',
    }
  }

  /** Of two securities, so that orders in the others are carried. Near register dates, and some that are over; now and then one is revoked. */
  #corporateAction({ firms, listings, marketDate, announced }: Surroundings): ClientInput {
    const origin = this.#origin(this.#random() < 0.95 ? HOST : oneOf(this.#random, firms))
    const news = { headline: 'H', body: 'B', source: 'S', urgency: '0', securityIDs: [] }
    if (announced.length > 0 && this.#random() < 0.15)
      return { kind: 'revokeCorporateAction', origin, id: oneOf(this.#random, announced), news }
    const registerDate = addBusinessDays(marketDate, between(this.#random, 0, 2))
    const payDate = addBusinessDays(registerDate, between(this.#random, 0, 2))
    const of = { securityID: oneOf(this.#random, listings.slice(-2)).securityID, registerDate, payDate }
    const type = oneOf(this.#random, ['dividend', 'bonus', 'split'] as const)
    const count = () => BigInt(between(this.#random, 1, 4))
    const terms: CorporateActionTerms =
      type === 'dividend'
        ? { ...of, type, rate: BigInt(between(this.#random, 1, 10_000)) }
        : { ...of, type, ratio: { shares: count(), held: count() } }
    return { kind: 'announceCorporateAction', origin, terms, news }
  }

  /** Opens firms and accounts and changes terms; what is open already or is somebody else's is refused. */
  #terms(surroundings: Surroundings): ClientInput {
    const { firms, marketDate } = surroundings
    const roll = this.#random()
    if (roll < 0.06) return this.#limits(this.#firm(firms))
    if (roll < 0.12) return this.#killSwitch(this.#firm(firms))
    if (roll < 0.25) {
      const days = between(this.#random, 0, this.#random() < 0.6 ? 3 : 90)
      return this.#charges(this.#firm(firms), addDays(marketDate, days))
    }
    // Most runs have no charges to remove, so those that have remove some.
    if (surroundings.charges.length > 0 && roll < 0.5) return this.#removal(surroundings)
    if (roll < 0.27) return this.#removal(surroundings)
    if (roll < 0.4) {
      const later = firms.filter(({ tenantId }) => tenantId > LAST_OF_THE_FIRST)
      // One with accounts mostly has money, too.
      const idle = later.filter(({ accounts }) => accounts.length === 0)
      if (idle.length > 0 && roll < 0.36) return this.#closing(oneOf(this.#random, idle))
      if (later.length > 0 && roll < 0.32) return this.#closing(oneOf(this.#random, later))
      const tenantId = between(this.#random, 1, MOST_FIRMS)
      return { kind: 'openFirm', origin: this.#origin({ tenantId, accounts: [] }) }
    }
    if (roll < 0.5) return this.#settings(this.#random() < 0.2 ? HOST : oneOf(this.#random, firms))
    if (roll < 0.65) {
      const firm = oneOf(this.#random, firms)
      const account = person(`X${between(this.#random, 1, MOST_ACCOUNTS)}`)
      return { kind: 'openAccount', origin: this.#origin(firm), account }
    }
    const firm = this.#firm(firms)
    const terms = oneOf(this.#random, firm.accounts)
    const customerName = this.#random() < 0.02 ? UNRECORDABLE : `N${between(this.#random, 1, 1_000)}`
    const account = {
      ...terms,
      cash: this.#cashTerms(),
      customerName,
      customerId: this.#random() < 0.9 ? terms.customerId : terms.customerId + 1,
      cscsAccount:
        this.#random() < 0.7 ? terms.cscsAccount : String(between(this.#random, 1, 99)).padStart(10, '0'),
    }
    return { kind: 'changeTerms', origin: this.#origin(firm), account }
  }

  /** Removes a charge that has not begun; where there is none, one that has. */
  #removal({ firms, charges, marketDate }: Surroundings): ClientInput {
    const known = charges.length > 0 ? oneOf(this.#random, charges) : undefined
    const firm = firms.find(({ tenantId }) => tenantId === known?.tenantId) ?? this.#firm(firms)
    const begun = { side: Side.buy, item: 'commission', dateFrom: marketDate } as const
    const { side, item, dateFrom } = known ?? begun
    const { customerId } = oneOf(this.#random, firm.accounts)
    return {
      kind: 'removeCharges',
      origin: this.#origin(firm),
      rates: [{ side, item, dateFrom }],
      agreements: this.#random() < 0.05 ? [{ customerId, dateFrom }] : [],
    }
  }

  /** Mostly the direct route; now and then without a bank account, or with one whose check digit is wrong. */
  #cashTerms(): CashTerms {
    const roll = this.#random()
    if (roll < 0.2) return { route: 'broker', bankAccount: null }
    if (roll < 0.25) return { route: 'direct', bankAccount: null }
    return {
      route: 'direct',
      bankAccount: { bankCode: '011', number: roll < 0.3 ? '0000014570' : '0000014579' },
    }
  }

  /** Charges from a date on, which now and then has begun already. */
  #charges(firm: FirmPlan, dateFrom: string): ClientInput {
    const { customerId } = oneOf(this.#random, firm.accounts)
    const ppm = (most: number) => oneOf(this.#random, [0, between(this.#random, 0, most)])
    const rate = () => ({
      side: oneOf(this.#random, [Side.buy, Side.sell]),
      item: oneOf(this.#random, feeNames),
      dateFrom,
      ratePpm: ppm(feeRateLimits.ratePpm),
      vatPpm: ppm(feeRateLimits.vatPpm),
      minimum: kobo(ppm(10_000)),
    })
    const agreed = {
      customerId,
      dateFrom,
      stampDutyExempt: this.#random() < 0.5,
      commissionPpm: this.#random() < 0.3 ? null : ppm(feeRateLimits.ratePpm),
    }
    return {
      kind: 'changeCharges',
      origin: this.#origin(firm),
      rates: Array.from({ length: between(this.#random, 0, 2) }, rate),
      agreements: this.#random() < 0.5 ? [agreed] : [],
    }
  }

  #settings(firm: FirmPlan): ClientInput {
    const changed = oneOf(this.#random, [
      { selfMatch: oneOf(this.#random, selfMatchRules) },
      { unsettledProceedsUsable: this.#random() < 0.5 },
      { stopOrders: this.#random() < 0.8 },
    ])
    return { kind: 'changeSettings', origin: this.#origin(firm), texts: settingTexts(changed) }
  }

  /** Closes a firm; refused where it has money, shares or orders, and to anybody but the host. */
  #closing({ tenantId }: FirmPlan): ClientInput {
    const origin = this.#origin(this.#random() < 0.9 ? HOST : { tenantId, accounts: [] })
    return { kind: 'closeFirm', origin, tenantId, before: {} }
  }

  /** Limits that now and then refuse something. */
  #limits(firm: FirmPlan): ClientInput {
    const maybe = <Limit>(limit: Limit): Limit | null => (this.#random() < 0.4 ? limit : null)
    const level = oneOf(this.#random, limitLevels)
    const { account } = oneOf(this.#random, firm.accounts)
    return {
      kind: 'changeLimits',
      origin: this.#origin(firm),
      level,
      id: level === 'firm' ? '' : level === 'account' ? account : String(firm.tenantId * 100),
      limits: {
        orderValue: maybe(kobo(between(this.#random, 100_000, 10_000_000))),
        orderQty: maybe(between(this.#random, 100, 10_000) as Quantity),
        volumeShareBps: maybe(between(this.#random, 1_000, 100_000)),
        collarBps: maybe(between(this.#random, 50, 1_000)),
        ordersPerSecond: maybe(between(this.#random, 50, 200)),
        duplicateSeconds: maybe(between(this.#random, 1, 60)),
        dailyTurnover: maybe(kobo(between(this.#random, 10_000_000, 100_000_000))),
      },
    }
  }

  /** Of a user or an account, which trades again with the next one. */
  #killSwitch(firm: FirmPlan): ClientInput {
    const scope = oneOf(this.#random, ['user', 'account'] as const)
    const { account } = oneOf(this.#random, firm.accounts)
    return {
      kind: 'setKillSwitch',
      origin: this.#origin(firm),
      tenantId: firm.tenantId,
      scope,
      id: scope === 'account' ? account : String(firm.tenantId * 100),
      on: this.#random() < 0.3,
      reason: 'Simulation',
      cause: 'person',
    }
  }

  /** A firm that may trade. */
  #firm(firms: readonly FirmPlan[]): FirmPlan {
    return oneOf(
      this.#random,
      firms.filter(({ accounts }) => accounts.length > 0),
    )
  }

  #posting(firm: FirmPlan, account: string, moved: Moved): ClientInput {
    const origin = this.#origin(firm)
    const narration = this.#random() < 0.01 ? UNRECORDABLE : 'N'
    const transfer = { account, reference: 'R', narration, ...moved }
    if (this.#random() < 0.5) return { kind: 'externalTransfer', origin, transfer }
    this.#postings += 1
    const approvalAbove = this.#random() < 0.5 ? null : kobo(100_00n)
    return { kind: 'requestTransfer', origin, postingID: `p${this.#postings}`, transfer, approvalAbove }
  }

  #crowd({ listings, crowd }: Surroundings): CrowdCommand {
    const security = between(this.#random, 0, listings.length - 1)
    const listed = listings[security]
    if (!listed) throw new RangeError(`no security ${security}`)
    const roll = this.#random()
    if (crowd.length === 0 || roll < 0.6) {
      this.#refs += 1
      return {
        kind: 'enter',
        ref: this.#refs,
        security,
        side: oneOf(this.#random, [Side.buy, Side.sell]),
        price: this.#random() < 0.1 ? null : this.#price(listed),
        quantity: this.#quantity(),
        duration: this.#random() < 0.2 ? 'immediate' : 'rest',
      }
    }
    const { ref, securityID } = oneOf(this.#random, crowd)
    const own = listings.find((each) => each.securityID === securityID)
    if (roll < 0.8 || !own) return { kind: 'cancel', ref }
    return { kind: 'replace', ref, price: this.#price(own), quantity: this.#quantity() }
  }

  /** Two orders that meet at a limit of the day, large enough to move the price of most of the index there. */
  #shock({ listings }: Surroundings): CrowdCommand[] {
    const security = listings.findIndex(({ securityID }) => securityID === HEAVY)
    const { lowLimitPx, highLimitPx, minMoveQty } = listings[security] as Listing
    const [first, second] = this.#random() < 0.5 ? [Side.sell, Side.buy] : [Side.buy, Side.sell]
    const price = first === Side.sell ? lowLimitPx : highLimitPx
    const order = { kind: 'enter', security, price, quantity: (minMoveQty * 100) as Quantity } as const
    this.#refs += 2
    return [
      { ...order, ref: this.#refs - 1, side: first },
      { ...order, ref: this.#refs, side: second, duration: 'immediate' },
    ]
  }

  /** Near the reference, so that orders meet. */
  #price({ referencePx, tickKobo, lowLimitPx, highLimitPx }: Listing): PriceKobo {
    const price = referencePx + between(this.#random, -4, 4) * tickKobo
    return Math.min(Math.max(price, lowLimitPx), highLimitPx) as PriceKobo
  }

  /** A client's: now and then off its tick or beyond the limits. */
  #clientPrice(listed: Listing): PriceKobo {
    const roll = this.#random()
    if (roll < 0.02) return (listed.lowLimitPx + 1) as PriceKobo
    if (roll < 0.04) return (listed.highLimitPx * 2) as PriceKobo
    return this.#price(listed)
  }

  /** A few ticks beyond the reference, where prices move, so that a trade reaches some and these reach others. */
  #stopPx(listed: Listing, side: Side): PriceKobo {
    const ticks = oneOf(this.#random, [-1, 1, 1, 1, 2, 2, 3, 4]) * (side === Side.buy ? 1 : -1)
    return Math.max(listed.referencePx + ticks * listed.tickKobo, 1) as PriceKobo
  }

  #quantity(): Quantity {
    return between(this.#random, 1, 10 ** between(this.#random, 0, 4)) as Quantity
  }

  /** A client's: now and then nothing. */
  #clientQuantity(): Quantity {
    return this.#random() < 0.01 ? (0 as Quantity) : this.#quantity()
  }

  /** What an account's money buys with charges of about 1.9 %, give or take what makes it just too much. */
  #allOf(available: bigint, price: PriceKobo): Quantity {
    const most = Number(available) / (price * 1.0192)
    return Math.max(1, Math.floor(Math.min(most, 1e9)) - between(this.#random, -1, 2)) as Quantity
  }

  /** Mostly one of the latest, which is likely to live. */
  #order(orders: readonly Order[]): Order {
    return oneOf(this.#random, this.#random() < 0.9 ? orders.slice(-12) : orders)
  }

  #originFor({ tenantId }: Order, firms: readonly FirmPlan[]): Origin {
    const own = firms.find((firm) => firm.tenantId === tenantId)
    return this.#origin(own && this.#random() < 0.95 ? own : oneOf(this.#random, firms))
  }

  /** Staff, a customer with an account of its own, and some who may not do what they ask. */
  #origin({ tenantId, accounts }: Pick<FirmPlan, 'tenantId' | 'accounts'>): Origin {
    const customer = this.#random() < 0.1
    return {
      tenantId,
      userId: tenantId * 100 + between(this.#random, 0, 2),
      userName: `user${tenantId}`,
      accounts: customer ? accounts.slice(0, 1).map(({ account }) => account) : 'all',
      permissions: this.#random() < 0.03 ? nobody : trader,
      clientIpAddress: '127.0.0.1',
      browserInfo: 'simulation',
    }
  }

  #clOrdID(): string {
    // A number used before now and then, by the same account or another.
    if (this.#random() > 0.03) this.#clOrdIDs += 1
    return `c${this.#clOrdIDs}`
  }
}

/** As many firms, and accounts opened later in each of them, as a run has at most. */
const MOST_FIRMS = 9
const MOST_ACCOUNTS = 6

/** Of the firms with which a run begins, which trade until its end. */
const LAST_OF_THE_FIRST = Math.max(...firms.map(({ tenantId }) => tenantId))

/** The host, which controls the market and has no accounts. */
const HOST = { tenantId: 0, accounts: [] }

type Moved =
  | { readonly type: 'deposit' | 'withdrawal'; readonly amount: Kobo }
  | {
      readonly type: 'transferIn' | 'transferOut'
      readonly securityID: string
      readonly quantity: Shares
      readonly unitCost: Kobo
    }

type ClientKind =
  | 'newOrder'
  | 'crossOrder'
  | 'replaceOrder'
  | 'cancelOrder'
  | 'cash'
  | 'shares'
  | 'decision'
  | 'again'
  | 'marketControl'
  | 'corporateAction'
  | 'terms'

const mix: readonly { readonly kind: ClientKind | 'crowd' | 'shock'; readonly upTo: number }[] = [
  { kind: 'crowd', upTo: 0.33 },
  { kind: 'replaceOrder', upTo: 0.45 },
  { kind: 'cancelOrder', upTo: 0.51 },
  { kind: 'cash', upTo: 0.56 },
  { kind: 'shares', upTo: 0.61 },
  { kind: 'decision', upTo: 0.635 },
  { kind: 'again', upTo: 0.655 },
  { kind: 'marketControl', upTo: 0.67 },
  { kind: 'terms', upTo: 0.69 },
  { kind: 'shock', upTo: 0.697 },
  { kind: 'corporateAction', upTo: 0.7025 },
  { kind: 'crossOrder', upTo: 0.74 },
  { kind: 'newOrder', upTo: 1 },
]

const durations = [
  TimeInForce.day,
  TimeInForce.day,
  TimeInForce.goodTillCancel,
  TimeInForce.goodTillCancel,
  TimeInForce.immediateOrCancel,
  TimeInForce.fillOrKill,
  TimeInForce.goodTillOpen,
  TimeInForce.goodTillClose,
]

const durationsOfStops = [
  TimeInForce.day,
  TimeInForce.day,
  TimeInForce.day,
  TimeInForce.goodTillCancel,
  TimeInForce.fillOrKill,
]

const trader: ReadonlySet<Permission> = new Set<Permission>(['BUY', 'SELL'])
const nobody: ReadonlySet<Permission> = new Set()
