import type { LanguageName, MailName, MailValues } from '@tradebook/contract'
import { sql } from 'kysely'
import { type Bus, topic } from '../bus/bus.ts'
import { runForAll } from '../store/connection-shares.ts'
import type { MailRow } from '../store/mail-row.ts'
import type { Store, Tx } from '../store/store.ts'
import { type Clock, LEAP_MS } from './clock.ts'
import type { Keys } from './keys.ts'
import { translateTo } from './localisation.ts'
import { openSealing } from './sealing.ts'

/** Whom a mail is for. */
export interface Recipient {
  readonly tenantId: number
  /** Null for a customer without a user. */
  readonly userId: number | null
  /** Of a customer without a user. */
  readonly customerId?: number
  readonly emailAddress: string
  readonly language: LanguageName
}

/** A mail as it is sent. */
export interface Mail {
  /** A UUID; a mail that is sent again keeps it, so that the mail servers on the way can recognise it. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly creationTime: Date
  /** What is attached to it: printed when it is sent. */
  readonly document?: MailedDocument | undefined
}

/** A document of a firm that a mail brings, by what it is printed from, and in which language. */
export type MailedDocument = { readonly language: LanguageName } & (
  | { readonly kind: 'note'; readonly number: number }
  | { readonly kind: 'statement'; readonly account: string; readonly from: string; readonly to: string }
)

/**
 * The mails that wait to be sent, as rows of the firms whose users they are for. A mail is written in the
 * transaction of what it is about, so that neither exists alone. Recipient and texts are sealed, because a
 * mail may carry a link that lets its reader in, and are deleted when the mail has been sent or given up.
 */
export interface MailOutbox {
  /** Writes a mail in the transaction of what it is about. */
  add<Name extends MailName>(
    tx: Tx,
    to: Recipient,
    name: Name,
    values: MailValues<Name>,
    document?: MailedDocument,
  ): Promise<void>
  /** A mail as its row is written by whom writes the rows of what it is about. */
  rowOf<Name extends MailName>(
    to: Recipient,
    name: Name,
    values: MailValues<Name>,
    document?: MailedDocument,
  ): MailRow
  /** The transaction that added mails of a firm has been committed: they are sent without delay. */
  announce(tenantId: number): void
  /** Calls the listener with the id of a firm that was announced. */
  onAnnounced(listener: (tenantId: number) => void): void
  /**
   * Claims the mail of a firm that has been due for the longest, and puts off its next attempt in the same
   * statement: anyone who claims it and dies leaves it to be sent again at most once.
   */
  claim(tenantId: number): Promise<Mail | undefined>
  /** The mail has been sent: its contents are deleted. */
  sent(tenantId: number, mail: Mail): Promise<void>
  /** Gives up the mails that have waited for a day, and deletes the rows of those that are 90 days old. Answers how many were given up. */
  tidy(tenantId: number): Promise<number>
  /** The mails of every firm that wait, newest first, at most `most` of each firm. */
  waiting(most: number): Promise<Mail[]>
  /** Every firm, and the host. */
  tenantIds(): Promise<number[]>
}

const TRIED_FOR_MS = 86_400_000
const KEPT_FOR_MS = 90 * 86_400_000
const FIRST_GAP_MS = 60_000
const LONGEST_GAP_MS = 3_600_000

/** Milliseconds from an attempt to the next one: a minute after the first, then twice as long each time, an hour at most. */
export const gapAfter = (attempts: number): number =>
  Math.min(LONGEST_GAP_MS, FIRST_GAP_MS * 2 ** Math.min(attempts - 1, 10))

/** Mails of this firm wait. */
const mailsWait = topic<number>('mails-wait')

