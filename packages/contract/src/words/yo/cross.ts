export const cross = {
  'Trading.Cross': 'Òwò cross',
  'Trading.Cross.Title': 'Òwò cross ní {symbol}',
  'Trading.Cross.Open': 'Ṣe cross láàrin àkáǹtì méjì…',
  'Trading.Cross.Quotes':
    'Owó ìrà tó dára jù {bid}, owó ìtà tó dára jù {offer}. Iye owó cross wà lára wọn tàbí láàrin wọn.',
  'Trading.Cross.Buyer': 'Olùrà',
  'Trading.Cross.Seller': 'Olùtà',
  'Trading.Cross.BuyerMissing': 'Yan àkáǹtì tó ń rà.',
  'Trading.Cross.SellerMissing': 'Yan àkáǹtì tó ń tà.',
  'Trading.Cross.OneAccount': 'Àkáǹtì kan náà ni olùrà àti olùtà. Yan méjì.',
  'Trading.Cross.Halted': 'Ìṣòwò {symbol} wà ní ìdádúró.',
  'Trading.Cross.NotInThisPhase': 'Ìgbà ìṣòwò àìdúró nìkan ni a ń gba cross.',
  'Trading.Cross.BelowBid': 'Iye owó náà kéré sí owó ìrà tó dára jù, {bid}.',
  'Trading.Cross.AboveOffer': 'Iye owó náà ju owó ìtà tó dára jù lọ, {offer}.',
  'Trading.Cross.Wish': '{quantity} {symbol} ní {price}: {buyer} ń rà lọ́wọ́ {seller}',
  'Trading.Cross.Check': 'Yẹ cross {symbol} wò',
  'Trading.Cross.Review':
    '{wish}. Ìhà méjèèjì yóò ṣòwò lẹ́ẹ̀kan náà, tàbí kí ìkankan má ṣe é. A kò tíì fi nǹkankan ránṣẹ́.',
  'Trading.Cross.Confirm': 'Jẹ́rìísí: {wish}',
  'Trading.Cross.Text.details': 'Ẹnikẹ́ni tó bá lè rí àwọn ọ́dà yìí lè rí i',
  'Trading.Cross.Done':
    'Cross {quantity} ti ṣẹ ní {price}, àpapọ̀ owó ₦{value}. Ọ́dà méjèèjì wà lára àwọn ọ́dà.',
  'Trading.Cross.Slow': 'Ó ń pẹ́ ju bó ṣe máa ń rí lọ. A ti fi cross náà ránṣẹ́ lẹ́ẹ̀kan; à ń dúró de ìdáhùn.',
  'Trading.Cross.Unknown':
    'A kò mọ̀ bóyá a gba cross náà. O lè tún un fi ránṣẹ́ bó ṣe wà: a kì yóò ṣe é lẹ́ẹ̀mejì.',
} as const
