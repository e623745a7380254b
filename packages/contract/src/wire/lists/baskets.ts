import type { BasketColumn, BasketLine } from '../../rules/baskets.ts'
import type { TextKey } from '../../words/words.ts'
import type { BasketRow } from '../basket-shapes.ts'
import { list } from '../list.ts'
import { code } from './columns.ts'

/** The baskets that a user may open: `Basket/GetAll`. The one saved last comes first. */
export const basketList = list<BasketRow>()({
  title: 'Basket.Title',
  key: 'id',
  sorting: 'savedAt desc',
  columns: {
    name: { title: 'Basket.Name', kind: 'text', sortable: true, searched: true },
    lineCount: { title: 'Basket.Lines', kind: 'quantity', sortable: true },
    isShared: code('isShared', 'Basket.Shared', { yes: 'Basket.Shared.yes', no: 'Basket.Shared.no' }),
    userName: { title: 'Basket.Owner', kind: 'text', sortable: true, searched: true },
    savedAt: { title: 'Basket.SavedAt', kind: 'time', sortable: true },
    sentAt: { title: 'Basket.SentAt', kind: 'time', sortable: true },
    id: { title: 'Basket.Number', kind: 'id', sortable: true },
  },
})

/** The headings of a sheet, by which a file that is imported is read, too. */
export const basketTitles: Readonly<Record<BasketColumn, TextKey>> = {
  account: 'Trading.Column.account',
  side: 'Trading.Column.side',
  securityID: 'List.Column.securityID',
  orderQty: 'Trading.Column.quantity',
  price: 'Trading.Column.price',
  stopPx: 'List.Column.stopPx',
  timeInForce: 'List.Column.timeInForce',
  expireDate: 'List.Column.expireDate',
  text: 'List.Column.clientText',
}

const text = (column: BasketColumn) => ({ title: basketTitles[column], kind: 'text' }) as const

/** The lines of one basket as a file: `Basket/DownloadLines`. */
export const basketLineList = list<BasketLine & { readonly line: number }>()({
  title: 'Basket.Title',
  key: 'line',
  sorting: 'line asc',
  columns: {
    account: text('account'),
    side: text('side'),
    securityID: text('securityID'),
    orderQty: text('orderQty'),
    price: text('price'),
    stopPx: text('stopPx'),
    timeInForce: text('timeInForce'),
    expireDate: text('expireDate'),
    text: text('text'),
    line: { title: 'Basket.Line', kind: 'id', sortable: true },
  },
})
