import { nairaToPrice, phaseOfSession, Side } from '@tradebook/contract'
import { useBookFact, useIsBookRight, useIsFresh, useStatistic, useVenue } from '../../../live/use-live.ts'
import { useCan } from '../../../session.ts'
import { usePriceRules } from '../security-facts.ts'
import { isHalted } from '../watch/watch-columns.ts'
import { useAccountFunds, useTradingAccount } from './account.tsx'
import { type Circumstances, checkDraft } from './draft.ts'
import type { Sight } from './sanity.ts'
import { useTicket } from './ticket-store.ts'

/** The draft as it reads in the market, the account and the rules of this moment. */
export function useDraftCheck(securityID: string | undefined) {
  const draft = useTicket((ticket) => ticket.draft)
  const symbol = useStatistic(securityID ?? '', (row) => row?.symbol) ?? securityID ?? ''
  const isSecurityHalted = useStatistic(securityID ?? '', (row) => row !== undefined && isHalted(row))
  const rules = usePriceRules(securityID)
  const account = useTradingAccount()
  const { balance, holdings, buyingPower } = useAccountFunds(account)
  const mayTrade = { [Side.buy]: useCan('BUY'), [Side.sell]: useCan('SELL') }
  const isLinkFresh = useIsFresh()
  const isBookRight = useIsBookRight()
  const market = useMarketPhase(securityID)
  const sight = useSight(securityID, draft.side)
  const held = holdings?.find((holding) => holding.securityID === securityID)
  const sellableShares = holdings && (held?.availableQuantity ?? 0)
  const check = checkDraft(draft, {
    securityID,
    account: account?.accountNumber,
    rules,
    mayTrade,
    market,
    isFresh: isLinkFresh && (isBookRight || securityID === undefined),
    isHalted: isSecurityHalted,
    sight,
    sellableShares,
    buyingPower,
  })
  return { ...check, draft, symbol, rules, account, balance, holdings, mayTrade, sellableShares }
}

/** The phase of the market: from the venue's state, and before that is known from the security's statistics. */
function useMarketPhase(securityID: string | undefined): Circumstances['market'] {
  const venue = useVenue()
  const session = useStatistic(securityID ?? '', (row) => row?.tradingSessionSubID)
  if (venue?.connected === false) return 'away'
  return venue?.phase ?? (session === undefined ? undefined : phaseOfSession(session))
}

/** What an order of a side would meet: of the selected book, as far as it is known to be right. */
export function useSight(securityID: string | undefined, side: Side): Sight {
  const isBuy = side === Side.buy
  const averageVolume = useStatistic(securityID ?? '', (row) => row?.averageVolume)
  const otherDepth = useBookFact((book) => {
    if (!book.right || book.securityID !== securityID) return undefined
    return isBuy ? book.offerQuantity : book.bidQuantity
  })
  const topOfBook = useBookFact((book) =>
    book.right && book.securityID === securityID
      ? ((isBuy ? book.offers : book.bids)[0]?.mdEntryPx ?? null)
      : undefined,
  )
  const quoted = useStatistic(securityID ?? '', (row) => (isBuy ? row?.offerPx : row?.bidPx))
  const best = topOfBook === undefined ? quoted : topOfBook
  return {
    averageVolume: averageVolume ?? undefined,
    otherDepth,
    otherBest: best ? nairaToPrice(best) : undefined,
  }
}
