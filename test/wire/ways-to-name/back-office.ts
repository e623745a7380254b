import type { CallInput } from '@tradebook/contract'
import { dividend, noLimits } from '../inputs.ts'
import { type WaysToName, withoutZeros } from './names.ts'

/** A deposit that needs approval. */
export const cash = (cscsAcct: string): CallInput<'BackOffice/PostCashEntry'> => ({
  postingID: 'waits',
  cscsAcct,
  type: 'deposit',
  amount: 5_000_000,
  reference: 'R',
  narration: 'N',
})

/** What a customer reports of a deposit. */
export const depositReport = (cscsAcct: string): CallInput<'BackOffice/ReportDeposit'> => ({
  ...{ postingID: 'from-outside', cscsAcct, amount: 5, channel: 'transfer', bankCode: null },
  ...{ paidOn: '2026-01-05', reference: 'R' },
})

/** Those with the calls of the back office, of charges and of limits. */
export const ofBackOffice = {
  'BackOffice/GetCustomers': [
    ({ account: query }) => ({ query }),
    ({ cscsAccount: query }) => ({ query }),
    ({ customerName: query }) => ({ query }),
    ({ phoneNumber: query }) => ({ query }),
    ({ customerName: keyword }) => ({ keyword }),
  ],
  'BackOffice/DownloadCustomers': [({ customerName: keyword }) => ({ keyword })],
  'Fees/Get': [],
  // Customers are numbered in each firm.
  'Fees/Update': [],
  'Fees/DeleteRate': [],
  'Fees/DeleteAgreement': [],
  'Fees/GetTradeAlerts': [],
  'Fees/UpdateTradeAlerts': [],
  'BackOffice/GetDashAccountPortfolioHolding': [
    ({ cscsAccount: cscsAcct }) => ({ cscsAcct }),
    ({ cscsAccount }) => ({ cscsAcct: withoutZeros(cscsAccount) }),
  ],
  'BackOffice/DownloadDashAccountPortfolioHolding': [
    ({ cscsAccount: cscsAcct }) => ({ cscsAcct }),
    ({ cscsAccount }) => ({ cscsAcct: withoutZeros(cscsAccount) }),
  ],
  'BackOffice/GetAccountStatement': [
    ({ cscsAccount: cscsAcct }) => ({ cscsAcct }),
    ({ cscsAccount: cscsAcct }) => ({ cscsAcct, from: '2026-01-02', to: '2026-01-01' }),
  ],
  'BackOffice/GetAccountTerms': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/UpdateAccountTerms': [
    ({ cscsAccount: cscsAcct }) => ({
      postingID: 'terms',
      cscsAcct,
      cashRoute: 'broker',
      bankCode: null,
      bankAccount: null,
    }),
  ],
  'BackOffice/GetAccountInflow': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadAccountInflow': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetAccountOutflow': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadAccountOutflow': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetPaymentOptions': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetPaymentRequests': [
    ({ cscsAccount: cscsAcct }) => ({ cscsAcct }),
    ({ account }) => ({ account }),
    ({ customerName: keyword }) => ({ keyword }),
  ],
  'BackOffice/ReportDeposit': [({ cscsAccount }) => depositReport(cscsAccount)],
  'BackOffice/RequestWithdrawal': [
    ({ cscsAccount: cscsAcct }) => ({ postingID: 'from-outside', cscsAcct, amount: 5, reference: 'R' }),
  ],
  'BackOffice/CancelPaymentRequest': [({ paymentRequestID: id }) => ({ id: id as never })],
  'BackOffice/PostPaymentRequest': [
    ({ paymentRequestID: id }) => ({ id: id as never, narration: 'From outside' }),
  ],
  'BackOffice/DeclinePaymentRequest': [({ paymentRequestID: id }) => ({ id: id as never, reason: 'No' })],
  'BackOffice/PostCashEntry': [
    ({ cscsAccount }) => ({ ...cash(cscsAccount), postingID: 'from-outside' }),
    ({ cscsAccount, cashRequestID }) => ({
      ...cash(cscsAccount),
      postingID: 'again-from-outside',
      repeats: cashRequestID as never,
    }),
  ],
  'BackOffice/ReverseEntry': [
    ({ cscsAccount: cscsAcct }) => ({ postingID: 'from-outside', cscsAcct, entry: 1, reason: 'R' }),
  ],
  'BackOffice/GetAccountFreezes': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/FreezeAccount': [
    ({ cscsAccount: cscsAcct }) => ({
      ...{ postingID: 'from-outside', cscsAcct, ground: 'complaint', reason: 'R', from: '2026-01-05' },
    }),
  ],
  'BackOffice/UnfreezeAccount': [
    ({ cscsAccount: cscsAcct }) => ({ postingID: 'from-outside', cscsAcct, freeze: 1, reason: 'R' }),
  ],
  'BackOffice/GetFreezeDocument': [({ cashRequestID: id }) => ({ id: id as never })],
  'BackOffice/GetCashApprovals': [
    ({ account }) => ({ account }),
    ({ customerName: keyword }) => ({ keyword }),
  ],
  'BackOffice/DownloadCashApprovals': [({ account }) => ({ account })],
  'BackOffice/ApproveCashEntry': [({ cashRequestID: id }) => ({ id: id as never })],
  'BackOffice/RejectCashEntry': [({ cashRequestID: id }) => ({ id: id as never, reason: 'No' })],
  // Everybody's: what it gives to an account is listed by the account.
  'BackOffice/GetCorporateActions': [],
  'BackOffice/DownloadCorporateActions': [],
  'BackOffice/PreviewCorporateAction': [
    ({ account }) => ({ ...dividend, account }),
    ({ customerName: keyword }) => ({ ...dividend, keyword }),
  ],
  'BackOffice/GetEntitlementsDue': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadCorporateActionEntitlements': [({ account }) => ({ ...dividend, account })],
  'BackOffice/PostCorporateAction': [],
  'BackOffice/RevokeCorporateAction': [],
  'Limits/GetAll': [],
  'Limits/Update': [({ account: id }) => ({ ...noLimits, level: 'account', id })],
  'Limits/SetKillSwitch': [({ account: id }) => ({ scope: 'account', id, on: true, reason: 'From outside' })],
  'Limits/GetKillSwitchesOn': [],
  'BackOffice/DownloadAccountStatement': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadContractNoteTrades': [({ cscsAccount: cscsAcct }) => ({ cscsAcct, number: 1 })],
  'BackOffice/GetContractNoteTrades': [({ cscsAccount: cscsAcct }) => ({ cscsAcct, number: 1 })],
  'BackOffice/GetDashAccountPortfolioValuation': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadDashAccountPortfolioValuation': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/PrintPortfolioValuation': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/PrintAccountStatement': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetPortfolioPerformance': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetPortfolioMovement': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadPortfolioMovement': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/GetContractNotes': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadContractNoteList': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadContractNotes': [({ cscsAccount: cscsAcct }) => ({ cscsAcct })],
  'BackOffice/DownloadContractNote': [],
  'BackOffice/PostSecurityEntry': [
    ({ cscsAccount: cscsAcct, cashRequestID }) => ({
      postingID: 'shares-from-outside',
      cscsAcct,
      type: 'transferIn',
      securityID: 'GTCO',
      quantity: 1,
      reference: 'From outside',
      narration: 'From outside',
      repeats: cashRequestID as never,
    }),
  ],
} satisfies Partial<WaysToName>
