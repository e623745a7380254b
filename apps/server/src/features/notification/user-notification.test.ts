import { english, type TextKey } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { type Translate, translateTo } from '../../platform/localisation.ts'
import { toUserNotification } from './user-notification.ts'

const row = (properties: object) => ({
  tenant_id: 1,
  user_id: 2,
  sequence: 7n,
  id: 'n7',
  name: 'orderRefused',
  text_name: 'Notification.BuyRefused',
  entity_id: '5',
  properties,
  is_read: false,
  creation_time: new Date('2026-11-20T10:00:00Z'),
})
const shown = (properties: object, translate: Translate = translateTo('en')) =>
  toUserNotification(row(properties), translate).notification.data.properties

const refused = { clOrdID: 'mine', refusal: 'priceOffTick', values: { securityID: 'GTCO', tick: 0.05 } }

test('the reason of a refused order is in the language of its reader', () => {
  expect(shown(refused)).toEqual({
    clOrdID: 'mine',
    refusal: 'priceOffTick',
    reason: 'The price is not a multiple of the tick: Prices of GTCO are multiples of 0.05.',
  })
  const another: Translate = (key: TextKey, values) => `${key} ${values?.tick}`
  expect(shown(refused, another)).toMatchObject({
    reason: 'Refusal.priceOffTick 0.05: Refusal.priceOffTick.details 0.05',
  })
})

test('why the desk ended an order is in the language of its reader', () => {
  const values = { securityID: 'GTCO', low: 50.1, high: 61.2 }
  const uncovered = { ended: 'Trading.Order.ExpiredUncovered', values: { securityID: 'GTCO' } }
  expect(shown(uncovered)).toMatchObject({ reason: english['Trading.Order.ExpiredUncovered'] })
  expect(shown(uncovered, translateTo('fr')).reason).not.toBe(shown(uncovered).reason)
  const outside = { ended: 'Trading.Order.ExpiredForNewDay', refusal: 'priceOutsideLimits', values }
  expect(shown(outside).reason).toBe(
    'Expired before the market day began: GTCO trades between 50.1 and 61.2 today.',
  )
})

test('a company’s announcement is in the reader’s language', () => {
  const values = { securityID: 'GTCO', ratio: '1:10' }
  const news = { headline: 'Stored', source: 'Market control', announcement: 'bonus', values }
  const worded = { headline: 'GTCO: bonus of 1:10', source: 'Market control', announcement: 'bonus' }
  expect(shown(news)).toEqual(worded)
  expect(shown(news, translateTo('fr'))).toEqual({
    ...worded,
    headline: 'GTCO\u00a0: attribution gratuite de 1:10',
  })
  expect(shown({ headline: 'Stored', source: 'NGX' })).toEqual({ headline: 'Stored', source: 'NGX' })
})

test('a notification of an earlier release keeps the reason that it was stored with', () => {
  const stored = { clOrdID: 'mine', refusal: 'priceOffTick', reason: 'As it was.' }
  expect(shown(stored)).toEqual(stored)
})

test('the permission that its kind needs is not revealed', () => {
  const { notification } = toUserNotification({ ...row({}), name: 'postingWaits' }, translateTo('en'))
  expect(notification).toMatchObject({ entityTypeName: 'Posting' })
  expect(notification).not.toHaveProperty('permission')
})
