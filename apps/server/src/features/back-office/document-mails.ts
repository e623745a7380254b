import {
  addDays,
  averageNaira,
  type ChosenNotification,
  kobo,
  preferencesFrom,
  shares,
  shownAveragePrice,
  shownCount,
  shownDate,
  UNWANTED_NOTIFICATIONS,
} from '@tradebook/contract'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Every, systemEvery } from '../../platform/clock.ts'
import { defaultLanguage, languagesChosenBy, translateTo } from '../../platform/localisation.ts'
import type { MailOutbox, Recipient } from '../../platform/mail-outbox.ts'
import { repeatFromNow } from '../../platform/repeated-work.ts'
import { textsOfUsers } from '../../platform/settings.ts'
import type { Sms } from '../../platform/sms.ts'
import { runForAll } from '../../store/connection-shares.ts'
import type { Store, Tx } from '../../store/store.ts'

export interface DocumentMailParts {
  readonly store: Store
  readonly outbox: Pick<MailOutbox, 'add' | 'announce' | 'tenantIds'>
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
  /** Without a mail server nothing is mailed, now or later: nobody wants last year's alerts. */
  readonly areMailsSent: boolean
  /** Where no operator is connected, trade alerts are sent only by mail. */
  readonly sms?: Sms | undefined
  readonly log: Pick<Logger, 'warn'>
}

/** So many notes, or accounts, are mailed in one transaction. */
const AT_ONCE = 100
const LOOK_EVERY_MS = 5_000

/**
 * Mails customers their contract notes once these are final, and their statement of a month once that is over, where they
 * want it, and alerts of trades where these are charged for. How far a firm is, is kept in the transaction that adds the mails to
 * the outbox: each is mailed once, whatever ends the server in between.
 */
export const mailDocumentsRegularly = (
  parts: DocumentMailParts,
  every: Every = systemEvery,
): (() => Promise<void>) =>
  repeatFromNow(
    every,
    LOOK_EVERY_MS,
    () => runForAll(() => mailDocuments(parts)),
    (err) => parts.log.warn({ err }, 'documents could not be e-mailed; trying again'),
  )

/** Mails what is due of every firm. */
export async function mailDocuments(parts: DocumentMailParts): Promise<void> {
  const { store, outbox, sms, log } = parts
  for (const tenantId of await outbox.tenantIds()) {
    if (tenantId === 0) continue
    for (let isMore = true; isMore; ) {
      const done = await store.forTenant(tenantId).write((tx) => mailSome(tx, parts, tenantId))
      isMore = done.isMore
      if (done.mails > 0) outbox.announce(tenantId)
      for (const { phoneNumber, text } of done.alerts)
        await sms
          ?.send(phoneNumber, text)
          .catch(() => log.warn({ tenantId }, 'an alert could not be sent by SMS'))
    }
  }
}

interface Done {
  readonly mails: number
  readonly isMore: boolean
  readonly alerts: readonly { readonly phoneNumber: string; readonly text: string }[]
}

async function mailSome(
  tx: Tx,
  { outbox, marketDate, areMailsSent }: DocumentMailParts,
  tenantId: number,
): Promise<Done> {
  const thisMonth = `${marketDate().slice(0, 'YYYY-MM'.length)}-01`
  await tx
    .insertInto('document_mail_cursors')
    .values({ tenant_id: tenantId, month: thisMonth })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const cursor = await tx
    .selectFrom('document_mail_cursors')
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { name: firm } = await tx.selectFrom('tenants').select('name').executeTakeFirstOrThrow()
  const alerted = await notesAfter(tx, cursor.alerted)
  // Notes are numbered in the order of their days: behind the first that is not final none is.
  const fresh = await notesAfter(tx, cursor.mailed)
  const firstOpen = fresh.findIndex(({ provisional }) => provisional)
  const final = firstOpen < 0 ? fresh : fresh.slice(0, firstOpen)
  const accounts = cursor.month < thisMonth ? await accountsOfMonth(tx, cursor) : []
  const due = areMailsSent ? [...alerted, ...final, ...accounts] : []
  const readers = await readersOf(tx, tenantId, due)

  let mails = 0
  const alerts: { phoneNumber: string; text: string }[] = []
  for (const note of alerted.filter(isAlertCharged))
    for (const { to, name, phoneNumber } of readers(note.account)) {
      const t = translateTo(to.language)
      const values = {
        ...{ name, firm, account: note.account, securityID: note.security_id },
        ...{ side: t(`List.Side.${note.side as '1' | '2'}`), quantity: shownCount(Number(note.quantity)) },
        price: shownAveragePrice(averageNaira(kobo(note.consideration), shares(note.quantity)) ?? 0),
        date: shownDate(note.trade_date, t),
      }
      await outbox.add(tx, to, 'tradeAlert', values)
      mails += 1
      if (phoneNumber) alerts.push({ phoneNumber, text: t('Mail.tradeAlert.subject', values) })
    }
  for (const note of final)
    for (const { to, name } of readers(note.account, 'noteMail')) {
      const date = shownDate(note.trade_date, translateTo(to.language))
      const values = {
        name,
        firm,
        account: note.account,
        number: note.number,
        securityID: note.security_id,
        date,
      }
      await outbox.add(tx, to, 'contractNote', values, {
        ...{ kind: 'note', number: note.number, language: to.language },
      })
      mails += 1
    }
  for (const { account } of accounts)
    for (const { to, name } of readers(account, 'statementMail')) {
      const [from, until] = [cursor.month, addDays(monthAfter(cursor.month), -1)]
      await outbox.add(
        tx,
        to,
        'statement',
        { name, firm, account, month: from.slice(0, 'YYYY-MM'.length) },
        {
          ...{ kind: 'statement', account, from, to: until, language: to.language },
        },
      )
      mails += 1
    }
  const isMonthDone = cursor.month < thisMonth && accounts.length < AT_ONCE
  await tx
    .updateTable('document_mail_cursors')
    .set({
      alerted: alerted.at(-1)?.number ?? cursor.alerted,
      mailed: final.at(-1)?.number ?? cursor.mailed,
      month: isMonthDone ? monthAfter(cursor.month) : cursor.month,
      account: isMonthDone ? '' : (accounts.at(-1)?.account ?? cursor.account),
    })
    .execute()
  const isMore = [alerted, final, accounts].some(({ length }) => length === AT_ONCE)
  return { mails, alerts, isMore: isMore || (isMonthDone && monthAfter(cursor.month) < thisMonth) }
}

