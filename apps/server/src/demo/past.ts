import { isoTime, lagosInstant, standardFees } from '@tradebook/contract'
import type { BatchChanges } from '../desk/decisions/batch-changes.ts'
import { noLines, withoutKeys } from '../desk/decisions/changed-lines.ts'
import { keepDays } from '../desk/record/begin-day.ts'
import { commit } from '../desk/record/commit.ts'
import { rowTypesOf } from '../desk/record/set-insert.ts'
import type { Connection } from '../store/connection.ts'
import type { Store } from '../store/store.ts'
import { type PastAccount, type PastDay, pastDividends, pastYear } from './past-year.ts'
import { type DemoFirm, widelyHeld } from './people.ts'
import { findTenant, termsOf } from './seed.ts'

const YEAR_OF_MARKET_DAYS = 250
const NOON = 12 * 60

/**
 * Gives the demo's firms a year before its first day, in the desk's place, unless one of them is open already: their
 * accounts, and what these did, as the desk would have persisted it. All of it is there or nothing is.
 *
 * @returns the firms that it opened.
 */
export async function seedPast(
  client: Connection,
  store: Store,
  firms: readonly DemoFirm[],
  seed: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ fence: string; sequence: string; market_date: string }>(
    `SELECT fence, sequence, market_date::text FROM desk
     WHERE id = 1 AND market_date IS NOT NULL AND NOT EXISTS (SELECT FROM firm_terms)`,
  )
  const [desk] = rows
  const tenants = new Set<number>()
  if (!desk) return tenants
  const days = await daysUntil(client, desk.market_date)
  const first = days[0]?.date
  if (first === undefined) return tenants
  let sequence = Number(desk.sequence)
  const next = () => ++sequence
  const dividends = pastDividends(widelyHeld, days, next)
  const changes: Mutable<BatchChanges> = { ...nothing(), marketDate: desk.market_date }
  changes.corporateActions = dividends.map((action) => ({
    action,
    announced: { by: 'admin', at: isoTime(lagosInstant(first, NOON)) },
    revoked: null,
  }))
  for (const firm of firms) {
    const tenantId = await findTenant(store, firm)
    if (tenantId === undefined) continue
    tenants.add(tenantId)
    const accounts = await accountsOf(store, tenantId, firm)
    const year = pastYear(accounts, { tenantId, seed, days, dividends, next })
    const { ledger, touched } = year
    changes.firms = [...changes.firms, { tenantId, isClosed: false }]
    changes.feeRates = [...changes.feeRates, ...standardFees.map((rate) => ({ tenantId, ...rate }))]
    changes.firmDays = [...changes.firmDays, { tenantId, marketDate: desk.market_date }]
    changes.accounts = [...changes.accounts, ...accounts.map(({ terms }) => ({ tenantId, ...terms }))]
    changes.orders = [...changes.orders, ...year.orders]
    changes.executions = [...changes.executions, ...year.executions]
    changes.entries = [...changes.entries, ...year.entries]
    changes.registered = [...changes.registered, ...year.registered]
    changes.notes = [...changes.notes, ...touched.notes.map((note) => ({ tenantId, note }))]
    changes.cash = [
      ...changes.cash,
      ...touched.accounts.map((account) => ({ tenantId, account, ...ledger.cash(account) })),
    ]
    changes.positions = [
      ...changes.positions,
      ...touched.positions.map((of) => ({ tenantId, ...of, ...ledger.position(of.account, of.securityID) })),
    ]
  }
  const time = lagosInstant(desk.market_date, NOON)
  await commit(client, BigInt(desk.fence), { ...changes, sequence, time }, await rowTypesOf(client))
  await keepDays(client, first, desk.market_date)
  // The past is not news to anybody, and is not mailed.
  for (const tenantId of tenants)
    await store.forTenant(tenantId).write(async (tx) => {
      await tx
        .updateTable('customers')
        .set({ opened_at: new Date(lagosInstant(first, NOON)) })
        .execute()
      await tx
        .updateTable('notification_cursors')
        .set({ sequence: BigInt(sequence) })
        .execute()
      const { last } = await tx
        .selectFrom('contract_notes')
        .select(({ fn }) => fn.max('number').as('last'))
        .executeTakeFirstOrThrow()
      const month = `${desk.market_date.slice(0, 'YYYY-MM'.length)}-01`
      await tx
        .insertInto('document_mail_cursors')
        .values({ tenant_id: tenantId, alerted: last, mailed: last, month })
        .execute()
    })
  return tenants
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

const nothing = (): BatchChanges => ({
  ...withoutKeys(noLines()),
  ...{ sequence: 0, marketDate: '', time: 0, wallTime: 0 },
  ...{ orders: [], cash: [], positions: [], notes: [], days: [], market: null },
  ...{ securityStates: [], index: null },
})

/** The last market days of the record until one, with their prices. */
async function daysUntil(client: Connection, date: string): Promise<PastDay[]> {
  const { rows } = await client.query<{
    date: string
    security_id: string
    open: number | null
    close: number
    volume: string
  }>(
    `SELECT market_date::text AS date, security_id, open_px AS open, published_px AS close, volume
     FROM daily_statistics WHERE market_date IN (
       SELECT DISTINCT market_date FROM daily_statistics WHERE market_date <= $1 ORDER BY 1 DESC LIMIT $2)
     ORDER BY market_date`,
    [date, YEAR_OF_MARKET_DAYS],
  )
  return [...Map.groupBy(rows, (row) => row.date)].map(([day, prices]) => ({
    date: day,
    prices: new Map(
      prices.map((row) => [
        row.security_id,
        { openPx: row.open as never, closePx: row.close as never, volume: BigInt(row.volume) },
      ]),
    ),
  }))
}

/** The firm's accounts, whose orders its broker or the customer enters. */
async function accountsOf(store: Store, tenantId: number, firm: DemoFirm): Promise<PastAccount[]> {
  const users = await store
    .forTenant(tenantId)
    .read((tx) => tx.selectFrom('users').select(['id', 'user_name']).orderBy('id').execute())
  return firm.customers.map((customer, index) => {
    const userName = customer.userName ?? firm.users.find(({ role }) => role === 'BROKER')?.userName ?? ''
    const userId = users.find((user) => user.user_name === userName)?.id ?? 0
    return { customer, terms: termsOf(customer, index), trader: { userId, userName } }
  })
}
