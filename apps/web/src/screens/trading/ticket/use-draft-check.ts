import {
  isCall,
  isStop,
  isUnpriced,
  nairaToKobo,
  nairaToPrice,
  type PriceKobo,
  Side,
} from '@tradebook/contract'
import { liveMarket } from '../../../live/live-market.ts'
import type { BookView } from '../../../live/selected-book.ts'
import { useKillSwitchOf } from '../../../live/use-kill-switches.ts'
import {
  useBookFact,
  useIsBookRight,
  useIsFresh,
  useLatestExpireDate,
  useMarketDate,
  useStatistic,
  useVenue,
} from '../../../live/use-live.ts'
import { isHalted } from '../../../market/halted.ts'
import { useCan } from '../../../session.ts'
import { phaseOfSecurity, useSecurityPhase } from '../phase/use-security-phase.ts'
import { useAuction, useLastPrice, usePriceRules } from '../security-facts.ts'
import { useAccountFunds, useTradingAccount } from './account.tsx'
import { availableTo, type Expected, expectedAt, expectedOf, otherSideOf } from './at-once.ts'
import { checkDraft, type DraftConditions, limitOf, type ReadyOrder } from './draft.ts'
import type { MarketSnapshot } from './sanity.ts'
import { useTicket } from './ticket-store.ts'

/** What any order of a security is checked against, except for what it would meet in the book, and whose funds these are. */
export function useOrderConditions(securityID: string | undefined) {
  const isSecurityHalted = useStatistic(securityID ?? '', (row) => row !== undefined && isHalted(row))
  const rules = usePriceRules(securityID)
  const account = useTradingAccount()
  const { balance, holdings } = useAccountFunds(account)
  const mayTrade = { [Side.buy]: useCan('BUY'), [Side.sell]: useCan('SELL') }
  const isLinkFresh = useIsFresh()
  const isBookRight = useIsBookRight()
  const phase = useSecurityPhase(securityID)
  const { connected, terms: venue } = useVenue() ?? {}
  const isAway = connected === false
  const marketDate = useMarketDate()
  const latestExpireDate = useLatestExpireDate()
  const auction = useAuction(securityID)
  const killSwitch = useKillSwitchOf(account?.accountNumber)
  const lastPx = useLastPrice(securityID)
  const held = holdings?.find((holding) => holding.securityID === securityID)
  const sellableShares = holdings && (held?.availableQuantity ?? 0)
  const conditions: Omit<DraftConditions, 'snapshot'> = {
    securityID,
    account: account?.accountNumber,
    rules,
    mayTrade,
    market: isAway ? 'away' : phase,
    venue,
    marketDate,
    latestExpireDate,
    isFresh: isLinkFresh && (isBookRight || securityID === undefined),
    isHalted: isSecurityHalted,
    auction,
    ...(killSwitch && { killSwitch }),
    sellableShares,
    buyingPower: balance && nairaToKobo(balance.buyingPower),
    lastPx,
  }
  return { conditions, phase, venue, account, balance, holdings }
}

/** The draft as it reads in the market, the account and the rules of this moment. */
export function useDraftCheck(securityID: string | undefined) {
  const draft = useTicket((ticket) => ticket.draft)
  const symbol = useStatistic(securityID ?? '', (row) => row?.symbol) ?? securityID ?? ''
  const snapshot = useMarketSnapshot(securityID, draft.side, limitOf(draft))
  const { conditions, ...known } = useOrderConditions(securityID)
  const { marketDate, latestExpireDate, rules, mayTrade, sellableShares } = conditions
  return {
    ...checkDraft(draft, { ...conditions, snapshot }),
    ...known,
    draft,
    symbol,
    ...{ marketDate, latestExpireDate, rules, mayTrade, sellableShares },
  }
}

/**
 * What an order of a side would meet: of the selected book, as far as it is known to be right. Orders that
 * are collected meet at the auction's price, whatever is in the book.
 */
