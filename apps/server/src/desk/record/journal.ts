import {
  ALWAYS,
  type CorporateAction,
  type FeeRate,
  type FeeRateKey,
  isRefusal,
  type Phase,
  type PriceKobo,
  type Quantity,
  type Refusal,
  type SettingChanges,
  standardFees,
} from '@tradebook/contract'
import type { Lien, RegisteredShares, Restated, Reversal, Traded } from '@tradebook/ledger'
import type { NewOrder, Order, OrderEnd, OrderIdentity, OrderReport } from '@tradebook/orders'
import type { ReceivedReport, VenueReport } from '../../venue/venue.ts'
import type { AccountTerms, AgreementKey, CustomerCharges } from '../decisions/accounts.ts'
import type { DatedTransfer } from '../decisions/firm.ts'
import type { FirmState, OrderCorrection } from '../decisions/firm-state.ts'
import type { Freeze } from '../decisions/freezes.ts'
import type { KillSwitchChange } from '../decisions/kill-switches.ts'
import type { LimitsChange } from '../decisions/limit-terms.ts'
import type { DoubtEnd, UnclaimedOutcome } from '../decisions/reconciliation-lines.ts'
import { lienOf, type Requested } from '../decisions/transfer-request.ts'
import { decode, encode } from './codec.ts'

/** The one counter of the record: journal lines, orders, executions and trades draw their numbers from it. */
export class Sequence {
  last: number
  constructor(last: number) {
    this.last = last
  }
  next(): number {
    this.last += 1
    return this.last
  }
}

/**
 * One line of the journal: an input or a report that changed an order or a ledger, with everything
 * that is needed to apply it again. Replaying the lines in order over the same beginning gives the
 * same orders, holds and ledgers.
 */
