/** What companies do to their shareholders. */
export const corporateActions = {
  'CorporateAction.Title': 'Opérations sur titres',
  'CorporateAction.About':
    'Dividendes, attributions gratuites et divisions. Les ordres ouverts sur la valeur sont annulés avant le début du jour de détachement ; ce qui est attribué est comptabilisé selon les actions inscrites au registre.',
  'CorporateAction.Type.dividend': 'Dividende',
  'CorporateAction.Type.bonus': 'Attribution gratuite',
  'CorporateAction.Type.split': 'Division',
  'CorporateAction.State.announced': 'Annoncée',
  'CorporateAction.State.effective': 'En vigueur',
  'CorporateAction.State.paid': 'Payée',
  'CorporateAction.State.revoked': 'Révoquée',
  'CorporateAction.Announce': 'Annoncer',
  'CorporateAction.Announce.Kind': 'Objet de l’annonce',
  'CorporateAction.Announce.Action': 'Annoncer à tous',
  'CorporateAction.Announce.Confirm.dividend':
    'Annoncer à tous un dividende de {rate} naira par action {securityID} ?',
  'CorporateAction.Announce.Confirm.bonus':
    'Annoncer à tous une attribution gratuite de {ratio} sur {securityID} ?',
  'CorporateAction.Announce.Confirm.split':
    'Annoncer à tous une division d’actions de {ratio} sur {securityID} ?',
  'CorporateAction.Announce.Done': 'Annonce faite : {type}, {securityID}.',
  'CorporateAction.RatePerShare': 'Naira par action',
  'CorporateAction.RatePerShare.help':
    'Avant impôt, avec quatre décimales au plus. 10 % sont retenus à la source.',
  'CorporateAction.Ratio': 'Ratio',
  'CorporateAction.Ratio.bonus.help': 'Actions nouvelles pour actions détenues : 1:10 en donne une pour dix.',
  'CorporateAction.Ratio.split.help':
    'Actions après pour actions avant : 5:1 en fait cinq de chacune, 1:5 en fait une de cinq.',
  'CorporateAction.RegisterDate': 'Date d’enregistrement',
  'CorporateAction.RegisterDate.help':
    'Les détenteurs d’actions réglées à la fin de ce jour ouvré ont droit à l’opération.',
  'CorporateAction.PayDate': 'Date de paiement',
  'CorporateAction.PayDate.help': 'Un jour ouvré après la date d’enregistrement.',
  'CorporateAction.List': 'Annonces',
  'CorporateAction.Empty': 'Aucune annonce pour le moment',
  'CorporateAction.Empty.details':
    'Les dividendes, attributions gratuites et divisions apparaissent ici avec leurs dates.',
  'CorporateAction.Search': 'Valeur',
  'CorporateAction.All': 'Toutes',
  'CorporateAction.Effect': 'Effet',
  'CorporateAction.Effect.of': 'Effet du numéro {id}',
  'CorporateAction.Effect.Title': '{type}, {securityID}',
  'CorporateAction.Effect.Ex':
    'Date d’enregistrement : {registerDate}. À partir du {exDate}, les actions se négocient sans le droit ; date de paiement : {payDate}.',
  'CorporateAction.Effect.Split':
    'Date d’enregistrement : {registerDate}. À partir du {exDate}, les actions sont comptées, cotées et négociées après la division.',
  'CorporateAction.Effect.Reference':
    'Au dernier cours publié, {publishedPx}, le cours de référence du jour de détachement est {referencePx}.',
  'CorporateAction.Effect.InForce':
    'L’opération est en vigueur : le cours de référence a été ajusté le jour de détachement.',
  'CorporateAction.Effect.AbovePrice':
    'Le dividende dépasse le cours de l’action, {publishedPx} : vérifiez le montant par action.',
  'CorporateAction.Effect.Firms': 'Chaque société voit ici ce que reçoivent ses propres comptes.',
  'CorporateAction.Effect.NoReference': 'Le cours de référence n’est pas ajusté.',
  'CorporateAction.Effect.Registered': 'Selon les actions inscrites au registre.',
  'CorporateAction.Effect.SoFar': 'Selon les actions détenues à cet instant ; le registre n’est pas arrêté.',
  'CorporateAction.Effect.Dividend':
    'Dividendes de {gross} naira, moins l’impôt de {tax} : {net} naira pour {quantity} actions.',
  'CorporateAction.Effect.Shares': '{shares} actions pour {quantity} actions.',
  'CorporateAction.Effect.None': 'Aucun compte de la société n’y a droit',
  'CorporateAction.Effect.None.details': 'Aucun n’a d’actions de cette valeur qui comptent pour le registre.',
  'CorporateAction.Effect.Failed': 'L’effet ne peut pas être affiché',
  'EntitlementDue.Title': 'À recevoir d’opérations sur titres',
  'EntitlementDue.dividend': 'Dividende {securityID} : {net} naira après impôt, payés le {payDate}',
  'EntitlementDue.bonus': '{shares} actions gratuites {securityID}, comptabilisées le {payDate}',
  'EntitlementDue.split': '{shares} actions {securityID} issues de la division, comptabilisées le {payDate}',
  'EntitlementDue.details':
    'Le cours ne l’inclut plus et le compte ne l’a pas encore reçu : aucun chiffre ci-dessous n’en tient compte.',
  'EntitlementDue.SoFar': 'selon les actions détenues à cet instant',
  'CorporateAction.Revoke': 'Révoquer',
  'CorporateAction.Revoke.of': 'Révoquer le numéro {id}',
  'CorporateAction.Revoke.details':
    'L’opération n’aura pas lieu, et tous en sont informés par une actualité.',
  'CorporateAction.Cancel': 'Ne pas annoncer',
  'CorporateAction.News.dividend': '{securityID} : dividende de {rate} naira par action',
  'CorporateAction.News.bonus': '{securityID} : attribution gratuite de {ratio}',
  'CorporateAction.News.split': '{securityID} : division d’actions de {ratio}',
  'CorporateAction.News.body':
    'Date d’enregistrement : {registerDate} ; jour de détachement : {exDate} ; date de paiement : {payDate}. Les ordres ouverts sur {securityID} sont annulés avant le début du jour de détachement.',
  'CorporateAction.News.tax': '10 % du dividende sont retenus à la source.',
  'CorporateAction.News.revoked':
    '{securityID} : opération révoquée ({type}), date d’enregistrement {registerDate}',
  'CorporateAction.News.revoked.body': 'Ce qui avait été annoncé n’aura pas lieu.',
  'List.File.corporateActions': 'Opérations sur titres',
  'List.File.entitlements': 'Droits des comptes',
  'List.Column.corporateAction': 'Numéro',
  'List.Column.ratePerShare': 'Naira par action',
  'List.Column.ratio': 'Ratio',
  'List.Column.registerDate': 'Date d’enregistrement',
  'List.Column.exDate': 'Détachement',
  'List.Column.exTypes': 'Opération sur titres',
  'List.Column.payDate': 'Date de paiement',
  'List.Column.announcedAt': 'Annoncée le',
  'List.Column.registeredQuantity': 'Actions',
  'List.Column.grossDividend': 'Dividende',
  'List.Column.withholdingTax': 'Impôt',
  'List.Column.netDividend': 'Net',
  'List.Column.sharesGiven': 'Actions attribuées',
} as const
