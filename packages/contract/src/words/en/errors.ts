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
  'Refusal.ownPasswordNeeded': 'Enter your own password to change the e-mail address',
  'Refusal.ownPasswordNeeded.details': 'Sign-in links go to that address, so we confirm it is you.',
  'Refusal.newPasswordDue': 'Choose your own password first',
  'Refusal.newPasswordDue.details':
    'Somebody else set your password. You can continue once you have chosen a new one.',
  'Refusal.secondFactorDue': 'Set up two-factor sign-in first',
  'Refusal.secondFactorDue.details': 'Your firm requires it. You can continue once it is on.',
  'Refusal.passwordUnchanged': 'This is your current password',
  'Refusal.passwordUnchanged.details': 'Choose another one.',
  'Refusal.languageNotOffered': 'Your firm does not offer this language',
  'Refusal.languageNotOffered.details': 'Choose a language from the list.',
  'Refusal.unknownSession': 'This session is over already',
  'Refusal.unknownSession.details': 'It was ended, or it expired.',

  'Refusal.twoFactorIsOn': 'Two-factor sign-in is on already',
  'Refusal.twoFactorIsOn.details': 'Turn it off before you set it up again.',
  'Refusal.twoFactorCodesOver': 'Authenticator codes no longer work',
  'Refusal.twoFactorCodesOver.details':
    'There were too many wrong codes. Sign in with a recovery code, or ask your firm’s administrator to turn off two-factor sign-in.',
  'Refusal.twoFactorCodeWrong': 'The code is not right',
  'Refusal.twoFactorCodeWrong.details':
    'Each code serves once. Enter the one that your app shows now; where it is on already, a recovery code serves, too.',

  'Refusal.tenancyNameTaken': 'Tenancy name {tenancyName} is already taken.',
  'Refusal.tenancyNameTaken.details': 'Choose another name to sign in to the firm by.',
  'Refusal.firmHasAdministrator': 'The firm’s administrator has already signed in',
  'Refusal.firmHasAdministrator.details':
    'The firm now manages its own users: with “Forgot your password?”, or through another administrator of the firm.',
  'Refusal.unknownTenant': 'There is no such firm',
  'Refusal.unknownTenant.details': 'It may have been deleted meanwhile. Load the list again.',
  'Refusal.firmDisabled': 'This firm is disabled',
  'Refusal.firmDisabled.details': 'Enable {name} first. You can release its kill switch at the same time.',
  'Refusal.firmNotEmpty': 'The firm cannot be deleted yet',
  'Refusal.firmNotEmpty.details':
    'Accounts with cash, shares or trades to settle: {accounts}. Open orders: {openOrders}. Payments of corporate actions may be due, too. Disable the firm meanwhile.',

  'Refusal.unknownOrder': 'There is no such order',
  'Refusal.unknownOrder.details': 'No order {orderID} was found among the orders you may see.',
  'Refusal.duplicateClOrdID': 'This order id was used before',
  'Refusal.duplicateClOrdID.details':
    'Request {clOrdID} was already sent for this account with other contents. Nothing was done; send it as a new request.',
  'Refusal.orderTypeUnsupported': 'This order type is not available',
  'Refusal.orderTypeUnsupported.details': '{what} are not accepted.',
  'Refusal.priceMissing': 'This order type needs a price',
  'Refusal.priceMissing.details': 'Enter the worst price you accept.',
  'Refusal.priceNotAllowed': 'This order type has no price',
  'Refusal.priceNotAllowed.details': 'Leave the price out. {instead} have one.',
  'Refusal.quantityInvalid': 'The quantity is not valid',
  'Refusal.quantityInvalid.details': 'Enter a whole number of at least 1 share.',
  'Refusal.expiryInvalid': 'The last day of the order is not valid',
  'Refusal.expiryInvalid.details':
    'Give a date from {first} to {last} for an order good till a date, and none for any other.',
  'Refusal.displayQtyInvalid': 'The display quantity is not valid',
  'Refusal.displayQtyInvalid.details':
    'Limit orders that can rest in the book may display from {least} to {most} shares, at least a hundredth of the order.',
  'Refusal.minQtyInvalid': 'The minimum quantity is not valid',
  'Refusal.minQtyInvalid.details':
    'Orders of continuous trading may have a minimum from 1 to {most} shares, and all-or-none orders no other.',
  'Refusal.orderIsFinal': 'The order can no longer be changed',
  'Refusal.orderIsFinal.details': 'The state of order {orderID}: {state}.',
  'Refusal.orderChanged': 'The order has changed in the meantime',
  'Refusal.orderChanged.details': 'Check the order as it is now and send your change again.',
  'Refusal.nothingToReplace': 'Nothing would change',
  'Refusal.nothingToReplace.details': 'Enter another quantity, price, duration or last day.',
  'Refusal.durationNotReplaceable': 'The order cannot change to this duration',
  'Refusal.durationNotReplaceable.details': 'Durations available now: {durations}.',
  'Refusal.replaceRejected': 'The exchange did not accept the change',
  'Refusal.replaceRejected.details': '{reason}. The order stays as it was.',
  'Refusal.orderOverdue': 'The last day of the order has passed',
  'Refusal.orderOverdue.details': 'Order {orderID} no longer trades. It can be cancelled.',
  'Refusal.quantityBelowFilled': 'The quantity is less than what is already filled',
  'Refusal.quantityBelowFilled.details': '{cumQty} shares are filled. To stop the order, cancel it.',
  'Refusal.outcomeUnknown': 'The outcome of this request is unknown',
  'Refusal.outcomeUnknown.details':
    'We couldn’t confirm that it was saved. Resending is safe: the same request is not done twice.',
  'Refusal.sideNotPermitted': 'You do not have permission for this side',
  'Refusal.sideNotPermitted.details': 'This order needs the permission {side}.',
  'Refusal.crossOutsideQuotes': 'The price is not within the best bid and offer',
  'Refusal.crossOutsideQuotes.details':
    '{securityID} may be crossed from {low} to {high} now: at or within the best bid and offer.',
  'Refusal.crossOfOneAccount': 'A cross needs two accounts',
  'Refusal.crossOfOneAccount.details':
    'Account {account} cannot trade with itself. Choose another buyer or seller.',
  'Refusal.crossNotInThisPhase': 'Crosses are not accepted now',
  'Refusal.crossNotInThisPhase.details':
    'Market phase: {phase}. Crosses are accepted only in continuous trading.',
  'Refusal.stopOrdersNotTaken': 'Your firm does not accept stop orders',
  'Refusal.stopOrdersNotTaken.details':
    'Send a limit or market order. An administrator of the firm can allow stop orders in Settings.',
  'Refusal.stopPxMissing': 'A stop order needs a stop price',
  'Refusal.stopPxMissing.details': 'Enter the price at which it is triggered.',
  'Refusal.stopPxNotAllowed': 'Only a stop order has a stop price',
  'Refusal.stopPxNotAllowed.details':
    'Remove the stop price, or make this a stop order. A triggered stop order has none any more.',
  'Refusal.stopPxNotAbove': 'The market has already reached this stop price',
  'Refusal.stopPxNotAbove.details':
    'A buy stop must be above the last price of {securityID} ({last}). To buy now, send a limit or market order.',
  'Refusal.stopPxNotBelow': 'The market has already reached this stop price',
  'Refusal.stopPxNotBelow.details':
    'A sell stop must be below the last price of {securityID} ({last}). To sell now, send a limit or market order.',
  'Refusal.duplicateCrossID': 'This cross id was used before',
  'Refusal.duplicateCrossID.details':
    'Cross {crossID} was already sent by your firm with other contents. Nothing was done; send it as a new cross.',

  'Refusal.unknownSecurity': 'There is no such security',
  'Refusal.unknownSecurity.details': 'No security {securityID} is listed.',
  'Refusal.marketClosed': 'The market is closed',
  'Refusal.marketClosed.details': 'Orders are accepted again from {opensAt}.',
  'Refusal.priceOffTick': 'The price is not a multiple of the tick',
  'Refusal.priceOffTick.details': 'Prices of {securityID} are multiples of {tick}.',
  'Refusal.priceNotKobo': 'The price is not valid',
  'Refusal.priceNotKobo.details': 'Enter a price above zero with at most two decimals.',
  'Refusal.priceOutsideLimits': "The price is outside today's limits",
  'Refusal.priceOutsideLimits.details': '{securityID} trades between {low} and {high} today.',
  'Refusal.securityHalted': 'Trading in this security is halted',
  'Refusal.securityHalted.details': 'Orders in {securityID} can be cancelled, but not entered or changed.',
  'Refusal.auctionEmpty': 'Nothing would trade in the auction now',
  'Refusal.auctionEmpty.details': '{securityID} has no theoretical price: its bids and offers do not match.',
  'Refusal.imbalanceOnThisSide': 'There is no imbalance on the other side',
  'Refusal.imbalanceOnThisSide.details':
    'Until the uncross, only orders that reduce the imbalance of {securityID} are accepted.',
  'Refusal.beyondTheoreticalPrice': 'The price is beyond the theoretical price',
  'Refusal.beyondTheoreticalPrice.details': 'The theoretical price of {securityID} is {price}.',
  'Refusal.notInThisPhase': 'Not accepted in this phase',
  'Refusal.notInThisPhase.details': 'Market phase: {phase}. Accepted now: {taken}.',

  'Refusal.unknownAccount': 'There is no such account',
  'Refusal.unknownAccount.details': 'No account {account} was found among the accounts you may use.',
  'Refusal.tooLongToPrint': 'The statement is too long to print',
  'Refusal.tooLongToPrint.details':
    'A document has at most {most} lines; this period has {lines}. Choose a shorter period, or download CSV or Excel.',
  'Refusal.balanceNotShown': 'The balance is not shown to you',
  'Refusal.balanceNotShown.details':
    'The firm shows the balance of account {account} only to its holder and to administrators.',
  'Refusal.insufficientFunds': 'Not enough money',
  'Refusal.insufficientFunds.details':
    'This order needs {required} naira with charges. Available, in naira: {available}.',
  'Refusal.insufficientShares': 'Not enough shares',
  'Refusal.insufficientShares.details': '{required} {securityID} requested; {available} available.',
  'Refusal.feesNotCovered': 'The sale does not cover its charges',
  'Refusal.feesNotCovered.details':
    'The charges exceed the proceeds by {required} naira. Available, in naira: {available}.',
  'Refusal.tooManyStops': 'Too many stop orders',
  'Refusal.tooManyStops.details':
    'At most {most} stop orders can wait per account and security, and {mostOfFirm} per firm. Cancel one, or send this one later.',
  'Refusal.amountTooLarge': 'That is more than an account can hold',
  'Refusal.amountTooLarge.details':
    'Cash and the cost of a holding are at most ₦{naira}, a holding at most {shares} shares. Check the figures and send it again.',
  'Refusal.moreThanOutstanding': 'More shares than the company has issued',
  'Refusal.moreThanOutstanding.details':
    'With this transfer the account would own {owned} {securityID}; {outstanding} are outstanding. Check the quantity and send it again.',
  'Refusal.amountInvalid': 'The amount is not valid',
  'Refusal.amountInvalid.details': 'Enter an amount above zero with at most two decimals.',

  'Refusal.marketControlNotPermitted': 'Only the host controls the market',
  'Refusal.marketControlNotPermitted.details': 'A firm neither halts trading nor resumes it.',
  'Refusal.notHalted': 'Not halted',
  'Refusal.notHalted.details': '{what} is not halted.',
  'Refusal.alreadyHalted': 'Already halted',
  'Refusal.alreadyHalted.details':
    '{what} is already halted. Resume it before halting it for another reason.',
  'Refusal.corporateActionInvalid': 'The terms are incomplete or not valid',
  'Refusal.corporateActionInvalid.details':
    'A dividend has naira a share with at most four decimals. A bonus or split has a ratio such as 1:10, so many shares for so many held; that of a split is not 1:1. All but a split have a pay date.',
  'Refusal.corporateActionDates': 'These dates do not fit together',
  'Refusal.corporateActionDates.details':
    'The register date, {registerDate}, and the pay date, {payDate}, are business days within a year, the pay date after the register date.',
  'Refusal.corporateActionLate': 'Too late for this register date',
  'Refusal.corporateActionLate.details': 'It takes effect on {exDate}, and that market day has begun.',
  'Refusal.corporateActionAnnounced': 'Already announced with other terms',
  'Refusal.corporateActionAnnounced.details':
    'Number {id} is of the same type, security and register date. Revoke it before announcing other terms.',
  'Refusal.unknownCorporateAction': 'There is no such corporate action',
  'Refusal.unknownCorporateAction.details': 'No corporate action has the number {id}.',
  'Refusal.corporateActionRate': 'The dividend is higher than the share price',
  'Refusal.corporateActionRate.details':
    'A dividend of a share is at most its price, ₦{price} today. Check the rate and send it again.',
  'Refusal.corporateActionRatio': 'The ratio is too large',
  'Refusal.corporateActionRatio.details':
    'Together with what is announced already, a share may become at most {most} shares, and {most} shares no fewer than one; the price may become at most ₦{price}. Check the ratio and send it again.',
  'Refusal.corporateActionBegun': 'This corporate action has taken effect',
  'Refusal.corporateActionBegun.details': 'Its ex-day, {exDate}, has begun; it cannot be revoked.',
  'Refusal.haltReasonInvalid': 'The reason is not valid',
  'Refusal.haltReasonInvalid.details': 'Give a reason of 1 to {most} characters.',
  'Refusal.noPriceList': 'There is no price list of that day',
  'Refusal.noPriceList.details': 'The first price list is of {from}.',
  'Refusal.unknownWatchlist': 'There is no such list',
  'Refusal.unknownWatchlist.details': 'The list may have been deleted meanwhile.',
  'Refusal.watchlistNameTaken': 'You already have a list with this name',
  'Refusal.watchlistNameTaken.details': 'Choose a name other than {name}.',
  'Refusal.tooManyWatchlists': 'You cannot add more lists',
  'Refusal.tooManyWatchlists.details': 'You have {most} lists. Delete one before adding another.',
  'Refusal.What.market': 'The market',
  'Refusal.What.firm': 'Firm {tenantId}',
  'Refusal.What.account': 'Account {account}',
  'Refusal.What.cscsAccount': 'CSCS account {cscsAccount}',
  'Refusal.alreadyOpen': 'Already open',
  'Refusal.alreadyOpen.details': '{what} is already open.',
  'Refusal.cscsAccountInvalid': 'The CSCS account number is not valid',
  'Refusal.cscsAccountInvalid.details': 'A CSCS account number has ten digits; {cscsAccount} does not.',
  'Refusal.unknownFirm': 'The firm may not trade',
  'Refusal.unknownFirm.details': 'It must be opened for trading before its accounts.',
  'Refusal.customerNameDiffers': 'The customer has another name',
  'Refusal.customerNameDiffers.details':
    'Customer {customerId} is known as {customerName}. Change the name before another account is opened.',
  'Refusal.termsInvalid': 'These terms cannot be recorded',
  'Refusal.termsInvalid.details':
    'An account number has 1 to {account} characters, a name 1 to {customerName}; a customer’s number is above zero.',

  'Refusal.chargesInvalid': 'These charges are not valid',
  'Refusal.chargesInvalid.details':
    'A rate is 0 to {rate}%, its VAT 0 to {vat}%, a minimum ₦0 to ₦{minimum}, and each is given once per date.',
  'Refusal.periodInvalid': 'These dates are in the wrong order',
  'Refusal.periodInvalid.details': 'The first day, {from}, is after the last, {to}.',
  'Refusal.unknownContractNote': 'There is no such contract note',
  'Refusal.unknownContractNote.details':
    'No contract note {number} was found among those of the accounts you may use.',
  'Refusal.noContractNotes': 'There are no contract notes in this period',
  'Refusal.noContractNotes.details': 'Choose other dates, or the other side.',
  'Refusal.dateNotReached': 'This date is in the future',
  'Refusal.dateNotReached.details':
    '{date} is after the market day, {today}. Choose that day or an earlier one.',
  'Refusal.chargesTooEarly': 'Charges cannot change on a market day that has begun',
  'Refusal.chargesTooEarly.details':
    'The notes of {marketDate} keep their charges. Start the new ones on a later day.',
  'Refusal.chargesTooMany': 'Too many changes of charges are ahead',
  'Refusal.chargesTooMany.details':
    'At most {most} dates can be ahead of the market day: of one side and item, and of one customer. Delete one that has not begun first.',
  'Refusal.chargesTooLate': 'Charges cannot be entered so far ahead',
  'Refusal.chargesTooLate.details':
    'They begin on {last} at the latest. Enter them later, or choose an earlier day.',
  'Refusal.unknownCharge': 'There is no such charge',
  'Refusal.unknownCharge.details': 'It may have been deleted already. Nothing was deleted now.',
  'Refusal.chargeInForce': 'A charge in force cannot be deleted',
  'Refusal.chargeInForce.details':
    'Contract notes have used it since {dateFrom}. Enter another row from a later day.',
  'Refusal.noBankAccount': 'There is no bank account on file',
  'Refusal.noBankAccount.details':
    'Proceeds of account {account} cannot be paid out directly until its customer’s own bank account is entered.',
  'Refusal.unknownBank': 'Unknown bank',
  'Refusal.unknownBank.details': 'No bank has the sort code {bankCode}. Choose one from the list.',
  'Refusal.bankAccountInvalid': 'This is not an account number of the bank',
  'Refusal.bankAccountInvalid.details':
    '{number} is not an account of {bank}: a number has ten digits, the last a check digit. Compare it with the customer’s.',
  'Refusal.noMemberCode': 'The firm has no member code',
  'Refusal.noMemberCode.details':
    'New account numbers begin with it. Enter it under Settings, then open the account again.',
  'Refusal.memberCodeTaken': 'Another firm already has the member code {memberCode}',
  'Refusal.memberCodeTaken.details':
    'Account numbers begin with it, so each firm needs its own. Enter the code the exchange gave this firm.',
  'Refusal.documentsWaiting': 'Too many documents are being checked right now',
  'Refusal.documentsWaiting.details': 'Nothing was saved. Send it again in a moment.',
  'Refusal.crossSideRefused': 'The other side of the cross was refused',
  'Refusal.crossSideRefused.details':
    'Both orders of cross {crossID} trade or neither does. Its broker can see why the other was refused.',
  'Refusal.termsInForce': 'Already in force',
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
    '{posting} with the reference {reference} was posted for this account on {date} by {maker}, as number {id}. Post it again only if it was moved twice.',
  'Refusal.unknownPayment': 'There is no such request',
  'Refusal.unknownPayment.details': 'No request {id} was found.',
  'Refusal.paymentDecided': 'This request has already been decided',
  'Refusal.paymentDecided.details': 'Request {id} was posted, declined or cancelled.',
  'Refusal.paymentBeingPosted': 'This request is being posted now',
  'Refusal.paymentBeingPosted.details': 'Someone is posting request {id}. Try again in a moment.',
  'Refusal.paidTooLongAgo': 'This date is too long ago',
  'Refusal.paidTooLongAgo.details':
    'Enter the date you paid: {date} at the earliest. For an older payment, ask your firm.',
  'Refusal.paymentsWaiting': 'Too many requests are waiting',
  'Refusal.paymentsWaiting.details':
    'An account can have at most {most} requests waiting. Cancel one, or wait until one is decided.',
  'Refusal.paidInFuture': 'This date is in the future',
  'Refusal.paidInFuture.details': 'Enter the date you paid: {date} at the latest.',
  'Refusal.payeeMissing': 'No bank account is registered',
  'Refusal.payeeMissing.details':
    'Withdrawals of account {account} go to its customer’s own bank account only. Ask your firm to register it.',
  'Refusal.payeeChanged': 'The registered bank account has changed',
  'Refusal.payeeChanged.details':
    'Request {id} names the previous bank account. Decline it and ask the customer to request the withdrawal again.',
  'Refusal.postingIDUsed': 'This posting was sent before with other contents',
  'Refusal.postingIDUsed.details': 'Posting {postingID} was not changed. Send yours as a new one.',
  'Refusal.approverNotIndependent': 'You and the requester are not independent',
  'Refusal.approverNotIndependent.details':
    'Within {days} days before the request, or since, {by} created {user} or changed how {user} signs in or what {user} may do. Another person must approve it.',
  'Refusal.approverUnconfirmed': 'Your right to approve is not confirmed yet',
  'Refusal.approverUnconfirmed.details': '{by} gave it to you. Another administrator must confirm it.',
  'Refusal.makerUnconfirmed': '{user}’s right to post is not confirmed yet',
  'Refusal.makerUnconfirmed.details':
    '{by} granted it. This can be approved once another administrator has confirmed it.',
  'Refusal.postingUnconfirmed': 'Your right to post is not confirmed yet',
  'Refusal.postingUnconfirmed.details':
    '{by} gave it to you. Until another administrator confirms it, you cannot post anything that needs approval.',
  'Refusal.confirmedByOther': 'Another administrator must confirm these rights',
  'Refusal.confirmedByOther.details': '{by} granted them. Somebody independent of {by} must confirm them.',
  'Refusal.transferOwn': 'You cannot decide your own posting',
  'Refusal.transferOwn.details': 'Another person has to approve or reject it.',
  'Refusal.transferDecided': 'This posting has already been decided',
  'Refusal.transferDecided.details': 'Posting {id} is no longer waiting for approval.',
  'Refusal.unknownTransfer': 'There is no such posting',
  'Refusal.unknownTransfer.details': 'No posting {id} was found among those of the firm.',

  'Refusal.busy': 'You are sending too fast',
  'Refusal.busy.details': 'This request was not accepted. Wait a moment and send it again.',
  'Refusal.unavailable': 'The market cannot be reached',
  'Refusal.unavailable.details':
    'This request was not accepted. The server is restoring the market; send it again in a few seconds.',
  'Refusal.tradingPaused': 'Trading is paused',
  'Refusal.tradingPaused.details':
    'The server’s clock has jumped. This request was not accepted; trading resumes within about a minute, once the time is certain. Orders can still be cancelled.',
  'Refusal.tooManyRequests': 'Too many requests',
  'Refusal.tooManyRequests.details': 'Wait {seconds} seconds and try again.',
  'Refusal.idempotencyKeyUsed': 'This Idempotency-Key belongs to another request',
  'Refusal.idempotencyKeyUsed.details':
    'Nothing was done. Send a new request with a key of its own; only the same request may be sent again with its key.',
  'Refusal.keyOutcomeUnknown': 'We couldn’t confirm that this request was carried out',
  'Refusal.keyOutcomeUnknown.details':
    'Check whether it was carried out; if not, send it again with another Idempotency-Key.',
  'Refusal.unknownNotification': 'This notification no longer exists',
  'Refusal.unknownNotification.details': 'It may have been removed, or newer ones have taken its place.',
  'Refusal.unrecordable': 'This request cannot be saved',
  'Refusal.unrecordable.details':
    'The database refused what it contains; nothing was saved. Sent again unchanged, it will be refused again.',

  'Refusal.registrationTokenInvalid': 'Your registration is not open here any more',
  'Refusal.registrationTokenInvalid.details': 'Sign in with your user name and password to go on with it.',
  'Refusal.registrationClosed': 'This firm does not open accounts online',
  'Refusal.registrationClosed.details': 'Ask the firm how it opens accounts.',
  'Refusal.verificationCodeOver': 'The code is no longer valid',
  'Refusal.verificationCodeOver.details':
    'It is more than 30 minutes old, or was entered wrongly five times. Ask for another one.',
  'Refusal.emailNotVerified': 'Your e-mail address is not verified yet',
  'Refusal.emailNotVerified.details': 'Enter the code we e-mailed you, then continue.',
  'Refusal.unknownAccountRequest': 'There is no such account request',
  'Refusal.unknownAccountRequest.details': 'Your firm has none of this number, or it is not yours to see.',
  'Refusal.accountRequestChanged': 'This request was decided meanwhile',
  'Refusal.accountRequestChanged.details': 'It is now: {status}. Read it again.',
  'Refusal.accountRequestNotEditable': 'This request can not be changed now',
  'Refusal.accountRequestNotEditable.details': 'It is: {status}.',
  'Refusal.accountRequestIncomplete': 'The request is not complete',
  'Refusal.accountRequestIncomplete.details': 'Still missing or wrong: {fields}.',
  'Refusal.accountRequestOwn': 'You cannot review your own request',
  'Refusal.accountRequestOwn.details': 'Ask another administrator of your firm.',
  'Refusal.accountRequestEdited': 'You changed this request',
  'Refusal.accountRequestEdited.details': 'Another administrator of your firm must approve it.',
  'Refusal.accountRequestRevised': 'This request was changed since you read it',
  'Refusal.accountRequestRevised.details': 'Nothing was decided. Read it again, then decide.',
  'Refusal.accountRequestDoubtful': 'Other requests or accounts have the same answers',
  'Refusal.accountRequestDoubtful.details':
    'Enter why you approve it anyway. The reason is kept in its history.',
  'Refusal.accountRequestOfNobody': 'The user of this request is deactivated or deleted',
  'Refusal.accountRequestOfNobody.details':
    'Nobody could sign in to use the account. Activate the user, or reject the request.',
  'Refusal.depositoryNumbersMissing': 'The depository’s numbers are missing',
  'Refusal.depositoryNumbersMissing.details':
    'No depository is connected: enter the CSCS account and the clearing house number that CSCS gave the applicant.',
  'Refusal.cscsAccountHeld': 'This CSCS account is already in use',
  'Refusal.cscsAccountHeld.details': '{cscsAccount} belongs to another account of the firm.',
  'Refusal.chnHeld': 'This clearing house number is already in use',
  'Refusal.chnHeld.details': '{chn} belongs to another customer of the firm.',
  'Refusal.documentInvalid': 'This document cannot be used: {document}',
  'Refusal.documentInvalid.details':
    'Upload a complete JPEG or PNG picture of at most 40 megapixels, or a PDF file without scripts or a password.',
  'Refusal.documentsTooLarge': 'The documents are too large',
  'Refusal.documentsTooLarge.details': 'All documents of a request together can be at most {megabytes} MB.',
  'Refusal.unknownDocument': 'There is no such document',
  'Refusal.unknownDocument.details': 'It was not sent with this request, or was removed.',
} as const
