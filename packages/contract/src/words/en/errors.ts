// Longer than 300 lines, for it is one table: the texts of all refusals and failures.

/** Texts of refusals and failures. A refusal has a title, and details that explain what to do. */
export const errors = {
  UnknownError: 'The server did not answer. Check your connection and try again.',

  'Denied.notSignedIn': 'Current user did not login to the application!',
  'Denied.notMember': 'Required permissions are not granted. Your firm has not given you a role yet.',
  'Denied.all':
    'Required permissions are not granted. All of these permissions must be granted: {permissions}',
  'Denied.any':
    'Required permissions are not granted. At least one of these permissions must be granted: {permissions}',
  'Failure.internal': 'An internal error occurred during your request!',

  'Refusal.invalidUserNameOrPassword': 'Login failed!',
  'Refusal.invalidUserNameOrPassword.details': 'Invalid user name or password',
  'Refusal.userIsNotActive': 'Login failed!',
  'Refusal.userIsNotActive.details': 'User {userName} is not active and can not sign in.',
  'Refusal.userEmailIsNotConfirmed': 'Login failed!',
  'Refusal.userEmailIsNotConfirmed.details': 'Your e-mail address is not confirmed yet.',
  'Refusal.noTenantWithName': 'Login failed!',
  'Refusal.noTenantWithName.details': 'There is no firm named {tenancyName}.',
  'Refusal.tenantIsNotActive': 'Login failed!',
  'Refusal.tenantIsNotActive.details': 'The firm {tenancyName} is not active.',

  'Refusal.resetLinkInvalid': 'This link serves no more',
  'Refusal.resetLinkInvalid.details': 'It was used before, or it is too old. Ask for a new link.',
  'Refusal.passwordCommon': 'This password is too common',
  'Refusal.passwordCommon.details':
    'It is among the passwords that are tried first. Choose one that only you would think of.',
  'Refusal.passwordHasName': 'This password contains a name',
  'Refusal.passwordHasName.details':
    'Choose one without your name, your e-mail address or the name of your firm.',
  'Refusal.passwordWrong': 'Your current password is not right',
  'Refusal.passwordWrong.details': 'Enter it again. After too many wrong ones wait a while.',

  'Refusal.emailCodeWrong': 'This code is not right',
  'Refusal.emailCodeWrong.details':
    'Enter the code of the last mail. After five wrong ones have another one mailed.',
  'Refusal.ownPasswordNeeded': 'Another e-mail address takes your own password',
  'Refusal.ownPasswordNeeded.details':
    'Enter the password by which you signed in: links that let the user in go to that address.',
  'Refusal.newPasswordDue': 'Choose a password of your own first',
  'Refusal.newPasswordDue.details':
    'Somebody else set your password. Nothing else is answered until you have chosen another one.',
  'Refusal.secondFactorDue': 'Set up two-factor sign-in first',
  'Refusal.secondFactorDue.details': 'Your firm asks for it. Nothing else is answered until it is on.',
  'Refusal.passwordUnchanged': 'This is your present password',
  'Refusal.passwordUnchanged.details': 'Choose another one.',
  'Refusal.languageNotOffered': 'Your firm does not offer this language',
  'Refusal.languageNotOffered.details': 'Choose one of those that are listed.',
  'Refusal.unknownSession': 'This session is over already',
  'Refusal.unknownSession.details': 'It was ended, or it expired.',

  'Refusal.twoFactorIsOn': 'Two-factor sign-in is on already',
  'Refusal.twoFactorIsOn.details': 'Turn it off before you set it up again.',
  'Refusal.twoFactorCodesOver': 'Codes of the app serve no more',
  'Refusal.twoFactorCodesOver.details':
    'There were too many wrong ones. Sign in with a recovery code, or ask the administrator of your firm to turn the second factor off.',
  'Refusal.twoFactorCodeWrong': 'The code is not right',
  'Refusal.twoFactorCodeWrong.details':
    'Each code serves once. Enter the one that your app shows now; where it is on already, a recovery code serves, too.',

  'Refusal.tenancyNameTaken': 'Tenancy name {tenancyName} is already taken.',
  'Refusal.tenancyNameTaken.details': 'Choose another name to sign in to the firm by.',
  'Refusal.firmHasAdministrator': 'The administrator of the firm has signed in already',
  'Refusal.firmHasAdministrator.details':
    'From then on the firm lets its own people in: by “Forgot your password?”, or by another administrator of the firm.',
  'Refusal.unknownTenant': 'There is no such firm',
  'Refusal.unknownTenant.details': 'It may have been deleted meanwhile. Load the list again.',
  'Refusal.firmDisabled': 'A disabled firm stays stopped',
  'Refusal.firmDisabled.details': 'Enable {name} first. Its kill switch can be released with it.',
  'Refusal.firmNotEmpty': 'The firm can not be deleted yet',
  'Refusal.firmNotEmpty.details':
    'Accounts with cash, shares or trades to settle: {accounts}. Open orders: {openOrders}. Payments of corporate actions may be due, too. Disable the firm meanwhile.',

  'Refusal.unknownOrder': 'There is no such order',
  'Refusal.unknownOrder.details': 'No order {orderID} was found among the orders you may see.',
  'Refusal.duplicateClOrdID': 'This order id was used before',
  'Refusal.duplicateClOrdID.details':
    'Request {clOrdID} was already sent for this account with other contents. Nothing was done; send it as a new request.',
  'Refusal.orderTypeUnsupported': 'This kind of order is not offered',
  'Refusal.orderTypeUnsupported.details': '{what} are not accepted.',
  'Refusal.priceMissing': 'This kind of order needs a price',
  'Refusal.priceMissing.details': 'Enter the worst price you accept.',
  'Refusal.priceNotAllowed': 'This kind of order has no price',
  'Refusal.priceNotAllowed.details': 'Leave the price out. {instead} have one.',
  'Refusal.quantityInvalid': 'The quantity is not valid',
  'Refusal.quantityInvalid.details': 'Enter a whole number of at least 1 share.',
  'Refusal.expiryInvalid': 'The last day of the order is not valid',
  'Refusal.expiryInvalid.details':
    'Give a date from {first} to {last} for an order good till a date, and none for any other.',
  'Refusal.displayQtyInvalid': 'The quantity to be shown is not valid',
  'Refusal.displayQtyInvalid.details':
    'Limit orders that rest may show a part: from {least} to {most} shares, a hundredth of the order at least.',
  'Refusal.minQtyInvalid': 'The minimum quantity is not valid',
  'Refusal.minQtyInvalid.details':
    'Orders of continuous trading may have a minimum from 1 to {most} shares, and all-or-none orders no other.',
  'Refusal.orderIsFinal': 'The order can no longer be changed',
  'Refusal.orderIsFinal.details': 'The state of order {orderID}: {state}.',
  'Refusal.orderChanged': 'The order has changed meanwhile',
  'Refusal.orderChanged.details': 'Look at the order as it stands now and send your change again.',
  'Refusal.nothingToReplace': 'Nothing would change',
  'Refusal.nothingToReplace.details': 'Enter another quantity, price, duration or last day.',
  'Refusal.durationNotReplaceable': 'The order can not get this duration',
  'Refusal.durationNotReplaceable.details': 'Durations that it can have now: {durations}.',
  'Refusal.replaceRejected': 'The exchange did not take the change',
  'Refusal.replaceRejected.details': '{reason}. The order stays as it was.',
  'Refusal.orderOverdue': 'The last day of the order is over',
  'Refusal.orderOverdue.details': 'Order {orderID} no longer trades. It can be cancelled.',
  'Refusal.quantityBelowFilled': 'The quantity is less than what is already filled',
  'Refusal.quantityBelowFilled.details': '{cumQty} shares are filled. To stop the order, cancel it.',
  'Refusal.outcomeUnknown': 'The outcome of this request is unknown',
  'Refusal.outcomeUnknown.details':
    'The server could not confirm that it was kept. Send it again: the same request is not done twice.',
  'Refusal.sideNotPermitted': 'The permission for this side is missing',
  'Refusal.sideNotPermitted.details': 'This order needs the permission {side}.',
  'Refusal.crossOutsideQuotes': 'The price is not within the best bid and offer',
  'Refusal.crossOutsideQuotes.details':
    '{securityID} may be crossed from {low} to {high} now: at or within the best bid and offer.',
  'Refusal.crossOfOneAccount': 'A cross needs two accounts',
  'Refusal.crossOfOneAccount.details':
    'Account {account} cannot trade with itself. Choose another buyer or seller.',
  'Refusal.crossNotInThisPhase': 'Crosses are not taken now',
  'Refusal.crossNotInThisPhase.details':
    'Phase of the market: {phase}. Crosses are taken in continuous trading alone.',
  'Refusal.stopOrdersNotTaken': 'Your firm does not take stop orders',
  'Refusal.stopOrdersNotTaken.details':
    'Send a limit or a market order. Who administers the firm can allow stop orders in its settings.',
  'Refusal.stopPxMissing': 'A stop order needs a stop price',
  'Refusal.stopPxMissing.details': 'Enter the price at which it is to become an order of the market.',
  'Refusal.stopPxNotAllowed': 'Only a stop order has a stop price',
  'Refusal.stopPxNotAllowed.details':
    'Leave the stop price out, or make this a stop order. One that was triggered has become an order of the market.',
  'Refusal.stopPxNotAbove': 'The market is at this stop price already',
  'Refusal.stopPxNotAbove.details':
    'The stop price of a purchase is above the last price of {securityID}, {last}. To buy now, send a limit or a market order.',
  'Refusal.stopPxNotBelow': 'The market is at this stop price already',
  'Refusal.stopPxNotBelow.details':
    'The stop price of a sale is below the last price of {securityID}, {last}. To sell now, send a limit or a market order.',
  'Refusal.duplicateCrossID': 'This cross id was used before',
  'Refusal.duplicateCrossID.details':
    'Cross {crossID} was already sent by your firm with other contents. Nothing was done; send it as a new cross.',

  'Refusal.unknownSecurity': 'There is no such security',
  'Refusal.unknownSecurity.details': 'No security {securityID} is listed.',
  'Refusal.marketClosed': 'The market is closed',
  'Refusal.marketClosed.details': 'Orders are taken again from {opensAt}.',
  'Refusal.priceOffTick': 'The price is not a whole tick',
  'Refusal.priceOffTick.details': 'Prices of {securityID} are multiples of {tick}.',
  'Refusal.priceNotKobo': 'The price is not valid',
  'Refusal.priceNotKobo.details': 'Enter a price above zero with at most two decimals.',
  'Refusal.priceOutsideLimits': "The price is outside today's limits",
  'Refusal.priceOutsideLimits.details': '{securityID} trades between {low} and {high} today.',
  'Refusal.securityHalted': 'Trading in this security is halted',
  'Refusal.securityHalted.details': 'Orders of {securityID} may be cancelled, not entered or changed.',
  'Refusal.auctionEmpty': 'Nothing would trade in the auction now',
  'Refusal.auctionEmpty.details':
    'There is no theoretical price of {securityID}: its bids and offers do not meet.',
  'Refusal.imbalanceOnThisSide': 'There is no imbalance on the other side',
  'Refusal.imbalanceOnThisSide.details':
    'Until the uncross only orders that offset the imbalance of {securityID} are taken or improved.',
  'Refusal.beyondTheoreticalPrice': 'The price is beyond the theoretical price',
  'Refusal.beyondTheoreticalPrice.details': 'The theoretical price of {securityID} is {price}.',
  'Refusal.notInThisPhase': 'This is not taken now',
  'Refusal.notInThisPhase.details': 'Phase of the market: {phase}. Taken now: {taken}.',

  'Refusal.unknownAccount': 'There is no such account',
  'Refusal.unknownAccount.details': 'No account {account} was found among the accounts you may use.',
  'Refusal.tooLongToPrint': 'The statement is too long to print',
  'Refusal.tooLongToPrint.details':
    'A document has at most {most} lines, these days have {lines}. Choose fewer days, or save it as CSV or Excel.',
  'Refusal.balanceNotShown': 'The balance is not shown to you',
  'Refusal.balanceNotShown.details':
    'The firm shows the balance of account {account} to its holder and to administrators alone.',
  'Refusal.insufficientFunds': 'Not enough money',
  'Refusal.insufficientFunds.details':
    'This order needs {required} naira with charges. Available, in naira: {available}.',
  'Refusal.insufficientShares': 'Not enough shares',
  'Refusal.insufficientShares.details':
    '{required} {securityID} are asked for; {available} are free to be sold or transferred out.',
  'Refusal.feesNotCovered': 'The sale does not cover its charges',
  'Refusal.feesNotCovered.details':
    'The charges exceed the proceeds by {required} naira. Available, in naira: {available}.',
  'Refusal.tooManyStops': 'Too many stop orders wait',
  'Refusal.tooManyStops.details':
    'Of one account {most} stop orders in a security wait at most, of a whole firm {mostOfFirm}. Cancel one that waits, or send this one later.',
  'Refusal.amountTooLarge': 'That is more than an account can hold',
  'Refusal.amountTooLarge.details':
    'Cash and the cost of a holding are at most ₦{naira}, a holding at most {shares} shares. Check the figures and send it again.',
  'Refusal.moreThanOutstanding': 'The company has not issued so many shares',
  'Refusal.moreThanOutstanding.details':
    'With this transfer the account would own {owned} {securityID}; {outstanding} are outstanding. Check the quantity and send it again.',
  'Refusal.amountInvalid': 'The amount is not valid',
  'Refusal.amountInvalid.details': 'Enter an amount above zero with at most two decimals.',

  'Refusal.marketControlNotPermitted': 'Only the host controls the market',
  'Refusal.marketControlNotPermitted.details': 'A firm neither halts trading nor resumes it.',
  'Refusal.notHalted': 'It is not halted',
  'Refusal.notHalted.details': '{what} is not halted.',
  'Refusal.alreadyHalted': 'It is halted already',
  'Refusal.alreadyHalted.details':
    '{what} is halted already. Resume it before halting it for another reason.',
  'Refusal.corporateActionInvalid': 'The terms are not complete',
  'Refusal.corporateActionInvalid.details':
    'A dividend has naira a share with at most four decimals. A bonus or split has a ratio such as 1:10, so many shares for so many held; that of a split is not 1:1. All but a split have a pay date.',
  'Refusal.corporateActionDates': 'These dates do not go together',
  'Refusal.corporateActionDates.details':
    'The register date, {registerDate}, and the pay date, {payDate}, are business days within a year, the pay date after the register date.',
  'Refusal.corporateActionLate': 'It is too late for this register date',
  'Refusal.corporateActionLate.details': 'It takes effect on {exDate}, and that market day has begun.',
  'Refusal.corporateActionAnnounced': 'It is announced with other terms',
  'Refusal.corporateActionAnnounced.details':
    'Number {id} is of the same type, security and register date. Revoke it before announcing other terms.',
  'Refusal.unknownCorporateAction': 'There is no such corporate action',
  'Refusal.unknownCorporateAction.details': 'No corporate action has the number {id}.',
  'Refusal.corporateActionRate': 'The dividend is more than the share',
  'Refusal.corporateActionRate.details':
    'A dividend of a share is at most its price, ₦{price} today. Check the rate and send it again.',
  'Refusal.corporateActionRatio': 'The ratio is too large',
  'Refusal.corporateActionRatio.details':
    'Together with what is announced already, a share may become at most {most} shares, and {most} shares no fewer than one; the price may become at most ₦{price}. Check the ratio and send it again.',
  'Refusal.corporateActionBegun': 'It has taken effect',
  'Refusal.corporateActionBegun.details': 'Its ex-day, {exDate}, has begun; it can not be revoked.',
  'Refusal.haltReasonInvalid': 'The reason is not valid',
  'Refusal.haltReasonInvalid.details': 'Give a reason of 1 to {most} characters.',
  'Refusal.noPriceList': 'There is no price list of that day',
  'Refusal.noPriceList.details': 'The first price list is of {from}.',
  'Refusal.unknownWatchlist': 'There is no such list',
  'Refusal.unknownWatchlist.details': 'The list may have been deleted meanwhile.',
  'Refusal.watchlistNameTaken': 'A list of this name exists already',
  'Refusal.watchlistNameTaken.details': 'Give the list another name than {name}.',
  'Refusal.tooManyWatchlists': 'No more lists can be kept',
  'Refusal.tooManyWatchlists.details': 'You have {most} lists. Delete one before adding another.',
  'Refusal.What.market': 'The market',
  'Refusal.What.firm': 'Firm {tenantId}',
  'Refusal.What.account': 'Account {account}',
  'Refusal.What.cscsAccount': 'CSCS account {cscsAccount}',
  'Refusal.alreadyOpen': 'It is open already',
  'Refusal.alreadyOpen.details': '{what} is open already.',
  'Refusal.cscsAccountInvalid': 'The CSCS account number is not valid',
  'Refusal.cscsAccountInvalid.details': 'A CSCS account number has ten digits; {cscsAccount} has not.',
  'Refusal.unknownFirm': 'The firm may not trade',
  'Refusal.unknownFirm.details': 'It has to be opened for trading before its accounts.',
  'Refusal.customerNameDiffers': 'The customer has another name',
  'Refusal.customerNameDiffers.details':
    'Customer {customerId} is known as {customerName}. Change the name before another account is opened.',
  'Refusal.termsInvalid': 'These terms can not be recorded',
  'Refusal.termsInvalid.details':
    'An account number has 1 to {account} characters, a name 1 to {customerName}; a customer’s number is above zero.',

  'Refusal.chargesInvalid': 'These charges are not valid',
  'Refusal.chargesInvalid.details':
    'A rate is 0 to {rate} %, its VAT 0 to {vat} %, a minimum ₦0 to ₦{minimum}, and each is given once for a date.',
  'Refusal.periodInvalid': 'These days are not in order',
  'Refusal.periodInvalid.details': 'The first day, {from}, is after the last, {to}.',
  'Refusal.unknownContractNote': 'There is no such contract note',
  'Refusal.unknownContractNote.details':
    'No contract note {number} was found among those of the accounts you may use.',
  'Refusal.noContractNotes': 'There are no contract notes in this period',
  'Refusal.noContractNotes.details': 'Choose other days, or another side.',
  'Refusal.dateNotReached': 'This day has not come yet',
  'Refusal.dateNotReached.details':
    '{date} is after the market day, {today}. Choose that day or one before it.',
  'Refusal.chargesTooEarly': 'Charges can not change on a market day that has begun',
  'Refusal.chargesTooEarly.details':
    'The notes of {marketDate} keep their charges. Let the new ones begin on a later day.',
  'Refusal.chargesTooMany': 'Too many changes of charges are ahead',
  'Refusal.chargesTooMany.details':
    'At most {most} dates can be ahead of the market day: of one side and item, and of one customer. Delete one that has not begun first.',
  'Refusal.chargesTooLate': 'Charges can not be entered so far ahead',
  'Refusal.chargesTooLate.details':
    'They begin on {last} at the latest. Enter them later, or choose an earlier day.',
  'Refusal.unknownCharge': 'There is no such charge',
  'Refusal.unknownCharge.details': 'It may have been deleted already. Nothing was deleted now.',
  'Refusal.chargeInForce': 'A charge that is in force can not be deleted',
  'Refusal.chargeInForce.details':
    'Contract notes are charged by it since {dateFrom}. Enter another row, from a later day on.',
  'Refusal.noBankAccount': 'There is no bank account on file',
  'Refusal.noBankAccount.details':
    'Proceeds of account {account} can not leave directly until its customer’s own bank account is entered.',
  'Refusal.unknownBank': 'This bank is not known',
  'Refusal.unknownBank.details': 'No bank has the sort code {bankCode}. Choose one of the list.',
  'Refusal.bankAccountInvalid': 'This is no account number of the bank',
  'Refusal.bankAccountInvalid.details':
    '{number} is no account of {bank}: a number has ten digits, and the last one checks the others. Compare it with the customer’s.',
  'Refusal.noMemberCode': 'The firm has no member code',
  'Refusal.noMemberCode.details':
    'Numbers of new accounts begin with it. Enter it under Settings, then open the account again.',
  'Refusal.memberCodeTaken': 'Another firm has the member code {memberCode}',
  'Refusal.memberCodeTaken.details':
    'The numbers of accounts begin with it, so that every firm has its own. Enter the code that the exchange gave to this firm.',
  'Refusal.documentsWaiting': 'Too many documents are being checked just now',
  'Refusal.documentsWaiting.details': 'Nothing of this was kept. Send it again in a moment.',
  'Refusal.crossSideRefused': 'The other side of the cross was refused',
  'Refusal.crossSideRefused.details':
    'Of cross {crossID} both orders trade or neither does. Its broker knows why the other one was refused.',
  'Refusal.termsInForce': 'This is in force already',
  'Refusal.termsInForce.details': 'Nothing would change about where the cash of account {account} goes.',
  'Refusal.termsPending': 'Another change waits for approval',
  'Refusal.termsPending.details':
    'A change of where the cash of account {account} goes waits. Have it approved or rejected first.',
  'Refusal.unknownCustomer': 'There is no such customer',
  'Refusal.unknownCustomer.details': 'No customer {customerId} has an account of the firm.',

  'Refusal.notWithdrawable': 'Not enough money to pay out',
  'Refusal.notWithdrawable.details':
    'What can be paid out now, in naira: {withdrawable}. What open orders hold and what is not settled yet stays.',
  'Refusal.withdrawalsPending': 'Other withdrawals of this account wait for approval',
  'Refusal.withdrawalsPending.details':
    'They take {pending} naira. What can be paid out besides, in naira: {withdrawable}.',
  'Refusal.transfersOutPending': 'Other transfers out of this account wait for approval',
  'Refusal.transfersOutPending.details':
    'They take {pending} {securityID}. {available} can be transferred out besides.',
  'Refusal.postedBefore': 'This reference has been posted before',
  'Refusal.postedBefore.details':
    '{posting} with the reference {reference} was posted for this account on {date} by {maker}, as number {id}. Post it again only where it was moved twice.',
  'Refusal.unknownPayment': 'There is no such request',
  'Refusal.unknownPayment.details': 'No request {id} was found.',
  'Refusal.paymentDecided': 'This request no longer waits',
  'Refusal.paymentDecided.details': 'Request {id} was posted, declined or cancelled.',
  'Refusal.paymentsWaiting': 'Too many requests wait',
  'Refusal.paymentsWaiting.details':
    'At most {most} requests of an account wait at once. Cancel one, or wait until one is decided.',
  'Refusal.paidInFuture': 'This day has not come yet',
  'Refusal.paidInFuture.details': 'Enter the day on which you paid: {date} at the latest.',
  'Refusal.payeeMissing': 'No bank account is registered',
  'Refusal.payeeMissing.details':
    'Withdrawals of account {account} go to its customer’s own bank account only. Ask your firm to register it.',
  'Refusal.payeeChanged': 'The registered bank account is another now',
  'Refusal.payeeChanged.details':
    'Request {id} names the bank account of before. Decline it and ask the customer to request the withdrawal again.',
  'Refusal.postingIDUsed': 'This posting was sent before with other contents',
  'Refusal.postingIDUsed.details': 'Posting {postingID} was not changed. Send yours as a new one.',
  'Refusal.approverNotIndependent': 'You and the person who asked do not count as two people',
  'Refusal.approverNotIndependent.details':
    'Within {days} days before the request, or since, {by} made {user} or changed how {user} signs in or what {user} may do. Another person has to approve it.',
  'Refusal.approverUnconfirmed': 'Your right to approve is not confirmed yet',
  'Refusal.approverUnconfirmed.details': '{by} gave it to you. Another administrator has to confirm it.',
  'Refusal.confirmedByOther': 'Another administrator has to confirm these rights',
  'Refusal.confirmedByOther.details': '{by} gave them. Somebody else, independent of {by}, confirms them.',
  'Refusal.transferOwn': 'You can not decide your own posting',
  'Refusal.transferOwn.details': 'Another person has to approve or reject it.',
  'Refusal.transferDecided': 'This posting is decided already',
  'Refusal.transferDecided.details': 'Posting {id} no longer waits for approval.',
  'Refusal.unknownTransfer': 'There is no such posting',
  'Refusal.unknownTransfer.details': 'No posting {id} was found among those of the firm.',

  'Refusal.busy': 'You are sending too fast',
  'Refusal.busy.details': 'This request was not taken. Wait a moment and send it again.',
  'Refusal.unavailable': 'The market can not be reached',
  'Refusal.unavailable.details':
    'This request was not taken. The server is restoring the market; send it again in a few seconds.',
  'Refusal.tradingPaused': 'Trading is paused',
  'Refusal.tradingPaused.details':
    "The server's clock has jumped. This request was not taken; trading goes on once the time is certain, within about a minute. Orders can still be cancelled.",
  'Refusal.tooManyRequests': 'Too many requests',
  'Refusal.tooManyRequests.details': 'Wait {seconds} seconds and try again.',
  'Refusal.idempotencyKeyUsed': 'This Idempotency-Key belongs to another request',
  'Refusal.idempotencyKeyUsed.details':
    'Nothing was done. Send a new request with a key of its own; only the same request may be sent again with its key.',
  'Refusal.keyOutcomeUnknown': 'It is not known whether this request was carried out',
  'Refusal.keyOutcomeUnknown.details':
    'The server could not confirm it: it failed or ended on the way. Look whether what it asked for is there; if not, send it again with another Idempotency-Key.',
  'Refusal.unknownNotification': 'The notification is not there',
  'Refusal.unknownNotification.details': 'It may have been removed, or newer ones have taken its place.',
  'Refusal.unrecordable': 'This request can not be recorded',
  'Refusal.unrecordable.details':
    'The database refused what it contains, and nothing of it was kept. Sent again unchanged it will be refused again.',

  'Refusal.registrationTokenInvalid': 'Your registration is not open here any more',
  'Refusal.registrationTokenInvalid.details': 'Sign in with your user name and password to go on with it.',
  'Refusal.registrationClosed': 'This firm takes no registrations',
  'Refusal.registrationClosed.details': 'Ask the firm how it opens accounts.',
  'Refusal.verificationCodeOver': 'No code serves at the moment',
  'Refusal.verificationCodeOver.details':
    'It is more than 30 minutes old, or was entered wrongly five times. Have another one mailed.',
  'Refusal.emailNotVerified': 'Your e-mail address is not verified yet',
  'Refusal.emailNotVerified.details': 'Enter the code that was mailed to you, then go on.',
  'Refusal.unknownAccountRequest': 'There is no such account request',
  'Refusal.unknownAccountRequest.details': 'Your firm has none of this number, or it is not yours to see.',
  'Refusal.accountRequestChanged': 'This request was decided meanwhile',
  'Refusal.accountRequestChanged.details': 'It is now: {status}. Read it again.',
  'Refusal.accountRequestNotEditable': 'This request can not be changed now',
  'Refusal.accountRequestNotEditable.details': 'It is: {status}.',
  'Refusal.accountRequestIncomplete': 'The request is not complete',
  'Refusal.accountRequestIncomplete.details': 'Still missing or wrong: {fields}.',
  'Refusal.accountRequestOwn': 'Nobody reviews an own request',
  'Refusal.accountRequestOwn.details': 'Ask another administrator of your firm.',
  'Refusal.accountRequestEdited': 'You changed this request',
  'Refusal.accountRequestEdited.details':
    'Somebody else approves what you changed. Ask another administrator of your firm.',
  'Refusal.accountRequestRevised': 'This request was changed since you read it',
  'Refusal.accountRequestRevised.details': 'Nothing was decided. Read it again, then decide.',
  'Refusal.accountRequestDoubtful': 'Others have answers of this request',
  'Refusal.accountRequestDoubtful.details':
    'State why you approve it all the same. The reason is kept in its history.',
  'Refusal.accountRequestOfNobody': 'The user of this request is deactivated or deleted',
  'Refusal.accountRequestOfNobody.details':
    'Nobody could sign in to the account. Activate the user, or reject the request.',
  'Refusal.depositoryNumbersMissing': 'The depository’s numbers are missing',
  'Refusal.depositoryNumbersMissing.details':
    'No depository is connected: enter the CSCS account and the clearing house number that CSCS gave the applicant.',
  'Refusal.cscsAccountHeld': 'This CSCS account is taken',
  'Refusal.cscsAccountHeld.details': '{cscsAccount} belongs to another account of the firm.',
  'Refusal.chnHeld': 'This clearing house number is taken',
  'Refusal.chnHeld.details': '{chn} belongs to another customer of the firm.',
  'Refusal.documentInvalid': 'This document can not be used: {document}',
  'Refusal.documentInvalid.details':
    'Send a whole JPEG or PNG picture of at most 40 megapixels, or a PDF file without scripts and passwords.',
  'Refusal.documentsTooLarge': 'The documents are too large',
  'Refusal.documentsTooLarge.details': 'All documents of a request have room in {megabytes} MB.',
  'Refusal.unknownDocument': 'There is no such document',
  'Refusal.unknownDocument.details': 'It was not sent with this request, or was removed.',
} as const
