import {
  nairaToKobo,
  type StatementLine,
  shownAveragePrice,
  shownCount,
  shownDate,
  shownNaira,
  type TextKey,
  type ValuationRow,
  type ValuationSummary,
} from '@tradebook/contract'
import type { FileAnswer } from '../../files/file-answer.ts'
import type { PrintedColumn, PrintedDocument } from '../../files/pdf/document.ts'
import type { CallContext } from '../../http/handlers.ts'
import { customerOfAccount } from '../../store/account-joins.ts'
import type { Tx } from '../../store/store.ts'
import type { Letterhead } from './letterhead.ts'

/** An account and its customer, as documents name them. */
export interface Holder {
  readonly account: string
  readonly cscsAccount: string
  readonly customerName: string
  readonly address: string | null
}

/** Whose account it is. @throws Error when there is no such account. */
export async function holderOf(tx: Tx, account: string): Promise<Holder> {
  const row = await tx
    .selectFrom('trading_accounts')
    .innerJoin('customers', customerOfAccount)
    .select(['cscs_account', 'name', 'address'])
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return { account, cscsAccount: row.cscs_account, customerName: row.name, address: row.address }
}

/** Who issues a document of an account, whose account it is, and in which words. */
export interface DocumentFrame {
  readonly letterhead: Letterhead
  readonly holder: Holder
  readonly language: string
  readonly translate: CallContext['translate']
}

/** A statement as it is printed: its lines between the balances before and after them. */
export function statementDocument(
  lines: readonly Partial<StatementLine>[],
  totals: { readonly debit: number; readonly credit: number },
  period: { readonly from: string; readonly to: string },
  { letterhead, holder, language, translate: t }: DocumentFrame,
): PrintedDocument {
  return {
    ...letterhead,
    ...addressedTo(holder),
    title: t('Statement.Title'),
    language,
    facts: [
      ...factsOf(holder, t),
      { label: t('Portal.From'), value: shownDate(period.from, t) },
      { label: t('Portal.To'), value: shownDate(period.to, t) },
    ],
    columns: columnsOf(t, [
      ['List.Column.date', 'left', 22],
      ['List.Column.valueDate', 'left', 22],
      ['List.Column.reference', 'left', 29],
      ['List.Column.narration', 'left', 44],
      ['List.Column.debit', 'right', 27],
      ['List.Column.credit', 'right', 27],
      ['List.Column.balance', 'right', 27],
    ]),
    rows: lines.map((line) => [
      dateOf(line.date, t),
      dateOf(line.valueDate, t),
      line.reference ?? '',
      line.narration ?? '',
      naira(line.debit),
      naira(line.credit),
      naira(line.balance),
    ]),
    sums: [[t('Statement.Totals'), '', '', '', naira(totals.debit), naira(totals.credit), '']],
    remarks: [t('Document.Naira'), ...letterhead.remarks],
  }
}

/** What is under the holdings of a valuation: their sums, the cash, what both are worth, and what sales have gained. */
export const valuationSums = (
  { totals, cashBalance, totalValue, realisedGain }: ValuationSummary,
  t: CallContext['translate'],
): Partial<ValuationRow>[] => [
  { securityID: t('Valuation.Holdings'), ...totals },
  { securityID: t('Valuation.Cash'), marketValue: cashBalance },
  { securityID: t('Valuation.Total'), marketValue: totalValue },
  { securityID: t('Valuation.Realised'), gainLoss: realisedGain },
]

/** The day of a valuation's prices, in words. */
export const pricesOf = ({ asOf }: Pick<ValuationSummary, 'asOf'>, t: CallContext['translate']): string =>
  t('Valuation.AsOf', { date: shownDate(asOf, t) })

/** A valuation as it is printed: every holding at its published price, and what all is worth with the cash. */
export function valuationDocument(
  rows: readonly ValuationRow[],
  summary: ValuationSummary,
  { letterhead, holder, language, translate: t }: DocumentFrame,
): PrintedDocument {
  const printed = (row: Partial<ValuationRow>) => [
    row.securityID ?? '',
    row.quantity === undefined ? '' : shownCount(row.quantity),
    shownOr(row.averageCost, shownAveragePrice),
    naira(row.costValue),
    naira(row.lastPx),
    naira(row.marketValue),
    naira(row.gainLoss),
    shownOr(row.gainLossPercent, (percent) => percent.toFixed(2)),
    shownOr(row.weightPercent, (percent) => percent.toFixed(2)),
  ]
  return {
    ...letterhead,
    ...addressedTo(holder),
    title: t('Valuation.Title'),
    language,
    facts: [...factsOf(holder, t), { label: t('List.Column.date'), value: shownDate(summary.asOf, t) }],
    columns: columnsOf(t, [
      ['List.Column.securityID', 'left', 18],
      ['Trading.Column.quantity', 'right', 9],
      ['Trading.Column.averageCost', 'right', 9],
      ['List.Column.costValue', 'right', 15],
      ['Trading.Column.publishedPx', 'right', 9],
      ['Trading.Column.marketValue', 'right', 15],
      ['Trading.Column.gain', 'right', 15],
      ['List.Column.gainLossPercent', 'right', 8],
      ['List.Column.weightPercent', 'right', 7],
    ]),
    rows: rows.map(printed),
    sums: valuationSums(summary, t).map(printed),
    remarks: [pricesOf(summary, t), t('Document.Naira'), ...letterhead.remarks],
  }
}

/** A document as the file that a call answers. @param print prints it; called once. */
export function pdfAnswer(name: string, print: () => Promise<Uint8Array>, rows: number): FileAnswer {
  let pdf: Uint8Array | undefined
  const printed = async () => {
    pdf = await print()
    return pdf
  }
  return {
    name: `${name}.pdf`,
    type: 'application/pdf',
    get print() {
      return pdf ? undefined : printed
    },
    body: (async function* () {
      yield pdf ?? (await printed())
    })(),
    printsLong: rows > MOST_SHORT,
    rows: () => rows,
  }
}

/** Rows of a document that is printed in about a second. */
const MOST_SHORT = 100

/** To whom a document of an account is sent, and whose it is on every page. */
export const addressedTo = ({
  account,
  customerName,
  address,
}: Pick<Holder, 'account' | 'customerName' | 'address'>) => ({
  addressee: address ? [customerName, address] : [customerName],
  holder: `${customerName}, ${account}`,
})

const factsOf = ({ account, cscsAccount, customerName }: Holder, t: CallContext['translate']) => [
  { label: t('Note.Customer'), value: customerName },
  { label: t('Note.Account'), value: account },
  { label: t('Note.CscsAccount'), value: cscsAccount },
]

const columnsOf = (
  t: CallContext['translate'],
  columns: readonly (readonly [heading: TextKey, align: PrintedColumn['align'], share: number])[],
): PrintedColumn[] => columns.map(([heading, align, share]) => ({ heading: t(heading), align, share }))

const shownOr = (figure: number | null | undefined, shown: (figure: number) => string): string =>
  figure === null || figure === undefined ? '' : shown(figure)

/** Naira of the wire, which are exact to the kobo; nothing where there is none. */
const naira = (amount: number | null | undefined): string =>
  shownOr(amount, (known) => shownNaira(nairaToKobo(known) ?? 0n))

const dateOf = (date: string | undefined, t: DocumentFrame['translate']): string =>
  date === undefined ? '' : shownDate(date, t)
