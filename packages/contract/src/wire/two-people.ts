import type { Call } from './call.ts'
import { calls } from './calls.ts'
import type { Permission } from './permissions.ts'

/** The permissions by which a call can be made; none of a call that needs no certain one. */
export const permissionsOfCall = ({ needs }: Pick<Call, 'needs'>): readonly Permission[] =>
  typeof needs === 'string' ? [] : 'all' in needs ? needs.all : needs.any

/**
 * The permissions to request what two people decide, to approve it, and to change the rules of it: of every call that
 * has `twoPeople`. A person who gives one to a user counts as the person who created the user.
 */
export const permissionsOfTwo: ReadonlySet<Permission> = new Set(
  Object.values<Pick<Call, 'needs' | 'twoPeople'>>(calls)
    .filter(({ twoPeople }) => twoPeople !== undefined)
    .flatMap(permissionsOfCall),
)
