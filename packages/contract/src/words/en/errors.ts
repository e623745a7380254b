/** Words of refusals and failures. A refusal has a title, and details that say what to do. */
export const errors = {
  UnknownError: 'The server did not answer. Check your connection and try again.',

  'Refusal.loginFailed': 'Login failed!',
  'Refusal.loginFailed.details': 'Sign-in did not work. Try again.',
  'Refusal.invalidUserNameOrPassword': 'Login failed!',
  'Refusal.invalidUserNameOrPassword.details': 'Invalid user name or password',
  'Refusal.userLockedOut': 'Login failed!',
  'Refusal.userLockedOut.details':
    'Too many wrong attempts. This user is locked; try again in {minutes} minutes.',
  'Refusal.userIsNotActive': 'Login failed!',
  'Refusal.userIsNotActive.details': 'User {userName} is not active and can not sign in.',
  'Refusal.userEmailIsNotConfirmed': 'Login failed!',
  'Refusal.userEmailIsNotConfirmed.details': 'Your e-mail address is not confirmed yet.',
  'Refusal.noTenantWithName': 'Login failed!',
  'Refusal.noTenantWithName.details': 'There is no firm named {tenancyName}.',
  'Refusal.tenantIsNotActive': 'Login failed!',
  'Refusal.tenantIsNotActive.details': 'The firm {tenancyName} is not active.',

  'Refusal.unknownOrder': 'There is no such order',
  'Refusal.unknownOrder.details': 'No order {orderID} was found among the orders you may see.',
  'Refusal.duplicateClOrdID': 'This order id was used before',
  'Refusal.duplicateClOrdID.details':
    'clOrdID {clOrdID} was already sent today for this account with other contents. Use a new id for a new request.',
  'Refusal.orderTypeUnsupported': 'This kind of order is not offered',
  'Refusal.orderTypeUnsupported.details': '{what} is not accepted in this phase of the market.',
  'Refusal.priceMissing': 'A limit order needs a price',
  'Refusal.priceMissing.details': 'Enter the worst price you accept.',
  'Refusal.priceNotAllowed': 'A market order has no price',
  'Refusal.priceNotAllowed.details': 'Leave the price out, or send a limit order.',
  'Refusal.quantityInvalid': 'The quantity is not valid',
  'Refusal.quantityInvalid.details': 'Enter a whole number of at least 1 share.',
  'Refusal.orderIsFinal': 'The order can no longer be changed',
  'Refusal.orderIsFinal.details': 'Order {orderID} is {state}.',
  'Refusal.orderChanged': 'The order has changed meanwhile',
  'Refusal.orderChanged.details': 'Look at the order as it stands now and send your change again.',
  'Refusal.nothingToReplace': 'Nothing would change',
  'Refusal.nothingToReplace.details': 'Enter another quantity or price.',
  'Refusal.quantityBelowFilled': 'The quantity is less than what is already filled',
  'Refusal.quantityBelowFilled.details':
    '{cumQty} shares are filled. To stop the order, cancel it.',
  'Refusal.outcomeUnknown': 'The outcome of this request is unknown',
  'Refusal.outcomeUnknown.details':
    'The server could not confirm that it was kept. Send it again with the same clOrdID: it will not be done twice.',

  'Refusal.unknownSecurity': 'There is no such security',
  'Refusal.unknownSecurity.details': 'No security {securityID} is listed.',
  'Refusal.marketClosed': 'The market is closed',
  'Refusal.marketClosed.details': 'Orders are taken again from {opensAt}.',
  'Refusal.priceOffTick': 'The price is not a whole tick',
  'Refusal.priceOffTick.details': 'Prices of {securityID} are multiples of {tick}.',
  'Refusal.priceOutsideLimits': "The price is outside today's limits",
  'Refusal.priceOutsideLimits.details': '{securityID} trades between {low} and {high} today.',
  'Refusal.securityHalted': 'Trading in this security is halted',
  'Refusal.securityHalted.details': '{securityID} may be cancelled, not entered or changed.',

  'Refusal.unknownAccount': 'There is no such account',
  'Refusal.unknownAccount.details': 'No account {account} was found among the accounts you may use.',
  'Refusal.insufficientFunds': 'Not enough money',
  'Refusal.insufficientFunds.details':
    'This order needs {required} naira with charges; {available} is available.',
  'Refusal.insufficientShares': 'Not enough shares',
  'Refusal.insufficientShares.details':
    'This order sells {required} {securityID}; {available} can be sold.',
  'Refusal.feesNotCovered': 'The sale does not cover its charges',
  'Refusal.feesNotCovered.details':
    'The charges exceed the proceeds by {required} naira; {available} is available.',
  'Refusal.amountInvalid': 'The amount is not valid',
  'Refusal.amountInvalid.details': 'Enter an amount above zero with at most two decimals.',

  'Refusal.busy': 'The market is very busy',
  'Refusal.busy.details': 'Your request was not taken. Try again in a moment.',
  'Refusal.tooManyRequests': 'Too many requests',
  'Refusal.tooManyRequests.details': 'Wait {seconds} seconds and try again.',
  'Refusal.idempotencyConflict': 'This request was sent before with other contents',
  'Refusal.idempotencyConflict.details': 'Use a new Idempotency-Key for a new request.',
} as const