export function useMarketSnapshot(
  securityID: string | undefined,
  side: Side,
  limit: PriceKobo | undefined,
): MarketSnapshot {
  const isBuy = side === Side.buy
  const phase = useSecurityPhase(securityID)
  const isCollected = phase !== undefined && isCall(phase)
  const averageVolume = useStatistic(securityID ?? '', (row) => row?.averageVolume)
  const available = useBookFact((book) =>
    isCollected ? undefined : availableIn(book, securityID, side, limit),
  )
  const topOfBook = useBookFact((book) => topIn(book, securityID, side))
  const quoted = useStatistic(securityID ?? '', (row) => (isBuy ? row?.offerPx : row?.bidPx))
  const indicative = useStatistic(securityID ?? '', (row) => row?.indicativePx)
  const best = isCollected ? indicative : topOfBook === undefined ? quoted : topOfBook
  return {
    averageVolume: averageVolume ?? undefined,
    available,
    otherBest: best ? nairaToPrice(best) : undefined,
  }
}

const availableIn = (
  book: BookView,
  securityID: string | undefined,
  side: Side,
  limit: PriceKobo | undefined,
): number | undefined =>
  book.right && book.securityID === securityID ? availableTo(side, limit, otherSideOf(book, side)) : undefined

/** The best price that an order would trade with; `null` where there is none, `undefined` where it is not known. */
const topIn = (book: BookView, securityID: string | undefined, side: Side): number | null | undefined =>
  book.right && book.securityID === securityID ? (otherSideOf(book, side)[0]?.mdEntryPx ?? null) : undefined

/** What `useMarketSnapshot` gives, of this moment: for an order whose side and price are only known as it is sent. */
export function marketSnapshotNow(securityID: string, side: Side, limit: PriceKobo): MarketSnapshot {
  const { book, day, statistics } = liveMarket.store
  const row = statistics.latest(securityID)
  const phase = phaseOfSecurity(day.get()?.phase, row)
  const isCollected = phase !== undefined && isCall(phase)
  const view = book.view.get()
  const quoted = side === Side.buy ? row?.offerPx : row?.bidPx
  const top = topIn(view, securityID, side)
  const best = isCollected ? row?.indicativePx : top === undefined ? quoted : top
  return {
    averageVolume: row?.averageVolume ?? undefined,
    available: isCollected ? undefined : availableIn(view, securityID, side, limit),
    otherBest: best ? nairaToPrice(best) : undefined,
  }
}

/**
 * What an order without a limit would trade by what is known now: as it walks the selected book, in a call at
 * the indicative price, and of a stop order at its stop price. `undefined` of an order with a limit.
 */
export function useExpected(order: ReadyOrder | undefined): Expected | undefined {
  const { securityID = '', side = Side.buy, orderQty, ordType, stopPx } = order ?? {}
  const phase = useSecurityPhase(securityID)
  const isCollected = phase !== undefined && isCall(phase)
  const indicative = useStatistic(securityID, (row) => row?.indicativePx)
  const walked = (book: BookView) =>
    orderQty !== undefined && book.right && book.securityID === securityID
      ? expectedOf(orderQty, otherSideOf(book, side))
      : undefined
  const filled = useBookFact((book) => walked(book)?.filled)
  const value = useBookFact((book) => walked(book)?.value)
  const average = useBookFact((book) => walked(book)?.average)
  if (orderQty === undefined || ordType === undefined || !isUnpriced(ordType)) return undefined
  if (isStop(ordType)) return stopPx === undefined ? undefined : expectedAt(orderQty, stopPx)
  if (isCollected) {
    const price = indicative ? nairaToPrice(indicative) : undefined
    return price === undefined ? undefined : expectedAt(orderQty, price)
  }
  return filled === undefined || value === undefined || average === undefined
    ? undefined
    : { filled, value, average }
}
