import { PASSWORD } from '../../running-server.ts'
import { totpCode } from '../../totp.ts'
import { type Kept, NEW_PASSWORD, type Step, steps } from './step.ts'

const codeNow = (kept: Kept) => totpCode(kept.newest('Account/GetTwoFactorAuthTokens').secret, kept.now())

/** A person signs in, with and without a second factor. */
export const signIn: readonly Step[] = [
  ...steps(
    'nobody',
    'Account/IsTenantAvailable',
    { shows: 'success', input: { tenancyName: 'meridian' } },
    { shows: 'success', when: 'there is no such firm', input: { tenancyName: 'Nowhere' } },
    { shows: 'invalid', input: {} },
  ),
  ...steps(
    'nobody',
    'TokenAuth/Authenticate',
    {
      shows: 'success',
      input: {
        tenancyName: 'Meridian',
        userNameOrEmailAddress: 'broker',
        password: PASSWORD,
        rememberClient: true,
      },
    },
    {
      shows: 'success',
      when: 'the client does not ask to be remembered',
      input: {
        tenancyName: 'Meridian',
        userNameOrEmailAddress: 'broker@meridian.example',
        password: PASSWORD,
      },
    },
    { shows: 'invalid', input: { userNameOrEmailAddress: '' } },
    {
      shows: 'refused',
      when: 'the password is wrong',
      input: { tenancyName: 'Meridian', userNameOrEmailAddress: 'broker', password: 'wrong' },
    },
    {
      shows: 'refused',
      when: 'there is no such user',
      input: { tenancyName: 'Meridian', userNameOrEmailAddress: 'nobody', password: 'wrong' },
    },
    {
      shows: 'refused',
      when: 'there is no such firm',
      input: { tenancyName: 'Nowhere', userNameOrEmailAddress: 'broker', password: 'wrong' },
    },
  ),
  ...steps('broker of Zenith-Hill', 'Account/GetTwoFactorAuthTokens', { shows: 'success', input: {} }),
  ...steps(
    'broker of Zenith-Hill',
    'Account/EnableTwoFactorAuth',
    { shows: 'invalid', input: { verificationCode: '1' } },
    { shows: 'refused', input: { verificationCode: 'none-of-all', password: PASSWORD } },
    {
      shows: 'success',
      input: (kept: Kept) => ({ verificationCode: codeNow(kept), password: PASSWORD }),
    },
  ),
  ...steps('broker of Zenith-Hill', 'Account/GetTwoFactorAuthTokens', {
    shows: 'refused',
    when: 'it is on',
    input: {},
  }),
  ...steps(
    'nobody',
    'TokenAuth/Authenticate',
    {
      shows: 'success',
      when: 'a second factor is asked for',
      input: { tenancyName: 'Zenith-Hill', userNameOrEmailAddress: 'broker', password: PASSWORD },
    },
    {
      shows: 'refused',
      when: 'the code is wrong',
      input: {
        tenancyName: 'Zenith-Hill',
        userNameOrEmailAddress: 'broker',
        password: PASSWORD,
        twoFactorVerificationCode: 'wrongcode0',
      },
    },
  ),
  ...steps(
    'broker of Zenith-Hill',
    'Account/RenewRecoveryCodes',
    { shows: 'invalid', input: { password: PASSWORD } },
    { shows: 'refused', input: { recoveryCode: 'wrongcode0', password: PASSWORD } },
    {
      shows: 'success',
      input: ({ newest }: Kept) => ({
        recoveryCode: newest('Account/GetTwoFactorAuthTokens').recoveryCodes[0],
        password: PASSWORD,
      }),
    },
  ),
  ...steps(
    'broker of Zenith-Hill',
    'Account/DisableTwoFactorAuth',
    { shows: 'invalid', input: { password: PASSWORD } },
    { shows: 'refused', input: { recoveryCode: 'wrongcode0', password: PASSWORD } },
    {
      shows: 'success',
      input: ({ newest }: Kept) => ({
        recoveryCode: newest('Account/RenewRecoveryCodes').recoveryCodes[0],
        password: PASSWORD,
      }),
    },
  ),
  ...steps(
    'nobody',
    'Account/PasswordReset',
    { shows: 'success', input: { tenancyName: 'Meridian', emailAddress: 'nobody@meridian.example' } },
    { shows: 'invalid', input: { newPassword: 'short' } },
    { shows: 'refused', input: { resetToken: 'of-nobody', newPassword: NEW_PASSWORD } },
  ),
]
