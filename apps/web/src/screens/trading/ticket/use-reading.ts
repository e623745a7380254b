import { Side } from '@tradebook/contract'
import { useIsBookRight, useIsFresh, useStatistic } from '../../../live/use-live.ts'
import { useCan } from '../../../session.ts'
import { usePriceRules } from '../security-facts.ts'
import { isHalted } from '../watch/watch-columns.ts'
import { useAccountMeans, useTradingAccount } from './accounts.ts'
import { readDraft } from './draft.ts'
import { useTicket } from './ticket-store.ts'

/** The draft as it reads in the market, the account and the rules of this moment. */
export function useReading(securityID: string | undefined) {
  const draft = useTicket((ticket) => ticket.draft)
  const symbol = useStatistic(securityID ?? '', (row) => row?.symbol) ?? securityID ?? ''
  const isSecurityHalted = useStatistic(securityID ?? '', (row) => row !== undefined && isHalted(row))
  const rules = usePriceRules(securityID)
  const account = useTradingAccount()
  const { balance, holdings, buyingPower } = useAccountMeans(account)
  const mayTrade = { [Side.buy]: useCan('BUY'), [Side.sell]: useCan('SELL') }
  const isLinkFresh = useIsFresh()
  const isBookRight = useIsBookRight()
  const held = holdings?.find((holding) => holding.securityID === securityID)
  const sellableShares = holdings && (held?.availableQuantity ?? 0)
  const reading = readDraft(draft, {
    securityID,
    account: account?.accountNumber,
    rules,
    mayTrade,
    isFresh: isLinkFresh && (isBookRight || securityID === undefined),
    isHalted: isSecurityHalted,
    sellableShares,
    buyingPower,
  })
  return { ...reading, draft, symbol, rules, account, balance, holdings, mayTrade, sellableShares }
}
