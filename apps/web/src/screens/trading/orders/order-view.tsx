import {
  isBulkOrder,
  isFinal,
  isPart,
  isUnpriced,
  OrdStatus,
  orderList,
  Side,
  type StockOrder,
  statusText,
  type TextKey,
} from '@tradebook/contract'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useSession } from '../../../session.ts'
import { sideFilter } from '../../../ui/data-table/choice-filter.ts'
import { type Filter, type Grouping, type ListView, listView } from '../../../ui/data-table/list-view.ts'
import { dateAndTimestamp, price, quantity } from '../../../ui/format.ts'
import { isOpen, outcomeOf, termsText } from './order-texts.ts'
import {
  averageTotal,
  filledOfTotal,
  heldTotal,
  leavesTotal,
  openValue,
  openValueTotal,
} from './order-totals.ts'
import style from './orders.module.css'
import { failureStanding, useFailedRequests } from './requests.ts'
import { type AskInRow, RowActions } from './row-actions.tsx'
import { conditionsNow, whyNot } from './why-not.ts'

interface Standing {
  readonly title: TextKey
  /** By the parameters of the list. */
  readonly input: Readonly<Record<string, unknown>>
}

const states = Object.values(OrdStatus)

/** How orders stand, as a person narrows them. */
const standings: Readonly<Record<string, Standing>> = {
  open: { title: 'Trading.Filter.open', input: { ordStatus: states.filter((one) => !isFinal(one)) } },
  filled: { title: 'Trading.Filter.filled', input: { cumQtyFrom: 1 } },
  ended: {
    title: 'Trading.Filter.ended',
    input: { ordStatus: states.filter((one) => isFinal(one) && one !== OrdStatus.filled) },
  },
}

const filters: readonly Filter[] = [
  {
    key: 'standing',
    title: 'Trading.Filter.Standing',
    kind: 'choice',
    options: [
      { value: '', title: 'Trading.Filter.all' },
      ...Object.entries(standings).map(([value, { title }]) => ({ value, title })),
    ],
    input: (standing) => standings[standing]?.input ?? {},
  },
  sideFilter,
  {
    key: 'orderID',
    title: 'List.Column.orderID',
    kind: 'linked',
  },
]

/** What a dealer's orders are put together by. */
const groupings: readonly Grouping<StockOrder>[] = [
  {
    key: 'account',
    title: 'List.Column.accountNumber',
    of: ({ account }) => account,
    label: (order, t) => (isBulkOrder(order) ? t('Bulk.One') : `${order.customerName} · ${order.account}`),
  },
  {
    key: 'security',
    title: 'List.Column.securityID',
    of: ({ securityID }) => securityID,
    label: ({ securityID }) => securityID,
  },
  {
    key: 'side',
    title: 'Trading.Column.side',
    of: ({ side }) => side,
    label: ({ side }, t) => t(side === Side.buy ? 'Trading.Buy' : 'Trading.Sell'),
  },
  {
    key: 'user',
    title: 'List.Column.userName',
    of: ({ userName }) => userName,
    label: ({ userName }) => userName,
  },
  {
    key: 'state',
    title: 'Trading.Column.status',
    of: (order) => statusText(order),
    label: (order, t) => t(statusText(order)),
  },
]

/** Only the security that is selected on the screen. */
const onlySelected = (symbol: string): Filter => ({
  key: 'selected',
  title: 'Trading.Filter.Only',
  kind: 'toggle',
  values: { symbol },
  input: () => ({ securityID: symbol }),
})

interface OrderViewParts {
  /** The security that is selected on the screen. */
  readonly selected: string | undefined
  /** The person sees the orders of others: whose an order is comes first. */
  readonly seesOthers: boolean
  /** They are of several accounts. */
  readonly areOfSeveral: boolean
  readonly onAsk: AskInRow
}

