export const cross = {
  'Trading.Cross': 'Azụmahịa cross',
  'Trading.Cross.Title': 'Azụmahịa cross na {symbol}',
  'Trading.Cross.Open': 'Mee cross n’akaụntụ abụọ…',
  'Trading.Cross.Quotes':
    'Ọnụ ịzụ kacha mma {bid}, ọnụ ire kacha mma {offer}. Cross na-ewere ha ma ọ bụ ọnụ dị n’etiti ha.',
  'Trading.Cross.Buyer': 'Onye na-azụ',
  'Trading.Cross.Seller': 'Onye na-ere',
  'Trading.Cross.BuyerMissing': 'Họrọ akaụntụ na-azụ.',
  'Trading.Cross.SellerMissing': 'Họrọ akaụntụ na-ere.',
  'Trading.Cross.OneAccount': 'Onye na-azụ na onye na-ere bụ otu akaụntụ. Họrọ abụọ.',
  'Trading.Cross.Halted': 'Akwụsịtụla azụmahịa {symbol}.',
  'Trading.Cross.NotInThisPhase': 'A na-anabata cross naanị n’oge azụmahịa na-aga n’ihu.',
  'Trading.Cross.BelowBid': 'Ọnụahịa ahụ erughị ọnụ ịzụ kacha mma, {bid}.',
  'Trading.Cross.AboveOffer': 'Ọnụahịa ahụ karịrị ọnụ ire kacha mma, {offer}.',
  'Trading.Cross.Wish': '{quantity} {symbol} na {price}: {buyer} na-azụta n’aka {seller}',
  'Trading.Cross.Check': 'Lelee cross nke {symbol}',
  'Trading.Cross.Review':
    '{wish}. Akụkụ abụọ ga-azụ ahịa otu mgbe, ma ọ bụ ọ dịghị nke ga-azụ. E zipụbeghị ihe ọ bụla.',
  'Trading.Cross.Confirm': 'Kwenye: {wish}',
  'Trading.Cross.Text.details': 'Onye ọ bụla pụrụ ịhụ ọda ndị a ga-ahụ ya',
  'Trading.Cross.Done':
    'E mere cross {quantity} na {price}, ọnụ ego ₦{value}. Ọda abụọ ahụ so n’ọda ndị ahụ.',
  'Trading.Cross.Slow': 'Ọ na-ewe oge karịa ka ọ na-adị. E zipụrụ cross ahụ otu ugboro; a na-eche azịza ya.',
  'Trading.Cross.Unknown':
    'A maghị ma a nabatara cross ahụ. Ị nwere ike izipu ya ọzọ otu ọ dị: a gaghị eme ya ugboro abụọ.',
} as const