export type JournalEntry =
  | {
      readonly kind: 'newOrder'
      readonly request: NewOrder
      readonly identity: OrderIdentity
      /** What the hold is calculated at. */
      readonly worstPx: PriceKobo | null
      readonly refusal: Refusal | null
    }
  | {
      readonly kind: 'replaceOrder'
      readonly orderID: string
      readonly clOrdID: string
      /** What the hold is calculated at, under the name that existing journals have for it. */
      readonly price: PriceKobo
      readonly leaves: Quantity
      /** Who brought new risk by it, and when by wall time; absent where it brought none. */
      readonly counted?: { readonly userId: number; readonly at: number }
    }
  | { readonly kind: 'cancelOrder'; readonly orderID: string; readonly clOrdID: string }
  /** The desk itself asks a venue on a line to cancel an order, and how it then ends. */
  | {
      readonly kind: 'endOrder'
      readonly orderID: string
      readonly clOrdID: string
      readonly ends: OrderEnd
    }
  /** An order without a price continues into a market day with other price limits. */
  | { readonly kind: 'repriceHold'; readonly orderID: string; readonly worstPx: PriceKobo }
  | {
      readonly kind: 'report'
      readonly orderID: string
      readonly report: OrderReport
      readonly marketDate: string
      /** As it had ended, of a part of a bulk order where that was persisted. */
      readonly ended?: Order
    }
  /** What a venue said about an order. `report` is what the desk itself reports, and in older journals the venue, too. */
  | ({
      readonly kind: 'venueReport'
      readonly marketDate: string
      /** When it happened at the venue, of what an order did there before a firm adopted it; otherwise, when it was taken. */
      readonly tradedAt?: number
      /** As it had ended, where that was persisted. */
      readonly ended?: Order
    } & VenueReport<OrderReport> & { readonly orderID: string })
  /** What a venue said that changed nothing, for nothing could be made of it. */
  | ({ readonly kind: 'strayReport' } & ReceivedReport)
  /** An external transfer, under the names that existing journals have for it. */
  | { readonly kind: 'posting'; readonly posting: DatedTransfer }
  /** An entry is taken back. */
  | { readonly kind: 'reversal'; readonly reversal: Reversal }
  /** Its line is the number of the freeze. */
  | { readonly kind: 'freezeAccount'; readonly freeze: Omit<Freeze, 'id'> }
  | { readonly kind: 'unfreezeAccount'; readonly account: string; readonly freeze: number }
  /** Of a request whose posting waits for approval; an approval is journalled as the posting. */
  | { readonly kind: 'transferRequest'; readonly postingID: string; readonly transfer: Requested }
  | {
      readonly kind: 'transferRejection'
      readonly id: number
      readonly reason: string
      /** What ends with it. */
      readonly lien?: Lien
    }
  /** A market day begins in a firm's ledger, under the name that existing journals have for it. */
  | { readonly kind: 'settle'; readonly date: string }
  | {
      readonly kind: 'tradeCorrectionRequest'
      readonly tradeNumber: number
      readonly becomes: Traded | null
      readonly reason: string
    }
  | {
      readonly kind: 'tradeCorrectionDecision'
      readonly id: number
      readonly approves: boolean
      readonly reason: string | null
    }
  /** Of the firm of the order, with what it changed next to the trade. */
  | { readonly kind: 'tradeCorrection'; readonly correction: OrderCorrection; readonly restated: Restated }
  /** What it cancels is in lines of its own. */
  | { readonly kind: 'cancelAll'; readonly reason: string }
  | { readonly kind: 'reconciliation'; readonly counts: Readonly<Record<string, number>> }
  /** What became of an order in doubt: what the second person says is done by reports. */
  | {
      readonly kind: 'settleDoubt'
      readonly orderID: string
      readonly as: DoubtEnd
      readonly isSecond: boolean
      readonly reason: string
    }
  /** What is to become of an order that only the venue has: the order that adopts it is a line of its own. */
  | ({
      readonly kind: 'settleUnclaimed'
      readonly venueOrderID: string
      readonly isSecond: boolean
      readonly reason: string
    } & UnclaimedOutcome)
  | { readonly kind: 'news'; readonly item: unknown }
  | { readonly kind: 'corporateAction'; readonly terms: unknown }
  | { readonly kind: 'corporateRevocation'; readonly id: number }
  /** What a corporate action gives to some accounts of a firm, by their registered shares. */
  | {
      readonly kind: 'corporatePayment'
      readonly action: CorporateAction
      readonly registered: readonly RegisteredShares[]
      readonly date: string
    }
  | {
      readonly kind: 'openFirm'
      /** Its fee table; journals of before fees were inputs have none, and mean `firstFees`. */
      readonly fees?: readonly FeeRate[]
      /** The accounts of a firm that is older than its journal. */
      readonly accounts: readonly AccountTerms[]
    }
  | { readonly kind: 'closeFirm' }
  | { readonly kind: 'openAccount' | 'changeTerms'; readonly account: AccountTerms }
  | {
      readonly kind: 'changeCharges'
      readonly rates: readonly FeeRate[]
      readonly agreements: readonly CustomerCharges[]
    }
  | {
      readonly kind: 'removeCharges'
      readonly rates: readonly FeeRateKey[]
      readonly agreements: readonly AgreementKey[]
    }
  /** Of a firm or the host: texts by the names of the settings. */
  | { readonly kind: 'changeSettings'; readonly texts: SettingChanges }
  | ({ readonly kind: 'changeLimits' } & LimitsChange)
  | ({ readonly kind: 'setKillSwitch' } & KillSwitchChange)
  /** Of the firm of the order: its line is the order's new place. */
  | { readonly kind: 'requeued'; readonly orderID: string }
  | { readonly kind: 'phase'; readonly phase: Phase; readonly marketDate: string }
  | { readonly kind: 'uncross'; readonly securityID: string }
  | {
      readonly kind: 'marketControl'
      readonly action: 'halt' | 'resume'
      readonly securityID: string | null
      readonly reason: string
    }

/**
 * What firms were charged before fee tables were inputs, as migration 021 gave it to them. A row that is published later
 * is of a new firm's own table: these firms charge it only if their journals say so.
 */
const firstFees = standardFees.filter(({ dateFrom }) => dateFrom === ALWAYS)

