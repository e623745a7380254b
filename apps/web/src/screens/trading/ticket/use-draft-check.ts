import { isCall, nairaToPrice, Side } from '@tradebook/contract'
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
import { checkDraft } from './draft.ts'
import type { Sight } from './sanity.ts'
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
  const sight = useSight(securityID, draft.side)
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
    sight,
    sellableShares,
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
 * are collected meet at the auction's price, whatever stands in the book.
 */
export function useSight(securityID: string | undefined, side: Side): Sight {
  const isBuy = side === Side.buy
  const phase = useSecurityPhase(securityID)
  const isCollected = phase !== undefined && isCall(phase)
  const averageVolume = useStatistic(securityID ?? '', (row) => row?.averageVolume)
  const otherDepth = useBookFact((book) => {
    if (!book.right || book.securityID !== securityID || isCollected) return undefined
    return isBuy ? book.offerQuantity : book.bidQuantity
  })
  const topOfBook = useBookFact((book) =>
    book.right && book.securityID === securityID
      ? ((isBuy ? book.offers : book.bids)[0]?.mdEntryPx ?? null)
      : undefined,
  )
  const quoted = useStatistic(securityID ?? '', (row) => (isBuy ? row?.offerPx : row?.bidPx))
  const indicative = useStatistic(securityID ?? '', (row) => row?.indicativePx)
  const best = isCollected ? indicative : topOfBook === undefined ? quoted : topOfBook
  return {
    averageVolume: averageVolume ?? undefined,
    otherDepth,
    otherBest: best ? nairaToPrice(best) : undefined,
  }
}
