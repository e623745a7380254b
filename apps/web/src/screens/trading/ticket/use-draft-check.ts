import {
  isCall,
  isStop,
  isUnpriced,
  nairaToKobo,
  nairaToPrice,
  type PriceKobo,
  Side,
} from '@tradebook/contract'
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
import { useSecurityPhase } from '../phase/use-security-phase.ts'
import { useAuction, useLastPrice, usePriceRules } from '../security-facts.ts'
import { useAccountFunds, useTradingAccount } from './account.tsx'
import { availableTo, type Expected, expectedAt, expectedOf, otherSideOf } from './at-once.ts'
import { checkDraft, limitOf, type ReadyOrder } from './draft.ts'
import type { MarketSnapshot } from './sanity.ts'
import { useTicket } from './ticket-store.ts'

/** The draft as it reads in the market, the account and the rules of this moment. */
export function useDraftCheck(securityID: string | undefined) {
  const draft = useTicket((ticket) => ticket.draft)
  const symbol = useStatistic(securityID ?? '', (row) => row?.symbol) ?? securityID ?? ''
  const isSecurityHalted = useStatistic(securityID ?? '', (row) => row !== undefined && isHalted(row))
  const rules = usePriceRules(securityID)
  const account = useTradingAccount()
  const { balance, holdings } = useAccountFunds(account)
  const mayTrade = { [Side.buy]: useCan('BUY'), [Side.sell]: useCan('SELL') }
  const isLinkFresh = useIsFresh()
  const isBookRight = useIsBookRight()
  const phase = useSecurityPhase(securityID)
  const isAway = useVenue()?.connected === false
  const marketDate = useMarketDate()
  const latestExpireDate = useLatestExpireDate()
  const auction = useAuction(securityID)
  const killSwitch = useKillSwitchOf(account?.accountNumber)
  const snapshot = useMarketSnapshot(securityID, draft.side, limitOf(draft))
  const lastPx = useLastPrice(securityID)
  const held = holdings?.find((holding) => holding.securityID === securityID)
  const sellableShares = holdings && (held?.availableQuantity ?? 0)
  const check = checkDraft(draft, {
    securityID,
    account: account?.accountNumber,
    rules,
    mayTrade,
    market: isAway ? 'away' : phase,
    marketDate,
    latestExpireDate,
    isFresh: isLinkFresh && (isBookRight || securityID === undefined),
    isHalted: isSecurityHalted,
    auction,
    ...(killSwitch && { killSwitch }),
    snapshot,
    sellableShares,
    buyingPower: balance && nairaToKobo(balance.buyingPower),
    lastPx,
  })
  return {
    ...check,
    draft,
    phase,
    marketDate,
    latestExpireDate,
    symbol,
    rules,
    account,
    balance,
    holdings,
    mayTrade,
    sellableShares,
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
  const available = useBookFact((book) => {
    if (!book.right || book.securityID !== securityID || isCollected) return undefined
    return availableTo(side, limit, otherSideOf(book, side))
  })
  const topOfBook = useBookFact((book) =>
    book.right && book.securityID === securityID
      ? (otherSideOf(book, side)[0]?.mdEntryPx ?? null)
      : undefined,
  )
  const quoted = useStatistic(securityID ?? '', (row) => (isBuy ? row?.offerPx : row?.bidPx))
  const indicative = useStatistic(securityID ?? '', (row) => row?.indicativePx)
  const best = isCollected ? indicative : topOfBook === undefined ? quoted : topOfBook
  return {
    averageVolume: averageVolume ?? undefined,
    available,
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
