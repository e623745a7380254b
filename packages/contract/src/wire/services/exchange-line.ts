import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { listInput } from '../list-input.ts'
import { doubtList, flaggedReportList, unclaimedList } from '../lists/exchange-line.ts'
import { listPage } from '../paging.ts'
import {
  askAgainInput,
  cancelAllInput,
  doubtRow,
  flaggedReportRow,
  lineStates,
  settleOrderInput,
  settleUnclaimedInput,
  unclaimedRow,
} from '../schemas/exchange-line.ts'
import { count, time } from '../wire-fields.ts'

const marketControl = { all: ['MARKET_CONTROL'] } as const

/** The line to an exchange that others operate. Halting it is the kill switch of the market (`Limits/SetKillSwitch`). */
export const exchangeLineCalls = {
  'ExchangeLine/GetState': call({
    summary:
      'What the line to the exchange is doing: its state, last messages, waiting commands, and the last comparison of open orders',
    needs: marketControl,
    input: z.object({}),
    output: z.object({
      /** Null where orders trade in this installation, without a line. */
      state: z.enum(lineStates).nullable(),
      since: time.nullable(),
      lastSentAt: time.nullable(),
      lastReceivedAt: time.nullable(),
      /** Commands that were not sent, and those that may have been and are unanswered. */
      waiting: count,
      unanswered: count,
      inDoubt: count,
      halted: z.object({ since: time, by: z.string().nullable(), reason: z.string() }).nullable(),
      reconciled: z
        .object({
          at: time,
          agrees: count,
          unanswered: count,
          onlyHere: count,
          onlyThere: count,
          differs: count,
        })
        .nullable(),
    }),
  }),
  'ExchangeLine/GetReports': call({
    summary: 'Unusual reports of the exchange, newest first',
    needs: marketControl,
    heavy: true,
    input: listInput(flaggedReportList),
    output: listPage(flaggedReportRow),
  }),
  'ExchangeLine/GetOrdersInDoubt': call({
    summary: 'Orders of which desk and exchange do not agree',
    needs: marketControl,
    heavy: true,
    input: listInput(doubtList),
    output: listPage(doubtRow),
  }),
  'ExchangeLine/AskAgain': call({
    summary: 'Ask the exchange again about an order in doubt',
    needs: marketControl,
    limit: byHand,
    input: askAgainInput,
    output: z.object({}),
  }),
  'ExchangeLine/SettleOrder': call({
    summary: 'Say what became of an order in doubt. When another person says the same, it is so',
    needs: marketControl,
    twoPeople: 'approves',
    limit: byHand,
    input: settleOrderInput,
    output: z.object({}),
  }),
  'ExchangeLine/GetUnclaimedOrders': call({
    summary: 'Orders that only the exchange has',
    needs: marketControl,
    heavy: true,
    input: listInput(unclaimedList),
    output: listPage(unclaimedRow),
  }),
  'ExchangeLine/SettleUnclaimed': call({
    summary:
      'Say what is to become of an order that only the exchange has: an account adopts it, or the exchange cancels it. When another person says the same, it is done',
    needs: marketControl,
    twoPeople: 'approves',
    limit: byHand,
    input: settleUnclaimedInput,
    output: z.object({}),
  }),
  'ExchangeLine/CancelAll': call({
    summary: 'Cancel all open orders of all firms',
    needs: marketControl,
    limit: byHand,
    input: cancelAllInput,
    output: z.object({ cancelled: count }),
  }),
}
