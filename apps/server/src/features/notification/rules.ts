import {
  type Announcement,
  averageNaira,
  ExecType,
  isStoredText,
  type Kobo,
  type NotificationName,
  OrdStatus,
  type PaymentState,
  type PriceKobo,
  type postingTypes,
  type Quantity,
  type Refusal,
  type RefusalValues,
  refusalForAll,
  Side,
  type StoredText,
  type TextKey,
  toNaira,
} from '@tradebook/contract'

/** An execution after which an order is final, with what of the order a notification mentions. */
export interface FinalExecution {
  readonly sequence: bigint
  readonly execType: string
  /** What a trade, its cancellation or its correction is of: kobo, and shares. */
  readonly lastPx: number | null
  readonly lastQty: number | null
  readonly ordStatus: string
  readonly orderID: bigint
  readonly clOrdID: string
  /** Who entered the order. */
  readonly userId: number
  readonly userName: string
  readonly account: string
  /** The bulk order that it is a part of; of a bulk order its own number. */
  readonly bulkOrderID: bigint | null
  readonly securityID: string
  readonly side: string
  readonly orderQty: number
  readonly cumQty: number
  readonly filledValue: bigint
  readonly refusal: Refusal | null
  /** Why it left the order in its state, as it is stored. */
  readonly text: string | null
  readonly time: Date
}

/** News of securities. */
export interface SecurityNews {
  readonly sequence: bigint
  readonly headline: string
  readonly source: string
  readonly securityIDs: readonly string[]
  readonly announcement: Announcement | null
  readonly time: Date
}

/** What a person asked to be posted, which waits for the approval of another one. */
export interface WaitingPosting {
  readonly sequence: bigint
  readonly type: keyof typeof postingTypes
  /** Empty where it is of the firm. */
  readonly account: string
  /** Kobo; null where no money moves. */
  readonly amount: bigint | null
  readonly makerId: number
  readonly makerName: string
  readonly time: Date
}

/** What another person decided about what somebody asked to be posted. */
export interface DecidedPosting {
  readonly sequence: bigint
  /** Of the request. */
  readonly id: bigint
  readonly account: string
  readonly makerId: number
  readonly deciderName: string | null
  readonly isApproved: boolean
  /** The deposit or withdrawal that an approved reversal takes back. */
  readonly reversed?: { readonly type: keyof typeof paymentTexts; readonly amount: bigint }
  readonly time: Date
}

/** A request for an account that waits for staff. */
export interface WaitingRequest {
  readonly id: number
  readonly applicant: string
  /** Who made it; null of a paper form without an e-mail address. */
  readonly ownerId: number | null
  /** Whether the depository refused it; otherwise it was submitted. */
  readonly hasFailed: boolean
  readonly time: Date
}

/** A payment request of a customer that is in another state than people were notified of. */
export interface ChangedPayment {
  readonly id: number
  readonly type: 'deposit' | 'withdrawal'
  readonly account: string
  readonly customer: string
  /** Kobo. */
  readonly amount: bigint
  readonly state: PaymentState
  readonly reason: string | null
  readonly makerId: number
  readonly time: Date
}

/** Who is to be notified: the users of each account, the securities that each user watches, who may approve postings, who posts payment requests, and who reviews requests for accounts. */
export interface Recipients {
  readonly approvers: readonly number[]
  readonly posters: readonly number[]
  readonly reviewers: readonly number[]
  readonly usersOf: ReadonlyMap<string, readonly number[]>
  readonly watchedBy: ReadonlyMap<number, ReadonlySet<string>>
}

/** What a notification is stored with: its properties, and of a refusal or an announcement the values, to be worded for each reader. */
export type StoredProperties = Readonly<Record<string, string | number | RefusalValues>>

/** What each of these users is notified of. */
export interface DerivedNotification {
  readonly sequence: bigint
  readonly userIds: readonly number[]
  readonly name: NotificationName
  readonly textName: TextKey
  readonly entityId: string
  readonly properties: StoredProperties
  readonly time: Date
  /**
   * Its text where it stands for several of one cause: unread notifications of a user that are alike in
   * `alike` are one, which describes the last of them and counts all in its property `orders`.
   */
  readonly textOfSeveral?: TextKey
}

/** The properties of refused orders that have one cause. */
export const alike = ['account', 'refusal'] as const

export interface OrderRule {
  readonly name: NotificationName
  /** Whether it is for orders alone that the desk ended by itself. */
  readonly isEndedByDesk?: true
  /** Whether it is for the users of the account alone, of an order that none of them entered. */
  readonly isOfOthers?: true
  /** By the side of the order. */
  readonly texts: Readonly<Record<string, TextKey>>
  /** Where those of one cause become one: its texts by the side of the last order. */
  readonly textsOfSeveral?: Readonly<Record<string, TextKey>>
  readonly properties: (execution: FinalExecution) => StoredProperties
}

