import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { listInput } from '../list-input.ts'
import { userList } from '../lists/users.ts'
import { items, listPage } from '../paging.ts'
import {
  disableSecondFactorInput,
  newUserInput,
  resetPasswordInput,
  rowId,
  userInput,
} from '../schemas/users.ts'
import { roleRow, userRow } from '../user-shapes.ts'

const users = { all: ['Pages.Users'] } as const

export const userCalls = {
  'User/Create': call({
    summary:
      'Create a user with roles, additional permissions and accounts that the caller holds; without a password, a link to choose one is e-mailed',
    needs: users,
    limit: byHand,
    once: 'transaction',
    input: newUserInput,
    output: userRow,
  }),
  'User/Update': call({
    summary: "Change a user and what the user is granted, from the user's next request on",
    needs: users,
    limit: byHand,
    input: userInput,
    output: userRow,
  }),
  'User/Delete': call({
    summary: "End a user's sessions and hide the user; records of what the user did stay",
    needs: users,
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'User/Get': call({
    summary: 'A user with roles, additional permissions and accounts',
    needs: users,
    input: rowId,
    output: userRow,
  }),
  'User/GetAll': call({
    summary: 'The users of the firm',
    needs: users,
    input: listInput(userList).extend({ isActive: z.boolean().optional() }),
    output: listPage(userRow),
  }),
  'User/GetRoles': call({
    summary: 'The roles that users of the firm can have',
    needs: users,
    input: z.object({}),
    output: items(roleRow),
  }),
  'User/Activate': call({
    summary: 'Activate a user, who can then sign in',
    needs: users,
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'User/DeActivate': call({
    summary: "End a user's sessions; the user can no longer sign in",
    needs: users,
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'User/Unlock': call({
    summary: 'Let a user sign in again after a lockout for wrong passwords',
    needs: users,
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'User/ConfirmRights': call({
    summary:
      'As a second administrator, confirm rights to request or approve that another administrator granted a user',
    needs: users,
    twoPeople: 'approves',
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'User/ResetPassword': call({
    summary: "Set a new password for a user; needs the caller's own password. The user's sessions end",
    needs: users,
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'user' },
    input: resetPasswordInput,
    output: z.literal(true),
  }),
  'User/DisableTwoFactor': call({
    summary:
      "Turn off the two-factor sign-in of a user who has lost the second factor; needs the caller's own password",
    needs: users,
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'user' },
    input: disableSecondFactorInput,
    output: z.literal(true),
  }),
  'User/RevokePasskeys': call({
    summary: "Remove all passkeys of a user who has lost them; needs the caller's own password",
    needs: users,
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'user' },
    input: disableSecondFactorInput,
    output: z.literal(true),
  }),
}
