import { alike, type Notice } from './rules.ts'

/** What one user is notified of. */
export interface UserNotice extends Omit<Notice, 'userIds'> {
  readonly userId: number
  /** Of one that the user has already. */
  readonly id?: string
}

/** Whether it is one with the others of its user that have the same cause. */
export const withCause = ({ textOfSeveral }: UserNotice): boolean => textOfSeveral !== undefined

/** Its text if it stands for several. */
export const ofSeveral = ({ properties, textOfSeveral }: UserNotice) =>
  Number(properties.orders) > 1 ? textOfSeveral : undefined

/**
 * One notice for all of a user that have the same cause: the last of them, with the first id among them,
 * and the number of their orders. Those without a cause stay as they are. In the order of their sequence.
 */
export function oneForEachCause(notices: readonly UserNotice[]): UserNotice[] {
  const byCause = Map.groupBy(notices, causeOf)
  return [...byCause.values()]
    .map(together)
    .toSorted((a, b) => (a.sequence < b.sequence ? -1 : Number(a.sequence > b.sequence)))
}

/** Equal for those that are one. */
function causeOf(notice: UserNotice): string {
  const { userId, name, sequence, properties } = notice
  const cause = withCause(notice) ? alike.map((property) => properties[property] ?? '') : [String(sequence)]
  return JSON.stringify([userId, name, ...cause])
}

function together(notices: UserNotice[]): UserNotice {
  const last = notices.reduce((a, b) => (a.sequence < b.sequence ? b : a))
  if (!withCause(last)) return last
  const orders = notices.reduce((sum, { properties }) => sum + Number(properties.orders ?? 1), 0)
  const id = notices.find((notice) => notice.id !== undefined)?.id
  return { ...last, ...(id !== undefined && { id }), properties: { ...last.properties, orders } }
}