const notesAfter = (tx: Tx, number: number) =>
  tx
    .selectFrom('contract_notes')
    .select(['number', 'account', 'side', 'security_id', 'trade_date', 'quantity', 'consideration'])
    .select(['provisional', 'lines'])
    .where('number', '>', number)
    .orderBy('number')
    .limit(AT_ONCE)
    .execute()

/** Whether the note has the line of the alert: nobody is sent one for nothing, nor charged for none. */
const isAlertCharged = ({ lines }: { readonly lines: object }): boolean =>
  (lines as readonly { readonly line: string; readonly amount: string }[]).some(
    ({ line, amount }) => line === 'tradeAlert' && BigInt(amount) > 0n,
  )

/** The accounts whose cash or shares moved in a month, those behind the last one that was mailed. */
async function accountsOfMonth(
  tx: Tx,
  { month, account }: { readonly month: string; readonly account: string },
): Promise<{ readonly account: string }[]> {
  const { rows } = await sql<{ account: string }>`
    SELECT account FROM trading_accounts WHERE account > ${account} AND EXISTS (
      SELECT FROM ledger_entries e WHERE e.account = trading_accounts.account
        AND e.entry_date >= ${month} AND e.entry_date < ${monthAfter(month)})
    ORDER BY account LIMIT ${AT_ONCE}`.execute(tx)
  return rows
}

const monthAfter = (month: string): string => `${addDays(month, 31).slice(0, 'YYYY-MM'.length)}-01`

interface Reader {
  readonly to: Recipient
  readonly name: string
  readonly phoneNumber: string | null
}

/**
 * Who reads what is mailed of an account: its active users with a confirmed address, each by their own preferences; the
 * customer's own address where it has no user.
 */
async function readersOf(
  tx: Tx,
  tenantId: number,
  of: readonly { readonly account: string }[],
): Promise<(account: string, wish?: ChosenNotification) => readonly Reader[]> {
  if (of.length === 0) return () => []
  const accounts = [...new Set(of.map(({ account }) => account))]
  const users = await tx
    .selectFrom('user_trading_accounts')
    .innerJoin('users', 'users.id', 'user_trading_accounts.user_id')
    .select(['account', 'users.id', 'users.name', 'users.email_address', 'users.phone_number'])
    .where('account', 'in', accounts)
    .where('is_active', '=', true)
    .where('deletion_time', 'is', null)
    .where('is_email_confirmed', '=', true)
    .execute()
  const customers = await tx
    .selectFrom('trading_accounts')
    .innerJoin('customers', 'customers.id', 'trading_accounts.customer_id')
    .select(['account', 'customers.id', 'customers.name', 'email_address', 'phone_number'])
    .where('account', 'in', accounts)
    .execute()
  const ids = [...new Set(users.map(({ id }) => id))]
  const languages = await languagesChosenBy(tx, ids)
  const unwanted = await textsOfUsers(tx, UNWANTED_NOTIFICATIONS, ids)
  return (account, wish) => {
    const own = users.filter((user) => user.account === account)
    if (own.length > 0)
      return own
        .filter(({ id }) => wish === undefined || preferencesFrom(unwanted.get(id))[wish])
        .map(({ id, name, email_address: emailAddress, phone_number: phoneNumber }) => ({
          to: { tenantId, userId: id, emailAddress, language: languages.get(id) ?? defaultLanguage },
          ...{ name, phoneNumber },
        }))
    return customers
      .filter((customer) => customer.account === account)
      .flatMap(({ id: customerId, name, email_address: emailAddress, phone_number: phoneNumber }) =>
        emailAddress === null
          ? []
          : [
              {
                to: { tenantId, userId: null, customerId, emailAddress, language: defaultLanguage },
                ...{ name, phoneNumber },
              },
            ],
      )
  }
}
