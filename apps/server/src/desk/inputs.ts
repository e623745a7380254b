import {
  type CorporateActionTerms,
  type KillSwitchCause,
  type KillSwitchScope,
  type Kobo,
  type NewsItem,
  type OrderLimits,
  type Permission,
  type Phase,
  type PriceKobo,
  permissionNames,
  type Quantity,
  type Refusal,
  type RefusalName,
  refuse,
  type SettingChanges,
  type StoppedOrders,
  type TransferState,
} from '@tradebook/contract'
import type { NewBulkOrder, NewCross, NewOrder, Order, OrderThere, Replacement } from '@tradebook/orders'
import type { MailRow } from '../store/mail-row.ts'
import type { MarketWork } from '../venue/market-operation.ts'
import type { ReceivedReport, VenueTrade } from '../venue/venue.ts'
import type { AccountTerms } from './decisions/accounts.ts'
import type { AllocationLine } from './decisions/bulk-orders.ts'
import type { ExternalTransfer } from './decisions/firm.ts'
import type { LimitsChange } from './decisions/limit-terms.ts'
import type { DoubtEnd, ReadProposal, UnclaimedOutcome } from './decisions/reconciliation-lines.ts'
import type { RecordedTrade } from './decisions/trade-correction-request.ts'
import type { ChargesChange, PostedBefore, Requested } from './decisions/transfer-request.ts'

/** Who asks, as far as the desk needs to know; permission to call at all was checked before. */
export interface Origin {
  readonly tenantId: number
  readonly userId: number
  readonly userName: string
  /** Account numbers of its own; `'all'` with the permission to trade every account of the firm. */
  readonly accounts: readonly string[] | 'all'
  /** The accounts that they sign in for: they post nothing to these and decide nothing about them. */
  readonly ownAccounts?: readonly string[]
  /** `BUY` and `SELL` gate the side. */
  readonly permissions: ReadonlySet<Permission>
  readonly clientIpAddress: string
  readonly browserInfo: string
}

/** The installation itself acts; user 0 is nobody's. */
export const installation = (tenantId: number): Origin => ({
  ...{ tenantId, userId: 0, userName: 'system', accounts: 'all' },
  ...{ permissions: new Set(permissionNames), clientIpAddress: '127.0.0.1', browserInfo: '' },
})

/** Who makes a call, as the desk needs to know it. */
export const originOf = ({
  caller,
  clientIpAddress,
  browserInfo,
}: Pick<Origin, 'clientIpAddress' | 'browserInfo'> & {
  readonly caller: Pick<Origin, 'tenantId' | 'userId' | 'userName' | 'permissions'> & {
    readonly accounts: readonly string[]
  }
}): Origin => ({
  tenantId: caller.tenantId,
  userId: caller.userId,
  userName: caller.userName,
  accounts: caller.permissions.has('TRADE_ALL_ACCOUNTS') ? 'all' : caller.accounts,
  ownAccounts: caller.accounts,
  permissions: caller.permissions,
  clientIpAddress,
  browserInfo,
})

/** What is wrong with a request that its fields cannot carry, as a price that is not a number of kobo. */
export type Fault = Refusal

