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
      'Make a user with roles, further permissions and accounts that the caller holds; without a password a link to choose it is mailed',
    needs: users,
    limit: byHand,
    once: 'transaction',
    input: newUserInput,
    output: userRow,
  }),
  'User/Update': call({
    summary: 'Change a user and what the user is granted, from the next request of the user on',
    needs: users,
    limit: byHand,
    input: userInput,
    output: userRow,
  }),
  'User/Delete': call({
    summary: 'End the sessions of a user and hide it; what the user did keeps it',
    needs: users,
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'User/Get': call({
    summary: 'A user with roles, further permissions and accounts',
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
    summary: 'Let a user sign in',
    needs: users,
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'User/DeActivate': call({
    summary: 'End the sessions of a user, who can no longer sign in',
    needs: users,
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'User/Unlock': call({
    summary: 'Let a user sign in again whom wrong passwords have locked out',
    needs: users,
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'User/ConfirmRights': call({
    summary: 'Confirm as a second administrator the right to approve that another one gave a user',
    needs: users,
    limit: byHand,
    input: rowId,
    output: z.null(),
  }),
  'User/ResetPassword': call({
    summary: 'Set a new password of a user, by the password of the caller; the sessions of the user end',
    needs: users,
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'user' },
    input: resetPasswordInput,
    output: z.literal(true),
  }),
  'User/DisableTwoFactor': call({
    summary: 'Turn the second factor of a user off who lost it, by the password of the caller',
    needs: users,
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'user' },
    input: disableSecondFactorInput,
    output: z.literal(true),
  }),
}
