import {
  type CallRequest,
  type FreezeGround,
  freezeGrounds,
  type Kobo,
  kobo,
  type Refusal,
  refuse,
  shownCount,
  toNaira,
} from '@tradebook/contract'
import { sql } from 'kysely'
import { BYTE_ORDER_MARK, type CsvCell, csvLines } from '../../files/csv.ts'
import type { FileAnswer } from '../../files/file-answer.ts'
import type { PrintedDocument } from '../../files/pdf/document.ts'
import type { Print } from '../../files/pdf/printer.ts'
import { ZipWriter } from '../../files/zip.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { type CustomerKeys, keysOf } from '../../platform/customer-keys.ts'
import type { Scope, Store, Tx } from '../../store/store.ts'
import { type CustomerTableName, customerTable, customerTableNames, tableTitle } from './customer-tables.ts'

export interface CustomerFileParts {
  readonly store: Store
  readonly print: Print
  /** What a firm's documents have in common. */
  readonly letterheadOf: (
    tenantId: number,
    translate: CallContext['translate'],
  ) => Promise<Pick<PrintedDocument, 'issuer' | 'logo' | 'foot'>>
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}

/** What the index says of a file of the archive. */
interface Entry {
  readonly file: string
  readonly title: string
  readonly rows: number
}

type Row = Readonly<Record<string, unknown>>

/**
 * Everything that the firm has of a customer, as one archive: a CSV for each table, the documents as they were submitted,
 * and an index to read first. Tables are read in pages and written as they come, so that it takes no more memory for a
 * customer of many years; only a document, of 5 MiB at most, is whole in memory.
 */
export async function customerFile(
  { store, print, letterheadOf, marketDate }: CustomerFileParts,
  { id }: CallRequest<'Customer/DownloadCustomerFile'>,
  { caller, culture, translate }: CallContext<Caller>,
): Promise<FileAnswer | Refusal> {
  const scope = store.forTenant(caller.tenantId)
  const found = await scope.read(async (tx) => {
    const customer = await tx.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst()
    return customer && { customer, keys: await keysOf(tx, [id]) }
  })
  if (!found) return refuse('unknownCustomer', { customerId: id })
  const { customer, keys } = found
  const { issuer, logo, foot } = await letterheadOf(caller.tenantId, translate)
  const zip = new ZipWriter()
  const entries: Entry[] = []
  let given = 0
  let index: PrintedDocument | undefined
  let pdf: Uint8Array | undefined
  const printed = async () => {
    pdf = index && (await print(index))
    return pdf
  }

  async function* body(): AsyncGenerator<Uint8Array> {
    for (const name of customerTableNames) {
      const counted = { rows: 0 }
      const file = `${name}.csv`
      yield* zip.file(file, csvOf(name, pagesOf(scope, name, keys), { keys, translate, counted }))
      entries.push({ file, title: translate(tableTitle(name)), rows: counted.rows })
      given += counted.rows
    }
    for await (const { name, title, bytes } of documentsOf(scope, keys, translate)) {
      entries.push({ file: name, title, rows: 1 })
      yield zip.stored(name, bytes)
    }
    index = indexOf(entries)
    yield* zip.file('contents.csv', contentsOf(entries))
    yield zip.stored('index.pdf', pdf ?? (await print(index)))
    yield zip.end()
  }

  const indexOf = (of: readonly Entry[]): PrintedDocument => ({
    ...{ title: translate('Customer.File'), language: culture, issuer, logo },
    ...(foot && { foot }),
    holder: customer.name,
    facts: [
      { label: translate('Note.Customer'), value: customer.name },
      { label: translate('Note.Account'), value: keys.accounts.join(', ') || '–' },
      { label: translate('Note.CscsAccount'), value: keys.cscsAccounts.join(', ') || '–' },
      { label: translate('Registration.Field.chn'), value: customer.chn ?? '–' },
      { label: translate('Customer.File.by'), value: caller.userName },
      { label: translate('List.Column.date'), value: marketDate() },
    ],
    columns: [
      { heading: translate('Customer.File.file'), align: 'left', share: 40 },
      { heading: translate('Customer.File.what'), align: 'left', share: 45 },
      { heading: translate('Reports.Rows'), align: 'right', share: 15 },
    ],
    rows: of.map(({ file, title, rows }) => [file, title, shownCount(rows)]),
    sums: [],
    remarks: [translate('Customer.File.remark')],
  })

  return {
    name: `${translate('Customer.File')} ${keys.accounts[0] ?? id} ${marketDate()}.zip`.replace(
      NOT_IN_NAMES,
      '-',
    ),
    type: 'application/zip',
    get print() {
      return index && !pdf ? printed : undefined
    },
    body: body(),
    rows: () => given,
  }
}

