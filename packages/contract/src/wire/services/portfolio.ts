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

/** What an account has, had and moved, and its contract notes. Without `from` and `to`: the month so far. */
export const portfolioCalls = {
  'BackOffice/GetDashAccountPortfolioValuation': call({
    summary: "What an account's holdings and cash are worth, now or at the end of a past day",
    needs: 'member',
    shows: { screen: 'valuation', by: 'account' },
    heavy: true,
    input: listInput(valuationList).extend({ ...ofAccount, ...asOf }),
    output: listPage(valuationRow).extend(valuationSummary.shape),
  }),
  'BackOffice/DownloadDashAccountPortfolioValuation': fileCall({
    summary: "An account's valuation as a file, which may be a PDF document",
    needs: 'member',
    input: printedFileInput(valuationList).extend({ ...ofAccount, ...asOf }),
  }),
  'BackOffice/PrintPortfolioValuation': fileCall({
    summary: "An account's valuation as a PDF document",
    needs: 'member',
    input: z.object({ ...ofAccount, ...asOf }),
  }),
  'BackOffice/GetPortfolioPerformance': call({
    summary: 'What an account was worth at the end of each market day',
    needs: 'member',
    heavy: true,
    input: z.object({ ...ofAccount, ...period }),
    output: items(portfolioDay),
  }),
  'BackOffice/GetPortfolioMovement': call({
    summary: 'What moved the shares of an account, each with what it owned after it',
    needs: 'member',
    shows: { screen: 'movement', by: 'account' },
    heavy: true,
    input: listInput(movementList).extend(ofAccount),
    output: listPage(movementRow).extend({ totals: movementTotals }),
  }),
  'BackOffice/DownloadPortfolioMovement': fileCall({
    summary: 'What moved the shares of an account, as a file',
    needs: 'member',
    input: listFileInput(movementList).extend(ofAccount),
  }),
  'BackOffice/PostSecurityEntry': call({
    summary:
      'Post shares that were transferred in or out, once for each posting id; where the account’s postings of the day come above the firm’s threshold by value, they wait for the approval of another person',
    needs: { all: ['POST_LEDGER'] },
    limit: byHand,
    once: 'ownID',
    input: securityEntryInput,
    output: posted,
  }),
  'BackOffice/GetContractNotes': call({
    summary: 'Contract notes with every line as printed',
    needs: 'member',
    shows: { screen: 'notes', by: 'account' },
    heavy: true,
    input: listInput(contractNoteList).extend(ofAccounts),
    output: listPage(contractNoteRow).extend({ totals: contractNoteTotals, issuer: noteIssuer }),
  }),
  'BackOffice/DownloadContractNoteList': fileCall({
    summary: 'A list of contract notes as a file',
    needs: 'member',
    input: listFileInput(contractNoteList).extend(ofAccounts),
  }),
  'BackOffice/DownloadContractNote': fileCall({
    summary: 'One contract note as a PDF document',
    needs: 'member',
    input: z.object({ number: noteNumber }),
  }),
  'BackOffice/DownloadContractNotes': fileCall({
    summary: 'The contract notes of a period as PDF documents in one ZIP archive',
    needs: 'member',
    input: z.object({ ...ofAccounts, ...period, side: sideCode.optional() }),
  }),
}
