import { type ContractNoteRow, contractNoteList, isRefusal, type Refusal, refuse } from '@tradebook/contract'
import type { FileAnswer } from '../../files/file-answer.ts'
import { listFile } from '../../files/list-file.ts'
import type { Print } from '../../files/pdf/printer.ts'
import { ZipWriter } from '../../files/zip.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { findAccount, seesAllAccounts } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { type AskedDays, ofPeriod } from '../../platform/of-period.ts'
import { allRows, pageIn, readPage } from '../../store/list-rows.ts'
import { pdfAnswer } from './account-documents.ts'
import { contractNoteSource, contractNoteTotals, type OfAccounts } from './contract-note-list.ts'
import { issuerOf, type LetterheadParts, letterheadOf } from './letterhead.ts'
import { MOST_TRADES_PRINTED, noteDocument } from './note-document.ts'
import { noteTradeSource } from './note-trades.ts'

export interface ContractNoteDependencies extends LetterheadParts {
  readonly print: Print
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}

/** Contract notes as a list, as PDF documents, and as an archive of these. */
export function contractNoteHandlers({
  store,
  print,
  marketDate,
  ...parts
}: ContractNoteDependencies): Handlers<`BackOffice/${'GetContractNotes' | 'DownloadContractNoteList' | 'DownloadContractNote' | 'DownloadContractNotes'}`> {
  /** The accounts of a CSCS account, or all that the caller may look at. */
  const accountsOf = async (
    caller: Caller,
    cscsAccount: string | undefined,
  ): Promise<{ readonly accounts: OfAccounts } | Refusal> => {
    if (cscsAccount === undefined) return { accounts: seesAllAccounts(caller) ? undefined : caller.accounts }
    const account = await store.forTenant(caller.tenantId).read((tx) => findAccount(tx, caller, cscsAccount))
    return account === undefined
      ? refuse('unknownAccount', { account: cscsAccount })
      : { accounts: [account] }
  }

  /** A note that is named by its number is found on whatever day it traded. */
  const inPeriod = <Input extends AskedDays & { readonly number?: string | undefined }>(
    input: Input,
  ): Input | Refusal => (input.number ? input : ofPeriod(input, marketDate()))

  /** What makes a PDF document of a note in the words of the request. */
  const printerOf = async ({ caller, culture, translate }: CallContext<Caller>) => {
    const letterhead = await letterheadOf({ ...parts, store }, caller.tenantId, translate)
    return async (note: ContractNoteRow) => {
      const source = noteTradeSource(note.account, note.number)
      const trades = await readPage(store.forTenant(caller.tenantId), source, MOST_TRADES)
      return print(noteDocument(note, trades.items, { letterhead, language: culture, translate }))
    }
  }

  return {
    'BackOffice/GetContractNotes': async ({ cscsAcct, ...input }, { caller, translate }) => {
      const found = await accountsOf(caller, cscsAcct)
      if (isRefusal(found)) return found
      const scope = store.forTenant(caller.tenantId)
      const asked = inPeriod(input)
      if (isRefusal(asked)) return asked
      const read = await scope.read(async (tx) => ({
        ...(await pageIn(tx, contractNoteSource(found.accounts, asked), asked)),
        totals: await contractNoteTotals(tx, found.accounts, asked),
      }))
      return { ...read, issuer: await issuerOf(store, caller.tenantId, translate) }
    },

    'BackOffice/DownloadContractNoteList': async ({ cscsAcct, ...input }, { caller, translate }) => {
      const found = await accountsOf(caller, cscsAcct)
      if (isRefusal(found)) return found
      const asked = inPeriod(input)
      if (isRefusal(asked)) return asked
      const source = contractNoteSource(found.accounts, asked)
      return listFile(contractNoteList, allRows(store.forTenant(caller.tenantId), source), {
        ...input,
        translate,
        of: [cscsAcct && found.accounts?.[0], asked.from, asked.to].filter((part) => part !== undefined),
      })
    },

    'BackOffice/DownloadContractNote': async ({ number }, context) => {
      const { caller, translate } = context
      const found = await accountsOf(caller, undefined)
      if (isRefusal(found)) return found
      const source = contractNoteSource(found.accounts, { number: String(number) })
      const { items } = await readPage(store.forTenant(caller.tenantId), source, {
        skipCount: 0,
        maxResultCount: 1,
      })
      const [note] = items
      if (!note) return refuse('unknownContractNote', { number })
      const print = await printerOf(context)
      return pdfAnswer(translate('Note.FileName', { number }), () => print(note), 1)
    },

    'BackOffice/DownloadContractNotes': async ({ cscsAcct, side, ...days }, context) => {
      const { caller, translate } = context
      const found = await accountsOf(caller, cscsAcct)
      if (isRefusal(found)) return found
      const asked = ofPeriod(days, marketDate())
      if (isRefusal(asked)) return asked
      const { from, to } = asked
      const query = { from, to, ...(side && { side: [side] }), sorting: 'number asc' }
      const source = contractNoteSource(found.accounts, query)
      const scope = store.forTenant(caller.tenantId)
      const { totalCount } = await readPage(scope, source, { skipCount: 0, maxResultCount: 1 })
      if (totalCount === 0) return refuse('noContractNotes')
      return archive(translate('Note.ArchiveName', { from, to }), allRows(scope, source, NOTES_A_READ), {
        print: await printerOf(context),
        nameOf: ({ number }) => `${translate('Note.FileName', { number })}.pdf`,
      })
    },
  }
}

const MOST_TRADES = { skipCount: 0, maxResultCount: MOST_TRADES_PRINTED }

/** Few, for their rows wait in memory until they are printed, and a read takes its turn among others. */
const NOTES_A_READ = 50

interface NotePrinting {
  readonly print: (note: ContractNoteRow) => Promise<Uint8Array>
  readonly nameOf: (note: ContractNoteRow) => string
}

/** An archive of notes, each a file and a piece: it is printed when the client has taken the one before. */
async function archive(
  name: string,
  pages: AsyncIterator<readonly ContractNoteRow[]>,
  { print, nameOf }: NotePrinting,
): Promise<FileAnswer> {
  const zip = new ZipWriter()
  const nextPage = async () => (await pages.next()).value ?? []
  let notes: readonly ContractNoteRow[] = await nextPage()
  let pdf: Uint8Array | undefined
  let given = 0
  const printOf = (note: ContractNoteRow) => async () => {
    pdf = await print(note)
    return pdf
  }
  async function* body(): AsyncGenerator<Uint8Array> {
    for (let [note] = notes; note; [note] = notes) {
      const file = zip.stored(nameOf(note), pdf ?? (await printOf(note)()))
      pdf = undefined
      given += 1
      notes = notes.length > 1 ? notes.slice(1) : await nextPage()
      yield file
    }
    yield zip.end()
  }
  return {
    name: `${name}.zip`,
    type: 'application/zip',
    get print() {
      const [note] = notes
      return note && !pdf ? printOf(note) : undefined
    },
    body: body(),
    rows: () => given,
  }
}
