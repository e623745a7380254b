import type { CallName, CallOutput } from '@tradebook/contract'
import { files, individual } from '../../apps/server/src/features/registration/request.fixture.ts'
import { PASSWORD } from '../running-server.ts'
import { totpCode } from '../totp.ts'

// Longer than 300 lines, for it is one table: what old clients ask of each call, in the order of a person's way.

/** Who makes a request: a user of the demo's firms, or who an earlier step registered or signed in. */
export type Who =
  | 'nobody'
  | 'bearer of a registration token'
  | 'broker of Meridian'
  | 'admin of Meridian'
  | 'customer of Meridian'
  | 'zainab of Meridian'
  | 'broker of Zenith-Hill'
  | 'customer of Zenith-Hill'
  | 'admin of Zenith-Hill'
  | 'admin of host'

/** What an answer shows of its call. */
export type Shows = 'success' | 'invalid' | 'refused'

/** What earlier answers had, for later requests. */
export interface Kept {
  /** Of the answers so far, the newest of each call that succeeded. */
  newest<Name extends CallName>(name: Name): CallOutput<Name>
  /** The code that was mailed last to an address. */
  mailedCode(emailAddress: string): Promise<string>
  /** Five wrong passwords of a user, from here. */
  lockOut(user: { readonly tenancyName: string; readonly userNameOrEmailAddress: string }): Promise<void>
  now(): number
}

export interface Step {
  readonly name: CallName
  readonly shows: Shows
  /** What is special about it. */
  readonly when?: string
  readonly by: Who
  readonly input: object | ((kept: Kept) => object | Promise<object>)
  readonly documents?: Readonly<Record<string, File>>
  /** Read again until it holds: what is written in the background. */
  readonly until?: (result: unknown) => boolean
}

/** Of whom the steps register or make. */
export const NEW_PASSWORD = 'Quiet-harbour-lamp-7'
/** Where a person has the own mail sent to instead. */
const ELSEWHERE = 'yusuf@elsewhere.example'

const newcomer = {
  tenancyName: 'Meridian',
  name: 'Zainab',
  surname: 'Bello',
  userName: 'zainab',
  emailAddress: 'zainab@example.com',
  password: NEW_PASSWORD,
}

const desk = {
  name: 'Night desk',
  displayName: 'Night desk',
  description: null,
  grantedPermissions: ['BUY', 'No.Such'],
}

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

const firm = {
  tenancyName: 'Harmattan',
  name: 'Harmattan Securities',
  adminEmailAddress: 'admin@harmattan.example',
}

type AuditPage = CallOutput<'ReportEventLog/GetReportEventLogs'>

const page = { maxResultCount: 2, skipCount: 0, keyword: '' }
const NONE = 999_999_999

const tokenOf = (kept: Kept) => ({ accessToken: kept.newest('Account/Register').accessToken })
const roleOf = ({ newest }: Kept) => ({ id: newest('Role/Create').id })
const userOf = ({ newest }: Kept) => ({ id: newest('User/Create').id })
const firmOf = ({ newest }: Kept) => ({ id: newest('Tenant/Create').id })
const requestOf = ({ newest }: Kept) => ({ id: newest('Customer/CustomerRegister').id as number })
const codeNow = (kept: Kept) => totpCode(kept.newest('Account/GetTwoFactorAuthTokens').secret, kept.now())

const steps = (by: Who, name: CallName, ...rows: readonly Omit<Step, 'by' | 'name'>[]): Step[] =>
  rows.map((row) => ({ by, name, ...row }))

