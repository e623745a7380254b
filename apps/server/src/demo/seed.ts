import {
  type BankAccount,
  isoTime,
  lagosDate,
  marketDateOf,
  nubanCheckDigit,
  settingTexts,
} from '@tradebook/contract'
import type { Client } from 'pg'
import type { AccountTerms } from '../desk/decisions/accounts.ts'
import type { ExternalTransfer } from '../desk/decisions/firm.ts'
import type { Desk } from '../desk/desk.ts'
import { installation } from '../desk/inputs.ts'
import { postalAddress } from '../platform/particulars.ts'
import { HOST } from '../store/host.ts'
import { createTenant, createUser } from '../store/people.ts'
import type { Store } from '../store/store.ts'
import { type DailyBar, dailyHistory } from './history.ts'
import { initialNews } from './news.ts'
import { type DemoCustomer, type DemoFirm, demoFirms } from './people.ts'
import { type DemoSecurity, readSecurities } from './securities.ts'

/** A day's statistics as they are listed, and the notices of the last, in the evening of that day. */
const NEWS_SPACING_MS = 11 * 60_000

/**
 * List the securities at their reference prices, with no past: nothing has traded and there is no
 * news. Does nothing where securities are listed already.
 */
export const listSecurities = (client: Client, now: number): Promise<void> =>
  onceAtFirst(client, readSecurities, async (securities) => {
    await insertSecurities(client, securities)
    await client.query(
      `INSERT INTO daily_statistics (security_id, market_date, reference_px, published_px)
       SELECT security_id, $1::date, px, px FROM unnest($2::text[], $3::int[]) listed (security_id, px)`,
      [
        marketDateOf(now),
        securities.map(({ securityID }) => securityID),
        securities.map(({ referencePx }) => referencePx),
      ],
    )
  })

/**
 * The demo's market: the securities with two years of invented history that end at their reference
 * prices, and the news of its last day. Does nothing where securities are listed already.
 */
export const seedMarket = (client: Client, seed: number, now: number): Promise<void> =>
  onceAtFirst(
    client,
    () => invented(seed, now),
    async (listed) => {
      await insertSecurities(
        client,
        listed.map(({ security }) => security),
      )
      for (const { security, bars } of listed) await insertHistory(client, security, bars)
      const news = initialNews(listed)
      for (const [index, item] of news.entries()) {
        const origTime = isoTime(now - (index + 1) * NEWS_SPACING_MS)
        await client.query(
          `INSERT INTO news (id, headline, body, source, urgency, security_ids, orig_time)
         VALUES ($1, $2, $3, 'Tradebook', $4, $5, $6)`,
          [news.length - index, item.headline, item.body, item.urgency, item.securityIDs, origTime],
        )
      }
      const lastDay = listed[0]?.bars.at(-1)?.date
      await client.query('UPDATE desk SET sequence = $1, market_date = $2 WHERE id = 1', [
        news.length,
        lastDay,
      ])
    },
  )

const invented = (seed: number, now: number) =>
  readSecurities().map((security) => ({ security, bars: dailyHistory(security, lagosDate(now), seed) }))

/**
 * While nothing is listed, in one transaction under the desk's role: all is there or nothing is. What
 * is filled in is made before the transaction begins, because PostgreSQL ends a session that leaves
 * its transaction idle for as long as inventing the history takes a busy machine.
 */
