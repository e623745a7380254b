import { alike, type DerivedNotification } from './rules.ts'

/** What one user is notified of. */
export interface DerivedForUser extends Omit<DerivedNotification, 'userIds'> {
  readonly userId: number
  /** Of one that the user has already. */
  readonly id?: string
}

/** Whether it is one with the others of its user that have the same cause. */
export const withCause = ({ textOfSeveral }: DerivedForUser): boolean => textOfSeveral !== undefined

/** Its text if it stands for several. */
export const ofSeveral = ({ properties, textOfSeveral }: DerivedForUser) =>
  Number(properties.orders) > 1 ? textOfSeveral : undefined

/**
 * One notification for all of a user that have the same cause: the last of them, with the first id among them,
 * and the number of their orders. Those without a cause stay as they are. In the order of their sequence.
 */
export function oneForEachCause(derived: readonly DerivedForUser[]): DerivedForUser[] {
  const byCause = Map.groupBy(derived.filter(withCause), causeOf)
  return [...derived.filter((one) => !withCause(one)), ...[...byCause.values()].map(together)].toSorted(
    (a, b) => (a.sequence < b.sequence ? -1 : Number(a.sequence > b.sequence)),
  )
}

/** Equal for those that are one. */
const causeOf = ({ userId, name, properties }: DerivedForUser): string =>
  JSON.stringify([userId, name, ...alike.map((property) => properties[property] ?? '')])

function together(derived: DerivedForUser[]): DerivedForUser {
  const last = derived.reduce((a, b) => (a.sequence < b.sequence ? b : a))
  const orders = derived.reduce((sum, { properties }) => sum + Number(properties.orders ?? 1), 0)
  const id = derived.find((notification) => notification.id !== undefined)?.id
  return { ...last, ...(id !== undefined && { id }), properties: { ...last.properties, orders } }
}
