import type { CallInput } from '@tradebook/contract'
import { expect } from 'vitest'
import { mailedCode, submitRequest } from '../../account-request.ts'
import { newPasskey } from '../../authenticator.ts'
import { signIn } from '../../person.ts'
import { PASSWORD } from '../../running-server.ts'
import { totpCode } from '../../totp.ts'
import { originOf, passkeyOf, signingIn } from '../passkeys.ts'
import { type Asker, askRaw } from '../raw-answer.ts'
import { account, admin, broker, host, self, server, supervisor } from './askers.fixture.ts'
import type { Asking } from './row.ts'

/** How the calls of people, firms, roles, registration and reports are asked, so that they have something to answer. */
export const ofPeople = {
  'TokenAuth/Authenticate': async () => [
    { tenancyName: 'Meridian', userNameOrEmailAddress: 'broker', password: PASSWORD, rememberClient: true },
  ],
  'Account/Register': async () => [newcomer('newcomer')],
  'Account/VerifyAccount': async () => {
    const { accessToken } = await broker.get('Account/Register', newcomer('guesser'))
    return [{ accessToken, code: '0' }]
  },
  'Account/GetResendVerificationCode': async () => {
    const { accessToken } = await broker.get('Account/Register', newcomer('verified'))
    const code = await mailedCode(server, 'verified@example.com')
    expect(await broker.get('Account/VerifyAccount', { accessToken, code })).toEqual({ verified: true })
    return [{ accessToken }]
  },
  'Customer/CustomerRegister': async () => [{ accountType: 'individual', surname: 'Broker' }],
  'Customer/UpdateCustomerAccountCreationRequest': async () => [
    { id: await drafted(), accountType: 'joint', jointSurname: 'Second' },
  ],
  'Customer/RejectCustomerAccountCreationRequest': async () => [
    { id: await submitted(), reason: 'The photograph is dark' },
  ],
  'Customer/ApproveAndSubmitCustomerAccountCreationRequest': async () => {
    const id = await submitted()
    const { revision } = await admin.get('Customer/GetCustomerAccountCreationRequest', { id })
    return [{ id, revision }]
  },
  'Customer/GetAllCustomerAccountCreationRequests': async () => {
    await drafted()
    return [{}, { status: ['1'] }]
  },
  'Customer/GetAllUserAccountCreationRequests': async () => {
    await drafted()
    return [{}]
  },
  'Customer/GetCustomerAccountCreationRequestStatus': async () => [{ id: await drafted() }, {}],
  'Customer/GetCustomerAccountCreationRequest': async () => [{ id: await drafted() }],
  'Customer/GetBanks': async () => [{}],
  'Customer/CreateCustomer': async () => [
    { accountType: 'individual', firstName: 'Pa', surname: 'Per', emailAddress: 'paper@example.com' },
  ],
  'Customer/GetCustomerRecord': async () => [{ id: await customerId() }],
  'Customer/UpdateCustomer': async () => [
    { id: await customerId(), reason: 'Moved', address1: '1 Marina', city: 'Lagos', state: 'Lagos' },
  ],
  'Customer/AddDocument': async () => [{ id: await customerId(), kind: 'signature', reason: 'New specimen' }],
  'Customer/GetCustomerChanges': async () => {
    await correctionWaiting()
    return [{}]
  },
  'Customer/ApproveCustomerChange': async () => [{ id: await correctionWaiting() }],
  'Customer/RejectCustomerChange': async () => [{ id: await correctionWaiting(), reason: 'Not so' }],
  'Customer/InviteCustomer': async () => {
    const { items } = await broker.get('BackOffice/GetCustomers', {})
    const records = await Promise.all(items.map(({ id }) => admin.get('Customer/GetCustomerRecord', { id })))
    return [{ id: records.find(({ users }) => users.length === 0)!.id }]
  },
  'Customer/GetUnprovedPeople': async () => {
    await broker.get('Account/Register', newcomer('unproved'))
    return [{}]
  },
  'Customer/ConfirmAddress': async () => {
    await broker.get('Account/Register', newcomer('confirmed'))
    const { items } = await admin.get('Customer/GetUnprovedPeople', {})
    const { userId } = items.find(({ userName }) => userName === 'confirmed')!
    return [{ userId, method: 'telephone', reason: 'Called back' }]
  },
  'Session/GetCurrentLoginInformations': async () => [{}],
  'Account/IsTenantAvailable': async () => [{ tenancyName: 'Meridian' }, { tenancyName: 'Nobody' }],
  'Account/LogOut': async () => [{}],
  'Account/PasswordReset': async () => [
    { tenancyName: 'Meridian', emailAddress: 'nobody@meridian.example' },
    { tenancyName: 'Nobody', emailAddress: 'nobody@meridian.example' },
  ],
  'Account/ChangePassword': async () => [{ currentPassword: PASSWORD, newPassword: 'Quiet-harbour-lamp-7' }],
  'Account/GetProfile': async () => [{}],
  'Account/UpdateProfile': async () => [
    { name: 'Bola', surname: 'Broker', phoneNumber: '+234 803 000 0000' },
  ],
  'Account/ChangeEmailAddress': async () => [{ emailAddress: 'bola@elsewhere.example', password: PASSWORD }],
  'Account/ConfirmEmailAddress': async () => {
    await (await self('Account/ConfirmEmailAddress')).get('Account/ChangeEmailAddress', {
      emailAddress: 'zara@elsewhere.example',
      password: PASSWORD,
    })
    return [
      {
        emailAddress: 'zara@elsewhere.example',
        code: await mailedCode(server, 'zara@elsewhere.example'),
      },
    ]
  },
  'Account/GetSessions': async () => [{}],
  'User/ChangeLanguage': async () => [{ languageName: 'en' }],
  'Account/RevokeSession': async () => {
    await signIn(server, 'Meridian', 'broker')
    const { items } = await broker.get('Account/GetSessions', {})
    return [{ id: items.find(({ current }) => !current)!.id }]
  },
  'Account/RevokeOtherSessions': async () => [{}],
  'Account/GetTwoFactorAuthTokens': async () => [{}],
  'Account/EnableTwoFactorAuth': async () => {
    const { secret } = await (await self('Account/EnableTwoFactorAuth')).get(
      'Account/GetTwoFactorAuthTokens',
      {},
    )
    return [{ verificationCode: totpCode(secret, Date.now()), password: PASSWORD }]
  },
  'Account/DisableTwoFactorAuth': () => recoveryCodeOf('Account/DisableTwoFactorAuth'),
  'Account/RenewRecoveryCodes': () => recoveryCodeOf('Account/RenewRecoveryCodes'),
  'TokenAuth/BeginPasskeySignIn': async () => [{ tenancyName: 'Meridian' }],
  'TokenAuth/AuthenticateByPasskey': async () => {
    const { passkey } = await passkeyOf(server.url, await self('Account/AddPasskey'))
    const { browser, input } = await signingIn(server.url, 'Zenith-Hill', passkey)
    Object.assign(passkeyBrowser, browser)
    return [input]
  },
  'Account/GetPasskeys': async () => {
    await passkeyOf(server.url, await self('Account/GetPasskeys'))
    return [{}]
  },
  'Account/BeginPasskey': async () => [{}, { password: PASSWORD }],
  'Account/AddPasskey': async () => {
    const options = await (await self('Account/AddPasskey')).get('Account/BeginPasskey', {})
    return [{ name: 'My key', credential: newPasskey(options, { origin: originOf(server.url) }).created }]
  },
  'Account/RenamePasskey': async () => [{ id: await ownPasskey('Account/RenamePasskey'), name: 'Old phone' }],
  'Account/RevokePasskey': async () => [{ id: await ownPasskey('Account/RevokePasskey') }],
  'Home/Configuration': async () => [{}],
  'Home/GetOverview': async () => [{}, { tenancyName: 'meridian' }],
  'AbpUserConfiguration/GetAll': async () => [{}],
  'ReportEventLog/GetReportEventLogs': async () => [
    { maxResultCount: 1000 },
    { hasException: ['false'], from: '2026-01-01T00:00:00Z', userName: 'admin', keyword: 'a' },
  ],
  'ReportEventLog/GetReportLogs': async () => {
    await askRaw(server.url, admin, 'Order/DownloadStockOrders', {})
    return [{}, { isComplete: ['true'] }]
  },
  'ReportEventLog/VerifyChain': async () => [{}],
  'Role/Create': async () => [newRole()],
  'Role/Update': async () => [{ ...newRole(), id: (await roleMade()).id, grantedPermissions: ['BUY'] }],
  'Role/Delete': async () => [{ id: (await roleMade()).id }],
  'Role/Get': async () => [{ id: (await roleMade()).id }],
  'Role/GetAll': async () => [{}, { keyword: 'broker', sorting: 'Name DESC, DisplayName' }],
  'Role/GetRolesAsync': async () => [{}, { permission: 'BUY' }],
  'Role/GetAllPermissions': async () => [{}],
  'Role/GetRoleForEdit': async () => [{ id: (await roleMade()).id }],
  'User/Create': async () => [
    newUser(),
    { ...newUser(), password: 'Quiet-harbour-lamp-7', userTradingAccounts: [account] },
  ],
  'User/Update': async () => [{ ...newUser(), id: (await userMade()).id, adminPassword: PASSWORD }],
  'User/Delete': async () => [{ id: (await userMade()).id }],
  'User/Get': async () => [{ id: (await userMade()).id }],
  'User/GetAll': async () => [
    {},
    { keyword: 'broker', isActive: true, sorting: 'UserName DESC, EmailAddress', roleName: 'broker' },
  ],
  'User/GetRoles': async () => [{}],
  'User/Activate': async () => [{ id: (await userMade()).id }],
  'User/DeActivate': async () => [{ id: (await userMade()).id }],
  'User/Unlock': async () => [{ id: (await userMade()).id }],
  'User/ConfirmRights': async () => [{ id: (await userMade()).id }],
  'User/ResetPassword': async () => [
    { adminPassword: PASSWORD, userId: (await userMade()).id, newPassword: 'Quiet-harbour-lamp-7' },
  ],
  'User/RevokePasskeys': async () => {
    const { id } = await userMade()
    return [{ adminPassword: PASSWORD, userId: id }]
  },
  'User/DisableTwoFactor': async () => [{ adminPassword: PASSWORD, userId: (await userMade()).id }],
  'Tenant/Create': async () => [newFirm('Created'), { ...newFirm('Sleeping'), isActive: undefined }],
  'Tenant/RenewFirstLink': async () => [
    { id: await madeFirm('Linked'), adminEmailAddress: 'admin@linked.example' },
  ],
  'Tenant/NameSecondAdministrator': async () => [
    {
      ...{ id: await madeFirm('Twofold'), userName: 'second', name: 'Ngozi', surname: 'Eze' },
      emailAddress: 'second@twofold.example',
    },
  ],
  'Tenant/GetAll': async () => [{}, { isActive: true, keyword: 'meri', sorting: 'TenancyName,Name' }],
  'Tenant/Get': async () => [{ id: await madeFirm('Read') }],
  'Tenant/Update': async () => {
    const id = await madeFirm('Changed')
    const features = { SignalR: false }
    return [
      { id, tenancyName: 'Renamed', name: 'Renamed Ltd', isActive: true, features, memberCode: 'RNM' },
      { id, tenancyName: 'Renamed', name: 'Renamed Ltd', isActive: false },
    ]
  },
  'Tenant/Activate': async () => [{ id: await madeFirm('Woken') }],
  'Tenant/DeActivate': async () => [{ id: await madeFirm('Stopped') }],
  'Tenant/Delete': async () => [{ id: await madeFirm('Deleted') }],
  'Settings/GetAll': async () => [{}],
  'Settings/Update': async () => [{ cashApprovalThreshold: 1_000_000 }],
  'Settings/UpdateLogo': async () => [{}],
  'Settings/GetChecklist': async () => [{}],
} satisfies Partial<Asking>

