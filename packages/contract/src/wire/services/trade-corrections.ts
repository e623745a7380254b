import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { listInput } from '../list-input.ts'
import { tradeCorrectionList } from '../lists/trade-corrections.ts'
import { listPage } from '../paging.ts'
import {
  cancelTradeInput,
  correctionApprovalInput,
  correctionRejectionInput,
  correctTradeInput,
  tradeCorrectionRow,
} from '../schemas/market-control.ts'

const marketControl = { all: ['MARKET_CONTROL'] } as const
const answered = z.object({ id: z.number().int() })

/** Trades are cancelled and corrected by two people of market control, on every client's side of them. */
export const tradeCorrectionCalls = {
  'MarketData/CancelTrade': call({
    summary: 'Ask to cancel a trade, which another person approves',
    needs: marketControl,
    limit: byHand,
    input: cancelTradeInput,
    output: answered,
  }),
  'MarketData/CorrectTrade': call({
    summary: 'Ask to correct the price of a trade or to lower its quantity, which another person approves',
    needs: marketControl,
    limit: byHand,
    input: correctTradeInput,
    output: answered,
  }),
  'MarketData/GetTradeCorrections': call({
    summary: 'The requests to cancel and correct trades, those that wait first',
    needs: marketControl,
    heavy: true,
    input: listInput(tradeCorrectionList),
    output: listPage(tradeCorrectionRow),
  }),
  'MarketData/ApproveTradeCorrection': call({
    summary: 'Approve what another person asked for: the trade is cancelled or corrected',
    needs: marketControl,
    limit: byHand,
    input: correctionApprovalInput,
    output: answered,
  }),
  'MarketData/RejectTradeCorrection': call({
    summary: 'Reject or take back what was asked for: the trade stays as it is',
    needs: marketControl,
    limit: byHand,
    input: correctionRejectionInput,
    output: answered,
  }),
}
