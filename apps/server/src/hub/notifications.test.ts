import { COMMON_HUB_PATH, type UserNotification } from '@tradebook/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../platform/waits.fixture.ts'
import {
  closeAfterEachTest,
  MERIDIAN,
  market,
  openMarket,
  Subscriber,
  trade,
  ZENITH,
} from './subscribers.fixture.ts'

closeAfterEachTest()
beforeEach(() => openMarket())

const notification = (id: string, userName: string): UserNotification =>
  ({ id, userId: market.people.get(userName)!.userId }) as UserNotification
const received = ({ received }: Subscriber) =>
  received.map(({ target, argument }) => (target === 'getNotification' ? argument.id : target))

describe('a notification', () => {
  test('is sent to every connection of its user, on either hub, and to no one else', async () => {
    const own = [await Subscriber.open('customer'), await Subscriber.open('customer', COMMON_HUB_PATH)]
    const colleague = await Subscriber.open('broker')
    const others = [
      await Subscriber.open('broker', COMMON_HUB_PATH),
      await Subscriber.open('rival', COMMON_HUB_PATH),
    ]
    for (const subscriber of [...own, colleague, ...others]) subscriber.received.splice(0)
    market.hubs.notify(MERIDIAN, notification('first', 'customer'))
    // The user of another firm may have the same id.
    market.hubs.notify(ZENITH, notification('of the other firm', 'customer'))
    market.hubs.notify(MERIDIAN, notification('second', 'customer'))
    await eventually(() =>
      expect(own.map(received)).toEqual([
        ['first', 'second'],
        ['first', 'second'],
      ]),
    )
    // Answers are in order with what is sent.
    await colleague.caughtUp()
    await Promise.all(others.map(({ connection }) => connection.invoke('register')))
    expect([colleague, ...others].map(received)).toEqual([[], [], []])
  })

  test('marked or removed changes on every page of its user, and nowhere else', async () => {
    const own = [await Subscriber.open('customer'), await Subscriber.open('customer')]
    const others = [await Subscriber.open('broker'), await Subscriber.open('rival')]
    for (const subscriber of [...own, ...others]) subscriber.received.splice(0)
    const { userId } = market.people.get('customer')!
    market.hubs.notificationsChanged({ tenantId: MERIDIAN, userId }, { unreadCount: 3 })
    for (const subscriber of [...own, ...others]) await subscriber.caughtUp()
    const change = { target: 'notificationsChanged', argument: { unreadCount: 3 } }
    expect(own.map((subscriber) => subscriber.received)).toEqual([[change], [change]])
    expect(others.map((subscriber) => subscriber.received)).toEqual([[], []])
  })
})

describe('the common hub', () => {
  test('registers, in any case of letters, and sends nothing of the market', async () => {
    const subscriber = await Subscriber.open('broker', COMMON_HUB_PATH)
    expect(await subscriber.connection.invoke('register')).toBeNull()
    expect(await subscriber.connection.invoke('Register')).toBeNull()
    market.publish(trade('1'))
    market.hubs.notify(MERIDIAN, notification('only', 'broker'))
    await eventually(() => expect(received(subscriber)).toEqual(['only']))
    await expect(subscriber.connection.invoke('ping')).rejects.toThrow("Unknown hub method 'ping'")
  })

  test('closes the connections of an ended session, and admits no one without a session', async () => {
    const { connection } = await Subscriber.open('broker', COMMON_HUB_PATH)
    const closed = new Promise((resolve) => connection.onclose(resolve))
    market.endSession('broker')
    expect(await closed).toBeUndefined()
    await expect(Subscriber.open('broker', COMMON_HUB_PATH)).rejects.toThrow("Status code '401'")
  })
})