async function onceAtFirst<Made>(
  client: Client,
  make: () => Made,
  fill: (made: Made) => Promise<void>,
): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM securities LIMIT 1')
  if (rowCount) return
  const made = make()
  await client.query('BEGIN')
  try {
    await fill(made)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** The demo's firms with their people, unless they are there, which alone asks for the password; the desk opens their accounts. */
export async function seedFirms(store: Store, seed: number, password: () => string): Promise<DemoFirm[]> {
  const firms = demoFirms(readSecurities(), seed)
  for (const firm of firms) {
    const tenantId = await findTenant(store, firm)
    if (tenantId !== undefined) continue
    await seedFirm(store, firm, password())
    await seedController(store, password())
  }
  return firms
}

/** Market control needs two people for some decisions: the host's administrator is not alone. */
async function seedController(store: Store, password: string): Promise<void> {
  const users = await store.forTenant(HOST).read((tx) => tx.selectFrom('users').select('user_name').execute())
  if (users.length !== 1) return
  const controller = {
    ...{ userName: 'control', name: 'Ifeoma', surname: 'Nnamdi', emailAddress: 'control@exchange.example' },
  }
  await createUser(store, HOST, { ...controller, password, roles: ['ADMIN'] })
}

/**
 * Opens the demo's firms and accounts for trading, unless they are open, and gives every account that
 * has never had anything its initial cash and holdings.
 *
 * @param withPast the firms that this start has opened with a past.
 */
export async function openAccounts(
  store: Store,
  desk: Pick<Desk, 'submit'>,
  firms: readonly DemoFirm[],
  withPast: ReadonlySet<number> = new Set(),
): Promise<void> {
  for (const firm of firms) {
    const tenantId = await findTenant(store, firm)
    if (tenantId === undefined) throw new Error(`the demo firm ${firm.tenancyName} is missing`)
    const funded = await store
      .forTenant(tenantId)
      .read((tx) => tx.selectFrom('ledger_entries').select('account').distinct().execute())
    const known = new Set(funded.map(({ account }) => account))
    const origin = installation(tenantId)
    // Each step can be repeated: what is open already is refused, and stays as it is.
    const opened = await desk.submit({ kind: 'openFirm', origin })
    const isNew = opened.kind === 'done' || withPast.has(tenantId)
    if (isNew) await desk.submit({ kind: 'changeSettings', origin, texts: settingTexts(firm.particulars) })
    const post = (transfer: ExternalTransfer) => desk.submit({ kind: 'externalTransfer', origin, transfer })
    for (const [index, customer] of firm.customers.entries()) {
      const { accountNumber: account, cash, holdings } = customer
      if (known.has(account) && !isNew) continue
      await desk.submit({ kind: 'openAccount', origin, account: termsOf(customer, index) })
      if (customer.userName !== null) await linkUser(store, tenantId, customer.userName, account)
      // It has a past.
      if (known.has(account)) continue
      // All of an account in one turn, so that they are kept together: an account has all or nothing.
      const answers = await Promise.all([
        post({ type: 'deposit', account, amount: cash, reference: 'OPENING', narration: 'Opening deposit' }),
        ...holdings.map((holding) =>
          post({
            type: 'transferIn',
            account,
            ...holding,
            reference: 'OPENING',
            narration: 'Opening holding',
          }),
        ),
      ])
      const refused = answers.find((answer) => answer.kind !== 'done')
      if (refused)
        throw new Error(`an initial entry of ${firm.tenancyName} was refused: ${JSON.stringify(refused)}`)
    }
    // Later they are the administrator's to change.
    if (isNew) await limit(store, desk, firm, tenantId)
  }
}

/** The terms of an account of the demo, by the place of its customer in the firm's list. */
export const termsOf = (
  { accountNumber: account, cscsAccount, name: customerName }: DemoCustomer,
  index: number,
): AccountTerms => ({
  ...{ account, cscsAccount, customerId: customerIdOf(index), customerName },
  cash: { route: 'broker', bankAccount: bankAccountOf(cscsAccount) },
  bankAccountName: customerName,
})

/** Sets a firm's first limits. */
async function limit(
  store: Store,
  desk: Pick<Desk, 'submit'>,
  firm: DemoFirm,
  tenantId: number,
): Promise<void> {
  for (const { level, who, limits } of firm.limits) {
    const id = level === 'user' ? await userIdOf(store, tenantId, who) : who
    const origin = installation(tenantId)
    const answer = await desk.submit({ kind: 'changeLimits', origin, level, id, limits })
    if (answer.kind !== 'done') throw new Error(`limits of ${who} were refused: ${JSON.stringify(answer)}`)
  }
}

/** The id of a demo user, in digits. */
async function userIdOf(store: Store, tenantId: number, userName: string): Promise<string> {
  const { id } = await store
    .forTenant(tenantId)
    .read((tx) =>
      tx.selectFrom('users').select('id').where('user_name', '=', userName).executeTakeFirstOrThrow(),
    )
  return String(id)
}

/** Makes an account the user's own. */
const linkUser = (store: Store, tenantId: number, userName: string, account: string): Promise<unknown> =>
  store.forTenant(tenantId).write((tx) =>
    tx
      .insertInto('user_trading_accounts')
      .columns(['tenant_id', 'user_id', 'account'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select(['tenant_id', 'id', eb.val(account).as('account')])
          .where('user_name', '=', userName),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )

/** Customers are numbered in the order of the demo's list. */
const customerIdOf = (index: number): number => index + 1

async function seedFirm(store: Store, firm: DemoFirm, password: string): Promise<void> {
  const tenantId = await createTenant(store, { tenancyName: firm.tenancyName, name: firm.name })
  for (const { role, ...user } of firm.users) {
    await createUser(store, tenantId, { ...user, password, roles: [role] })
  }
  await store.forTenant(tenantId).write(async (tx) => {
    for (const [index, customer] of firm.customers.entries()) {
      await tx
        .insertInto('customers')
        .values({
          tenant_id: tenantId,
          id: customerIdOf(index),
          name: customer.name,
          email_address: customer.emailAddress,
          phone_number: customer.phoneNumber,
          address: postalAddress(customer.particulars),
          account_type: customer.accountType,
          chn: customer.chn,
          particulars: JSON.stringify(customer.particulars),
        })
        .execute()
    }
  })
}

export async function findTenant(store: Store, firm: DemoFirm): Promise<number | undefined> {
  const row = await store
    .forHost()
    .read((tx) =>
      tx
        .selectFrom('tenants')
        .select('id')
        .where('tenancy_name', '=', firm.tenancyName)
        .where('deletion_time', 'is', null)
        .executeTakeFirst(),
    )
  return row?.id
}

const insertSecurities = (client: Client, securities: readonly DemoSecurity[]) =>
  client.query(
    `INSERT INTO securities (security_id, listing, name, isin, sector, price_group, shares_outstanding,
       security_type)
     SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
       $8::text[])`,
    [
      securities.map(({ securityID }) => securityID),
      securities.map((_, index) => index),
      securities.map(({ name }) => name),
      securities.map(({ isin }) => isin),
      securities.map(({ sector }) => sector),
      securities.map(({ priceGroup }) => priceGroup),
      securities.map(({ sharesOutstanding }) => sharesOutstanding),
      securities.map(({ securityType }) => securityType),
    ],
  )

/** A day's reference is the close before it; the first day's its own. */
const insertHistory = (client: Client, security: DemoSecurity, bars: readonly DailyBar[]) =>
  client.query(
    `INSERT INTO daily_statistics (security_id, market_date, reference_px, open_px, high_px, low_px, last_px,
       published_px, volume, value, trades)
     SELECT $1, * FROM unnest($2::date[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[],
       $9::bigint[], $10::bigint[], $11::int[])`,
    [
      security.securityID,
      bars.map(({ date }) => date),
      bars.map(({ closePx }, index) => bars[index - 1]?.closePx ?? closePx),
      bars.map(({ openPx }) => openPx),
      bars.map(({ highPx }) => highPx),
      bars.map(({ lowPx }) => lowPx),
      bars.map(({ closePx, volume }) => (volume === 0n ? null : closePx)),
      bars.map(({ closePx }) => closePx),
      bars.map(({ volume }) => volume),
      bars.map(({ closePx, volume }) => BigInt(closePx) * volume),
      bars.map(({ trades }) => trades),
    ],
  )

/** The bank account of a customer of the demo: digits of the depository account with their check digit. */
function bankAccountOf(cscsAccount: string): BankAccount {
  const serial = cscsAccount.slice(-9).padStart(9, '2')
  return { bankCode: '011', number: `${serial}${nubanCheckDigit('011', serial)}` }
}
