import { z } from 'zod'
import { INT32_LIMIT } from '../../rules/money.ts'
import { chosenPassword, emailAddress, ownPassword, personName, phoneNumber, userName } from './identity.ts'
import { lineOfText, linesOfText, soughtText } from './shown-text.ts'

/** The number of a user, a role or a firm. */
export const rowId = z.object({
  id: z
    .number()
    .int()
    .min(1)
    .max(INT32_LIMIT - 1),
})

/** So many grants, roles or accounts are given at once. */
const MOST = 200

const userFields = {
  userName,
  name: personName,
  surname: personName,
  emailAddress,
  phoneNumber,
  /** In any letter case; absent in an update: they stay as they are. */
  roleNames: z.array(soughtText(32)).max(MOST).nullish(),
  /** Granted beyond the roles; names of no permission are left out. Absent: they stay as they are. */
  permissions: z.array(soughtText(128)).max(MOST).nullish(),
  /** The accounts that are the user's own. Absent: they stay as they are. */
  userTradingAccounts: z
    .array(z.object({ accountNumber: soughtText(32) }))
    .max(MOST)
    .nullish(),
}

/** A new user, with a first password or, without one, a link by mail to choose it. */
export const newUserInput = z.object({
  ...userFields,
  isActive: z.boolean().default(false),
  password: chosenPassword.nullish(),
})

/** A user with changes; the password is changed by calls of its own. */
export const userInput = z.object({
  ...rowId.shape,
  ...userFields,
  isActive: z.boolean().optional(),
  /** Of who makes the change: asked for where it leads the user's mail to another address. */
  adminPassword: ownPassword.nullish(),
})

/** The forms of a new user and of a user: accounts are chosen by their numbers, and a button of its own activates. */
const chosenAccounts = { userTradingAccounts: z.array(soughtText(32)).max(MOST) }
export const newUserForm = newUserInput.extend(chosenAccounts)
export const userForm = userInput.omit({ isActive: true }).extend(chosenAccounts)

/** A password that an administrator sets for a user, by the administrator's own. */
export const resetPasswordInput = z.object({
  adminPassword: ownPassword,
  userId: rowId.shape.id,
  newPassword: chosenPassword,
})

/** Whose second factor an administrator turns off, by the administrator's own password. */
export const disableSecondFactorInput = z.object({ adminPassword: ownPassword, userId: rowId.shape.id })

/** A new role. Names of no permission are left out. */
export const newRoleInput = z.object({
  name: lineOfText(32).regex(/^[^,]*$/),
  displayName: lineOfText(64),
  description: linesOfText(1_000).nullish(),
  grantedPermissions: z.array(soughtText(128)).max(MOST),
})

/** A role with changes: what it granted is replaced. */
export const roleInput = z.object({ ...rowId.shape, ...newRoleInput.shape })

const given = newRoleInput.shape.grantedPermissions.optional()

/** A new role as programs send it: what it grants is under either of two names, as ABP has them. */
export const newRoleCallInput = newRoleInput
  .extend({ grantedPermissions: given, grantedPermissionNames: given })
  .refine((role) => (role.grantedPermissions ?? role.grantedPermissionNames) !== undefined, {
    path: ['grantedPermissions'],
  })
export const roleCallInput = newRoleCallInput.safeExtend(rowId.shape)
