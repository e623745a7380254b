import {
  type ExecInst,
  isStop,
  isUnpriced,
  namesLastDay,
  OrdType,
  type PriceKobo,
  Side,
  type StockOrder,
  TimeInForce,
  toNaira,
} from '@tradebook/contract'
import { create } from 'zustand'
import { call } from '../../../api/client.ts'
import type { RequestFailure } from '../../../api/request-failure.ts'
import { send } from '../../../api/send.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { phaseOfSecurity } from '../phase/use-security-phase.ts'
import { useArrangement } from '../preferences.ts'
import { type Draft, type DraftOptions, NO_OPTIONS, type ReadyOrder } from './draft.ts'
import { durationsIn } from './offers.ts'
import {
  accepted,
  beginSending,
  dismissed,
  failed,
  foundAmong,
  type Intent,
  intentOf,
  isSameOrder,
  isUnderway,
  late,
  maySend,
  NOTHING_SENT,
  newOrderOf,
  type Sent,
  undecidedLike,
} from './sending.ts'

interface Ticket extends Sent {
  /** What the draft is for: the security turned to last. */
  readonly securityID: string | undefined
  readonly draft: Draft
  /** On a small screen the ticket is a sheet. */
  readonly isOpen: boolean
  /** Raised when something outside wants the person to go on in the ticket. */
  readonly focusRequests: number
  /** The order stands for review; nothing was sent yet. */
  readonly isReviewing: boolean
}

export const blank: Draft = {
  side: Side.buy,
  ordType: OrdType.limit,
  timeInForce: TimeInForce.day,
  expireDate: '',
  quantityText: '',
  priceText: '',
  stopText: '',
  options: NO_OPTIONS,
}

export const useTicket = create<Ticket>(() => ({
  ...NOTHING_SENT,
  securityID: undefined,
  draft: blank,
  isOpen: false,
  focusRequests: 0,
  isReviewing: false,
}))

const { getState, setState } = useTicket

export const pricePlain = (price: PriceKobo): string => toNaira(price).toFixed(2)

const FOR_THE_DAY = { timeInForce: TimeInForce.day, expireDate: '' } as const

/** Whether orders of the draft's kind may have its duration now. */
function takesDuration({ ordType, timeInForce }: Draft, securityID: string | undefined): boolean {
  const { day, statistics, venue } = liveMarket.store
  const row = securityID === undefined ? undefined : statistics.latest(securityID)
  const phase = phaseOfSecurity(day.get()?.phase, row)
  const taken = durationsIn(phase, ordType, venue.get()?.terms)
  return taken.length === 0 || taken.includes(timeInForce)
}

/** Changes the draft; a duration that a newly chosen kind does not take becomes the day. Ends the review: what was reviewed is no longer what would be sent. */
export const edit = (change: Partial<Draft>): void =>
  setState(({ draft, securityID }) => {
    const edited = { ...draft, ...change }
    const isKindAlone = change.ordType !== undefined && change.timeInForce === undefined
    const isOther = isKindAlone && !takesDuration(edited, securityID)
    return { draft: withoutUnseen(isOther ? { ...edited, ...FOR_THE_DAY } : edited), isReviewing: false }
  })

export const editOptions = (change: Partial<DraftOptions>): void =>
  edit({ options: { ...getState().draft.options, ...change } })

/** What the kind or the duration has no field for is dropped: it must not come back with a later order. */
const withoutUnseen = (draft: Draft): Draft => ({
  ...draft,
  ...(isUnpriced(draft.ordType) && { priceText: '' }),
  ...(!isStop(draft.ordType) && { stopText: '' }),
  ...(!namesLastDay(draft.timeInForce) && { expireDate: '' }),
})

// Another account is another client's order, whichever way the account was changed: what was reviewed was
// for somebody else, and so were the options and the note.
useArrangement.subscribe(({ account }, before) => {
  if (account !== before.account) edit({ options: NO_OPTIONS })
})

interface TicketRequest {
  readonly side: Side
  /** Naira. A price without a kind is that of a limit order. */
  readonly price?: number
  /** As they were typed elsewhere; empty: as they are. */
  readonly quantityText?: string
  readonly priceText?: string
}

