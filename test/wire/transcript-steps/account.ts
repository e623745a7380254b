import { PASSWORD } from '../../running-server.ts'
import { type Kept, NEW_PASSWORD, type Step, steps } from './step.ts'

/** Where a person has their own mail sent to instead. */
const ELSEWHERE = 'yusuf@elsewhere.example'

/** What a person does with their own account. */
export const account: readonly Step[] = [
  ...steps('customer of Zenith-Hill', 'Account/GetProfile', { shows: 'success', input: {} }),
  ...steps(
    'customer of Zenith-Hill',
    'Account/UpdateProfile',
    { shows: 'success', input: { name: 'Yusuf', surname: 'Danladi', phoneNumber: '+234 803 000 0000' } },
    { shows: 'invalid', input: { name: '', phoneNumber: 'none' } },
  ),
  ...steps(
    'customer of Zenith-Hill',
    'Account/ChangeEmailAddress',
    { shows: 'success', input: { emailAddress: ELSEWHERE, password: PASSWORD } },
    { shows: 'invalid', input: { emailAddress: 'nowhere', password: '' } },
    { shows: 'refused', input: { emailAddress: ELSEWHERE, password: 'not the password' } },
  ),
  ...steps(
    'customer of Zenith-Hill',
    'Account/ConfirmEmailAddress',
    { shows: 'invalid', input: { emailAddress: ELSEWHERE, code: '' } },
    {
      shows: 'refused',
      when: 'the code is of another address',
      input: async (kept: Kept) => ({
        emailAddress: `other.${ELSEWHERE}`,
        code: await kept.mailedCode(ELSEWHERE),
      }),
    },
    {
      shows: 'success',
      input: async (kept: Kept) => ({ emailAddress: ELSEWHERE, code: await kept.mailedCode(ELSEWHERE) }),
    },
  ),
  ...steps('customer of Zenith-Hill', 'Account/GetSessions', { shows: 'success', input: {} }),
  ...steps(
    'customer of Zenith-Hill',
    'Account/RevokeSession',
    { shows: 'invalid', input: { id: 'none' } },
    { shows: 'refused', input: { id: '0d7e63bb-40d6-4f4f-8a1b-2f0f8c5d9e11' } },
  ),
  ...steps('nobody', 'TokenAuth/Authenticate', {
    shows: 'success',
    when: 'of another browser',
    input: { tenancyName: 'Zenith-Hill', userNameOrEmailAddress: 'customer', password: PASSWORD },
  }),
  ...steps('customer of Zenith-Hill', 'Account/GetSessions', {
    shows: 'success',
    when: 'there are two',
    input: {},
  }),
  ...steps('customer of Zenith-Hill', 'Account/RevokeSession', {
    shows: 'success',
    input: ({ newest }: Kept) => ({
      id: newest('Account/GetSessions').items.find(({ current }) => !current)?.id,
    }),
  }),
  ...steps('customer of Zenith-Hill', 'Account/RevokeOtherSessions', { shows: 'success', input: {} }),
  ...steps(
    'customer of Zenith-Hill',
    'User/ChangeLanguage',
    { shows: 'success', input: { languageName: 'fr' } },
    { shows: 'invalid', input: { languageName: 'xx' } },
  ),
  ...steps('customer of Zenith-Hill', 'Account/ChangePassword', {
    shows: 'refused',
    when: 'the language is French',
    input: { currentPassword: 'wrong', newPassword: NEW_PASSWORD },
  }),
  ...steps('customer of Zenith-Hill', 'User/ChangeLanguage', {
    shows: 'success',
    input: { languageName: 'en' },
  }),
  ...steps(
    'customer of Zenith-Hill',
    'Account/ChangePassword',
    {
      shows: 'refused',
      when: 'it is common',
      input: { currentPassword: PASSWORD, newPassword: 'password123' },
    },
    { shows: 'invalid', input: { currentPassword: PASSWORD, newPassword: 'short' } },
    { shows: 'success', input: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } },
  ),
  ...steps('customer of Zenith-Hill', 'Account/LogOut', { shows: 'success', input: {} }),
  ...steps('nobody', 'TokenAuth/Authenticate', {
    shows: 'refused',
    when: 'the password is right and five wrong ones have locked the user',
    input: async (kept: Kept) => {
      const customer = { tenancyName: 'Zenith-Hill', userNameOrEmailAddress: 'customer' }
      await kept.lockOut(customer)
      return { ...customer, password: NEW_PASSWORD }
    },
  }),
]
