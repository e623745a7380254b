import {
  type ContractNoteRow,
  chargeInWords,
  feeText,
  type NoteTrade,
  nairaToKobo,
  shownAveragePrice,
  shownCount,
  shownDate,
  shownDateTime,
  shownNaira,
  shownOrders,
  type TextKey,
} from '@tradebook/contract'
import type { PrintedDocument, PrintedTable } from '../../files/pdf/document.ts'
import { addressedTo } from './account-documents.ts'
import type { Letterhead } from './letterhead.ts'

/** Who issues a note, and in which language. */
export interface NoteIssuer {
  readonly letterhead: Letterhead
  readonly language: string
  readonly translate: (key: TextKey, values?: Readonly<Record<string, string | number>>) => string
}

/** So many trades of a note are printed. */
export const MOST_TRADES_PRINTED = 500

/**
 * A contract note as it is printed: every figure is one that was stored with its trades.
 *
 * @param trades of the note, at most `MOST_TRADES_PRINTED`, in their order; one alone says nothing more. What an account gets of a
 * bulk order is one trade, at two prices if the average is not a whole number of kobo.
 */
export function noteDocument(
  note: ContractNoteRow,
  trades: readonly NoteTrade[],
  { translate: t, letterhead, language }: NoteIssuer,
): PrintedDocument {
  const fact = (label: TextKey, value: string) => ({ label: t(label), value })
  const sum = (label: TextKey, amount: number) => [t(label), '', amountOf(amount)]
  return {
    ...letterhead,
    ...addressedTo(note),
    title: t(`Note.Title.${note.side}`),
    language,
    ...noticeOf(note, t),
    facts: [
      fact('Note.Number', String(note.number)),
      fact('Note.TradeDate', shownDate(note.tradeDate, t)),
      fact('Note.Customer', note.customerName),
      fact('Note.SettlementDate', shownDate(note.settlementDate, t)),
      fact('Note.CustomerNumber', String(note.customerId)),
      fact('Note.Security', `${note.securityID}, ${note.securityDesc}`),
      fact('Note.Account', note.account),
      fact('Note.Quantity', shownCount(note.quantity)),
      fact('Note.CscsAccount', note.cscsAccount),
      fact('Note.AveragePrice', `₦${shownAveragePrice(note.averagePrice)}`),
      fact('Note.Chn', note.chn ?? '–'),
      fact('Note.Trades', shownCount(note.trades)),
      fact('Note.Isin', note.isin ?? '–'),
      fact('Note.OrderCount', shownCount(note.orders)),
      fact('Note.Orders', shownOrders(note, t)),
    ],
    columns: [
      { heading: t('Note.Item'), align: 'left', share: 5 },
      { heading: t('Note.Rate'), align: 'right', share: 2 },
      { heading: t('Note.Amount'), align: 'right', share: 3 },
    ],
    rows: [
      [t('Note.Consideration'), '', amountOf(note.consideration)],
      ...note.fees.map((fee) => [t(feeText(fee.name)), chargeInWords(fee, t), amountOf(fee.amount)]),
    ],
    sums: [sum('Note.TotalFees', note.totalFees), sum(`Note.Net.${note.side}`, note.netAmount)],
    detail: trades.length > 1 ? tradesTable(trades, t) : undefined,
    remarks: [
      ...(note.replaces === null ? [] : [t('Note.Replaces', { number: note.replaces })]),
      t('Note.Averaged'),
      ...(note.orders > note.orderIDs.length ? [t('Note.OrdersLeft')] : []),
      ...(note.trades > trades.length && note.trades > 1
        ? [t('Note.TradesLeft', { shown: shownCount(trades.length), all: shownCount(note.trades) })]
        : []),
      ...letterhead.remarks,
    ],
  }
}

/** The trades that the average price is of. */
const tradesTable = (trades: readonly NoteTrade[], t: NoteIssuer['translate']): PrintedTable => ({
  heading: t('Note.TradesOf'),
  columns: [
    { heading: t('Trading.Column.time'), align: 'left', share: 4 },
    { heading: t('Trading.Column.quantity'), align: 'right', share: 3 },
    { heading: t('Trading.Column.price'), align: 'right', share: 3 },
    { heading: t('Note.Amount'), align: 'right', share: 4 },
  ],
  rows: trades.map(({ transactTime, quantity, price, consideration }) => [
    shownDateTime(Date.parse(transactTime), t),
    shownCount(quantity),
    amountOf(price),
    amountOf(consideration),
  ]),
})

/** What its reader must see first: that it counts no more, has no trades left, or is not final yet. */
function noticeOf(
  { state, replacedBy }: ContractNoteRow,
  t: NoteIssuer['translate'],
): { readonly notice?: string } {
  if (replacedBy !== null) return { notice: t('Note.ReplacedBy', { number: replacedBy }) }
  if (state === 'cancelled') return { notice: t('Note.Cancelled') }
  return state === 'provisional' ? { notice: t('Note.Provisional') } : {}
}

/** Naira of the wire, which are exact to the kobo. */
const amountOf = (naira: number): string => shownNaira(nairaToKobo(naira) ?? 0n)
