import {
  type AlertConditionName,
  type Announcement,
  alertConditions,
  alertValue,
  MOST_ALERTS,
  type NewsItem,
  newsInWords,
  ofHundredths,
  shownAveragePrice,
  type TextKey,
} from '@tradebook/contract'
import { type Selectable, sql } from 'kysely'
import {
  defaultLanguage,
  languagesChosenBy,
  type Translate,
  translateTo,
} from '../../platform/localisation.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import type { Alerts, News } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import type { Hit } from './alert-index.ts'

/** What a user is notified of: a text with its properties. */
export interface ToldAlert {
  readonly userIds: readonly number[]
  readonly name: 'alertFired'
  readonly textName: TextKey
  readonly entityId: string
  readonly properties: Readonly<Record<string, string | number | Announcement['values']>>
  readonly time: Date
}

export interface FiringParts {
  readonly outbox: Pick<MailOutbox, 'add'>
  /** Without a mail server nothing is mailed, now or later. */
  readonly areMailsSent: boolean
  /** Adds notifications in the transaction. Answers what sends them to their users once it is committed. */
  readonly notify: (tx: Tx, tenantId: number, told: readonly ToldAlert[]) => Promise<() => void>
}

/** A hit with the market time at which it happened. */
export interface TimedHit extends Hit {
  readonly at: Date
}

export interface Fired {
  /** How many fired. */
  readonly count: number
  readonly mails: number
  /** Whether some wait on, because their user or their firm is not active. */
  readonly isSilenced: boolean
  readonly send: () => void
}

/**
 * Fires alerts of a firm in one transaction: their state, their notifications and their e-mails. Each fires only if
 * it still
 * waits as it was judged, and its user and the firm are active: so none fires twice, however often it is tried after a crash.
 */
export async function fireAlerts(
  tx: Tx,
  tenantId: number,
  hits: readonly TimedHit[],
  { outbox, areMailsSent, notify }: FiringParts,
): Promise<Fired> {
  const due = sql`unnest(${hits.map(({ alert }) => alert.id)}::int[], ${hits.map(({ alert }) => alert.revision)}::int[],
    ${hits.map(({ value }) => String(value))}::bigint[], ${hits.map(({ at }) => at.toISOString())}::timestamptz[])
    AS due (id, revision, value, at)`
  const { rows: fired } = await sql<Selectable<Alerts>>`
    UPDATE alerts SET fired_at = due.at, fired_value = due.value FROM ${due}
    WHERE alerts.tenant_id = ${tenantId} AND alerts.id = due.id AND alerts.revision = due.revision
      AND fired_at IS NULL
      AND EXISTS (SELECT FROM tenants WHERE id = ${tenantId} AND is_active AND deletion_time IS NULL)
      AND EXISTS (SELECT FROM users WHERE users.tenant_id = ${tenantId} AND users.id = alerts.user_id
        AND is_active AND deletion_time IS NULL)
    RETURNING alerts.*`.execute(tx)
  const { rows: waiting } = await sql`
    SELECT FROM alerts JOIN ${due} ON alerts.id = due.id AND alerts.revision = due.revision
    WHERE alerts.tenant_id = ${tenantId} AND fired_at IS NULL LIMIT 1`.execute(tx)
  const isSilenced = waiting.length > 0
  if (fired.length === 0) return { count: 0, mails: 0, isSilenced, send: () => {} }

  // As they were set: of two that one price fires, the newer one is above the other.
  fired.sort((a, b) => a.id - b.id)
  const newsIDs = fired.flatMap(({ condition, fired_value }) =>
    condition === 'news' ? [fired_value ?? 0n] : [],
  )
  const news = newsIDs.length > 0 ? await newsOf(tx, newsIDs) : new Map<bigint, Selectable<News>>()
  const told = fired.map((row) => toldAlert(row, news.get(row.fired_value ?? 0n)))
  const send = await notify(tx, tenantId, told)
  const mails = areMailsSent ? await mail(tx, tenantId, fired, told, outbox) : 0
  await sweep(tx, tenantId, [...new Set(fired.map(({ user_id }) => user_id))])
  return { count: fired.length, mails, isSilenced, send }
}