/** With this begins the stored text of why the desk ended an order by itself: for a new day, a corporate action or a delisting. */
export const ENDED_BY_DESK = 'Trading.Order.'

/** So end the parts of a bulk order whose dealer has cancelled it, or whose day is over: as of other orders, nobody is notified. */
const withBulkOrder: readonly StoredText[] = [
  'Trading.Order.CanceledWithBulkOrder',
  'Trading.Order.ExpiredWithBulkOrder',
]

/** What a client wrote may begin like that, but is not a key of such a text: the contract accepts none. */
const isEndOfDesk = (text: string | null): boolean =>
  text !== null && isStoredText(text) && text.startsWith(ENDED_BY_DESK) && !withBulkOrder.includes(text)

/** What the desk ended by itself was asked for by nobody: what of it was still open, and why it ended. */
const ended: OrderRule = {
  name: 'orderEnded',
  isEndedByDesk: true,
  texts: { [Side.buy]: 'Notification.BuyEnded', [Side.sell]: 'Notification.SellEnded' },
  properties: ({ orderQty, cumQty, securityID, text, refusal, userName }) => ({
    quantity: orderQty - cumQty,
    ended: text ?? '',
    ...(refusal && { refusal: refusal.refusal }),
    values: { securityID, ...(refusal && refusalForAll(refusal, userName).values) },
  }),
}

/**
 * Which state of an order, once an execution has left it in that state, causes which notification. A
 * state that is not listed causes none: parts of an order would be too many. Nor does an end that was asked
 * for, or that its duration names. That it was entered is known to the person who did.
 */
export const orderRules: Readonly<Record<string, OrderRule>> = {
  [OrdStatus.new]: {
    name: 'orderEntered',
    isOfOthers: true,
    texts: { [Side.buy]: 'Notification.BuyEntered', [Side.sell]: 'Notification.SellEntered' },
    properties: ({ orderQty, userName }) => ({ quantity: orderQty, enterer: userName }),
  },
  [OrdStatus.filled]: {
    name: 'orderFilled',
    texts: { [Side.buy]: 'Notification.Bought', [Side.sell]: 'Notification.Sold' },
    properties: ({ cumQty, filledValue }) => ({
      quantity: cumQty,
      price: averageNaira(filledValue as Kobo, cumQty as Quantity) ?? 0,
    }),
  },
  [OrdStatus.rejected]: {
    name: 'orderRefused',
    texts: { [Side.buy]: 'Notification.BuyRefused', [Side.sell]: 'Notification.SellRefused' },
    textsOfSeveral: { [Side.buy]: 'Notification.BuysRefused', [Side.sell]: 'Notification.SellsRefused' },
    properties: ({ orderQty, refusal, userName }) => ({
      quantity: orderQty,
      orders: 1,
      ...(refusal && { refusal: refusal.refusal, values: refusalForAll(refusal, userName).values }),
    }),
  },
  [OrdStatus.canceled]: ended,
  [OrdStatus.expired]: ended,
}

const tradeChange = (what: 'Canceled' | 'Corrected'): OrderRule => ({
  name: 'tradeChanged',
  texts: { [Side.buy]: `Notification.Buy${what}`, [Side.sell]: `Notification.Sell${what}` },
  properties: ({ lastPx, lastQty }) => ({
    quantity: lastQty ?? 0,
    price: toNaira((lastPx ?? 0) as PriceKobo),
  }),
})

/** By the type of the execution, whatever state it leaves the order in. */
export const tradeChangeRules: Readonly<Record<string, OrderRule>> = {
  [ExecType.tradeCanceled]: tradeChange('Canceled'),
  [ExecType.tradeCorrected]: tradeChange('Corrected'),
}

/** The notification of an execution: for the user who entered the order, and the users whose account it is. Orders for an account that others entered are notified of as soon as they are accepted. */
export function derivedFromExecution(
  execution: FinalExecution,
  { usersOf }: Recipients,
): DerivedNotification | undefined {
  const { sequence, ordStatus, orderID, bulkOrderID, clOrdID, userId, account } = execution
  const { securityID, side, text, time } = execution
  const rule = tradeChangeRules[execution.execType] ?? orderRules[ordStatus]
  const textName = rule?.texts[side]
  if (!rule || !textName) return undefined
  if (rule.isEndedByDesk && !isEndOfDesk(text)) return undefined
  const textOfSeveral = rule.textsOfSeveral?.[side]
  const owners = usersOf.get(account) ?? []
  if (rule.isOfOthers && (owners.length === 0 || owners.includes(userId))) return undefined
  // Who entered a bulk order is notified of the whole; of a part its account's users are.
  const isPart = bulkOrderID !== null && bulkOrderID !== orderID
  const userIds = rule.isOfOthers || isPart ? owners : [...new Set([userId, ...owners])]
  if (userIds.length === 0) return undefined
  return {
    sequence,
    userIds,
    name: rule.name,
    textName,
    entityId: String(orderID),
    properties: { securityID, side, account, clOrdID, ...rule.properties(execution) },
    time,
    ...(textOfSeveral && { textOfSeveral }),
  }
}

