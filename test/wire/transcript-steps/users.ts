import { PASSWORD } from '../../running-server.ts'
import { type Kept, NEW_PASSWORD, NONE, page, type Step, steps } from './step.ts'

const person = {
  userName: 'ngozi',
  name: 'Ngozi',
  surname: 'Eze',
  emailAddress: 'ngozi@meridian.example',
  isActive: true,
  roleNames: ['BROKER'],
  password: NEW_PASSWORD,
  // As ABP's page sends it, which no call reads.
  confirm: NEW_PASSWORD,
}

const userOf = ({ newest }: Kept) => ({ id: newest('User/Create').id })

/** An administrator and the users of the firm. */
export const users: readonly Step[] = [
  ...steps(
    'admin of Meridian',
    'User/Create',
    { shows: 'success', input: person },
    { shows: 'invalid', input: { userName: 'ngozi', emailAddress: 'none', password: 'short' } },
    { shows: 'refused', when: 'the name is taken', input: person },
    { shows: 'refused', when: 'the address is taken', input: { ...person, userName: 'ngozi.eze' } },
  ),
  ...steps(
    'admin of Meridian',
    'User/Get',
    { shows: 'success', input: userOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps('admin of Meridian', 'User/GetRoles', { shows: 'success', input: {} }),
  ...steps(
    'admin of Meridian',
    'User/GetAll',
    {
      shows: 'success',
      input: { ...page, keyword: 'ngozi', isActive: true, sorting: 'UserName DESC, EmailAddress' },
    },
    { shows: 'invalid', input: { maxResultCount: 0 } },
  ),
  ...steps(
    'admin of Meridian',
    'User/Update',
    { shows: 'success', input: (kept: Kept) => ({ ...userOf(kept), ...person, surname: 'Eze-Obi' }) },
    { shows: 'invalid', input: person },
    { shows: 'refused', input: { ...person, id: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'User/DeActivate',
    { shows: 'success', input: userOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps('nobody', 'TokenAuth/Authenticate', {
    shows: 'refused',
    when: 'the user is not active',
    input: { tenancyName: 'Meridian', userNameOrEmailAddress: 'ngozi', password: NEW_PASSWORD },
  }),
  ...steps(
    'admin of Meridian',
    'User/Activate',
    { shows: 'success', input: userOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'User/ConfirmRights',
    { shows: 'success', input: userOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'User/Unlock',
    { shows: 'success', input: userOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'User/ResetPassword',
    {
      shows: 'success',
      input: (kept: Kept) => ({
        adminPassword: PASSWORD,
        userId: userOf(kept).id,
        newPassword: 'Green-window-boat-3',
      }),
    },
    { shows: 'invalid', input: { adminPassword: PASSWORD } },
    {
      shows: 'refused',
      input: (kept: Kept) => ({
        adminPassword: 'wrong',
        userId: userOf(kept).id,
        newPassword: NEW_PASSWORD,
      }),
    },
  ),
  ...steps(
    'admin of Meridian',
    'User/DisableTwoFactor',
    { shows: 'success', input: (kept: Kept) => ({ adminPassword: PASSWORD, userId: userOf(kept).id }) },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { adminPassword: PASSWORD, userId: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'User/RevokePasskeys',
    { shows: 'success', input: (kept: Kept) => ({ adminPassword: PASSWORD, userId: userOf(kept).id }) },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { adminPassword: PASSWORD, userId: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'User/Delete',
    { shows: 'success', input: userOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: userOf },
  ),
]
