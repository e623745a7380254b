import {
  acceptance,
  isFinal,
  OrdStatus,
  OrdType,
  orderCan,
  orderList,
  type Phase,
  Side,
  type StockOrder,
  type TextKey,
} from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { type CSSProperties, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMarket } from '../../../live/live-market.ts'
import { useMarketPhase } from '../../../live/use-live.ts'
import { useCan, useSession } from '../../../session.ts'
import { ON } from '../../../ui/data-table/list-state.ts'
import { type Filter, type ListView, listView } from '../../../ui/data-table/list-view.ts'
import { averagePrice, dateAndTime, NOTHING, price, quantity } from '../../../ui/format.ts'
import { kindAndDurationText, outcomeOf, statusTexts } from './order-texts.ts'
import style from './orders.module.css'
import { failureStanding, useFailedRequests } from './requests.ts'

/** What is asked of an order by its row. */
export type RowRequest = 'replace' | 'cancel' | 'repeat'
export type AskInRow = (request: RowRequest, order: StockOrder) => void

export const isOpen = ({ ordStatus }: Pick<StockOrder, 'ordStatus'>): boolean => !isFinal(ordStatus)

interface Standing {
  readonly title: TextKey
  readonly has: (order: StockOrder) => boolean
  /** The same, as the server is asked for it. */
  readonly input: Readonly<Record<string, unknown>>
}

/** How orders stand, as a person narrows them; each but `open` among the current ones. */
const standings: Readonly<Record<string, Standing>> = {
  open: { title: 'Trading.Filter.open', has: isOpen, input: { status: 'open' } },
  filled: {
    title: 'Trading.Filter.filled',
    has: ({ cumQty }) => cumQty > 0,
    input: { cumQtyFrom: 1 },
  },
  ended: {
    title: 'Trading.Filter.ended',
    has: ({ ordStatus }) => isFinal(ordStatus) && ordStatus !== OrdStatus.filled,
    input: { ordStatus: Object.values(OrdStatus).filter((one) => isFinal(one) && one !== OrdStatus.filled) },
  },
}

const filters: readonly Filter<StockOrder>[] = [
  {
    key: 'standing',
    title: 'Trading.Filter.Standing',
    kind: 'choice',
    options: [
      { value: '', title: 'Trading.Filter.all' },
      ...Object.entries(standings).map(([value, { title }]) => ({ value, title })),
    ],
    input: (standing) => standings[standing]?.input ?? {},
    passes: (order, standing) => standings[standing]?.has(order) ?? true,
  },
  {
    key: 'side',
    title: 'Trading.Filter.Side',
    kind: 'choice',
    options: [
      { value: '', title: 'Trading.Filter.BothSides' },
      { value: Side.buy, title: 'Trading.Buy' },
      { value: Side.sell, title: 'Trading.Sell' },
    ],
    passes: (order, side) => order.side === side,
  },
]

/** Only the security that is selected on the screen. */
const onlySelected = (symbol: string): Filter<StockOrder> => ({
  key: 'selected',
  title: 'Trading.Filter.Only',
  kind: 'toggle',
  values: { symbol },
  input: () => ({ securityID: symbol }),
  passes: (order, value) => value !== ON || order.securityID === symbol,
})

interface OrderViewParts {
  /** The security that is selected on the screen. */
  readonly selected: string | undefined
  /** The person sees the orders of others: whose an order is comes first. */
  readonly seesOthers: boolean
  readonly onAsk: AskInRow
}

/** The orders of the day and every open one, as a list. */
export const orderView = ({ selected, seesOthers, onAsk }: OrderViewParts): ListView<StockOrder> =>
  listView({
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
        characters: 15,
        isKept: true,
        show: (order) => <RowActions order={order} onAsk={onAsk} />,
      },
      {
        key: 'securityID',
        characters: 13,
        isKept: true,
        opens: true,
        hint: (order, t) => whyNot('cancel', order, circumstancesNow(), t),
      },
      {
        key: 'customerName',
        characters: 15,
        value: ({ customerName, account }) => customerName || account,
        hint: ({ customerName, account, userName }) => `${customerName} · ${account} · ${userName}`,
      },
      {
        key: 'side',
        fileColumns: ['side', 'timeInForce'],
        characters: 7,
        tone: ({ side }) => (side === Side.buy ? 'up' : 'down'),
        show: (order, t) => <SideAndDuration order={order} t={t} />,
      },
      {
        key: 'orderQty',
        fileColumns: ['cumQty', 'orderQty'],
        title: 'Trading.Column.filledOf',
        characters: 15,
        show: (order) => <Filled order={order} />,
      },
      { key: 'leavesQty', characters: 10, isExtra: true },
      {
        key: 'price',
        fileColumns: ['ordType', 'price'],
        characters: 10,
        // The kind of an order stands in the place of a price it does not have.
        show: (order, t) =>
          order.ordType === OrdType.market ? t('Trading.Orders.Market') : price(order.price),
      },
      { key: 'ordType', characters: 10, isExtra: true },
      { key: 'timeInForce', characters: 10, isExtra: true },
      { key: 'expireDate', characters: 12, isExtra: true },
      {
        key: 'avgPx',
        characters: 10,
        show: ({ cumQty, avgPx }) => (cumQty > 0 ? averagePrice(avgPx) : NOTHING),
      },
      { key: 'ordStatus', characters: 18, show: (order) => <Status order={order} /> },
      {
        key: 'creationTime',
        kind: 'timeOfDay',
        characters: 13,
        hint: ({ creationTime }) => dateAndTime(creationTime),
      },
      { key: 'text', characters: 14, show: (order) => <Reason order={order} /> },
      { key: 'account', title: 'List.Column.accountNumber', characters: 12, isExtra: true },
      { key: 'userName', characters: 12, isExtra: true },
      { key: 'holdAmount', characters: 14, isExtra: true },
      { key: 'orderID', characters: 12, isExtra: true },
    ],
    filters: selected === undefined ? filters : [...filters, onlySelected(selected)],
    leaving: seesOthers
      ? [...EXTRAS, 'avgPx', 'text', 'creationTime']
      : [...EXTRAS, 'customerName', 'avgPx', 'creationTime', 'text'],
    card: [
      ['securityID', 'side', 'price'],
      ['orderQty', 'ordStatus'],
      ['creationTime', 'customerName'],
      ['text'],
      ['actions'],
    ],
    empty: { title: 'Trading.Orders.None', details: 'Trading.Orders.None.details' },
    noMatch: { title: 'Trading.Orders.NoMatch', details: 'Trading.Orders.NoMatch.details' },
  })

