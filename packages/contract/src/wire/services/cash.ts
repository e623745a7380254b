import { z } from 'zod'
import { byHand, call, fileCall } from '../call.ts'
import {
  cashMovement,
  cashRequest,
  noteTrade,
  posted,
  statementFrame,
  statementLine,
} from '../cash-shapes.ts'
import { listFileInput, listInput, printedFileInput } from '../list-input.ts'
import { noteTradeList, statementList } from '../lists/statement.ts'
import { cashRequestList, inflowList, outflowList } from '../lists/transfers.ts'
import { listPage } from '../paging.ts'
import { requesters } from '../permissions.ts'
import { approvalInput, cashEntryInput, rejectionInput, reversalInput } from '../schemas/cash.ts'
import { noteNumber } from '../schemas/portfolio.ts'
import { code } from '../schemas/shown-text.ts'
import { dateInput } from '../schemas/time.ts'

const ofAccount = { cscsAcct: code(32) }

const ofNote = { ...ofAccount, number: noteNumber }

const postsLedger = { all: ['POST_LEDGER'] } as const
const approves = { all: ['APPROVE_LEDGER'] } as const
/** Who requests reads and may withdraw their own; who approves reads and may reject those of others. */
const requestsOrApproves = { any: [...requesters, 'APPROVE_LEDGER'] } as const

/** The call that answers a page of money from or to the outside, and the one that downloads it. */
const movementCalls = <Which extends 'Inflow' | 'Outflow'>(
  which: Which,
  list: typeof inflowList,
  summary: string,
) => {
  const get = call({
    summary,
    needs: 'member',
    heavy: true,
    shows: { screen: which === 'Inflow' ? 'inflow' : 'outflow', by: 'account' },
    input: listInput(list).extend(ofAccount),
    output: listPage(cashMovement).extend({
      ...statementFrame.pick({ from: true, to: true, openingBalance: true, closingBalance: true }).shape,
      /** Of what is posted: what waits or is rejected has moved nothing. */
      totals: z.object({ amount: z.number() }),
    }),
  })
  const download = fileCall({
    summary: `${summary}, as a file`,
    needs: 'member',
    shows: { screen: which === 'Inflow' ? 'inflow' : 'outflow', by: 'account' },
    input: listFileInput(list).extend(ofAccount),
  })
  return {
    [`BackOffice/GetAccount${which}`]: get,
    [`BackOffice/DownloadAccount${which}`]: download,
  } as Record<`BackOffice/GetAccount${Which}`, typeof get> &
    Record<`BackOffice/DownloadAccount${Which}`, typeof download>
}

/** What an account's cash did and does. Without days, the calls answer for this month and the two before it. */
export const cashCalls = {
  'BackOffice/GetAccountStatement': call({
    summary: "An account's statement: a line for each contract note and each cash entry, with the balance",
    needs: 'member',
    shows: { screen: 'statement', by: 'account' },
    heavy: true,
    input: listInput(statementList).extend(ofAccount),
    output: listPage(statementLine).extend(statementFrame.shape),
  }),
  'BackOffice/DownloadAccountStatement': fileCall({
    summary: "An account's statement as a file: CSV, Excel or PDF",
    needs: 'member',
    shows: { screen: 'statement', by: 'account' },
    input: printedFileInput(statementList).extend(ofAccount),
  }),
  'BackOffice/PrintAccountStatement': fileCall({
    summary: "An account's statement as a PDF of at most 5,000 lines",
    needs: 'member',
    shows: { screen: 'statement', by: 'account' },
    input: z.object({ ...ofAccount, from: dateInput.optional(), to: dateInput.optional() }),
  }),
  'BackOffice/GetContractNoteTrades': call({
    summary: 'The trades of a contract note',
    needs: 'member',
    shows: { screen: 'notes', by: 'note' },
    heavy: true,
    input: listInput(noteTradeList).extend(ofNote),
    output: listPage(noteTrade),
  }),
  'BackOffice/DownloadContractNoteTrades': fileCall({
    summary: 'The trades of a contract note, each with its order, as a file',
    needs: 'member',
    shows: { screen: 'notes', by: 'note' },
    input: listFileInput(noteTradeList).extend(ofNote),
  }),
  ...movementCalls('Inflow', inflowList, 'Money paid into an account'),
  ...movementCalls('Outflow', outflowList, 'Money paid out of an account'),
  'BackOffice/PostCashEntry': call({
    summary:
      'Post a deposit or a withdrawal, once per posting id. If it takes the account’s postings of the day above the firm’s approval limit, it waits for another person’s approval',
    needs: postsLedger,
    twoPeople: 'requests',
    limit: byHand,
    once: 'ownID',
    input: cashEntryInput,
    output: posted,
  }),
  'BackOffice/ReverseEntry': call({
    summary:
      'Request the reversal of an entry that was posted manually. Another person approves it; a linked entry then reverses the same amounts, even if the money has been spent',
    needs: postsLedger,
    twoPeople: 'requests',
    limit: byHand,
    once: 'ownID',
    input: reversalInput,
    output: posted,
  }),
  'BackOffice/GetCashApprovals': call({
    summary:
      "The firm's requests for postings and changes, newest first; to who neither posts nor approves their own",
    needs: requestsOrApproves,
    heavy: true,
    input: listInput(cashRequestList),
    output: listPage(cashRequest),
  }),
  'BackOffice/DownloadCashApprovals': fileCall({
    summary: "The firm's requests for postings of cash and shares, as a file",
    needs: requestsOrApproves,
    input: listFileInput(cashRequestList),
  }),
  'BackOffice/ApproveCashEntry': call({
    summary: "Approve and post another person's request, for cash or shares",
    needs: approves,
    twoPeople: 'approves',
    limit: byHand,
    input: approvalInput,
    output: posted,
  }),
  'BackOffice/RejectCashEntry': call({
    summary: "Reject another person's request with a reason; its requester can withdraw it in the same way",
    needs: requestsOrApproves,
    limit: byHand,
    input: rejectionInput,
    output: posted,
  }),
}
