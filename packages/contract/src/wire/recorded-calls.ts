import type { TextKey } from '../words/words.ts'
import type { CallName } from './calls.ts'

/** What the audit trail and the report log call each call, for the person who reads them. */

/** Reads that leave a row: they mail something, show a secret once, or give a document. */
type RecordedRead =
  | 'Account/GetResendVerificationCode'
  | 'Account/GetTwoFactorAuthTokens'
  | 'Customer/GetDocument'
  | 'BackOffice/GetFreezeDocument'
  | 'Customer/GetCustomerDocument'

/** Calls that leave none, although their names do not begin with `Get`. */
type Unrecorded =
  | Exclude<Extract<CallName, `${string}/${'Get' | 'get' | 'Preview'}${string}`>, RecordedRead>
  | 'Notification/MarkAsRead'
  | 'Notification/MarkAllAsRead'
  | 'Account/IsTenantAvailable'
  | 'TokenAuth/BeginPasskeySignIn'
  | 'TokenAuth/BeginProviderSignIn'
  | 'Settings/TestIdentityProvider'
  | 'Home/Configuration'
  | 'ReportEventLog/VerifyChain'

/** Rows that belong to no single call: what the desk and the depository port record under names that say what was done. */
type RecordedEvent =
  | 'BackOffice/PostAccountTerms'
  | 'BackOffice/ApproveAccountTerms'
  | 'BackOffice/RejectAccountTerms'
  | 'BackOffice/PostFreeze'
  | 'BackOffice/PostUnfreeze'
  | 'BackOffice/ApproveUnfreeze'
  | 'BackOffice/RejectUnfreeze'
  | 'BackOffice/PostReversal'
  | 'BackOffice/ApproveReversal'
  | 'BackOffice/RejectReversal'
  | 'BackOffice/PostCharges'
  | 'BackOffice/ApproveCharges'
  | 'BackOffice/RejectCharges'
  | 'BackOffice/ApproveSecurityEntry'
  | 'BackOffice/RejectSecurityEntry'
  | 'Customer/RecordDepositoryAnswer'
  | 'Customer/View'
  | 'MarketData/HaltMarket'
  | 'MarketData/ResumeMarket'
  | 'TokenAuth/LogOutByProvider'
  | 'User/UpdateByProvider'

export type Recorded = Exclude<CallName, Unrecorded> | RecordedEvent