/** The browser that signs in with a passkey. */
export const passkeyBrowser: Asker = {}

const ownPasskey = async (name: 'Account/RenamePasskey' | 'Account/RevokePasskey'): Promise<string> =>
  (await passkeyOf(server.url, await self(name))).row.id

/** A person turns the second factor on, and has a recovery code. */
async function recoveryCodeOf(name: 'Account/DisableTwoFactorAuth' | 'Account/RenewRecoveryCodes') {
  const person = await self(name)
  const { secret, recoveryCodes } = await person.get('Account/GetTwoFactorAuthTokens', {})
  const verificationCode = totpCode(secret, Date.now())
  await person.get('Account/EnableTwoFactorAuth', { verificationCode, password: PASSWORD })
  return [{ recoveryCode: recoveryCodes[0], password: PASSWORD }]
}

let made = 0

const newRole = (): CallInput<'Role/Create'> => {
  made += 1
  return {
    name: `Desk ${made}`,
    displayName: `Desk ${made}`,
    description: null,
    grantedPermissions: ['BUY', 'No.Such'],
  }
}

const newUser = (): CallInput<'User/Create'> => {
  made += 1
  return {
    userName: `person${made}`,
    name: 'Ngozi',
    surname: 'Eze',
    emailAddress: `person${made}@meridian.example`,
    isActive: true,
    roleNames: ['BROKER'],
  }
}