/** What is only shown because somebody chose it goes first for want of room. */
const EXTRAS = [
  'holdAmount',
  'orderID',
  'userName',
  'account',
  'expireDate',
  'timeInForce',
  'ordType',
  'leavesQty',
]

const tradingPermissions = ['BUY', 'SELL'] as const
const circumstancesNow = (): RequestCircumstances => {
  const { permissions } = useSession.getState()
  return {
    mayTrade: tradingPermissions.some((permission) => permissions.has(permission)),
    phase: liveMarket.store.day.get()?.phase,
  }
}

/** Why an order cannot be asked this; `undefined` where it can. */
export function whyNot(
  request: 'replace' | 'cancel',
  { ordStatus }: StockOrder,
  { mayTrade, phase }: RequestCircumstances,
  t: TFunction,
): string | undefined {
  if (!mayTrade) return t('Trading.Orders.MayNot')
  if (!orderCan(request, ordStatus)) {
    return t('Trading.Orders.Cannot', { status: t(statusTexts[ordStatus]).toLowerCase() })
  }
  if (phase === undefined || takesRequest[request](phase)) return undefined
  return t(notNowTexts[request], { phase: t(`Trading.Phase.${phase}`) })
}

const takesRequest = {
  replace: (phase: Phase) => acceptance[phase].mayReplace !== 'none',
  cancel: (phase: Phase) => acceptance[phase].mayCancel,
} as const

const notNowTexts = {
  replace: 'Trading.Orders.NoReplaceNow',
  cancel: 'Trading.Orders.NoCancelNow',
} as const

/** What of the person and the market decides whether an order can be asked something. */
export interface RequestCircumstances {
  readonly mayTrade: boolean
  readonly phase: Phase | undefined
}

export function useRequestCircumstances(): RequestCircumstances {
  const mayTrade = [useCan('BUY'), useCan('SELL')].some(Boolean)
  const phase = useMarketPhase()
  return useMemo(() => ({ mayTrade, phase }), [mayTrade, phase])
}

/** An open order is replaced or cancelled; one that has ended can be entered again as a new one. */
function RowActions({ order, onAsk }: { order: StockOrder; onAsk: AskInRow }) {
  const { t } = useTranslation()
  const circumstances = useRequestCircumstances()
  if (!isOpen(order)) {
    return (
      <span className={style.actions}>
        <button type="button" disabled={!circumstances.mayTrade} onClick={() => onAsk('repeat', order)}>
          {t('Trading.Orders.Repeat')}
        </button>
      </span>
    )
  }
  const whyNotReplace = whyNot('replace', order, circumstances, t)
  const whyNotCancel = whyNot('cancel', order, circumstances, t)
  return (
    <span className={style.actions}>
      <button
        type="button"
        disabled={whyNotReplace !== undefined}
        title={whyNotReplace ?? t('Trading.Orders.Replace')}
        onClick={() => onAsk('replace', order)}
      >
        {t('Trading.Orders.Replace')}
      </button>
      <button
        type="button"
        disabled={whyNotCancel !== undefined}
        title={whyNotCancel ?? t('Trading.Orders.Cancel')}
        onClick={() => onAsk('cancel', order)}
      >
        {t('Trading.Orders.Cancel')}
      </button>
    </span>
  )
}

/** The duration stands beside the side wherever it is not the day. */
function SideAndDuration({ order: { side, timeInForce }, t }: { order: StockOrder; t: TFunction }) {
  const kind = kindAndDurationText({ ordType: OrdType.limit, timeInForce }, t)
  return (
    <>
      {side === Side.buy ? t('Trading.Buy') : t('Trading.Sell')}{' '}
      {kind && <span className={style.kind}>{kind}</span>}
    </>
  )
}

function Filled({ order: { cumQty, orderQty } }: { order: StockOrder }) {
  const filled = `${orderQty === 0 ? 0 : (100 * cumQty) / orderQty}%`
  return (
    <span className={style.filled} style={{ '--filled': filled } as CSSProperties}>
      {quantity(cumQty)} / {quantity(orderQty)}
    </span>
  )
}

function useOutcome(order: StockOrder) {
  const { t } = useTranslation()
  const failed = useFailedRequests((requests) => failureStanding(order, requests[order.id]))
  return outcomeOf(order, t, failed)
}

/** How the order stands; a request that failed is shown here, where it is never left out for want of room. */
function Status({ order }: { order: StockOrder }) {
  const { what, why, hasFailed } = useOutcome(order)
  return (
    <span className={style.outcome}>
      <span className={style.status} data-status={order.ordStatus}>
        {what}
      </span>
      {hasFailed && <span className={style.failed}>{why}</span>}
    </span>
  )
}

function Reason({ order }: { order: StockOrder }) {
  const { why, hasFailed } = useOutcome(order)
  if (hasFailed) return null
  return (
    <span className={style.reason} title={why}>
      {why}
    </span>
  )
}
