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
    summary: 'Request the cancellation of a trade. Another person approves it',
    needs: marketControl,
    twoPeople: 'requests',
    limit: byHand,
    input: cancelTradeInput,
    output: answered,
  }),
  'MarketData/CorrectTrade': call({
    summary: 'Request a correction of the price of a trade, or a lower quantity. Another person approves it',
    needs: marketControl,
    twoPeople: 'requests',
    limit: byHand,
    input: correctTradeInput,
    output: answered,
  }),
  'MarketData/GetTradeCorrections': call({
    summary: 'Requests to cancel and correct trades, waiting ones first',
    needs: marketControl,
    heavy: true,
    input: listInput(tradeCorrectionList),
    output: listPage(tradeCorrectionRow),
  }),
  'MarketData/ApproveTradeCorrection': call({
    summary: "Approve another person's request: the trade is cancelled or corrected",
    needs: marketControl,
    twoPeople: 'approves',
    limit: byHand,
    input: correctionApprovalInput,
    output: answered,
  }),
  'MarketData/RejectTradeCorrection': call({
    summary: 'Reject or withdraw a request: the trade stays as it is',
    needs: marketControl,
    limit: byHand,
    input: correctionRejectionInput,
    output: answered,
  }),
}
