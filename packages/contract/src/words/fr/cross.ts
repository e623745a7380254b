/** Texts of the cross ticket. */
export const cross = {
  'Trading.Cross': 'Application',
  'Trading.Cross.Title': 'Application sur {symbol}',
  'Trading.Cross.Open': 'Application entre deux comptes…',
  'Trading.Cross.Quotes':
    'Meilleure demande {bid}, meilleure offre {offer}. Une application se fait à ces cours ou entre eux.',
  'Trading.Cross.Buyer': 'Acheteur',
  'Trading.Cross.Seller': 'Vendeur',
  'Trading.Cross.BuyerMissing': 'Choisissez le compte qui achète.',
  'Trading.Cross.SellerMissing': 'Choisissez le compte qui vend.',
  'Trading.Cross.OneAccount': 'L’acheteur et le vendeur sont le même compte. Choisissez-en deux.',
  'Trading.Cross.Halted': 'La négociation de {symbol} est suspendue.',
  'Trading.Cross.NotInThisPhase': 'Les applications ne sont acceptées qu’en négociation continue.',
  'Trading.Cross.BelowBid': 'Le cours est inférieur à la meilleure demande, {bid}.',
  'Trading.Cross.AboveOffer': 'Le cours est supérieur à la meilleure offre, {offer}.',
  'Trading.Cross.Wish': '{quantity} {symbol} à {price} : {buyer} achète à {seller}',
  'Trading.Cross.Check': 'Vérifier l’application sur {symbol}',
  'Trading.Cross.Review':
    '{wish}. Les deux côtés sont exécutés ensemble, ou aucun. Rien n’a encore été envoyé.',
  'Trading.Cross.Confirm': 'Confirmer : {wish}',
  'Trading.Cross.Text.details': 'Visible par tous ceux qui voient ces ordres',
  'Trading.Cross.Done':
    'Application faite : {quantity} à {price}, pour ₦{value}. Les deux ordres figurent parmi les ordres.',
  'Trading.Cross.Slow': 'La réponse tarde. L’application a été envoyée une fois ; sa réponse est attendue.',
  'Trading.Cross.Unknown':
    'On ne sait pas si l’application a été prise en compte. Vous pouvez la renvoyer sans changement : elle ne sera pas faite deux fois.',
} as const