/** What the desk is asked to do. Each is stamped once, when the desk takes it. */
export type DeskInput =
  | {
      readonly kind: 'newOrder'
      readonly origin: Origin
      readonly request: NewOrder
      readonly fault?: Fault
      /** Its sender waits for its turn: what only the moment refuses is not entered, and is sent again. */
      readonly isPaced?: boolean
    }
  /** Two accounts of the firm trade with each other: both sides, or neither. */
  | {
      readonly kind: 'crossOrder'
      readonly origin: Origin
      readonly request: NewCross
      readonly fault?: Fault
    }
  /** One order in the market for several accounts of the firm: for all of them, or none. */
  | {
      readonly kind: 'bulkOrder'
      readonly origin: Origin
      readonly request: NewBulkOrder
      readonly fault?: Fault
    }
  /** What a bulk order has traded is allocated: by a list, or pro rata. */
  | {
      readonly kind: 'allocateBulkOrder'
      readonly origin: Origin
      readonly orderID: string
      readonly lines?: readonly AllocationLine[]
    }
  | {
      readonly kind: 'replaceOrder'
      readonly origin: Origin
      readonly clOrdID: string
      readonly orderID: string
      readonly change: Replacement
    }
  | {
      readonly kind: 'cancelOrder'
      readonly origin: Origin
      readonly clOrdID: string
      readonly orderID: string
    }
  /** Cash or shares from or to the outside; the desk gives it the market day. */
  | {
      readonly kind: 'externalTransfer'
      readonly origin: Origin
      readonly transfer: ExternalTransfer
    }
  /** A person's request to post such a transfer, or to change where cash goes: done once for each `postingID` of its maker's, and for each payment request. */
  | {
      readonly kind: 'requestTransfer'
      readonly origin: Origin
      readonly postingID: string
      /** The number of the customer's payment request that it posts. */
      readonly paymentRequest?: number
      readonly transfer: Requested
      /** What is worth more kobo, with what was posted for the account that day without approval, waits for the approval of another person; with `null` nothing does. */
      readonly approvalAbove: Kobo | null
      /** Who gave its maker the right to post, where that is not confirmed yet: then nothing is asked for that needs an approval. */
      readonly rightGivenBy?: string | undefined
      /** The newest that is the same again, as the record had it: the desk knows those of the last market days itself. */
      readonly recorded?: PostedBefore | undefined
      /** The number of the one before that the person knows of, and posts again. */
      readonly repeats?: number | undefined
    }
  /** Another person than its maker approves a request, which posts it, or rejects it. */
  | {
      readonly kind: 'decideTransfer'
      readonly origin: Origin
      readonly id: number
      readonly approves: boolean
      /** Of a rejection. */
      readonly reason: string | null
      /** What is mailed when it is approved. */
      readonly mails?: readonly MailRow[]
    }
  /** Market control asks to cancel a trade or to correct it, which another person of it decides. */
  | {
      readonly kind: 'requestTradeCorrection'
      readonly origin: Origin
      readonly tradeNumber: number
      /** What stays as it is is `null`; all of it `null`: the trade is cancelled. */
      readonly change: { readonly price: PriceKobo | null; readonly quantity: Quantity | null } | null
      readonly reason: string
      /** As the record has it: the desk adds it before it decides. */
      readonly recorded?: RecordedTrade | undefined
    }
  | {
      readonly kind: 'decideTradeCorrection'
      readonly origin: Origin
      readonly id: number
      /** Of the trade that it is about. */
      readonly tradeNumber: number
      /** The only order whose side is changed, where a venue on a line has reported that. */
      readonly orderID?: string | null
      readonly approves: boolean
      /** Of a rejection. */
      readonly reason: string | null
      /** As of a request. */
      readonly recorded?: RecordedTrade | undefined
    }
  | { readonly kind: 'news'; readonly origin: Origin; readonly item: Omit<NewsItem, 'id' | 'origTime'> }
  /** The host announces what a company does to its shareholders, with the news of it. Announced twice, it happens once. */
  | {
      readonly kind: 'announceCorporateAction'
      readonly origin: Origin
      /** The payment date of a split is its ex-day. */
      readonly terms: CorporateActionTerms
      readonly news: Omit<NewsItem, 'id' | 'origTime'>
    }
  /** The host takes back what was announced, before its ex-day. */
  | {
      readonly kind: 'revokeCorporateAction'
      readonly origin: Origin
      readonly id: number
      readonly news: Omit<NewsItem, 'id' | 'origTime'>
    }
  /** Opens the firm of the origin, which has no account yet. */
  | { readonly kind: 'openFirm'; readonly origin: Origin }
  /** The host closes a firm that has neither balances nor open orders: nothing of it is decided any more. `before` is the firm as the audit trail keeps it. */
  | {
      readonly kind: 'closeFirm'
      readonly origin: Origin
      readonly tenantId: number
      readonly before: object
    }
  /** Opens an account of the origin's firm: it may trade at once. */
  | {
      readonly kind: 'openAccount'
      readonly origin: Origin
      readonly account: AccountTerms
      /** Whether its customer, whose first account it is, is sent no trade alerts, and so is charged for none. */
      readonly alertsOff?: boolean
    }
  /** Changes what was agreed with a customer for an account; the customer stays the same. */
  | { readonly kind: 'changeTerms'; readonly origin: Origin; readonly account: AccountTerms }
  /** Corrects the name of a customer, on all accounts and open orders, or what its only account has: the depository account, the name of the bank account. */
  | {
      readonly kind: 'correctCustomer'
      readonly origin: Origin
      readonly customerId: number
      readonly customerName?: string
      readonly cscsAccount?: string
      readonly bankAccountName?: string
    }
  /** Changes settings of the origin's firm, or of the host. They are in force at once, but a raised approval threshold, which is from the next market day on. */
  | {
      readonly kind: 'changeSettings'
      readonly origin: Origin
      readonly texts: SettingChanges
    }
  /** Changes or removes rows of the firm's fee table and agreements of its customers that begin on later market days. */
  | (ChargesChange['change'] & { readonly origin: Origin })
  /** The customers of these accounts choose whether they are sent trade alerts, from the next market day on; what else they agreed stays. */
  | {
      readonly kind: 'chooseAlerts'
      readonly origin: Origin
      readonly accounts: readonly string[]
      readonly alertsOff: boolean
    }
  /** Changes some limits of the firm, a user or an account; those that are left out stay. */
  | ({
      readonly kind: 'changeLimits'
      readonly origin: Origin
      readonly limits: Partial<OrderLimits>
    } & Omit<LimitsChange, 'limits'>)
  /** Switches a kill switch, which refuses what brings new risk of a user, an account, a firm or the market. */
  | {
      readonly kind: 'setKillSwitch'
      readonly origin: Origin
      /** The firm that it concerns; 0 for the market. */
      readonly tenantId: number
      readonly scope: KillSwitchScope
      /** The user's id in digits, the account's number; empty for a firm and the market. */
      readonly id: string
      readonly on: boolean
      readonly reason: string
      readonly cause: KillSwitchCause
      /** Of the host's switch of a firm that is switched on: what becomes of the firm's open orders, which stay as they are otherwise. */
      readonly openOrders?: StoppedOrders
    }
  /** Halts or resumes trading of one security, or with `null` of the whole market. */
  | {
      readonly kind: 'marketControl'
      readonly origin: Origin
      readonly action: 'halt' | 'resume'
      readonly securityID: string | null
      readonly reason: string
    }
  /** A venue on a line has halted or resumed trading, which comes before what else waits. What people here have halted it does not resume. */
  | {
      readonly kind: 'venueHalt'
      readonly origin: Origin
      readonly action: 'halt' | 'resume'
      /** `null`: the whole market. */
      readonly securityID: string | null
    }
  /** A venue on a line has entered a phase of its day, which comes before what else waits. */
  | { readonly kind: 'venuePhase'; readonly origin: Origin; readonly phase: Phase }
  /** What a venue said about an order, which comes before what else waits. It is taken once, however often it is sent. */
  | {
      readonly kind: 'venueReport'
      readonly origin: Origin
      readonly said: ReceivedReport
      /** Its order as the record has it; `null` where there is none, absent of an order that lives. */
      readonly recorded?: Order | null
      /** Of a report that cancels or corrects a trade: the order's side of it, as the record has it. */
      readonly trade?: RecordedTrade | undefined
    }
  /** A venue on a line has said which orders are open there; `null` where it rejects the question. */
  | {
      readonly kind: 'venueOrders'
      readonly origin: Origin
      readonly orders: readonly OrderThere[] | null
    }
  /** A person of market control says what became of an order in doubt; another one has to say the same. */
  | {
      readonly kind: 'settleDoubt'
      readonly origin: Origin
      readonly orderID: string
      readonly as: DoubtEnd
      readonly reason: string
      readonly confirms: ReadProposal | null
    }
  /** A person of market control says what is to become of an order that only the venue has; another one has to say the same. */
  | ({
      readonly kind: 'settleUnclaimed'
      readonly origin: Origin
      readonly venueOrderID: string
      readonly reason: string
      readonly confirms: ReadProposal | null
    } & UnclaimedOutcome)
  /** All open orders of all firms are cancelled. */
  | { readonly kind: 'cancelAll'; readonly origin: Origin; readonly reason: string }
  /** The venue is asked again about an order in doubt. */
  | { readonly kind: 'askAgain'; readonly origin: Origin; readonly orderID: string }
  | { readonly kind: 'marketWork'; readonly work: MarketWork }
  /** A phase that is due by the schedule; its stamp is the time at which it was due. */
  | { readonly kind: 'phase'; readonly phase: Phase }
  /** The auction is due in which a security reopens; its stamp is the time at which it was due. */
  | { readonly kind: 'uncross'; readonly securityID: string }

