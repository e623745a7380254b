/** Texts of the cross ticket. */
export const cross = {
  'Trading.Cross': 'Cross deal',
  'Trading.Cross.Title': 'Cross deal in {symbol}',
  'Trading.Cross.Open': 'Cross two accounts…',
  'Trading.Cross.Quotes': 'Best bid {bid}, best offer {offer}. A cross trades at or within them.',
  'Trading.Cross.Buyer': 'Buyer',
  'Trading.Cross.Seller': 'Seller',
  'Trading.Cross.BuyerMissing': 'Choose the account that buys.',
  'Trading.Cross.SellerMissing': 'Choose the account that sells.',
  'Trading.Cross.OneAccount': 'Buyer and seller are one account. Choose two.',
  'Trading.Cross.Halted': 'Trading in {symbol} is halted.',
  'Trading.Cross.NotInThisPhase': 'Crosses are taken in continuous trading alone.',
  'Trading.Cross.BelowBid': 'The price is below the best bid, {bid}.',
  'Trading.Cross.AboveOffer': 'The price is above the best offer, {offer}.',
  'Trading.Cross.Wish': '{quantity} {symbol} at {price}: {buyer} buys from {seller}',
  'Trading.Cross.Check': 'Check the cross in {symbol}',
  'Trading.Cross.Review': '{wish}. Both sides trade at once, or neither. Nothing has been sent yet.',
  'Trading.Cross.Confirm': 'Confirm: {wish}',
  'Trading.Cross.Done': 'Crossed {quantity} at {price}, worth ₦{value}. Both orders are among the orders.',
  'Trading.Cross.Slow': 'Taking longer than usual. The cross was sent once; its answer is awaited.',
  'Trading.Cross.Unknown':
    'It is not known whether the cross was taken. You may send it again unchanged: it will not be done twice.',
} as const
