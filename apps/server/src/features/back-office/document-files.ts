import { kobo, type StatementLine, toNaira } from '@tradebook/contract'
import type { Print } from '../../files/pdf/printer.ts'
import { translateTo } from '../../platform/localisation.ts'
import type { MailedDocument } from '../../platform/mail-outbox.ts'
import type { Attachment } from '../../platform/mail-sender.ts'
import { readPage } from '../../store/list-rows.ts'
import { holderOf, statementDocument } from './account-documents.ts'
import { cashBefore, pastCash } from './account-record.ts'
import { contractNoteSource } from './contract-note-list.ts'
import { type LetterheadParts, letterheadOf } from './letterhead.ts'
import { MOST_TRADES_PRINTED, noteDocument } from './note-document.ts'
import { noteTradeSource } from './note-trades.ts'
import { wholeStatement } from './statement.ts'
import { linesOf, sumsOf } from './statement-lines.ts'

/** Prints the documents that mails bring, as their readers would download them. @throws when there is no such document. */
export const documentPrinter =
  (parts: LetterheadParts & { readonly print: Print }) =>
  async (tenantId: number, document: MailedDocument): Promise<Attachment> => {
    const { language } = document
    const translate = translateTo(language)
    const frame = { letterhead: await letterheadOf(parts, tenantId, translate), language, translate }
    const scope = parts.store.forTenant(tenantId)
    if (document.kind === 'note') {
      const { number } = document
      const { items } = await readPage(scope, contractNoteSource(undefined, { number: String(number) }), ONE)
      const [note] = items
      if (!note) throw new Error(`there is no contract note ${number}`)
      const trades = await readPage(scope, noteTradeSource(note.account, number), MOST_TRADES)
      const pdf = await parts.print(noteDocument(note, trades.items, frame))
      return { filename: `${translate('Note.FileName', { number })}.pdf`, content: Buffer.from(pdf) }
    }
    const { account, from, to } = document
    const found = await scope.read(async (tx) => {
      const statement = {
        ...{ account, period: { from, to } },
        opening: await cashBefore(tx, account, from),
        closing: await pastCash(tx, account, to),
      }
      return {
        ...{ frame: statement, sums: await sumsOf(tx, statement), rows: await linesOf(tx, statement) },
        holder: await holderOf(tx, account),
      }
    })
    const lines: Partial<StatementLine>[] = []
    for await (const piece of wholeStatement(found, translate)) lines.push(...piece)
    const { sums, holder } = found
    const totals = { debit: toNaira(kobo(-sums.debit)), credit: toNaira(kobo(sums.credit)) }
    const pdf = await parts.print(statementDocument(lines, totals, { from, to }, { ...frame, holder }))
    return {
      filename: `${translate('Statement.FileName', { account, from, to })}.pdf`,
      content: Buffer.from(pdf),
    }
  }

const ONE = { skipCount: 0, maxResultCount: 1 }
const MOST_TRADES = { skipCount: 0, maxResultCount: MOST_TRADES_PRINTED }
