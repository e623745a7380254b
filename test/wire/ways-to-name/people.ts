import { PASSWORD } from '../../running-server.ts'
import type { WaysToName } from './names.ts'

/** A role and a user, as an administrator makes them. */
export const role = { name: 'Desk', displayName: 'Desk', grantedPermissions: ['BUY'] }

export const person = {
  userName: 'outsider',
  name: 'Out',
  surname: 'Sider',
  emailAddress: 'out@sider.example',
}

/** The ways to name what is another’s with the calls of people, firms, roles, registration and reports. */
export const ofPeople = {
  'TokenAuth/Authenticate': [],
  'Session/GetCurrentLoginInformations': [],
  'Account/IsTenantAvailable': [],
  'Account/LogOut': [],
  'Account/PasswordReset': [],
  'Account/ChangePassword': [],
  'Account/GetProfile': [],
  'Account/GetTwoFactorAuthTokens': [],
  'Account/EnableTwoFactorAuth': [],
  'Account/DisableTwoFactorAuth': [],
  'Account/RenewRecoveryCodes': [],
  'Account/UpdateProfile': [],
  'Account/ChangeEmailAddress': [],
  'Account/ConfirmEmailAddress': [],
  'Account/GetSessions': [],
  'User/ChangeLanguage': [],
  'Account/RevokeSession': [({ sessionID: id }) => ({ id })],
  'Account/RevokeOtherSessions': [],
  // Who has a registration token is its owner.
  'Account/Register': [],
  'Account/VerifyAccount': [],
  'Account/GetResendVerificationCode': [],
  'Customer/CustomerRegister': [],
  'Customer/UpdateCustomerAccountCreationRequest': [
    ({ accountRequestID: id }) => ({ id: id as never, surname: 'Changed' }),
    ({ accountRequestID: id }) => ({ id: id as never, submit: true }),
  ],
  'Customer/RejectCustomerAccountCreationRequest': [
    ({ accountRequestID: id }) => ({ id: id as never, reason: 'From outside' }),
  ],
  'Customer/ApproveAndSubmitCustomerAccountCreationRequest': [
    ({ accountRequestID: id }) => ({ id: id as never }),
  ],
  'Customer/GetAllCustomerAccountCreationRequests': [],
  'Customer/DownloadCustomerAccountCreationRequests': [],
  'Customer/GetAllUserAccountCreationRequests': [],
  'Customer/GetCustomerAccountCreationRequestStatus': [({ accountRequestID: id }) => ({ id: id as never })],
  'Customer/GetCustomerAccountCreationRequest': [({ accountRequestID: id }) => ({ id: id as never })],
  'Customer/GetDocument': [({ accountRequestID: id }) => ({ id: id as never, kind: 'signature' })],
  'Customer/GetBanks': [],
  'Home/Configuration': [],
  'Home/GetOverview': [],
  'AbpUserConfiguration/GetAll': [],
  // One's own trail has what one has asked for.
  'ReportEventLog/GetReportEventLogs': [],
  'ReportEventLog/DownloadReportEventLogs': [],
  'ReportEventLog/GetReportLogs': [({ account }) => ({ account })],
  'ReportEventLog/DownloadReportLogs': [({ account }) => ({ account })],
  'ReportEventLog/VerifyChain': [],
  // The host's: nobody of a firm makes them.
  'Tenant/Create': [],
  'Tenant/RenewFirstLink': [],
  'Tenant/GetAll': [],
  'Tenant/Get': [],
  'Tenant/Update': [],
  'Tenant/Activate': [],
  'Tenant/DeActivate': [],
  'Tenant/Delete': [],
  'Role/Create': [],
  'Role/Update': [({ roleID: id }) => ({ ...role, id: id as never })],
  'Role/Delete': [({ roleID: id }) => ({ id: id as never })],
  'Role/Get': [({ roleID: id }) => ({ id: id as never })],
  'Role/GetAll': [],
  'Role/GetRolesAsync': [],
  'Role/GetAllPermissions': [],
  'Role/GetRoleForEdit': [({ roleID: id }) => ({ id: id as never })],
  'User/Create': [({ account }) => ({ ...person, userTradingAccounts: [{ accountNumber: account }] })],
  'User/Update': [({ userID: id }) => ({ ...person, id: id as never })],
  'User/Delete': [({ userID: id }) => ({ id: id as never })],
  'User/Get': [({ userID: id }) => ({ id: id as never })],
  'User/GetAll': [({ customerName: keyword }) => ({ keyword })],
  'User/GetRoles': [],
  'User/Activate': [({ userID: id }) => ({ id: id as never })],
  'User/DeActivate': [({ userID: id }) => ({ id: id as never })],
  'User/Unlock': [({ userID: id }) => ({ id: id as never })],
  'User/ConfirmRights': [({ userID: id }) => ({ id: id as never })],
  'User/ResetPassword': [
    ({ userID }) => ({
      adminPassword: PASSWORD,
      userId: userID as never,
      newPassword: 'Quiet-harbour-lamp-7',
    }),
  ],
  'User/DisableTwoFactor': [({ userID }) => ({ adminPassword: PASSWORD, userId: userID as never })],
  'Settings/GetAll': [],
  'Settings/Update': [],
  'Settings/GetLogo': [],
  'Settings/UpdateLogo': [],
} satisfies Partial<WaysToName>