/** What Windows takes in no file name; `/` ends a folder everywhere. */
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}]/gu

const ROWS_A_READ = 500

/** A table's rows that are a customer's, page by page in the order of its primary key. */
async function* pagesOf(
  scope: Pick<Scope, 'read'>,
  name: CustomerTableName,
  keys: CustomerKeys,
): AsyncGenerator<readonly Row[]> {
  const { rows: condition, file, reads = {} } = customerTable(name)
  const { key, columns } = await scope.read((tx) => shapeOf(tx, name))
  // A file's content is read on its own.
  const selected = sql.join(
    columns
      .filter((column) => column !== file)
      .map((column) =>
        reads[column] ? sql`${reads[column]} as ${sql.ref(column)}` : sql.ref(`${name}.${column}`),
      ),
  )
  const order = sql.join(key.map((column) => sql.ref(`${name}.${column}`)))
  let last: Row | undefined
  for (;;) {
    const behind = last
    const after = behind && sql`and (${order}) > (${sql.join(key.map((column) => sql`${behind[column]}`))})`
    const { rows } = await scope.read((tx) =>
      sql<Row>`select ${selected} from ${sql.table(name)} where ${condition(keys)} ${after ?? sql``}
        order by ${order} limit ${ROWS_A_READ}`.execute(tx),
    )
    if (rows.length > 0 || !last) yield rows
    if (rows.length < ROWS_A_READ) return
    last = rows.at(-1)
  }
}

/** The columns of a table, but the firm's; and those of its key, by which its rows are paged. */
async function shapeOf(
  tx: Tx,
  name: CustomerTableName,
): Promise<{ readonly key: readonly string[]; readonly columns: readonly string[] }> {
  const { rows } = await sql<{ name: string; place: number | null }>`
    select attname as name, array_position(indkey::int2[], attnum)::int as place
from pg_attribute join pg_index on indrelid = attrelid
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and indexrelid = (
      select indexrelid from pg_index where indrelid = ${name}::regclass and indisunique and indexprs is null
      order by indisprimary desc limit 1)
    order by attnum`.execute(tx)
  return {
    columns: rows.map((row) => row.name).filter((column) => column !== 'tenant_id'),
    key: rows
      .filter(({ place, name: column }) => place !== null && column !== 'tenant_id')
      .sort((one, other) => Number(one.place) - Number(other.place))
      .map((row) => row.name),
  }
}

/** A table as CSV, piece by piece. */
async function* csvOf(
  name: CustomerTableName,
  pages: AsyncIterable<readonly Row[]>,
  {
    keys,
    translate,
    counted,
  }: {
    readonly keys: CustomerKeys
    readonly translate: CallContext['translate']
    readonly counted: { rows: number }
  },
): AsyncGenerator<string> {
  const { without = [], money = [], codes = {}, json = {}, inWords } = customerTable(name)
  let columns: readonly string[] | undefined
  for await (const rows of pages) {
    if (columns === undefined) {
      columns = Object.keys(rows[0] ?? {}).filter((column) => !without.includes(column))
      const headings = columns.map((column) => headingOf(column, money.includes(column)))
      yield BYTE_ORDER_MARK + csvLines([[...(inWords ? [translate('Reports.Call')] : []), ...headings]])
    }
    counted.rows += rows.length
    const shown = columns
    yield csvLines(
      rows.map((row) => [
        ...(inWords ? [inWords(row, translate)] : []),
        ...shown.map((column) => {
          const word = codes[column]?.[String(row[column])]
          const written = row[column] === null ? undefined : json[column]?.(row[column], keys)
          const cell = written ?? cellOf(row[column], money.includes(column))
          return word ? `${translate(word)} (${cell})` : cell
        }),
      ]),
    )
  }
}