/** Opens the ticket for a side, with the given fields of an order: nothing is sent. */
export function openTicket({ side, price, quantityText, priceText }: TicketRequest): void {
  const limit = price?.toFixed(2) ?? priceText
  edit({
    side,
    ...(limit && { priceText: limit, ordType: OrdType.limit }),
    ...(quantityText && { quantityText }),
  })
  summon()
}

/** What is repeated of an order. */
export type Repeatable = Pick<
  StockOrder,
  'securityID' | 'account' | 'side' | 'ordType' | 'timeInForce' | 'orderQty' | 'price'
> &
  Partial<Pick<StockOrder, 'expireDate' | 'displayQty' | 'minQty' | 'execInst' | 'stopPx'>>

/** Turns the ticket to an order's security and opens it with all that the order asked for: nothing is sent. */
export function repeatOrder(order: Repeatable): void {
  turnTo(order.securityID)
  edit(draftLike(order))
  summon()
}

const summon = () => setState(({ focusRequests }) => ({ isOpen: true, focusRequests: focusRequests + 1 }))

/** A last day that has passed is chosen again. A stop order that was triggered is repeated as what it has become. */
function draftLike(order: Repeatable): Draft {
  const { side, ordType, timeInForce, expireDate, orderQty, price, displayQty, minQty, execInst } = order
  const isPast = (expireDate ?? '') < (marketDate() ?? '')
  return {
    side,
    ordType,
    timeInForce,
    expireDate: namesLastDay(timeInForce) && !isPast ? (expireDate ?? '') : '',
    quantityText: String(orderQty),
    priceText: price?.toFixed(2) ?? '',
    stopText: isStop(ordType) ? (order.stopPx?.toFixed(2) ?? '') : '',
    options: {
      displayText: displayQty?.toString() ?? '',
      minText: minQty?.toString() ?? '',
      // A note is about one order.
      text: '',
      execInst: (execInst ?? null) as ExecInst | null,
    },
  }
}

export const closeTicket = (): void => setState({ isOpen: false, isReviewing: false })

/**
 * Turns the ticket to another security. Price, quantity, kind and duration were meant for the one
 * before and are dropped; an order that is underway or undecided stays shown.
 */
export function turnTo(securityID: string): void {
  const { securityID: before, draft, sending } = getState()
  if (before === securityID) return
  setState({ securityID })
  if (before === undefined) return
  setState({
    draft: { ...blank, side: draft.side },
    isReviewing: false,
    sending: isUnderway(sending) ? sending : NOTHING_SENT.sending,
  })
}

/** Shows the order for review, without the outcome of the one before. */
export const review = (isReviewing: boolean): void =>
  setState(({ sending }) => ({
    isReviewing,
    sending: isReviewing && !isUnderway(sending) ? NOTHING_SENT.sending : sending,
  }))

/** Sends the order of the ticket. While an order is underway, nothing is sent. */
export async function sendOrder(order: ReadyOrder): Promise<void> {
  const ticket = getState()
  const asked = { order, draft: ticket.draft, marketDate: marketDate() }
  await attempt(intentOf(asked, ticket, () => crypto.randomUUID()))
}

/** Orders that were placed from elsewhere than the form and have no answer yet. */
const placing = new Set<ReadyOrder>()

/** What became of an order that was placed. `alike`: nothing was sent, because the same order is on its way or undecided. */
export type Placed =
  | { readonly status: 'taken' | 'alike' }
  | { readonly status: 'failed'; readonly failure: RequestFailure }

/**
 * Sends an order from elsewhere than the form, whatever the form is sending: several may be on their way at once. The
 * same order is not sent again while one is. One of unknown outcome is shown in the ticket, like those of the form.
 */
export async function placeOrder(order: ReadyOrder): Promise<Placed> {
  const before = getState()
  if ([...placing].some((other) => isSameOrder(other, order)) || undecidedLike(order, before))
    return { status: 'alike' }
  // A draft of its own: what is in the form stays.
  const asked = { order, draft: { ...blank }, marketDate: marketDate() }
  const intent = intentOf(asked, before, () => crypto.randomUUID())
  placing.add(order)
  const outcome = await send(() =>
    call('Order/SendNewOrder', newOrderOf(intent), { failure: 'inline' }),
  ).finally(() => placing.delete(order))
  if (outcome.status === 'done') {
    liveMarket.store.orders.take(outcome.output)
    return { status: 'taken' }
  }
  const { failure } = outcome
  if (failure.standing === 'unknown') {
    setState(({ undecided }) => ({ undecided: [...undecided, { intent, failure }] }))
    lookFor(intent)
  }
  return { status: 'failed', failure }
}