export function openMailOutbox(store: Store, keyFor: Keys, clock: Clock, bus: Bus): MailOutbox {
  const sealing = openSealing(keyFor('mail'))

  const opened = (row: { id: string; sealed: Uint8Array | null; creation_time: Date }): Mail | undefined => {
    const text = row.sealed && sealing.unseal(row.sealed)
    if (!text) return undefined
    return { id: row.id, creationTime: row.creation_time, ...(JSON.parse(text) as Contents) }
  }

  const tenantIds = async () =>
    (await store.forHost().read((tx) => tx.selectFrom('tenants').select('id').orderBy('id').execute())).map(
      ({ id }) => id,
    )

  return {
    rowOf({ tenantId, userId, emailAddress, language }, name, values, document) {
      const translate = translateTo(language)
      const contents: Contents = {
        to: emailAddress,
        subject: translate(`Mail.${name}.subject`, values),
        text: translate(`Mail.${name}.text`, values),
        ...(document && { document }),
      }
      const sealed = Buffer.from(sealing.seal(JSON.stringify(contents))).toString('hex')
      return { tenantId, id: clock.newId(), userId, template: name, sealed, at: clock.now() }
    },

    async add(tx, to, name, values, document) {
      const { tenantId, id, userId, template, sealed, at } = this.rowOf(to, name, values, document)
      const now = new Date(at)
      await tx
        .insertInto('mails')
        .values({
          ...{ tenant_id: tenantId, id, user_id: userId, customer_id: to.customerId ?? null, template },
          ...{ sealed: Buffer.from(sealed, 'hex'), creation_time: now, next_attempt_at: now },
        })
        .execute()
    },

    announce: (tenantId) => bus.announce(mailsWait, tenantId),

    onAnnounced: (listener) => void bus.listen(mailsWait, listener),

    async claim(tenantId) {
      const now = clock.now()
      const row = await store.forTenant(tenantId).write(async (tx) => {
        const due = await tx
          .selectFrom('mails')
          .select(['id', 'attempts'])
          .where('sealed', 'is not', null)
          .where((eb) =>
            eb.or([
              eb('next_attempt_at', '<=', new Date(now)),
              // No gap is so long: it was written while the clock was ahead.
              eb('next_attempt_at', '>', new Date(now + LONGEST_GAP_MS + LEAP_MS)),
            ]),
          )
          .orderBy('next_attempt_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        if (!due) return undefined
        const attempts = due.attempts + 1
        return tx
          .updateTable('mails')
          .set({ attempts, next_attempt_at: new Date(now + gapAfter(attempts)) })
          .where('id', '=', due.id)
          .returning(['id', 'sealed', 'creation_time'])
          .executeTakeFirst()
      })
      return row && opened(row)
    },

    async sent(tenantId, { id }) {
      await store.forTenant(tenantId).write((tx) =>
        tx
          .updateTable('mails')
          .set({ sealed: null, sent_at: new Date(clock.now()) })
          .where('id', '=', id)
          .execute(),
      )
    },

    async tidy(tenantId) {
      const now = clock.now()
      // By the database's clock, too: no leap of the server's deletes what waits.
      const ago = (ms: number) =>
        sql<Date>`LEAST(${new Date(now - ms)}::timestamptz, now() - make_interval(secs => ${ms / 1000}))`
      return store.forTenant(tenantId).write(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('mails')
          .set({ sealed: null })
          .where('sealed', 'is not', null)
          .where('creation_time', '<=', ago(TRIED_FOR_MS))
          .executeTakeFirst()
        await tx.deleteFrom('mails').where('creation_time', '<=', ago(KEPT_FOR_MS)).execute()
        return Number(numUpdatedRows)
      })
    },

    waiting: (most) =>
      runForAll(async () => {
        const mails: Mail[] = []
        for (const tenantId of await tenantIds()) {
          const rows = await store
            .forTenant(tenantId)
            .read((tx) =>
              tx
                .selectFrom('mails')
                .select(['id', 'sealed', 'creation_time'])
                .where('sealed', 'is not', null)
                .orderBy('creation_time', 'desc')
                .orderBy(sql`id`)
                .limit(most)
                .execute(),
            )
          mails.push(...rows.flatMap((row) => opened(row) ?? []))
        }
        return mails.sort((one, other) => other.creationTime.getTime() - one.creationTime.getTime())
      }),

    tenantIds,
  }
}

/** What of a mail is sealed. */
type Contents = Pick<Mail, 'to' | 'subject' | 'text' | 'document'>