/** The transcripts by the names of their files. */
export const transcripts: Readonly<Record<string, readonly Step[]>> = {
  start: [
    ...steps('nobody', 'Home/Configuration', { shows: 'success', input: {} }),
    ...steps('nobody', 'AbpUserConfiguration/GetAll', { shows: 'success', input: {} }),
    ...steps('customer of Meridian', 'AbpUserConfiguration/GetAll', { shows: 'success', input: {} }),
    ...steps('nobody', 'Session/GetCurrentLoginInformations', { shows: 'success', input: {} }),
    ...steps('broker of Meridian', 'Session/GetCurrentLoginInformations', { shows: 'success', input: {} }),
    ...steps('admin of host', 'Session/GetCurrentLoginInformations', { shows: 'success', input: {} }),
  ],
  'sign-in': [
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
  ],
  account: [
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
      { shows: 'invalid', input: { emailAddress: ELSEWHERE, code: 'none' } },
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
  ],
  registration: [
    ...steps(
      'nobody',
      'Account/Register',
      { shows: 'success', input: newcomer },
      { shows: 'invalid', input: { tenancyName: 'Meridian', userName: 'zainab', password: 'short' } },
      { shows: 'refused', when: 'there is no such firm', input: { ...newcomer, tenancyName: 'Nowhere' } },
    ),
    ...steps(
      'nobody',
      'Account/VerifyAccount',
      {
        shows: 'success',
        when: 'the code is wrong',
        input: (kept: Kept) => ({ ...tokenOf(kept), code: '0' }),
      },
      { shows: 'invalid', input: tokenOf },
      { shows: 'refused', input: { accessToken: 'of-nobody', code: '000000' } },
      {
        shows: 'success',
        input: async (kept: Kept) => ({
          ...tokenOf(kept),
          code: await kept.mailedCode(newcomer.emailAddress),
        }),
      },
    ),
    ...steps(
      'nobody',
      'Account/GetResendVerificationCode',
      { shows: 'success', when: 'the address is verified', input: tokenOf },
      { shows: 'invalid', input: { accessToken: 'x'.repeat(1_025) } },
      { shows: 'refused', input: { accessToken: 'of-nobody' } },
    ),
    ...steps('nobody', 'TokenAuth/Authenticate', {
      shows: 'success',
      when: 'the registration is incomplete',
      input: { tenancyName: 'Meridian', userNameOrEmailAddress: 'zainab', password: NEW_PASSWORD },
    }),
    ...steps('nobody', 'Customer/GetBanks', { shows: 'success', input: {} }),
    ...steps(
      'bearer of a registration token',
      'Customer/GetCustomerAccountCreationRequestStatus',
      { shows: 'success', when: 'nothing was kept', input: {} },
      { shows: 'invalid', input: { id: 'none' } },
    ),
    ...steps(
      'nobody',
      'Customer/CustomerRegister',
      {
        shows: 'success',
        when: 'it is a draft',
        input: (kept: Kept) => ({ ...tokenOf(kept), accountType: 'individual', surname: 'Bello' }),
      },
      { shows: 'invalid', input: (kept: Kept) => ({ ...tokenOf(kept), accountType: 'none' }) },
      {
        shows: 'refused',
        when: 'it is incomplete',
        input: (kept: Kept) => ({ ...tokenOf(kept), accountType: 'individual', submit: true }),
      },
      {
        shows: 'success',
        when: 'it is submitted, with its documents',
        input: (kept: Kept) => ({ ...tokenOf(kept), ...individual, submit: true }),
        documents: files,
      },
    ),
    ...steps(
      'admin of Meridian',
      'Customer/GetAllCustomerAccountCreationRequests',
      { shows: 'success', input: { ...page, sorting: 'CreationTime DESC' } },
      { shows: 'invalid', input: { status: 'none' } },
    ),
    ...steps(
      'admin of Meridian',
      'Customer/DownloadCustomerAccountCreationRequests',
      { shows: 'success', input: {} },
      { shows: 'invalid', input: { format: 'pdf' } },
    ),
    ...steps(
      'admin of Meridian',
      'Customer/GetCustomerAccountCreationRequest',
      { shows: 'success', input: requestOf },
      { shows: 'invalid', input: {} },
      { shows: 'refused', input: { id: NONE } },
    ),
    ...steps(
      'admin of Meridian',
      'Customer/GetDocument',
      { shows: 'success', input: (kept: Kept) => ({ ...requestOf(kept), kind: 'signature' }) },
      { shows: 'invalid', input: (kept: Kept) => ({ ...requestOf(kept), kind: 'none' }) },
      { shows: 'refused', input: (kept: Kept) => ({ ...requestOf(kept), kind: 'boardResolution' }) },
    ),
    ...steps(
      'admin of Meridian',
      'Customer/RejectCustomerAccountCreationRequest',
      { shows: 'invalid', input: requestOf },
      {
        shows: 'success',
        when: 'it is returned',
        input: (kept: Kept) => ({
          ...requestOf(kept),
          reason: 'The photograph is dark',
          returnForCorrection: true,
        }),
      },
      { shows: 'refused', input: (kept: Kept) => ({ ...requestOf(kept), reason: 'It is a draft again' }) },
    ),
    ...steps('bearer of a registration token', 'Customer/GetCustomerAccountCreationRequestStatus', {
      shows: 'refused',
      when: 'the token ended with the submission',
      input: {},
    }),
    ...steps('zainab of Meridian', 'Customer/GetCustomerAccountCreationRequestStatus', {
      shows: 'success',
      when: 'it was returned',
      input: {},
    }),
    ...steps(
      'zainab of Meridian',
      'Customer/UpdateCustomerAccountCreationRequest',
      {
        shows: 'success',
        input: (kept: Kept) => ({ ...requestOf(kept), surname: 'Bello', submit: true }),
      },
      { shows: 'invalid', input: {} },
      { shows: 'refused', input: (kept: Kept) => ({ ...requestOf(kept), surname: 'Musa' }) },
    ),
    ...steps('admin of Meridian', 'Customer/GetCustomerAccountCreationRequest', {
      shows: 'success',
      when: 'it was corrected',
      input: requestOf,
    }),
    ...steps(
      'admin of Meridian',
      'Customer/ApproveAndSubmitCustomerAccountCreationRequest',
      { shows: 'invalid', input: {} },
      { shows: 'refused', when: 'no revision of what was corrected is named', input: requestOf },
      {
        shows: 'success',
        input: (kept: Kept) => ({
          ...requestOf(kept),
          revision: kept.newest('Customer/GetCustomerAccountCreationRequest').revision,
        }),
      },
      { shows: 'refused', when: 'another reviewer was first', input: requestOf },
    ),
    ...steps('zainab of Meridian', 'Customer/GetAllUserAccountCreationRequests', {
      shows: 'success',
      input: {},
    }),
  ],
  roles: [
    ...steps(
      'admin of Meridian',
      'Role/Create',
      { shows: 'success', input: desk },
      { shows: 'invalid', input: { name: '' } },
      { shows: 'refused', input: desk },
    ),
    ...steps(
      'admin of Meridian',
      'Role/GetRolesAsync',
      { shows: 'success', input: { permission: 'CROSS_DEAL' } },
      { shows: 'invalid', input: { permission: 'x'.repeat(129) } },
    ),
    ...steps('admin of Meridian', 'Role/GetAllPermissions', { shows: 'success', input: {} }),
    ...steps(
      'admin of Meridian',
      'Role/GetRoleForEdit',
      { shows: 'success', input: roleOf },
      { shows: 'invalid', input: { id: 'none' } },
      { shows: 'refused', input: { id: NONE } },
    ),
    ...steps(
      'admin of Meridian',
      'Role/Get',
      { shows: 'success', input: roleOf },
      { shows: 'invalid', input: {} },
      { shows: 'refused', input: { id: NONE } },
    ),
    ...steps(
      'admin of Meridian',
      'Role/GetAll',
      { shows: 'success', input: { ...page, sorting: 'Name DESC, DisplayName' } },
      { shows: 'invalid', input: { skipCount: -1 } },
    ),
    ...steps(
      'admin of Meridian',
      'Role/Update',
      {
        shows: 'success',
        input: (kept: Kept) => ({
          ...roleOf(kept),
          ...desk,
          displayName: 'Desk at night',
          grantedPermissions: ['SELL'],
        }),
      },
      { shows: 'invalid', input: desk },
      { shows: 'refused', input: { ...desk, id: NONE } },
    ),
    ...steps(
      'admin of Meridian',
      'Role/Delete',
      { shows: 'success', input: roleOf },
      { shows: 'invalid', input: {} },
      {
        shows: 'refused',
        when: 'it is static',
        input: ({ newest }: Kept) => ({ id: newest('Role/GetRolesAsync').items[0]?.id }),
      },
    ),
  ],
  users: [
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
      'User/Delete',
      { shows: 'success', input: userOf },
      { shows: 'invalid', input: {} },
      { shows: 'refused', input: userOf },
    ),
  ],
  tenants: [
    ...steps(
      'admin of host',
      'Tenant/Create',
      { shows: 'success', input: { ...firm, isActive: true, connectionString: '' } },
      { shows: 'invalid', input: { tenancyName: '1', adminEmailAddress: 'none' } },
      { shows: 'refused', input: firm },
    ),
    ...steps(
      'admin of host',
      'Tenant/RenewFirstLink',
      {
        shows: 'success',
        input: (kept: Kept) => ({ ...firmOf(kept), adminEmailAddress: firm.adminEmailAddress }),
      },
      { shows: 'invalid', input: firmOf },
      { shows: 'refused', input: { id: NONE, adminEmailAddress: firm.adminEmailAddress } },
    ),
    ...steps(
      'admin of host',
      'Tenant/Get',
      { shows: 'success', input: firmOf },
      { shows: 'invalid', input: {} },
      { shows: 'refused', input: { id: NONE } },
    ),
    ...steps(
      'admin of host',
      'Tenant/GetAll',
      { shows: 'success', input: { ...page, keyword: 'harm', isActive: true, sorting: 'TenancyName,Name' } },
      { shows: 'invalid', input: { sorting: 'password' } },
    ),
    ...steps(
      'admin of host',
      'Tenant/Update',
      {
        shows: 'success',
        input: (kept: Kept) => ({ ...firmOf(kept), ...firm, name: 'Harmattan Ltd', isActive: true }),
      },
      { shows: 'invalid', input: firm },
      { shows: 'refused', input: { ...firm, id: NONE, isActive: true } },
    ),
    ...steps(
      'admin of host',
      'Tenant/DeActivate',
      { shows: 'success', input: (kept: Kept) => ({ ...firmOf(kept), reason: 'Fees are due' }) },
      { shows: 'invalid', input: {} },
      { shows: 'refused', input: { id: NONE } },
    ),
    ...steps('nobody', 'Account/IsTenantAvailable', {
      shows: 'success',
      when: 'it is not active',
      input: { tenancyName: 'Harmattan' },
    }),
    ...steps('nobody', 'TokenAuth/Authenticate', {
      shows: 'refused',
      when: 'the firm is not active',
      input: { tenancyName: 'Harmattan', userNameOrEmailAddress: 'admin', password: 'wrong' },
    }),
    ...steps(
      'admin of host',
      'Tenant/Activate',
      { shows: 'success', input: (kept: Kept) => ({ ...firmOf(kept), releaseKillSwitch: true }) },
      { shows: 'invalid', input: {} },
      { shows: 'refused', input: { id: NONE } },
    ),
    ...steps(
      'admin of host',
      'Tenant/Delete',
      { shows: 'success', input: firmOf },
      { shows: 'invalid', input: {} },
      { shows: 'refused', input: firmOf },
    ),
  ],
  reports: [
    ...steps(
      'admin of Zenith-Hill',
      'Role/Create',
      { shows: 'success', input: desk },
      { shows: 'refused', input: desk },
    ),
    ...steps(
      'admin of Zenith-Hill',
      'ReportEventLog/GetReportEventLogs',
      {
        shows: 'success',
        when: 'the rows are chained',
        input: { ...page, serviceName: 'Role', methodName: 'Create', sorting: 'executionTime desc' },
        until: (result) => (result as AuditPage).items.every(({ hash }) => hash !== null),
      },
      { shows: 'invalid', input: { from: 'yesterday' } },
    ),
    ...steps(
      'admin of Zenith-Hill',
      'ReportEventLog/DownloadReportEventLogs',
      { shows: 'success', input: { serviceName: 'Role' } },
      { shows: 'invalid', input: { format: 'pdf' } },
    ),
    ...steps(
      'admin of Zenith-Hill',
      'ReportEventLog/GetReportLogs',
      {
        shows: 'success',
        input: { ...page, serviceName: 'ReportEventLog' },
        until: (result) => (result as AuditPage).items.length > 0,
      },
      { shows: 'invalid', input: { isComplete: 'perhaps' } },
    ),
    ...steps(
      'admin of Zenith-Hill',
      'ReportEventLog/DownloadReportLogs',
      { shows: 'success', input: {} },
      { shows: 'invalid', input: { columns: 'none' } },
    ),
    ...steps('admin of Zenith-Hill', 'ReportEventLog/VerifyChain', { shows: 'success', input: {} }),
  ],
}