async function newsOf(tx: Tx, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Selectable<News>>> {
  const rows = await tx
    .selectFrom('news')
    .selectAll()
    .where('id', '=', sql<bigint>`ANY(${ids.map(String)}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function toldAlert(row: Selectable<Alerts>, news: Selectable<News> | undefined): ToldAlert {
  const condition = row.condition as AlertConditionName
  const told = (properties: ToldAlert['properties']): ToldAlert => ({
    userIds: [row.user_id],
    name: 'alertFired',
    textName: `Alert.Fired.${condition}`,
    entityId: String(row.id),
    properties: { securityID: row.security_id, ...properties },
    time: row.fired_at ?? row.creation_time,
  })
  const [level, figure] = [row.level ?? 0, Number(row.fired_value)]
  switch (alertConditions[condition].of) {
    case 'price':
      return told({ level: ofHundredths(level), price: ofHundredths(figure) })
    case 'percent':
      return told({ percent: alertValue(condition, level), change: alertValue(condition, figure) })
    case 'news': {
      const announcement = news?.announcement as Announcement | null | undefined
      return told({
        headline: news?.headline ?? '',
        newsID: String(row.fired_value),
        ...(announcement && { announcement: announcement.kind, values: announcement.values }),
      })
    }
  }
}

/** Mails those who wanted it, and whose address is confirmed. @returns how many mails. */
async function mail(
  tx: Tx,
  tenantId: number,
  fired: readonly Selectable<Alerts>[],
  told: readonly ToldAlert[],
  outbox: Pick<MailOutbox, 'add'>,
): Promise<number> {
  const ids = [...new Set(fired.filter(({ by_mail }) => by_mail).map(({ user_id }) => user_id))]
  if (ids.length === 0) return 0
  const users = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email_address'])
    .where('id', 'in', ids)
    .where('is_email_confirmed', '=', true)
    .execute()
  const languages = await languagesChosenBy(tx, ids)
  const { name: firm } = await tx
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  let mails = 0
  for (const [at, { by_mail, user_id }] of fired.entries()) {
    const user = by_mail ? users.find(({ id }) => id === user_id) : undefined
    const alert = told[at]
    if (!user || !alert) continue
    const language = languages.get(user.id) ?? defaultLanguage
    await outbox.add(
      tx,
      { tenantId, userId: user.id, emailAddress: user.email_address, language },
      'alertFired',
      { name: user.name, firm, what: inWords(alert, translateTo(language)) },
    )
    mails += 1
  }
  return mails
}

const percent = (value: number): string => `${value.toFixed(2)} %`

/** How the figures of a fired alert are written. */
const figures: Readonly<Record<string, (figure: number) => string>> = {
  price: shownAveragePrice,
  level: shownAveragePrice,
  change: percent,
  percent,
}

/** What a fired alert says, in the reader's language. */
function inWords({ textName, properties }: ToldAlert, translate: Translate): string {
  const { announcement: kind, values, ...plain } = properties
  const written = Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [
      name,
      typeof value === 'number' ? (figures[name] ?? String)(value) : String(value),
    ]),
  )
  if (kind === undefined) return translate(textName, written)
  const announcement = { kind, values } as NewsItem['announcement']
  const { headline } = newsInWords({ headline: '', body: '', announcement }, translate)
  return translate(textName, { ...written, headline })
}

/** Of each of these users deletes all fired alerts but the newest. */
async function sweep(tx: Tx, tenantId: number, userIds: readonly number[]): Promise<void> {
  await sql`
    DELETE FROM alerts USING (
      SELECT tenant_id, id, row_number() OVER (PARTITION BY user_id ORDER BY fired_at DESC, id DESC) AS place
      FROM alerts WHERE tenant_id = ${tenantId} AND user_id = ANY(${userIds}::int[]) AND fired_at IS NOT NULL
    ) AS history
    WHERE alerts.tenant_id = ${tenantId} AND alerts.id = history.id AND place > ${MOST_ALERTS}`.execute(tx)
}