/** Sends an undecided order again as it was, whatever the draft is by now. On another market day, nothing is sent. */
export const sendAgain = (intent: Intent): Promise<void> => attempt(intent)

/** Removes the note about an undecided order, which the person has read. */
export const dismiss = (intent: Intent): void => setState((sent) => dismissed(sent, intent))

const marketDate = () => liveMarket.store.day.get()?.marketDate

async function attempt(intent: Intent): Promise<void> {
  const { sending, undecided } = getState()
  if (isUnderway(sending) || !maySend(intent, marketDate())) return
  const before = undecided.find((other) => other.intent.clOrdID === intent.clOrdID)
  setState((sent) => ({ ...beginSending(sent, intent), isReviewing: false }))
  const outcome = await send(
    async () => {
      const isTooLate = before !== undefined && !(await isItsDay(intent))
      return isTooLate ? undefined : call('Order/SendNewOrder', newOrderOf(intent), { failure: 'inline' })
    },
    () => setState((sent) => late(sent, intent)),
  )
  if (outcome.status === 'failed') {
    const { failure } = outcome
    setState((sent) => failed(sent, intent, failure))
    if (failure.standing === 'unknown') lookFor(intent)
  } else if (outcome.output) {
    liveMarket.store.orders.take(outcome.output)
    acknowledge(intent, outcome.output.id)
  } else if (before) {
    setState((sent) => failed(sent, intent, before.failure))
  }
}

/**
 * Whether the market day on which the order was sent first is still the server's. The page's own may be
 * old: it may have been without a connection when the day turned.
 */
async function isItsDay(intent: Intent): Promise<boolean> {
  const session = await call('MarketData/GetSession', {}, { failure: 'inline' })
  liveMarket.store.loadSession(session)
  return maySend(intent, session.marketDate)
}

/**
 * Notes that the order is persisted. Its quantity and its options are emptied and its duration is the day again,
 * each unless it was entered again since: those of the order that was sent never go out with the next.
 */
function acknowledge(intent: Intent, id: string): void {
  const { draft: sent } = intent
  setState((ticket) => {
    const { draft } = ticket
    const isSame = draft === sent
    const hasItsOptions = draft.options === sent.options && sent.options !== NO_OPTIONS
    if (!isSame && !hasItsOptions) return accepted(ticket, intent, id)
    const options = hasItsOptions ? NO_OPTIONS : draft.options
    return {
      ...accepted(ticket, intent, id),
      draft: { ...draft, options, ...(isSame && { quantityText: '', ...FOR_THE_DAY }) },
      isReviewing: false,
    }
  })
}

// An order without an answer is recognised by its clOrdID wherever it appears: in an event, or in
// the list that is fetched after a lost connection.
liveMarket.store.orders.items.subscribe(() => {
  for (const [intent, { id }] of foundAmong(getState(), liveMarket.store.orders.items.get())) {
    acknowledge(intent, id)
  }
})

/** When an order of unknown outcome is looked for among the orders, in milliseconds after it failed. */
const LOOKS_MS = [1_000, 3_000, 10_000, 30_000] as const
const ORDERS_LOOKED_AT = 50

/**
 * Looks for an order of unknown outcome among the newest orders. A desk that rebuilt itself does
 * not publish again what it persisted before.
 */
function lookFor(intent: Intent): void {
  const { account, securityID } = intent.order
  for (const wait of LOOKS_MS) {
    setTimeout(async () => {
      if (!getState().undecided.some((other) => other.intent === intent)) return
      const search = { account, securityID, maxResultCount: ORDERS_LOOKED_AT }
      const found = await call('Order/getStockOrders', search, { failure: 'repeated' }).catch(() => undefined)
      if (found) liveMarket.store.orders.merge(found.items)
    }, wait)
  }
}