/** What somebody asks for. */
export type ClientInput = Exclude<DeskInput, { kind: 'marketWork' | 'phase' | 'uncross' }>
export type CancelOrder = Extract<ClientInput, { kind: 'cancelOrder' }>

/** An order with the cash that is held for it. */
export interface OrderWithHold {
  readonly order: Order
  readonly hold: Kobo
  /** The open orders of its firm are out of the market. */
  readonly isFirmHalted: boolean
}

/** What the desk answers, after the commit. */
export type DeskAnswer =
  | ({ readonly kind: 'order' } & OrderWithHold)
  | {
      readonly kind: 'cross'
      readonly buy: OrderWithHold
      readonly sell: OrderWithHold
      readonly trade: VenueTrade
    }
  /** This very cross was answered before: its orders are as in the record. */
  | { readonly kind: 'repeatedCross'; readonly buyOrderID: string; readonly sellOrderID: string }
  /** This very request was answered before: the order is as in the record. */
  | { readonly kind: 'repeat'; readonly orderID: string }
  | { readonly kind: 'done'; readonly sequence: number }
  /** So many orders were cancelled, or are being cancelled. */
  | { readonly kind: 'cancelled'; readonly count: number }
  | { readonly kind: 'transfer'; readonly id: number; readonly state: TransferState }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** The answer to an input that is refused before anything of it is decided. */
export const refused = (refusal: RefusalName): DeskAnswer => refusedWith(refuse(refusal))

/** The answer to an input that is refused. */
export const refusedWith = (refusal: Refusal): DeskAnswer => ({ kind: 'refused', refusal })

/** Why an input was refused that is done or refused. @throws Error for an answer of another kind. */
export function refusalIn(answer: DeskAnswer): Refusal | undefined {
  if (answer.kind === 'refused') return answer.refusal
  if (answer.kind !== 'done') throw new Error(`the desk answered ${answer.kind}`)
  return undefined
}

/** An input, and whom to answer. */
export interface Waiting {
  readonly input: ClientInput
  readonly answer: (answer: DeskAnswer) => void
}
