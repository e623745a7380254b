import {
  type AgreedCharges,
  isFinal,
  type MarketRules,
  type PriceKobo,
  type Quantity,
  withAgreements,
} from '@tradebook/contract'
import { Ledger, type LedgerOptions, type Lien, type OpenOrder } from '@tradebook/ledger'
import {
  AWAITS_ALLOCATION,
  awaitedAllocations,
  type FirmLimits,
  isBulkOrder,
  isPart,
  type Order,
  unallocated,
  worstPrice,
} from '@tradebook/orders'
import { orderOf } from '../../venue/commands.ts'
import { listing } from '../../venue/listing.ts'
import type { OpenVenue } from '../../venue/venue.ts'
import { Accounts, directToOf } from '../decisions/accounts.ts'
import type { ReplacedHold } from '../decisions/command-line.ts'
import { DeskCore } from '../decisions/core.ts'
import { Firm } from '../decisions/firm.ts'
import { Freezes } from '../decisions/freezes.ts'
import { KillSwitches } from '../decisions/kill-switches.ts'
import type { PhaseSource } from '../decisions/market-clock.ts'
import { MarketState } from '../decisions/market-state.ts'
import { openOrder } from '../decisions/order-holds.ts'
import { Settings } from '../decisions/settings.ts'
import { lienOf } from '../decisions/transfer-request.ts'
import type { Election } from '../record/election.ts'
import { Sequence } from '../record/journal.ts'
import { lastCounted, restoredLimits } from '../record/limits-restored.ts'
import type { Recorded, RecordedFirm } from '../record/record-connection.ts'

/** What a desk is rebuilt for, besides what its record has. */
export interface RebuildTarget {
  readonly marketDate: string
  readonly now: number
  readonly rules: MarketRules
  /** How many milliseconds of market time pass in one. */
  readonly speed: number
  /** Whether phases come by the schedule. */
  readonly phasesBy: PhaseSource
}

/** The desk rebuilt from its record: open orders are back in the books, in priority order. */
export function rebuild(
  recorded: Recorded,
  openVenue: OpenVenue,
  election: Pick<Election, 'epoch' | 'sequence'>,
  { marketDate, now, rules, speed, phasesBy }: RebuildTarget,
): DeskCore {
  const {
    openOrders,
    bulkOrders,
    requests,
    transferRequests,
    tradeCorrections,
    corporateActions,
    execIDs,
    venueCommands,
    venueDoubts,
    unclaimedOrders,
    strays,
    killSwitches,
    index,
  } = recorded
  const listings = recorded.listings.map((listed) => listing(listed, rules))
  // The books restate what is public, and the trade numbers go on, from here.
  const sequence = new Sequence(election.sequence)
  const market = new MarketState(recorded.market, marketDate, now)
  const opened = openVenue(listings, {
    epoch: election.epoch,
    nextTradeNumber: () => sequence.next(),
    now,
    phase: market.line.phase,
    isDayOver: market.isDayOver,
    rules,
    speed,
  })
  const settings = new Settings(recorded.settings)
  const start = {
    sequence,
    marketDate,
    listings,
    opened,
    market,
    rules,
    phasesBy,
    openOrders,
    bulkOrders,
    firms: firmsOf({ ...recorded, listings, transferRequests }, settings, marketDate),
    settings,
    killSwitches: new KillSwitches(killSwitches),
    requests,
    transferRequests,
    tradeCorrections,
    corporateActions,
    execIDs,
    venueCommands,
    venueDoubts,
    unclaimedOrders,
    strays,
    index,
  }
  return new DeskCore(start, now)
}

