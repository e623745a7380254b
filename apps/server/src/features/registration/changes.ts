import type { DocumentKind, RequestPart, RequestPartChange } from '@tradebook/contract'
import { registrationFieldNames } from '@tradebook/contract/schemas/registration'
import type { Selectable } from 'kysely'
import type { AccountRequestChanges, AccountRequests } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import type { Person } from './person.ts'

/** What was changed of a request after it had been submitted: kept with each change, and shown to the person who reads it next. */

type RequestRow = Selectable<AccountRequests>
type Fields = Readonly<Record<string, unknown>>
type ChangeRow = Selectable<AccountRequestChanges>

const kept = (fields: Fields, part: string): unknown => fields[part] ?? null
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isField = (part: string): boolean => (registrationFieldNames as readonly string[]).includes(part)

/** The fields that differ, and these documents. */
export const changedParts = (
  before: RequestRow,
  after: RequestRow,
  documents: Iterable<DocumentKind>,
): RequestPart[] => [
  ...registrationFieldNames.filter(
    (name) => !isSame(kept(before.fields as Fields, name), kept(after.fields as Fields, name)),
  ),
  ...new Set(documents),
]

/** Keeps that a person changed these parts of a request, which was submitted before. */
export async function keepChanges(
  tx: Tx,
  { before, after, parts }: { before: RequestRow; after: RequestRow; parts: readonly RequestPart[] },
  { userId, userName }: Pick<Person, 'userId' | 'userName'>,
  at: Date,
): Promise<void> {
  if (parts.length === 0) return
  await tx
    .insertInto('account_request_changes')
    .values(
      parts.map((part) => ({
        ...{ tenant_id: after.tenant_id, request_id: after.id, revision: after.revision, part, at },
        before: JSON.stringify(kept(before.fields as Fields, part)),
        ...{ user_id: userId, user_name: userName },
      })),
    )
    .execute()
}

/**
 * What a reviewer has not read of a request, or somebody else than its owner changed: of each part, in order, who
 * changed it and what was there before. What a person changed back is not a change.
 */
export async function changesOf(tx: Tx, row: RequestRow): Promise<RequestPartChange[]> {
  const rows = await tx
    .selectFrom('account_request_changes')
    .selectAll()
    .where('request_id', '=', row.id)
    .orderBy('id')
    .execute()
  const unread = rows.filter(
    ({ revision, user_id }) => revision > (row.read_revision ?? 0) || user_id !== row.user_id,
  )
  return [...Map.groupBy(unread, ({ part }) => part)].flatMap(([part, changes]) =>
    ofOneHand(changes)
      .filter((change, at, all) =>
        isField(part)
          ? !isSame(change.before, all[at + 1]?.before ?? kept(row.fields as Fields, part))
          : true,
      )
      .map(
        ({ before, at, user_name: by }): RequestPartChange => ({
          ...{ part: part as RequestPart, before: before as RequestPartChange['before'] },
          ...{ at: at.toISOString(), by },
        }),
      ),
  )
}

/** Changes that one person made in a row become one: with what was there before the first, and the time of the last. */
function ofOneHand(changes: readonly ChangeRow[]): ChangeRow[] {
  const hands: ChangeRow[] = []
  for (const change of changes) {
    const last = hands.at(-1)
    if (last?.user_id === change.user_id) hands.splice(-1, 1, { ...last, at: change.at })
    else hands.push(change)
  }
  return hands
}
