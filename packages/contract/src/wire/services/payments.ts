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
    summary: "Where an account's withdrawals go, how much can be withdrawn, and how to pay in",
    needs: 'member',
    shows: { screen: 'bankAccount', by: 'account' },
    input: z.object({ cscsAcct }),
    output: paymentOptions,
  }),
  'BackOffice/ReportDeposit': call({
    summary:
      "Report a deposit into one of the caller's own accounts; staff post it once the firm has received the money",
    needs: 'member',
    limit: byHand,
    once: 'ownID',
    input: depositReport,
    output: made,
  }),
  'BackOffice/RequestWithdrawal': call({
    summary:
      'Request a withdrawal from one of the caller’s own accounts to its bank account on file, up to the amount available to withdraw',
    needs: 'member',
    limit: byHand,
    once: 'ownID',
    input: withdrawalRequest,
    output: made,
  }),
  'BackOffice/CancelPaymentRequest': call({
    summary:
      'Cancel a deposit report or withdrawal request of one of the caller’s own accounts while it waits',
    needs: 'member',
    limit: byHand,
    input: paymentID,
    output: z.object({}),
  }),
  'BackOffice/GetPaymentRequests': call({
    summary:
      'Deposit reports and withdrawal requests, waiting ones first: of all accounts for staff who post to the ledger, otherwise of the user’s own',
    needs: 'member',
    heavy: true,
    input: listInput(paymentList).extend({ cscsAcct: cscsAcct.optional() }),
    output: listPage(paymentRequest),
  }),
  'BackOffice/PostPaymentRequest': call({
    summary:
      'Post a customer’s deposit report or withdrawal request, once. Above the firm’s approval limit it waits for another person’s approval',
    needs: postsLedger,
    twoPeople: 'requests',
    limit: byHand,
    once: 'ownID',
    input: paymentPosting,
    output: posted,
  }),
  'BackOffice/DeclinePaymentRequest': call({
    summary: "Decline a customer's deposit report or withdrawal request, with a reason for the customer",
    needs: postsLedger,
    limit: byHand,
    input: paymentDecline,
    output: z.object({}),
  }),
}