/** The words of everything that leaves a row; of files those of the list or document. */
export const recordedCalls = {
  'TokenAuth/Authenticate': 'Login.Submit',
  'Account/LogOut': 'Person.SignOut',
  'Account/PasswordReset': 'Forgot.Title',
  'Account/ChangePassword': 'AccountSettings.Password.change',
  'Account/UpdateProfile': 'Audit.Call.updateProfile',
  'Account/ChangeEmailAddress': 'AccountSettings.Email.new',
  'Account/ConfirmEmailAddress': 'AccountSettings.Email.confirm',
  'Account/RevokeSession': 'Audit.Call.revokeSession',
  'Account/RevokeOtherSessions': 'AccountSettings.Sessions.endOthers',
  'Account/GetTwoFactorAuthTokens': 'Audit.Call.twoFactorBegun',
  'Account/EnableTwoFactorAuth': 'Audit.Call.twoFactorOn',
  'Account/DisableTwoFactorAuth': 'Audit.Call.twoFactorOff',
  'Account/RenewRecoveryCodes': 'AccountSettings.Recovery.renew',
  'Account/BeginPasskey': 'Audit.Call.passkeyBegun',
  'Account/AddPasskey': 'Audit.Call.passkeyAdded',
  'Account/RenamePasskey': 'Audit.Call.passkeyRenamed',
  'Account/RevokePasskey': 'Audit.Call.passkeyRemoved',
  'TokenAuth/AuthenticateByPasskey': 'Login.Passkey',
  'TokenAuth/AuthenticateByProvider': 'Audit.Call.signInByProvider',
  'TokenAuth/LogOutByProvider': 'Audit.Call.logOutByProvider',
  'User/UpdateByProvider': 'Audit.Call.rolesByProvider',
  'Settings/UpdateIdentityProvider': 'Settings.Provider',
  'Account/Register': 'Login.Register',
  'Account/GetResendVerificationCode': 'CreateAccount.Code.resend',
  'Account/VerifyAccount': 'Audit.Call.verifyAddress',
  'Customer/CustomerRegister': 'Registration.Form',
  'Customer/UpdateCustomerAccountCreationRequest': 'Audit.Call.changeRequest',
  'Customer/RejectCustomerAccountCreationRequest': 'Audit.Call.rejectRequest',
  'Customer/ApproveAndSubmitCustomerAccountCreationRequest': 'Registration.Action.approve',
  'Customer/DownloadCustomerAccountCreationRequests': 'Registration.Queue.Title',
  'Customer/GetDocument': 'Audit.Call.readDocument',
  'Customer/RecordDepositoryAnswer': 'Audit.Call.depositoryAnswer',
  'Customer/CreateCustomer': 'Customer.Open',
  'Customer/UpdateCustomer': 'Audit.Call.changeCustomer',
  'Customer/AddDocument': 'Customer.Document.add',
  'Customer/GetCustomerDocument': 'Audit.Call.readFile',
  'Customer/ApproveCustomerChange': 'Audit.Call.approveCustomerChange',
  'Customer/RejectCustomerChange': 'Audit.Call.rejectCustomerChange',
  'Customer/ConfirmAddress': 'Address.Confirm',
  'Customer/InviteCustomer': 'Audit.Call.inviteCustomer',
  'Customer/DownloadCustomerFile': 'Customer.File',
  'Customer/View': 'Audit.Call.viewCustomer',
  'User/ChangeLanguage': 'Audit.Call.changeLanguage',
  'User/Create': 'Users.Add',
  'User/Update': 'Audit.Call.changeUser',
  'User/Delete': 'Audit.Call.deleteUser',
  'User/Activate': 'Audit.Call.activateUser',
  'User/DeActivate': 'Audit.Call.deactivateUser',
  'User/Unlock': 'Audit.Call.unlockUser',
  'User/ConfirmRights': 'Audit.Call.confirmRights',
  'User/ResetPassword': 'Users.Reset.New',
  'User/DisableTwoFactor': 'Audit.Call.twoFactorOffOfUser',
  'User/RevokePasskeys': 'Audit.Call.passkeysOfUserRemoved',
  'Role/Create': 'Roles.Add',
  'Role/Update': 'Audit.Call.changeRole',
  'Role/Delete': 'Roles.Delete',
  'Tenant/Create': 'Tenants.Create',
  'Tenant/RenewFirstLink': 'Tenants.FirstLink.Mail',
  'Tenant/NameSecondAdministrator': 'Tenants.SecondAdmin.Name',
  'Tenant/Update': 'Audit.Call.changeFirm',
  'Tenant/Delete': 'Audit.Call.deleteFirm',
  'Tenant/Activate': 'Audit.Call.enableFirm',
  'Tenant/DeActivate': 'Audit.Call.disableFirm',
  'Settings/Update': 'Audit.Call.changeSettings',
  'Settings/UpdateLogo': 'Audit.Call.changeLogo',
  'Limits/Update': 'Limits.Set',
  'Limits/SetKillSwitch': 'Limits.Switch',
  'Fees/Update': 'Fees.Change',
  'Fees/DeleteRate': 'Audit.Call.deleteRate',
  'Fees/DeleteAgreement': 'Audit.Call.deleteAgreement',
  'Fees/UpdateTradeAlerts': 'Audit.Call.tradeAlerts',
  'Notification/Delete': 'Audit.Call.deleteNotification',
  'Watchlist/Save': 'Audit.Call.saveWatchlist',
  'Watchlist/Delete': 'Trading.Lists.DeleteList',
  'Alert/Save': 'Alert.Set',
  'Alert/Delete': 'Alert.Remove',
  'Order/SendBulkOrder': 'Bulk.Send',
  'Order/AllocateBulkOrder': 'Bulk.Allocate',
  'Basket/Save': 'Basket.Save',
  'Basket/Delete': 'Basket.Delete',
  'Basket/Send': 'Basket.Send',
  'Basket/Stop': 'Basket.Stop',
  'Basket/DownloadLines': 'Basket.Download',
  'Instruction/Save': 'Instruction.Record',
  'Instruction/Take': 'Instruction.Take',
  'Instruction/HandOver': 'Instruction.HandOver',
  'Instruction/Close': 'Instruction.Close',
  'Order/SendNewOrder': 'Audit.Call.enterOrder',
  'Order/SendOrderReplaceRequest': 'Trading.Keys.Replace',
  'Order/sendCancelOrderRequest': 'Trading.Keys.Cancel',
  'Order/sendCancelAllOrders': 'Audit.Call.cancelAll',
  'Order/sendCrossDealOrder': 'Trading.Cross',
  'Order/DownloadStockOrders': 'List.File.orders',
  'Order/DownloadExecutions': 'List.File.executions',
  'Order/DownloadTrades': 'Reports.Trades',
  'MarketData/PostNews': 'Control.News',
  'MarketData/HaltSecurity': 'Audit.Call.haltSecurity',
  'MarketData/HaltMarket': 'Audit.Call.haltMarket',
  'MarketData/ResumeSecurity': 'Audit.Call.resumeSecurity',
  'MarketData/ResumeMarket': 'Audit.Call.resumeMarket',
  'ExchangeLine/AskAgain': 'Audit.Call.askAgain',
  'ExchangeLine/SettleOrder': 'Audit.Call.settleOrder',
  'ExchangeLine/SettleUnclaimed': 'Audit.Call.settleUnclaimed',
  'ExchangeLine/CancelAll': 'Audit.Call.cancelAllOrders',
  'MarketData/CancelTrade': 'Audit.Call.cancelTrade',
  'MarketData/CorrectTrade': 'Audit.Call.correctTrade',
  'MarketData/ApproveTradeCorrection': 'Audit.Call.approveTrade',
  'MarketData/RejectTradeCorrection': 'Audit.Call.rejectTrade',
  'MarketData/DownloadNews': 'List.File.news',
  'MarketData/DownloadMarketTrades': 'List.File.trades',
  'MarketData/DownloadPriceListCsv': 'List.File.prices',
  'MarketData/DownloadPriceHistory': 'List.File.priceHistory',
  'BackOffice/DownloadCustomers': 'List.File.customers',
  'BackOffice/UpdateAccountTerms': 'Audit.Call.changeTerms',
  'BackOffice/PostAccountTerms': 'Audit.Call.requestTerms',
  'BackOffice/ApproveAccountTerms': 'Audit.Call.approveTerms',
  'BackOffice/RejectAccountTerms': 'Audit.Call.rejectTerms',
  'BackOffice/ReportDeposit': 'Payment.Deposit',
  'BackOffice/RequestWithdrawal': 'Payment.Withdrawal',
  'BackOffice/CancelPaymentRequest': 'Audit.Call.cancelPayment',
  'BackOffice/PostPaymentRequest': 'Audit.Call.postPayment',
  'BackOffice/DeclinePaymentRequest': 'Audit.Call.declinePayment',
  'BackOffice/PostCashEntry': 'Cash.Post',
  'BackOffice/ApproveCashEntry': 'Audit.Call.approvePosting',
  'BackOffice/RejectCashEntry': 'Audit.Call.rejectPosting',
  'BackOffice/FreezeAccount': 'Freeze.Title',
  'BackOffice/UnfreezeAccount': 'Freeze.Lift',
  'BackOffice/GetFreezeDocument': 'Audit.Call.readFile',
  'BackOffice/PostFreeze': 'Freeze.Title',
  'BackOffice/PostUnfreeze': 'Freeze.Lift',
  'BackOffice/ApproveUnfreeze': 'Audit.Call.approveUnfreeze',
  'BackOffice/RejectUnfreeze': 'Audit.Call.rejectUnfreeze',
  'BackOffice/ReverseEntry': 'Reversal.Title',
  'BackOffice/PostReversal': 'Reversal.Title',
  'BackOffice/ApproveReversal': 'Audit.Call.approveReversal',
  'BackOffice/RejectReversal': 'Audit.Call.rejectReversal',
  'BackOffice/PostCharges': 'Audit.Call.requestCharges',
  'BackOffice/ApproveCharges': 'Audit.Call.approveCharges',
  'BackOffice/RejectCharges': 'Audit.Call.rejectCharges',
  'BackOffice/PostSecurityEntry': 'Transfer.Title',
  'BackOffice/ApproveSecurityEntry': 'Audit.Call.approveTransfer',
  'BackOffice/RejectSecurityEntry': 'Audit.Call.rejectTransfer',
  'BackOffice/PostCorporateAction': 'Audit.Call.announceAction',
  'BackOffice/RevokeCorporateAction': 'Audit.Call.revokeAction',
  'BackOffice/DownloadDashAccountPortfolioHolding': 'List.File.holdings',
  'BackOffice/DownloadAccountStatement': 'List.File.statement',
  'BackOffice/PrintAccountStatement': 'List.File.statement',
  'BackOffice/DownloadAccountInflow': 'List.File.inflow',
  'BackOffice/DownloadAccountOutflow': 'List.File.outflow',
  'BackOffice/DownloadCashApprovals': 'List.File.cashRequests',
  'BackOffice/DownloadCorporateActions': 'List.File.corporateActions',
  'BackOffice/DownloadCorporateActionEntitlements': 'List.File.entitlements',
  'BackOffice/DownloadDashAccountPortfolioValuation': 'List.File.valuation',
  'BackOffice/PrintPortfolioValuation': 'List.File.valuation',
  'BackOffice/DownloadPortfolioMovement': 'List.File.movement',
  'BackOffice/DownloadContractNoteList': 'List.File.contractNotes',
  'BackOffice/DownloadContractNoteTrades': 'List.File.noteTrades',
  'BackOffice/DownloadContractNote': 'Menu.ContractNote',
  'BackOffice/DownloadContractNotes': 'List.File.contractNotes',
  'ReportEventLog/DownloadReportEventLogs': 'Reports.AuditTrail',
  'ReportEventLog/DownloadReportLogs': 'Reports.Logs',
} as const satisfies Readonly<Record<Recorded, TextKey>>

/** What was called, in the reader's language; by its own name, where an earlier release recorded what this one does not know. */
export function callInWords(name: string, translate: Translate): string {
  if (!Object.hasOwn(recordedCalls, name)) return name
  const what = translate(recordedCalls[name as Recorded])
  return FILE.test(name) ? translate('Audit.Call.file', { what }) : what
}

const FILE = /\/(Download|Print)/

type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string