/** `made_at` as `Made at`. */
const headingOf = (column: string, isMoney: boolean): string => {
  const words = column.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${isMoney ? ' (NGN)' : ''}`
}

function cellOf(value: unknown, isMoney: boolean): CsvCell {
  if (value === null || value === undefined) return null
  if (isMoney) return toNaira(kobo(BigInt(value as bigint | number)) as Kobo)
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return value.toString('hex')
  if (typeof value === 'object')
    return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))
  return typeof value === 'number' ? value : String(value)
}

/** The documents of a customer's requests as they were submitted, those added since, and of freezes, one after the other. */
async function* documentsOf(
  scope: Pick<Scope, 'read'>,
  { requestIds, accounts, customerIds }: CustomerKeys,
  translate: CallContext['translate'],
): AsyncGenerator<{ readonly name: string; readonly title: string; readonly bytes: Uint8Array }> {
  const documents = await scope.read((tx) =>
    tx
      .selectFrom('account_request_documents')
      .select(['request_id', 'kind'])
      .where('request_id', 'in', [-1, ...requestIds])
      .orderBy('request_id')
      .orderBy('kind')
      .execute(),
  )
  for (const { request_id, kind } of documents) {
    const document = await scope.read((tx) =>
      tx
        .selectFrom('account_request_documents')
        .select(['name', 'content'])
        .where('request_id', '=', request_id)
        .where('kind', '=', kind)
        .executeTakeFirst(),
    )
    if (document)
      yield {
        name: `documents/${request_id} ${kind} ${document.name.replace(NOT_IN_NAMES, '-')}`,
        title: translate('Registration.Step.documents'),
        bytes: document.content,
      }
  }
  const added = await scope.read((tx) =>
    tx
      .selectFrom('customer_documents')
      .select('id')
      .where('customer_id', 'in', [-1, ...customerIds])
      .orderBy('id')
      .execute(),
  )
  for (const { id } of added) {
    const document = await scope.read((tx) =>
      tx
        .selectFrom('customer_documents')
        .select(['kind', 'name', 'content'])
        .where('id', '=', id)
        .executeTakeFirst(),
    )
    if (document)
      yield {
        name: `documents/added ${id} ${document.kind} ${document.name.replace(NOT_IN_NAMES, '-')}`,
        title: translate('Customer.File.customer_documents'),
        bytes: document.content,
      }
  }
  const ofFreezes = await scope.read((tx) =>
    tx
      .selectFrom('freeze_documents')
      .leftJoin('account_freezes as held', 'held.document', 'freeze_documents.id')
      .select(['freeze_documents.id', 'held.ground', 'held.from_date', 'held.reference'])
      .where('freeze_documents.account', 'in', ['', ...accounts])
      .orderBy('freeze_documents.id')
      .execute(),
  )
  for (const { id, ground, from_date, reference } of ofFreezes) {
    const document = await scope.read((tx) =>
      tx.selectFrom('freeze_documents').select(['name', 'content']).where('id', '=', id).executeTakeFirst(),
    )
    // Of a freeze that is being decided only its document is there.
    const why = ground === null ? [] : [translate(freezeGrounds[ground as FreezeGround]), from_date]
    if (document)
      yield {
        name: `documents/${['freeze', ...why, id, document.name].join(' ').replace(NOT_IN_NAMES, '-')}`,
        title: [translate('Customer.File.account_freezes'), ...why, reference].filter(Boolean).join(', '),
        bytes: document.content,
      }
  }
}

const contentsOf = (entries: readonly Entry[]): Iterable<string> => [
  BYTE_ORDER_MARK +
    csvLines([['File', 'Contents', 'Rows'], ...entries.map(({ file, title, rows }) => [file, title, rows])]),
]
