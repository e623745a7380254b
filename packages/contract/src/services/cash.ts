import { z } from 'zod'
import { call, fileCall } from '../call.ts'
import { noteTrade, statementFrame, statementLine } from '../cash-shapes.ts'
import { listFileInput, listInput } from '../list-input.ts'
import { noteTradeList, statementList } from '../lists/statement.ts'
import { INT32_LIMIT } from '../money.ts'
import { listPage } from '../shapes.ts'

const ofAccount = { cscsAcct: z.string().min(1).max(32) }

/** What an account's cash did and does. Without days, the calls answer for the month so far. */
export const cashCalls = {
  'BackOffice/GetAccountStatement': call({
    summary: "An account's statement: a line for each contract note and each entry of cash, and the balance",
    needs: 'signedIn',
    heavy: true,
    input: listInput(statementList).extend(ofAccount),
    output: listPage(statementLine).extend(statementFrame.shape),
  }),
  'BackOffice/DownloadAccountStatement': fileCall({
    summary: "An account's statement as a file",
    needs: 'signedIn',
    input: listFileInput(statementList).extend(ofAccount),
  }),
  'BackOffice/GetContractNoteTrades': call({
    summary: 'The trades of a contract note',
    needs: 'signedIn',
    heavy: true,
    input: listInput(noteTradeList).extend({
      ...ofAccount,
      number: z
        .number()
        .int()
        .min(1)
        .max(INT32_LIMIT - 1),
    }),
    output: listPage(noteTrade),
  }),
}
