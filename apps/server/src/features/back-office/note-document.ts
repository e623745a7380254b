import {
  type ContractNoteRow,
  feeText,
  nairaToKobo,
  shownAveragePrice,
  shownCount,
  shownDate,
  shownNaira,
  shownOrders,
  type TextKey,
} from '@tradebook/contract'
import type { PrintedDocument } from '../../files/pdf/document.ts'

/** Who issues a note, and in which language. */
export interface NoteIssuer {
  readonly issuer: PrintedDocument['issuer']
  readonly language: string
  readonly translate: (key: TextKey, values?: Readonly<Record<string, string | number>>) => string
}

/** A contract note as it is printed: every figure is one that was stored with its trades. */
export function noteDocument(
  note: ContractNoteRow,
  { translate: t, issuer, language }: NoteIssuer,
): PrintedDocument {
  const fact = (label: TextKey, value: string) => ({ label: t(label), value })
  const sum = (label: TextKey, amount: number) => [t(label), '', amountOf(amount)]
  return {
    title: t(`Note.Title.${note.side}`),
    language,
    issuer,
    ...(note.state === 'provisional' && { notice: t('Note.Provisional') }),
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
      fact('Note.Address', note.address ?? '–'),
      fact('Note.OrderCount', shownCount(note.orders)),
      fact('Note.Orders', shownOrders(note, t)),
      fact('Note.Isin', note.isin ?? '–'),
    ],
    columns: [
      { heading: t('Note.Item'), align: 'left', share: 5 },
      { heading: t('Note.Rate'), align: 'right', share: 2 },
      { heading: t('Note.Amount'), align: 'right', share: 3 },
    ],
    rows: [
      [t('Note.Consideration'), '', amountOf(note.consideration)],
      ...note.fees.map(({ name, rate, isMinimum, amount }) => [
        t(feeText(name)),
        isMinimum ? t('Note.Minimum') : rate === 0 ? '' : `${rate}%`,
        amountOf(amount),
      ]),
    ],
    sums: [sum('Note.TotalFees', note.totalFees), sum(`Note.Net.${note.side}`, note.netAmount)],
    remarks: [t('Note.Averaged'), ...(note.orders > note.orderIDs.length ? [t('Note.OrdersLeft')] : [])],
  }
}

/** Naira of the wire, which are exact to the kobo. */
const amountOf = (naira: number): string => shownNaira(nairaToKobo(naira) ?? 0n)
