/** Texts of the cross ticket. */
export const cross = {
  'Trading.Cross': 'Cinikin haɗi',
  'Trading.Cross.Title': 'Cinikin haɗi na {symbol}',
  'Trading.Cross.Open': 'Haɗa asusu biyu…',
  'Trading.Cross.Quotes':
    'Mafi kyawun tayin saye {bid}, mafi kyawun tayin sayarwa {offer}. Ana cinikin haɗi a kansu ko tsakaninsu.',
  'Trading.Cross.Buyer': 'Mai saye',
  'Trading.Cross.Seller': 'Mai sayarwa',
  'Trading.Cross.BuyerMissing': 'Zaɓi asusun da zai saya.',
  'Trading.Cross.SellerMissing': 'Zaɓi asusun da zai sayar.',
  'Trading.Cross.OneAccount': 'Mai saye da mai sayarwa asusu ɗaya ne. Zaɓi biyu.',
  'Trading.Cross.Halted': 'An dakatar da cinikin {symbol}.',
  'Trading.Cross.NotInThisPhase': 'Ana karɓar cinikin haɗi a lokacin ciniki mara yankewa kaɗai.',
  'Trading.Cross.BelowBid': 'Farashin ya gaza mafi kyawun tayin saye, {bid}.',
  'Trading.Cross.AboveOffer': 'Farashin ya wuce mafi kyawun tayin sayarwa, {offer}.',
  'Trading.Cross.Wish': '{quantity} {symbol} a kan {price}: {buyer} zai saya daga {seller}',
  'Trading.Cross.Check': 'Duba cinikin haɗi na {symbol}',
  'Trading.Cross.Review': '{wish}. Ɓangarorin biyu za su yi ciniki tare, ko babu. Ba a aika komai ba tukuna.',
  'Trading.Cross.Confirm': 'Tabbatar: {wish}',
  'Trading.Cross.Text.details': 'Duk mai iya ganin odojin nan zai gan shi',
  'Trading.Cross.Done':
    'An yi cinikin haɗi na {quantity} a kan {price}, ƙimarsa ₦{value}. Odoji biyun suna cikin jerin odoji.',
  'Trading.Cross.Slow':
    'Yana ɗaukar lokaci fiye da yadda aka saba. An aika cinikin haɗin sau ɗaya; ana jiran amsarsa.',
  'Trading.Cross.Unknown':
    'Ba a san ko an karɓi cinikin haɗin ba. Kuna iya sake aika shi ba tare da canji ba: ba za a yi shi sau biyu ba.',
} as const