/** The recorded firms with their ledgers, as of a market day. */
export const firmsOf = (
  {
    firms,
    openOrders,
    listings,
    requests,
    transferRequests,
    venueCommands = [],
    bulkOrders = [],
  }: Pick<Recorded, 'firms' | 'openOrders' | 'listings' | 'requests' | 'transferRequests'> &
    Partial<Pick<Recorded, 'venueCommands' | 'bulkOrders'>>,
  settings: Settings,
  marketDate: string,
): ReadonlyMap<number, Firm> => {
  const listingOf = new Map(listings.map((listed) => [listed.securityID, listed]))
  const ordersOf = Map.groupBy(openOrders, ({ tenantId }) => tenantId)
  const ofBulkOrder = Map.groupBy(bulkOrders, ({ bulkOrderID }) => bulkOrderID)
  /** What a part holds for that waits for an allocation by list. */
  const heldForListOf = (order: Order) => {
    const together = ofBulkOrder.get(order.bulkOrderID) ?? []
    const bulkOrder = together.find(isBulkOrder)
    if (!bulkOrder || order.text !== AWAITS_ALLOCATION) return undefined
    const parts = together.filter(isPart).sort((a, b) => Number(a.orderID) - Number(b.orderID))
    const waiting = parts.filter(({ ordStatus }) => !isFinal(ordStatus))
    const index = waiting.findIndex(({ orderID }) => orderID === order.orderID)
    return awaitedAllocations(waiting, unallocated(bulkOrder, parts))[index]
  }
  const openOrdersOf = (tenantId: number) =>
    (ordersOf.get(tenantId) ?? []).flatMap((order) => {
      if (isBulkOrder(order)) return []
      const awaited = heldForListOf(order)
      if (awaited) return { ...openOrder(order, awaited.worstPx, marketDate), leaves: awaited.leaves }
      if (order.leavesQty > 0)
        return openOrder(order, worstPrice(order, listingOf.get(order.securityID)), marketDate)
      const { leaves, worstPx, cumQty } = replacesOf.get(order.orderID) ?? NO_REPLACE
      const leavesQty = (leaves - (order.cumQty - cumQty)) as Quantity
      return leavesQty > 0 ? openOrder({ ...order, leavesQty }, worstPx, marketDate) : []
    })
  const replacesOf = new Map(
    venueCommands.flatMap(({ command, becomes }) => (becomes ? [[orderOf(command), becomes] as const] : [])),
  )
  const pendingOf = Map.groupBy(
    transferRequests.filter(({ state }) => state === 'pending'),
    ({ tenantId }) => tenantId,
  )
  const liensOf = (tenantId: number) =>
    (pendingOf.get(tenantId) ?? []).flatMap(({ transfer }) => lienOf(transfer) ?? [])
  const countedOf = Map.groupBy(lastCounted(requests), ({ tenantId }) => tenantId)
  const limitsOf = (firm: RecordedFirm) =>
    restoredLimits(firm, {
      openOrders: ordersOf.get(firm.tenantId) ?? [],
      worstPxOf: (order) => worstPrice(order, listingOf.get(order.securityID)),
      awaitedOf: heldForListOf,
      counted: countedOf.get(firm.tenantId) ?? [],
    })
  return new Map(
    firms.map((firm) => [
      firm.tenantId,
      firmOf(firm, settings.of(firm.tenantId), {
        orders: openOrdersOf(firm.tenantId),
        liens: liensOf(firm.tenantId),
        limits: limitsOf(firm),
      }),
    ]),
  )
}

const NO_REPLACE: ReplacedHold = { leaves: 0 as Quantity, worstPx: 1 as PriceKobo, cumQty: 0 as Quantity }

/** A firm with its ledger. What its open orders hold belongs to the contract notes of the market day. */
function firmOf(
  { tenantId, accounts, ...recorded }: RecordedFirm,
  options: LedgerOptions,
  {
    orders,
    liens,
    limits,
  }: { readonly orders: readonly OpenOrder[]; readonly liens: readonly Lien[]; readonly limits: FirmLimits },
): Firm {
  const { fees, agreements, cash, positions, notes, lastNote } = recorded
  const freezes = new Freezes(recorded.freezes)
  const agreed = new Map<number, readonly AgreedCharges[]>()
  for (const [customerId, rows] of Map.groupBy(agreements, (row) => row.customerId)) {
    const charges = rows.map(({ customerId: _, ...each }) => each)
    agreed.set(customerId, withAgreements([], charges))
  }
  return new Firm({
    tenantId,
    accounts: new Accounts(accounts),
    agreed,
    limits,
    freezes,
    ledger: Ledger.restore(options, {
      fees,
      accounts: accounts.map((terms) => ({
        account: terms.account,
        agreed: agreed.get(terms.customerId) ?? [],
        directTo: freezes.has(terms.account) ? null : directToOf(terms),
      })),
      cash,
      positions,
      notes,
      lastNote,
      orders,
      liens,
    }),
  })
}
