import {
  type NewsItem,
  Side,
  shares,
  UNWANTED_NOTIFICATIONS,
  type UserNotification,
} from '@tradebook/contract'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { BUYER, of, order, SELLER } from '../../desk/desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import { keepTextOfUser } from '../../platform/settings.ts'
import { createUser } from '../../store/people.ts'
import { Notifier, type NotifierParts } from './notifier.ts'

/** The notifier on a real desk and database: a broker trades for a customer. */

export const { tenantId } = BUYER
/** The broker has the id that the orders are entered by. */
export let broker: number
export let customer: number
export let colleague: number
const started: Notifier[] = []
export let published: { readonly tenantId: number; readonly notification: UserNotification }[]
const failures: object[] = []

/** One desk and the users of two firms for the tests of a file; each test starts notifiers of its own. */
export function notifierForAllTests(): void {
  shareDesk()

  beforeAll(async () => {
    const { store } = stage.database
    for (const firm of [BUYER.tenantId, SELLER.tenantId]) {
      await store
        .forTenant(firm)
        .write((tx) =>
          tx.insertInto('notification_cursors').values({ tenant_id: firm, sequence: 0n, news: 0n }).execute(),
        )
    }
    const person = (userName: string) =>
      createUser(store, tenantId, {
        userName,
        name: userName,
        surname: 'Ade',
        emailAddress: `${userName}@firm.example`,
        password: 'Secret-123',
        roles: ['BROKER'],
      })
    broker = await person('broker')
    customer = await person('customer')
    colleague = await person('colleague')
    await desk.submit({
      kind: 'externalTransfer',
      origin: of(SELLER),
      transfer: {
        type: 'transferIn',
        account: SELLER.account,
        securityID: 'GTCO',
        quantity: shares(1_000_000),
        reference: 'R',
        narration: 'N',
        unitCost: 1n as never,
      },
    })
    await desk.submit({
      kind: 'externalTransfer',
      origin: of(BUYER),
      transfer: {
        type: 'deposit',
        account: BUYER.account,
        amount: 100_000_000_00n as never,
        reference: 'R',
        narration: 'N',
      },
    })
    await store.forTenant(tenantId).write(async (tx) => {
      const owns = { tenant_id: tenantId, user_id: customer, account: BUYER.account }
      await tx.insertInto('user_trading_accounts').values(owns).execute()
      // The broker enters all orders: one test looks at what the customer learns of that.
      await keepTextOfUser(tx, { tenantId, userId: customer }, UNWANTED_NOTIFICATIONS, 'orderEntered')
      const watches = {
        tenant_id: tenantId,
        user_id: colleague,
        name: 'Banks',
        security_ids: ['GTCO', 'UBA'],
      }
      await tx.insertInto('watchlists').values(watches).execute()
    })
  }, 60_000)

  beforeEach(() => {
    published = []
  })

  afterEach(async () => {
    await Promise.all(started.splice(0).map((notifier) => notifier.stop()))
    const { store } = stage.database
    await store.forTenant(tenantId).write((tx) => tx.deleteFrom('notifications').execute())
    // What a test added beyond the journal, the next one does not begin behind.
    await stage.asAdmin('DELETE FROM news WHERE id > (SELECT sequence FROM desk)')
    await stage.asAdmin('DELETE FROM executions WHERE sequence > (SELECT sequence FROM desk)')
    await stage.asAdmin(
      'UPDATE notification_cursors SET (sequence, news) = (SELECT sequence, sequence FROM desk)',
    )
    expect(failures).toEqual([])
  })
}

/** Starts a notifier, which ends with the test at the latest. */
export function start(store: NotifierParts['store'] = stage.database.store): Notifier {
  const notifier = new Notifier({
    store,
    feed: desk,
    log: { error: (facts) => failures.push(facts) },
    publish: (firm, notification) => published.push({ tenantId: firm, notification }),
    paceMs: 1,
  })
  started.push(notifier)
  return notifier
}

/** The buyer's orders are filled one after the other, each by one of the seller's. */
export async function trade(...clOrdIDs: string[]): Promise<void> {
  for (const clOrdID of clOrdIDs) {
    await desk.submit(order(SELLER, clOrdID, Side.sell, price, 100))
    await desk.submit(order(BUYER, clOrdID, Side.buy, price, 100))
  }
}

export const post = (headline: string, securityIDs: string[]) => {
  const item: Omit<NewsItem, 'id' | 'origTime'> = {
    headline,
    body: '',
    source: 'NGX',
    urgency: '0',
    securityIDs,
  }
  return desk.submit({ kind: 'news', origin: of({ tenantId: 0, account: '' }), item })
}

/** What was published, as user and what it is about. */
export const shown = () =>
  published.map(({ notification: { userId, notification } }) => {
    const { clOrdID, headline } = notification.data.properties
    return `${userId} ${notification.notificationName} ${clOrdID ?? headline}`
  })

/** What the database has, as user and what it is about, oldest first. */
export async function kept(): Promise<string[]> {
  const { store } = stage.database
  const rows = await store.forTenant(tenantId).read((tx) =>
    tx
      .selectFrom('notifications')
      .select([
        'user_id',
        'name',
        sql<string>`coalesce(properties->>'clOrdID', properties->>'headline')`.as('what'),
      ])
      .orderBy('sequence')
      .orderBy('user_id')
      .execute(),
  )
  return rows.map(({ user_id, name, what }) => `${user_id} ${name} ${what}`)
}

export const ofBoth = (what: string) => [`${broker} ${what}`, `${customer} ${what}`]
