import {
  accountRequestList,
  auditList,
  cashRequestList,
  contractNoteList,
  customerList,
  executionList,
  firmTradeList,
  holdingList,
  inflowList,
  type List,
  movementList,
  newsList,
  orderList,
  parametersOf,
  paymentList,
  priceHistoryList,
  priceList,
  reportLogList,
  statementList,
  tradeList,
  valuationList,
} from '@tradebook/contract'
import { registrationFieldNames } from '@tradebook/contract/schemas/registration'

/**
 * The other inputs of calls: they name nothing, or what is everybody's. User names are alike in every
 * firm, and every firm's contract notes are numbered from 1.
 */
export const namesNothing = new Set(
  `tenancyName userNameOrEmailAddress password surname rememberClient twoFactorVerificationCode emailAddress
   verificationCode recoveryCode credential TokenAuth/AuthenticateByPasskey.userId surname phoneNumber
   resetToken currentPassword newPassword security securityID
   side ordType allocation price stopPx orderQty timeInForce expireDate displayQty minQty execInst text version interval
   status from to sinceSequence keyword sorting skipCount maxResultCount
   ordStatus execType urgency source sources userName format columns sector dateTime asc count by
   groupBy crossID sendID isShared lines orders instructionID until isUrgent medium note mandateRequired customerInstructions headline body reason name securityIDs state rates customers number asOf kind quantity unitCost
   postingID type amount reference narration cashApprovalThreshold independenceDays approversByTwo unsettledProceedsUsable selfMatch
   showAccountBalance notifications secondFactor stopOrders memberCode idleMinutes sessionHours rememberDays lockoutTries lockoutMinutes languages languageName Settings/Update.address Settings/Update.phone
   tradeNumber MarketData/ApproveTradeCorrection.id MarketData/RejectTradeCorrection.id
   Settings/Update.payIn rcNumber secNumber taxNumber reportErrorsDays signatory
   ExchangeLine/GetReports.flag ExchangeLine/AskAgain.orderID ExchangeLine/SettleOrder.orderID ExchangeLine/SettleOrder.as ExchangeLine/SettleUnclaimed.venueOrderID ExchangeLine/SettleUnclaimed.as ExchangeLine/SettleUnclaimed.firm ExchangeLine/SettleUnclaimed.account ExchangeLine/GetUnclaimedOrders.proposed ExchangeLine/GetOrdersInDoubt.why ExchangeLine/GetOrdersInDoubt.proposed serviceName methodName hasException isComplete clientIpAddress entity entityId
   item dateFrom customerId cashRoute alertsOff bankCode bankAccount accountName entry ground freeze channel paidOn isCross withTotals
   level scope on orderValue volumePercent collarPercent ordersPerSecond duplicateSeconds dailyTurnover registerDate payDate ratePerShare
   condition percent byMail userName isActive roleName roleNames permission permissions userTradingAccounts displayName description
   grantedPermissions grantedPermissionNames adminPassword
   issuer clientId clientSecret scopes groupsClaim isEnabled isRequired emergencyUserName groups providerAnswer
   ratio registrationOpen accessToken revision code accountType submit removedDocuments returnForCorrection remarks warnings ${registrationFieldNames.join(' ')}
   BackOffice/RevokeCorporateAction.id BackOffice/GetCorporateActions.id
   BackOffice/DownloadCorporateActions.id MarketData/GetNews.id
   MarketData/DownloadNews.id
   isActive adminEmailAddress connectionString features openOrders releaseKillSwitch Tenant/Create.address Tenant/Create.phone
   Tenant/Update.address Tenant/Update.phone Tenant/Get.id Tenant/Update.id Tenant/Delete.id Tenant/Activate.id
   Tenant/DeActivate.id Tenant/RenewFirstLink.id Tenant/NameSecondAdministrator.id about method chn Customer/GetCustomerRecord.id
   Customer/UpdateCustomer.id Customer/AddDocument.id Customer/GetCustomerDocument.id Customer/GetCustomerDocument.document Customer/ApproveCustomerChange.id Customer/RejectCustomerChange.id
   Customer/DownloadCustomerFile.id Customer/InviteCustomer.id`
    .split(/\s+/)
    .concat(
      [
        ...[orderList, executionList, holdingList, newsList, priceList, priceHistoryList, tradeList],
        ...[
          contractNoteList,
          customerList,
          movementList,
          statementList,
          valuationList,
          cashRequestList,
          inflowList,
          paymentList,
        ],
        ...[firmTradeList, auditList, reportLogList],
        accountRequestList,
      ].flatMap(({ columns }: List) =>
        Object.values(columns).flatMap(({ filter }) =>
          filter?.by === 'range' ? parametersOf(filter).map(({ name }) => name) : [],
        ),
      ),
    ),
)
