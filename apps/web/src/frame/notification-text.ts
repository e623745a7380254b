import type { NotificationProperties, TextKey, UserNotification } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import {
  ACCOUNT_INFLOW,
  ACCOUNT_OUTFLOW,
  ACCOUNT_REQUESTS,
  accountAt,
  CASH_APPROVALS,
  HOME,
  NEWS,
} from '../paths.ts'
import { averagePrice, money, percent, quantity } from '../ui/format.ts'

type Notification = UserNotification['notification']

/** What a notification says, in the person's language. */
export const notificationText = (t: TFunction, { data }: Notification): string =>
  t(data.message.name as TextKey, written(data.properties))

/** Figures as figures are written; everything else stays as it is. */
const written = (properties: NotificationProperties): NotificationProperties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'number' ? (figures[name] ?? String)(value) : value,
    ]),
  )

/** The text says whether it is up or down. */
const unsigned = (figure: number): string => percent(figure).replace(/^\+/, '')

const figures: Readonly<Record<string, (figure: number) => string>> = {
  quantity,
  price: averagePrice,
  amount: money,
  orders: quantity,
  level: averagePrice,
  percent: unsigned,
  change: unsigned,
}

interface About {
  /** Next to the time: whose it is, or where it comes from. */
  readonly origin: (t: TFunction, properties: NotificationProperties) => string
  /** Where a screen shows it. */
  readonly place: (notification: Notification, isPhone: boolean) => string
}

const order: About = {
  origin: (t, { account = '' }) => t('Notification.Account', { account }),
  place: ({ entityId, data: { properties } }, isPhone) => {
    const { securityID = '', orders } = properties
    // Of several refused orders it describes the last; all of them are among those that ended.
    const isOne = Number(orders ?? 1) === 1
    const shown = isOne ? ['orders.orderID', entityId] : ['orders.standing', 'ended']
    // A phone shows either one security or the orders.
    const desk = isPhone ? [] : [['security', String(securityID)]]
    return placeWith(HOME, Object.fromEntries([...desk, ['tab', 'orders'], shown]))
  },
}

const accountRequest: About = {
  origin: (t) => t('Menu.AccountRequests'),
  place: ({ entityId }) => placeWith(ACCOUNT_REQUESTS, { request: entityId }),
}

const abouts: Readonly<Record<Notification['notificationName'], About>> = {
  orderFilled: order,
  orderEntered: order,
  orderRefused: order,
  orderEnded: order,
  tradeChanged: order,
  postingWaits: {
    origin: order.origin,
    place: () => placeWith(CASH_APPROVALS, { 'cash.state': 'pending' }),
  },
  postingDecided: {
    origin: order.origin,
    place: () => placeWith(CASH_APPROVALS, {}),
  },
  paymentWaits: {
    origin: order.origin,
    place: () => placeWith(CASH_APPROVALS, { 'payments.state': 'waiting' }),
  },
  paymentDecided: {
    origin: order.origin,
    place: ({ data: { properties } }) =>
      accountAt(
        properties.type === 'deposit' ? ACCOUNT_INFLOW : ACCOUNT_OUTFLOW,
        String(properties.account ?? ''),
      ),
  },
  requestWaits: accountRequest,
  requestFailed: accountRequest,
  noteMail: { origin: order.origin, place: () => HOME },
  statementMail: { origin: order.origin, place: () => HOME },
  alertFired: {
    origin: (t) => t('Alert.Title'),
    place: ({ data: { properties } }) =>
      properties.newsID === undefined
        ? placeWith(HOME, { security: properties.securityID ?? '' })
        : placeWith(NEWS, { 'news.id': properties.newsID }),
  },
  watchedNews: {
    origin: (_, { source = '' }) => String(source),
    place: ({ entityId }) => placeWith(NEWS, { 'news.id': entityId }),
  },
}

export const originOf = (t: TFunction, { notificationName, data }: Notification): string =>
  abouts[notificationName].origin(t, data.properties)

/** Where the order, the news, the posting or the request is shown. */
export const placeOfNotification = (notification: Notification, isPhone: boolean): string =>
  abouts[notification.notificationName].place(notification, isPhone)

const placeWith = (path: string, query: Readonly<Record<string, string | number>>): string =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
