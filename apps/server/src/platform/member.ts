import type { DueStep, Permission, SecondFactorRule } from '@tradebook/contract'
import type { Caller } from './caller.ts'

/** Whether a person is one of the firm's: who has no role yet is signed in, and no member. */
export const isMember = ({ roles }: Pick<Caller, 'roles'>): boolean => roles.length > 0

/** A user as the steps know one that may be due. */
export interface UserBeforeSteps extends Pick<Caller, 'roles' | 'permissions'> {
  readonly mustChangePassword: boolean
  readonly hasSecondFactor: boolean
}

/** All permissions of administration are children of this one. */
const ADMINISTERS: Permission = 'VIEW_ADMINSETTING'

/** Of whom a firm that demands a second factor does so. */
const demandedOf: Readonly<Record<SecondFactorRule, (user: UserBeforeSteps) => boolean>> = {
  nobody: () => false,
  administrators: ({ permissions }) => permissions.has(ADMINISTERS),
  everybody: isMember,
}

/** What a user has to do before any other call is answered, by what the firm demands. */
export function dueStepOf(user: UserBeforeSteps, demanded: SecondFactorRule): DueStep | null {
  if (user.mustChangePassword) return 'newPassword'
  return demandedOf[demanded](user) && !user.hasSecondFactor ? 'secondFactor' : null
}
