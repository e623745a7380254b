import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { posted } from '../cash-shapes.ts'
import { listInput } from '../list-input.ts'
import { paymentList } from '../lists/payments.ts'
import { listPage } from '../paging.ts'
import { paymentOptions, paymentRequest } from '../payment-shapes.ts'
import {
  depositReport,
  paymentDecline,
  paymentID,
  paymentPosting,
  withdrawalRequest,
} from '../schemas/payment.ts'

const { cscsAcct } = depositReport.shape
const made = z.object({ id: z.number().int() })
const postsLedger = { all: ['POST_LEDGER'] } as const

/** What customers report and request about the cash of their own accounts, and what staff make of it. */
export const paymentCalls = {
  'BackOffice/GetPaymentOptions': call({
    summary: 'Where withdrawals of an account go, what can be withdrawn, and how money is paid in',
    needs: 'member',
    input: z.object({ cscsAcct }),
    output: paymentOptions,
  }),
  'BackOffice/ReportDeposit': call({
    summary: 'Report a deposit into an own account; staff post it once the money is there',
    needs: 'member',
    limit: byHand,
    once: 'ownID',
    input: depositReport,
    output: made,
  }),
  'BackOffice/RequestWithdrawal': call({
    summary:
      'Request a withdrawal from an own account to its registered bank account, of what can be withdrawn at most',
    needs: 'member',
    limit: byHand,
    once: 'ownID',
    input: withdrawalRequest,
    output: made,
  }),
  'BackOffice/CancelPaymentRequest': call({
    summary: 'Cancel a deposit report or withdrawal request of an own account, while it waits',
    needs: 'member',
    limit: byHand,
    input: paymentID,
    output: z.object({}),
  }),
  'BackOffice/GetPaymentRequests': call({
    summary:
      'Deposit reports and withdrawal requests, of all accounts for those who post to the ledger, otherwise of the user’s own; what waits first',
    needs: 'member',
    heavy: true,
    input: listInput(paymentList).extend({ cscsAcct: cscsAcct.optional() }),
    output: listPage(paymentRequest),
  }),
  'BackOffice/PostPaymentRequest': call({
    summary:
      'Post what a customer reported or requested, once; above the firm’s threshold it waits for the approval of another person',
    needs: postsLedger,
    limit: byHand,
    once: 'ownID',
    input: paymentPosting,
    output: posted,
  }),
  'BackOffice/DeclinePaymentRequest': call({
    summary: 'Decline what a customer reported or requested, with a reason that the customer reads',
    needs: postsLedger,
    limit: byHand,
    input: paymentDecline,
    output: z.object({}),
  }),
}
