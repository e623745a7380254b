import { expect, test } from 'vitest'
import { fileInput } from '../ui/data-table/list-download.tsx'
import type { ListView } from '../ui/data-table/list-view.ts'
import { statementView } from './account-statement/statement-view.ts'
import { newsView } from './market-news/news-view.tsx'
import { executionView } from './trading/orders/execution-view.ts'
import { holdingView } from './trading/orders/holding-view.ts'
import { orderView } from './trading/orders/order-view.tsx'

const orders = orderView({ selected: undefined, seesOthers: true, areOfSeveral: true, onAsk: () => {} })
/** It holds buttons, and nothing of the order. */
const BUTTONS = 'actions'

const columnsOfFile = <Row>(list: ListView<Row>, keys: readonly string[]) =>
  fileInput(
    list,
    { filters: {}, sorting: undefined, page: 1 },
    list.columns.filter(({ key }) => keys.includes(key)),
  ).columns

const everyColumn = [orders, executionView, holdingView, newsView, statementView].flatMap(
  ({ key, of, columns }) =>
    columns.map((column) => ({ list: key, column: column.key, fileColumns: column.fileColumns, of })),
)

test.each(everyColumn.filter(({ column }) => column !== BUTTONS))(
  'the file of $list has what the column $column shows',
  ({ of, fileColumns }) => {
    expect(fileColumns).not.toEqual([])
    expect(Object.keys(of.columns)).toEqual(expect.arrayContaining([...fileColumns]))
  },
)

test('the file of orders has the filled quantity, the kind and the terms where the screen shows them', () => {
  expect(columnsOfFile(orders, ['actions', 'side', 'orderQty', 'price', 'terms'])).toEqual([
    ...['side', 'cumQty', 'orderQty', 'ordType', 'price'],
    ...['timeInForce', 'expireDate', 'execInst', 'displayQty', 'minQty'],
  ])
})

test('a column that two others show is in the file once', () => {
  expect(columnsOfFile(orders, ['terms', 'minQty', 'expireDate'])).toEqual([
    ...['timeInForce', 'expireDate', 'execInst', 'displayQty', 'minQty'],
  ])
})

test('the file of holdings has both sides of what is unsettled', () => {
  expect(columnsOfFile(holdingView, ['unsettled'])).toEqual(['unsettledIn', 'unsettledOut'])
})