const roleMade = () => admin.get('Role/Create', newRole())

const userMade = () => admin.get('User/Create', newUser())

/** A customer of the firm. */
const customerId = async () => (await broker.get('BackOffice/GetCustomers', {})).items[0]!.id

/** The broker, who is given the right to, asks for a sensitive correction. @returns its id; that of one that waits already. */
const correctionWaiting = async () => {
  const { items } = await admin.get('Customer/GetCustomerChanges', {})
  const waiting = items.find(({ makerName }) => makerName === 'broker')
  if (waiting) return waiting.id
  const users = await admin.get('User/GetAll', { keyword: 'broker' })
  const user = await admin.get('User/Get', {
    id: users.items.find(({ userName }) => userName === 'broker')!.id,
  })
  await supervisor.get('User/Update', { ...user, permissions: [...user.permissions, 'MAINTAIN_CUSTOMERS'] })
  const correction = { id: await customerId(), reason: 'By deed', motherMaidenName: `Ada ${Date.now()}` }
  return (await broker.get('Customer/UpdateCustomer', correction)).changeId
}

const newcomer = (userName: string): CallInput<'Account/Register'> => ({
  tenancyName: 'Meridian',
  name: 'New',
  surname: 'Comer',
  userName,
  emailAddress: `${userName}@example.com`,
  password: 'Quiet-harbour-lamp-7',
})

/** The broker asks for an account, too. @returns the id of a request that the broker may change. */
const drafted = async () => {
  const { items } = await broker.get('Customer/GetAllUserAccountCreationRequests', {})
  const waits = items.find(({ status }) => status === 2)
  if (waits)
    await admin.get('Customer/RejectCustomerAccountCreationRequest', { id: waits.id, reason: 'Test' })
  return (await broker.get('Customer/CustomerRegister', { accountType: 'individual' })).id
}

/** The id of a request of the broker that waits for a reviewer. */
const submitted = async () => {
  await drafted()
  return (await submitRequest(server.url, broker.token)).id
}

/** What the host makes a firm of. */
const newFirm = (tenancyName: string) => ({
  tenancyName,
  name: `${tenancyName} Securities`,
  adminEmailAddress: `admin@${tenancyName.toLowerCase()}.example`,
  isActive: true,
})

/** The number of a firm that the host has made. */
const madeFirm = async (tenancyName: string) => (await host.get('Tenant/Create', newFirm(tenancyName))).id