/** Applies one line of the journal again. @throws Error when its outcome differs from the first time. */
export function replay(
  firmState: FirmState,
  line: {
    readonly sequence: number
    readonly tenantId: number
    readonly at: number
    readonly entry: JournalEntry
  },
): void {
  const { entry, sequence, tenantId } = line
  const mustAgree = (agrees: boolean) => {
    if (!agrees) throw new Error(`journal line ${sequence} has another outcome than the first time`)
  }
  switch (entry.kind) {
    case 'newOrder': {
      const { order } = firmState.enter(entry.request, entry.identity, entry.worstPx, entry.refusal)
      mustAgree((order.refusal === null) === (entry.refusal === null))
      return
    }
    case 'replaceOrder': {
      const order = firmState.orders.get(entry.orderID)
      mustAgree(
        order !== undefined &&
          firmState.replace(order, entry.price, entry.leaves, entry.clOrdID, line.at) === undefined,
      )
      if (order && entry.counted) firmState.raised(order, entry.counted)
      return
    }
    case 'report':
      firmState.report(
        entry.orderID,
        entry.report,
        { sequence, time: line.at, marketDate: entry.marketDate },
        entry.ended,
      )
      return
    case 'venueReport': {
      const at = { sequence, time: entry.tradedAt ?? line.at, marketDate: entry.marketDate }
      firmState.report(entry.orderID, entry.report, at, entry.ended)
      return
    }
    case 'cancelOrder': {
      const order = firmState.orders.get(entry.orderID)
      mustAgree(order !== undefined)
      if (order) firmState.cancel(order, entry.clOrdID, line.at)
      return
    }
    case 'endOrder':
      firmState.cancel(firmState.order(entry.orderID), entry.clOrdID, line.at, entry.ends)
      return
    case 'repriceHold':
      firmState.holdAt(entry.orderID, entry.worstPx)
      return
    case 'tradeCorrection':
      firmState.correct(entry.correction, { sequence, time: line.at }, () => entry.restated)
      return
    case 'requeued':
      firmState.requeue(entry.orderID, sequence)
      return
    case 'posting':
      mustAgree(!isRefusal(firmState.firm(tenantId).transfer(entry.posting)))
      return
    case 'reversal':
      mustAgree(!isRefusal(firmState.firm(tenantId).ledger.reverse(entry.reversal)))
      return
    case 'freezeAccount':
      firmState.firm(tenantId).freeze({ ...entry.freeze, id: sequence })
      return
    case 'unfreezeAccount':
      firmState.firm(tenantId).unfreeze({ account: entry.account, id: entry.freeze })
      return
    case 'settle':
      firmState.firm(tenantId).beginDay(entry.date)
      return
    case 'corporatePayment':
      firmState.firm(tenantId).ledger.payCorporateAction(entry.action, entry.registered, entry.date)
      return
    case 'openFirm':
      firmState.openFirm(tenantId, entry.fees ?? firstFees)
      for (const account of entry.accounts) firmState.firm(tenantId).openAccount(account)
      return
    case 'closeFirm':
      firmState.closeFirm(tenantId)
      return
    case 'openAccount':
      firmState.firm(tenantId).openAccount(entry.account)
      return
    case 'changeTerms':
      firmState.changeTerms(tenantId, entry.account)
      return
    case 'changeSettings':
      firmState.changeSettings(tenantId, entry.texts)
      return
    case 'changeCharges':
      firmState.firm(tenantId).changeCharges(entry.rates, entry.agreements)
      return
    case 'removeCharges':
      firmState.firm(tenantId).removeCharges(entry.rates, entry.agreements)
      return
    case 'changeLimits':
      firmState.firm(tenantId).limits.change(entry.level, entry.id, entry.limits)
      return
    case 'setKillSwitch': {
      const { kind: _, on: isOn, haltsOrders = false, ...change } = entry
      firmState.killSwitches.set({ tenantId, ...change, isOn, haltsOrders })
      return
    }
    case 'transferRequest': {
      const lien = lienOf(entry.transfer)
      if (lien) firmState.firm(tenantId).ledger.placeLien(lien)
      return
    }
    case 'transferRejection':
      if (entry.lien) firmState.firms.get(tenantId)?.ledger.liftLien(entry.lien)
      return
    case 'strayReport':
    case 'tradeCorrectionRequest':
    case 'tradeCorrectionDecision':
    case 'cancelAll':
    case 'reconciliation':
    case 'settleDoubt':
    case 'settleUnclaimed':
    case 'news':
    case 'corporateAction':
    case 'corporateRevocation':
    case 'phase':
    case 'uncross':
    case 'marketControl':
      return
  }
}

/** The body of a journal row. */
export const toJournalBody = ({ kind: _, ...body }: JournalEntry): string => encode(body)

/** The entry that a journal row has stored. */
export const fromJournalBody = (kind: JournalEntry['kind'], body: object): JournalEntry =>
  ({ kind, ...(decode(body) as object) }) as JournalEntry
