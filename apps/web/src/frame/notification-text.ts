import type { NotificationProperties, TextKey, UserNotification } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { HOME, NEWS } from '../paths.ts'
import { averagePrice, quantity } from '../ui/format.ts'

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

const figures: Readonly<Record<string, (figure: number) => string>> = { quantity, price: averagePrice }

interface About {
  /** Beside the time: whose it is, or where it comes from. */
  readonly origin: (t: TFunction, properties: NotificationProperties) => string
  /** Where a screen shows what it is about. */
  readonly place: (properties: NotificationProperties, isPhone: boolean) => string
}

const ofOrder = (standing: 'filled' | 'ended'): About => ({
  origin: (t, { account = '' }) => t('Notification.Account', { account }),
  // A phone shows either one security or the orders.
  place: ({ securityID = '' }, isPhone) =>
    placeWith(HOME, {
      ...(isPhone ? {} : { security: securityID, 'orders.selected': '1' }),
      tab: 'orders',
      'orders.standing': standing,
    }),
})

const abouts: Readonly<Record<Notification['notificationName'], About>> = {
  orderFilled: ofOrder('filled'),
  orderRefused: ofOrder('ended'),
  watchedNews: {
    origin: (_, { source = '' }) => String(source),
    place: ({ headline = '' }) => placeWith(NEWS, { 'news.keyword': headline }),
  },
}

export const originOf = (t: TFunction, { notificationName, data }: Notification): string =>
  abouts[notificationName].origin(t, data.properties)

/** Where the order or the news is shown. */
export const placeOfNotification = ({ notificationName, data }: Notification, isPhone: boolean): string =>
  abouts[notificationName].place(data.properties, isPhone)

const placeWith = (path: string, query: Readonly<Record<string, string | number>>): string =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