/** The notification of news: for the users who have one of its securities on a watchlist. */
export function derivedFromNews(
  news: SecurityNews,
  { watchedBy }: Recipients,
): DerivedNotification | undefined {
  const { sequence, headline, source, securityIDs, announcement, time } = news
  const userIds = [...watchedBy]
    .filter(([, watched]) => securityIDs.some((securityID) => watched.has(securityID)))
    .map(([userId]) => userId)
  if (userIds.length === 0) return undefined
  return {
    sequence,
    userIds,
    name: 'watchedNews',
    textName: 'Notification.News',
    entityId: String(sequence),
    properties: {
      headline,
      source,
      securityIDs: securityIDs.join(', '),
      ...(announcement && { announcement: announcement.kind, values: announcement.values }),
    },
    time,
  }
}

/** The notification of a posting that waits: for all who may approve it, but its maker. */
export function derivedFromPosting(
  { sequence, type, account, amount, makerId, makerName, time }: WaitingPosting,
  { approvers }: Recipients,
): DerivedNotification | undefined {
  const userIds = approvers.filter((userId) => userId !== makerId)
  if (userIds.length === 0) return undefined
  // Not all who approve may know of a freeze (decision 150).
  const isSecret = type === 'freeze' || type === 'unfreeze'
  const of = amount === null ? 'Notification.PostingOfWaits' : 'Notification.CashPostingWaits'
  return {
    sequence,
    userIds,
    name: 'postingWaits',
    textName: isSecret || account === '' ? 'Notification.PostingWaits' : of,
    entityId: String(sequence),
    properties: {
      ...{ account, maker: makerName },
      ...(!isSecret && { posting: type }),
      ...(!isSecret && amount !== null && { amount: toNaira(amount as Kobo) }),
    },
    time,
  }
}

/** The notification of a request for an account that waits: for all who review such requests, but its owner. */
export const derivedFromRequest = (
  { id, applicant, ownerId, hasFailed, time }: WaitingRequest,
  sequence: bigint,
  { reviewers }: Recipients,
): DerivedNotification => ({
  ...{ sequence, userIds: reviewers.filter((userId) => userId !== ownerId) },
  name: hasFailed ? 'requestFailed' : 'requestWaits',
  textName: hasFailed ? 'Notification.RequestFailed' : 'Notification.RequestWaits',
  entityId: String(id),
  properties: { applicant },
  time,
})

const paymentTexts = {
  deposit: {
    waiting: 'Notification.DepositReported',
    posted: 'Notification.DepositPosted',
    declined: 'Notification.DepositDeclined',
    reversed: 'Notification.DepositReversed',
  },
  withdrawal: {
    waiting: 'Notification.WithdrawalRequested',
    posted: 'Notification.WithdrawalPosted',
    declined: 'Notification.WithdrawalDeclined',
    reversed: 'Notification.WithdrawalReversed',
  },
} as const

/**
 * The notification of a payment request: that it waits for anyone who may post it, but who made it; what became of it for the
 * users of its account. Of one that waits for a second person, or that was cancelled, nobody is notified.
 */
export function derivedFromPayment(
  { id, type, account, customer, amount, state, reason, makerId, time }: ChangedPayment,
  sequence: bigint,
  { posters, usersOf }: Recipients,
): DerivedNotification | undefined {
  if (state === 'pending' || state === 'cancelled' || state === 'reversed') return undefined
  const waits = state === 'waiting'
  return {
    sequence,
    userIds: waits ? posters.filter((userId) => userId !== makerId) : (usersOf.get(account) ?? []),
    name: waits ? 'paymentWaits' : 'paymentDecided',
    textName: paymentTexts[type][state],
    entityId: String(id),
    properties: { account, type, customer, amount: toNaira(amount as Kobo), reason: reason ?? '' },
    time,
  }
}

/** The notification of a decision: for the person who had asked for the posting. */
export const derivedFromDecision = (decided: DecidedPosting): DerivedNotification => ({
  sequence: decided.sequence,
  userIds: [decided.makerId],
  name: 'postingDecided',
  textName: decided.isApproved ? 'Notification.PostingApproved' : 'Notification.PostingRejected',
  entityId: String(decided.id),
  properties: { account: decided.account, decider: decided.deciderName ?? '' },
  time: decided.time,
})

/** The notification of a deposit or withdrawal that was reversed: for the users of its account. */
export const derivedFromReversal = (
  { sequence, id, account, reversed, time }: DecidedPosting,
  { usersOf }: Recipients,
): DerivedNotification | undefined =>
  reversed && {
    ...{ sequence, userIds: usersOf.get(account) ?? [], name: 'paymentDecided' },
    ...{ textName: paymentTexts[reversed.type].reversed, entityId: String(id) },
    properties: { account, type: reversed.type, amount: toNaira(reversed.amount as Kobo) },
    time,
  }
