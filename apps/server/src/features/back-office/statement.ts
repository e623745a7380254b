import {
  type CallOutput,
  type CallRequest,
  isRefusal,
  type Kobo,
  kobo,
  type Refusal,
  refuse,
  type StatementLine,
  sortKeysOf,
  statementList,
  toNaira,
} from '@tradebook/contract'
import { listFile } from '../../files/list-file.ts'
import type { Print } from '../../files/pdf/printer.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { findAccount, shownBalances } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { ofPeriod } from '../../platform/of-period.ts'
import type { Tx } from '../../store/scope.ts'
import { holderOf, pdfAnswer, statementDocument } from './account-documents.ts'
import { cashBefore, currentCash, pastCash } from './account-record.ts'
import { type LetterheadParts, letterheadOf } from './letterhead.ts'
import { type LineRow, linesOf, type StatementOf, sumsOf, toLine } from './statement-lines.ts'

export interface StatementDependencies extends LetterheadParts {
  readonly print: Print
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}

type Translate = CallContext['translate']

/** An account's statement, read from what the ledger wrote: contract notes, entries of cash, balances of days. */
export const statementHandlers = (
  parts: StatementDependencies,
): Handlers<`BackOffice/${'Get' | 'Download' | 'Print'}AccountStatement`> => ({
  'BackOffice/GetAccountStatement': async (input, { caller, translate }) => {
    const { store, marketDate } = parts
    const isShown = await shownBalances(store, caller)
    return store
      .forTenant(caller.tenantId)
      .read((tx) => readStatement(tx, caller, input, { marketDate: marketDate(), translate, isShown }))
  },

  'BackOffice/DownloadAccountStatement': async (input, context) => {
    const { format } = input
    if (format === 'pdf') return printedStatement(input, context, parts)
    const { caller, translate } = context
    const { store, marketDate } = parts
    const scope = store.forTenant(caller.tenantId)
    const reader = { marketDate: marketDate(), isShown: await shownBalances(store, caller) }
    const found = await scope.read(async (tx) => {
      const frame = await frameOf(tx, caller, input, reader)
      return isRefusal(frame) ? frame : { frame, rows: await linesOf(tx, frame) }
    })
    if (isRefusal(found)) return found
    const { from, to } = found.frame.period
    return listFile(statementList, wholeStatement(found, translate), {
      ...input,
      format,
      translate,
      of: [found.frame.account, from, to],
    })
  },

  'BackOffice/PrintAccountStatement': (input, context) => printedStatement(input, context, parts),
})

/** A statement as a PDF document. */
async function printedStatement(
  input: Days,
  { caller, culture, translate }: CallContext<Caller>,
  { store, print, marketDate, ...parts }: StatementDependencies,
) {
  const scope = store.forTenant(caller.tenantId)
  const reader = { marketDate: marketDate(), isShown: await shownBalances(store, caller) }
  const found = await scope.read(async (tx) => {
    const frame = await frameOf(tx, caller, input, reader)
    if (isRefusal(frame)) return frame
    const sums = await sumsOf(tx, frame)
    if (sums.lines > MOST_PRINTED)
      return refuse('tooLongToPrint', { most: MOST_PRINTED, lines: Number(sums.lines) })
    return { frame, sums, rows: await linesOf(tx, frame), holder: await holderOf(tx, frame.account) }
  })
  if (isRefusal(found)) return found
  const { frame, sums, holder } = found
  const lines: Partial<StatementLine>[] = []
  for await (const piece of wholeStatement(found, translate)) lines.push(...piece)
  const totals = { debit: toNaira(kobo(-sums.debit)), credit: toNaira(kobo(sums.credit)) }
  const letterhead = await letterheadOf({ ...parts, store }, caller.tenantId, translate)
  const document = { letterhead, holder, language: culture, translate }
  const printed = statementDocument(lines, totals, frame.period, document)
  const name = translate('Statement.FileName', { account: holder.account, ...frame.period })
  return pdfAnswer(name, () => print(printed), lines.length)
}

/** Lines of a statement that is printed: a few hundred pages. */
const MOST_PRINTED = 5_000

/** One page of an account's statement; a refusal where the caller may not look at the account. */
export async function readStatement(
  tx: Tx,
  caller: Caller,
  input: CallRequest<'BackOffice/GetAccountStatement'>,
  { translate, ...reader }: Reader & { readonly translate: Translate },
): Promise<CallOutput<'BackOffice/GetAccountStatement'> | Refusal> {
  const found = await frameOf(tx, caller, input, reader)
  if (isRefusal(found)) return found
  const { period, opening, closing } = found
  const [sums, lines] = [
    await sumsOf(tx, found),
    await linesOf(tx, found, {
      skip: input.skipCount,
      most: input.maxResultCount,
      isNewestFirst: sortKeysOf(statementList, input.sorting)?.[0]?.direction === 'desc',
    }),
  ]
  return {
    ...period,
    openingBalance: toNaira(opening),
    closingBalance: toNaira(closing),
    totals: { debit: toNaira(kobo(-sums.debit)), credit: toNaira(kobo(sums.credit)) },
    totalCount: Number(sums.lines),
    more: false,
    items: lines.map((line) => toLine(line, translate)),
  }
}

/** Whose cash is read, and of which days: of the month so far where they are left out. */
interface Days {
  readonly cscsAcct: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** When a statement is read, and of which accounts its reader is shown the balances. */
interface Reader {
  readonly marketDate: string
  readonly isShown: (account: string) => boolean
}

/** What the account had before the days of its statement, and after them. */
export interface Frame extends StatementOf {
  readonly closing: Kobo
}

/** Whose statement is read, of which days, and its balances; a refusal where the caller may not look at them. */
export async function frameOf(
  tx: Tx,
  caller: Caller,
  { cscsAcct, ...days }: Days,
  { marketDate, isShown }: Reader,
): Promise<Frame | Refusal> {
  const account = await findAccount(tx, caller, cscsAcct)
  if (!account) return refuse('unknownAccount', { account: cscsAcct })
  if (!isShown(account)) return refuse('balanceNotShown', { account })
  const asked = ofPeriod(days, marketDate)
  if (isRefusal(asked)) return asked
  const { from, to: last } = asked
  if (from > marketDate) return refuse('dateNotReached', { date: from, today: marketDate })
  // A statement ends with the market day at the latest: no day that is yet to come has a balance.
  const to = last < marketDate ? last : marketDate
  return {
    account,
    period: { from, to },
    opening: await cashBefore(tx, account, from),
    // What a day that is over left is on record; what the running day has left so far is the balance.
    closing: await (to === marketDate ? currentCash(tx, account) : pastCash(tx, account, to)),
  }
}

/** Lines of a file that are worded and sent together. */
const LINES_A_PIECE = 2_000

/**
 * All lines in pieces, the balances before and after them around them. The rows are those that were read
 * in the transaction of the frame: what is posted while a file is sent stands neither in its lines nor in
 * its balances. They fit into memory, for an account has one line a note and one an entry of cash.
 */
export async function* wholeStatement(
  { frame, rows }: { readonly frame: Frame; readonly rows: readonly LineRow[] },
  translate: Translate,
): AsyncGenerator<readonly Partial<StatementLine>[]> {
  const { period, opening, closing } = frame
  yield [{ date: period.from, narration: translate('Statement.Opening'), balance: toNaira(opening) }]
  for (let at = 0; at < rows.length; at += LINES_A_PIECE)
    yield rows.slice(at, at + LINES_A_PIECE).map((row) => toLine(row, translate))
  yield [{ date: period.to, narration: translate('Statement.Closing'), balance: toNaira(closing) }]
}