/** The orders of the day and every open one, as a list. */
export const orderView = ({
  selected,
  seesOthers,
  areOfSeveral,
  onAsk,
}: OrderViewParts): ListView<StockOrder> => {
  const namesCustomers = seesOthers || areOfSeveral
  return listView({
    key: 'orders',
    title: 'Trading.Orders',
    of: orderList,
    file: 'Order/DownloadStockOrders',
    rowKey: ({ id }) => id,
    pageSize: 100,
    columns: [
      {
        key: 'actions',
        fileColumns: [],
        title: 'Trading.Column.actions',
        kind: 'text',
        characters: 13,
        isKept: true,
        show: (order) => <RowActions order={order} onAsk={onAsk} />,
      },
      {
        key: 'securityID',
        characters: 12,
        isKept: true,
        opens: true,
        hint: (order, t) => whyNot('cancel', order, conditionsNow(order), t),
      },
      {
        key: 'customerName',
        characters: 10,
        // Nobody need read their own name in every row.
        ...(!namesCustomers && ({ isExtra: true } as const)),
        overflow: 'ellipsis',
        value: ({ customerName, account }) => customerName || account,
        hint: ({ customerName, account, userName }) => `${customerName} · ${account} · ${userName}`,
      },
      {
        key: 'side',
        characters: 6,
        tone: ({ side }) => (side === Side.buy ? 'up' : 'down'),
      },
      {
        key: 'orderQty',
        fileColumns: ['cumQty', 'orderQty'],
        title: 'Trading.Column.filledOf',
        characters: 11,
        show: (order) => <Filled order={order} />,
        total: filledOfTotal,
      },
      { key: 'leavesQty', characters: 10, isExtra: true, total: leavesTotal },
      {
        key: 'openValue',
        title: 'Trading.Column.openValue',
        kind: 'money',
        characters: 16,
        isExtra: true,
        fileColumns: ['leavesQty', 'price'],
        value: openValue,
        total: openValueTotal,
      },
      {
        key: 'price',
        fileColumns: ['ordType', 'price'],
        characters: 8,
        // The kind of an order is in the place of a price it does not have.
        show: (order, t) => (isUnpriced(order.ordType) ? t('Trading.Orders.Market') : price(order.price)),
      },
      { key: 'stopPx', characters: 10, isExtra: true },
      {
        key: 'terms',
        title: 'Trading.Column.terms',
        kind: 'text',
        fileColumns: ['timeInForce', 'expireDate', 'execInst', 'displayQty', 'minQty'],
        // A stop price with a duration is in one line; what is longer continues on the next.
        characters: 15,
        overflow: 'wrap',
        show: (order, t) => <span className={style.kind}>{termsText(order, t)}</span>,
      },
      { key: 'ordType', characters: 10, isExtra: true },
      { key: 'timeInForce', characters: 10, isExtra: true },
      { key: 'expireDate', characters: 12, isExtra: true },
      { key: 'execInst', characters: 14, isExtra: true },
      { key: 'displayQty', characters: 12, isExtra: true },
      { key: 'minQty', characters: 12, isExtra: true },
      { key: 'reason', characters: 24, overflow: 'wrap', isExtra: true },
      { key: 'clientText', characters: 24, overflow: 'wrap', isExtra: true },
      { key: 'avgPx', characters: 10, total: averageTotal },
      {
        key: 'ordStatus',
        fileColumns: ['ordStatus', 'reason'],
        characters: 15,
        overflow: 'wrap',
        show: (order) => <Status order={order} />,
      },
      {
        key: 'creationTime',
        ...{ kind: 'timestamp', align: 'right', characters: 14 },
        hint: ({ creationTime }) => dateAndTimestamp(creationTime),
      },
      { key: 'account', title: 'List.Column.accountNumber', characters: 12, isExtra: true },
      { key: 'userName', characters: 12, isExtra: true },
      { key: 'holdAmount', characters: 14, isExtra: true, total: heldTotal },
      { key: 'orderID', characters: 12, isExtra: true },
    ],
    filters: selected === undefined ? filters : [...filters, onlySelected(selected)],
    groupings,
    leaving: namesCustomers
      ? [...EXTRAS, 'avgPx', 'creationTime', 'terms']
      : [...EXTRAS, 'customerName', 'avgPx', 'creationTime', 'terms'],
    card: namesCustomers
      ? [
          ['securityID', 'side', 'price'],
          ['orderQty', 'terms', 'creationTime'],
          ['ordStatus'],
          ['customerName', 'actions'],
        ]
      : [
          ['securityID', 'side', 'price'],
          ['orderQty', 'terms', 'ordStatus'],
          ['creationTime', 'actions'],
        ],
    empty: { title: 'Trading.Orders.None', details: 'Trading.Orders.None.details' },
    noMatch: { title: 'Trading.Orders.NoMatch', details: 'Trading.Orders.NoMatch.details' },
  })
}

/** What is only shown because somebody chose it goes first for lack of room. */
const EXTRAS = [
  'clientText',
  'holdAmount',
  'orderID',
  'userName',
  'account',
  'minQty',
  'displayQty',
  'stopPx',
  'execInst',
  'expireDate',
  'timeInForce',
  'ordType',
  'openValue',
  'leavesQty',
]

function Filled({ order: { cumQty, orderQty } }: { order: StockOrder }) {
  const filled = `${orderQty === 0 ? 0 : (100 * cumQty) / orderQty}%`
  return (
    <span className={style.filled} style={{ '--filled': filled } as CSSProperties}>
      {quantity(cumQty)} / {quantity(orderQty)}
    </span>
  )
}

/** How the order stands and, where it failed or has ended, why: the reason is where it is never left out for lack of room. */
function Status({ order }: { order: StockOrder }) {
  const { t } = useTranslation()
  const failed = useFailedRequests((requests) => failureStanding(order, requests[order.id]))
  const { what, why, hasFailed } = outcomeOf(order, t, failed)
  const seesOthers = useCan('VIEW_ALL_ORDERS')
  const isByAnother = useSession(({ user }) => user !== null && user.userName !== order.userName)
  return (
    <span className={style.outcome}>
      <span className={style.status} data-status={order.ordStatus}>
        {what}
      </span>
      {isPart(order) && (
        <span className={style.reason}>{t('Trading.Orders.PartOf', { id: order.bulkOrderID })}</span>
      )}
      {why !== '' && (hasFailed || !isOpen(order)) && (
        <span className={hasFailed ? style.failed : style.reason}>{why}</span>
      )}
      {isByAnother && !seesOthers && (
        <span className={style.reason}>{t('Trading.Orders.EnteredBy', { user: order.userName })}</span>
      )}
    </span>
  )
}
