import { z } from 'zod'
import { time } from './wire-fields.ts'

const id = z.number().int()

/** A user as administrators of the firm know it (ABP's UserDto). */
export const userRow = z.object({
  id,
  userName: z.string(),
  name: z.string(),
  surname: z.string(),
  fullName: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string().nullable(),
  isActive: z.boolean(),
  isTwoFactorOn: z.boolean(),
  /** How many passkeys the user has. */
  passkeys: z.number().int(),
  /** Whether somebody else set the password, so that the user chooses another one at the next sign-in (ABP). */
  shouldChangePasswordOnNextLogin: z.boolean(),
  /** Who gave a right to approve that waits for a second administrator; `null` where none waits. */
  rightsGivenBy: z.string().nullable(),
  /** Until when wrong passwords keep the user from signing in where they came from. */
  lockedUntil: time.nullable(),
  lastLoginTime: time.nullable(),
  creationTime: time,
  /** Upper-cased. */
  roleNames: z.array(z.string()),
  /** Granted beyond the roles. */
  permissions: z.array(z.string()),
  /** The accounts that are the user's own. */
  userTradingAccounts: z.array(
    z.object({ accountNumber: z.string(), cscsAccount: z.string(), customerName: z.string() }),
  ),
})
export type UserRow = z.infer<typeof userRow>

/** A role with what it grants (ABP's RoleDto). */
export const roleRow = z.object({
  id,
  name: z.string(),
  displayName: z.string(),
  /** Upper-cased. */
  normalizedName: z.string(),
  description: z.string().nullable(),
  /** Whether it can be neither deleted nor renamed. */
  isStatic: z.boolean(),
  grantedPermissions: z.array(z.string()),
})
export type RoleRow = z.infer<typeof roleRow>

/** A role as a choice (ABP's RoleListDto). */
export const roleListed = z.object({
  id,
  name: z.string(),
  displayName: z.string(),
  isStatic: z.boolean(),
  isDefault: z.boolean(),
  creationTime: time,
})

/** A permission of a form (ABP's FlatPermissionDto), with its place in the tree. */
export const flatPermission = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string().nullable(),
  /** The permission that it is a child of. */
  parentName: z.string().nullable(),
})
