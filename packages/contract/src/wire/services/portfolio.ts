import { z } from 'zod'
import { byHand, call, fileCall } from '../call.ts'
import { posted } from '../cash-shapes.ts'
import { listFileInput, listInput, printedFileInput } from '../list-input.ts'
import { contractNoteList, movementList, valuationList } from '../lists/portfolio.ts'
import { items, listPage } from '../paging.ts'
import { sideCode } from '../schemas/codes.ts'
import {
  contractNoteRow,
  contractNoteTotals,
  movementRow,
  movementTotals,
  noteIssuer,
  noteNumber,
  portfolioDay,
  valuationRow,
  valuationSummary,
} from '../schemas/portfolio.ts'
import { securityEntryInput } from '../schemas/security-entry.ts'
import { code } from '../schemas/shown-text.ts'
import { dateInput } from '../schemas/time.ts'

const cscsAcct = code(32)
const ofAccount = { cscsAcct }
/** Without one: of all accounts that the caller may see. */
const ofAccounts = { cscsAcct: cscsAcct.optional() }
/** Without it: as the market stands now. */
const asOf = { asOf: dateInput.optional() }
const period = { from: dateInput.optional(), to: dateInput.optional() }

/** What an account has, had and moved, and its contract notes. Without `from` and `to`: this month and the two before it. */
export const portfolioCalls = {
  'BackOffice/GetDashAccountPortfolioValuation': call({
    summary: "The value of an account's holdings and cash, now or at the end of a past day",
    needs: 'member',
    shows: { screen: 'valuation', by: 'account' },
    heavy: true,
    input: listInput(valuationList).extend({ ...ofAccount, ...asOf }),
    output: listPage(valuationRow).extend(valuationSummary.shape),
  }),
  'BackOffice/DownloadDashAccountPortfolioValuation': fileCall({
    summary: "An account's valuation as a file: CSV, Excel or PDF",
    needs: 'member',
    shows: { screen: 'valuation', by: 'account' },
    input: printedFileInput(valuationList).extend({ ...ofAccount, ...asOf }),
  }),
  'BackOffice/PrintPortfolioValuation': fileCall({
    summary: "An account's valuation as a PDF",
    needs: 'member',
    shows: { screen: 'valuation', by: 'account' },
    input: z.object({ ...ofAccount, ...asOf }),
  }),
  'BackOffice/GetPortfolioPerformance': call({
    summary: "An account's value at the end of each market day",
    needs: 'member',
    shows: { screen: 'valuation', by: 'account' },
    heavy: true,
    input: z.object({ ...ofAccount, ...period }),
    output: items(portfolioDay),
  }),
  'BackOffice/GetPortfolioMovement': call({
    summary: "An account's share movements, each with the balance after it",
    needs: 'member',
    shows: { screen: 'movement', by: 'account' },
    heavy: true,
    input: listInput(movementList).extend(ofAccount),
    output: listPage(movementRow).extend({ totals: movementTotals }),
  }),
  'BackOffice/DownloadPortfolioMovement': fileCall({
    summary: "An account's share movements as a file",
    needs: 'member',
    shows: { screen: 'movement', by: 'account' },
    input: listFileInput(movementList).extend(ofAccount),
  }),
  'BackOffice/PostSecurityEntry': call({
    summary:
      'Post a transfer of shares in or out, once per posting id. If its value takes the account’s postings of the day above the firm’s approval limit, it waits for another person’s approval',
    needs: { all: ['POST_LEDGER'] },
    twoPeople: 'requests',
    limit: byHand,
    once: 'ownID',
    input: securityEntryInput,
    output: posted,
  }),
  'BackOffice/GetContractNotes': call({
    summary: 'Contract notes, with every line as printed',
    needs: 'member',
    shows: { screen: 'notes', by: 'account' },
    heavy: true,
    input: listInput(contractNoteList).extend(ofAccounts),
    output: listPage(contractNoteRow).extend({ totals: contractNoteTotals, issuer: noteIssuer }),
  }),
  'BackOffice/DownloadContractNoteList': fileCall({
    summary: 'A list of contract notes as a file',
    needs: 'member',
    shows: { screen: 'notes', by: 'account' },
    input: listFileInput(contractNoteList).extend(ofAccounts),
  }),
  'BackOffice/DownloadContractNote': fileCall({
    summary: 'One contract note as a PDF',
    needs: 'member',
    shows: { screen: 'notes', by: 'note' },
    input: z.object({ number: noteNumber }),
  }),
  'BackOffice/DownloadContractNotes': fileCall({
    summary: 'The contract notes of a period as PDFs in one ZIP archive',
    needs: 'member',
    shows: { screen: 'notes', by: 'account' },
    input: z.object({ ...ofAccounts, ...period, side: sideCode.optional() }),
  }),
}
