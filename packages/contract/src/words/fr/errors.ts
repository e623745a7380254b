// Longer than 300 lines, for it is one table: the texts of all refusals and failures.

/** Texts of refusals and failures. A refusal has a title, and details that explain what to do. */
export const errors = {
  UnknownError: 'Le serveur n’a pas répondu. Vérifiez votre connexion et réessayez.',

  'Denied.notSignedIn': 'L’utilisateur actuel n’est pas connecté à l’application !',
  'Denied.notMember':
    'Les autorisations requises ne sont pas accordées. Votre société ne vous a pas encore donné de rôle.',
  'Denied.all':
    'Permissions requises non accordées. Toutes ces permissions doivent être accordées : {permissions}',
  'Denied.any':
    'Permissions requises non accordées. Au moins une de ces permissions doit être accordée : {permissions}',
  'Failure.internal': 'Une erreur interne est survenue pendant votre demande !',

  'Refusal.invalidUserNameOrPassword': 'Échec de la connexion !',
  'Refusal.invalidUserNameOrPassword.details': 'Nom d’utilisateur ou mot de passe incorrect',
  'Refusal.userIsNotActive': 'Échec de la connexion !',
  'Refusal.userIsNotActive.details': 'L’utilisateur {userName} n’est pas actif et ne peut pas se connecter.',
  'Refusal.userEmailIsNotConfirmed': 'Échec de la connexion !',
  'Refusal.userEmailIsNotConfirmed.details': 'Votre adresse e-mail n’est pas encore confirmée.',
  'Refusal.noTenantWithName': 'Échec de la connexion !',
  'Refusal.noTenantWithName.details': 'Aucune société ne porte le nom {tenancyName}.',
  'Refusal.tenantIsNotActive': 'Échec de la connexion !',
  'Refusal.tenantIsNotActive.details': 'La société {tenancyName} n’est pas active.',

  'Refusal.resetLinkInvalid': 'Ce lien n’est plus valable',
  'Refusal.resetLinkInvalid.details': 'Il a déjà servi, ou il est trop ancien. Demandez un nouveau lien.',
  'Refusal.passwordCommon': 'Ce mot de passe est trop courant',
  'Refusal.passwordCommon.details':
    'Il figure parmi les mots de passe essayés en premier. Choisissez-en un auquel vous seul penseriez.',
  'Refusal.passwordHasName': 'Ce mot de passe contient un nom',
  'Refusal.passwordHasName.details':
    'Choisissez-en un sans votre nom, votre adresse e-mail ni le nom de votre société.',
  'Refusal.passwordWrong': 'Votre mot de passe actuel est incorrect',
  'Refusal.passwordWrong.details': 'Saisissez-le de nouveau. Après trop d’erreurs, attendez un moment.',

  'Refusal.emailCodeWrong': 'Ce code est incorrect',
  'Refusal.emailCodeWrong.details':
    'Saisissez le code du dernier e-mail. Après cinq erreurs, faites-en envoyer un autre.',
  'Refusal.ownPasswordNeeded': 'Une autre adresse e-mail exige votre propre mot de passe',
  'Refusal.ownPasswordNeeded.details':
    'Saisissez le mot de passe avec lequel vous vous êtes connecté : les liens qui donnent accès à l’utilisateur vont à cette adresse.',
  'Refusal.newPasswordDue': 'Choisissez d’abord votre propre mot de passe',
  'Refusal.newPasswordDue.details':
    'Quelqu’un d’autre a défini votre mot de passe. Rien d’autre n’est possible tant que vous n’en avez pas choisi un nouveau.',
  'Refusal.secondFactorDue': 'Configurez d’abord la connexion à deux facteurs',
  'Refusal.secondFactorDue.details':
    'Votre société la demande. Rien d’autre n’est possible tant qu’elle n’est pas activée.',
  'Refusal.passwordUnchanged': 'C’est votre mot de passe actuel',
  'Refusal.passwordUnchanged.details': 'Choisissez-en un autre.',
  'Refusal.languageNotOffered': 'Votre société ne propose pas cette langue',
  'Refusal.languageNotOffered.details': 'Choisissez-en une de la liste.',
  'Refusal.unknownSession': 'Cette session est déjà terminée',
  'Refusal.unknownSession.details': 'Elle a été fermée, ou elle a expiré.',

  'Refusal.twoFactorIsOn': 'La connexion à deux facteurs est déjà activée',
  'Refusal.twoFactorIsOn.details': 'Désactivez-la avant de la configurer de nouveau.',
  'Refusal.twoFactorCodesOver': 'Les codes de l’application ne servent plus',
  'Refusal.twoFactorCodesOver.details':
    'Il y en a eu trop d’erronés. Connectez-vous avec un code de secours, ou demandez à l’administrateur de votre société de désactiver le second facteur.',
  'Refusal.twoFactorCodeWrong': 'Le code est incorrect',
  'Refusal.twoFactorCodeWrong.details':
    'Chaque code sert une seule fois. Saisissez celui que votre application affiche maintenant ; si la connexion à deux facteurs est déjà activée, un code de secours convient aussi.',

  'Refusal.tenancyNameTaken': 'Le nom court {tenancyName} est déjà pris.',
  'Refusal.tenancyNameTaken.details': 'Choisissez un autre nom pour se connecter à la société.',
  'Refusal.firmHasAdministrator': 'L’administrateur de la société s’est déjà connecté',
  'Refusal.firmHasAdministrator.details':
    'Dès lors, la société ouvre elle-même l’accès à ses utilisateurs : par « Mot de passe oublié ? » ou par un autre de ses administrateurs.',
  'Refusal.unknownTenant': 'Cette société n’existe pas',
  'Refusal.unknownTenant.details': 'Elle a peut-être été supprimée entre-temps. Rechargez la liste.',
  'Refusal.firmDisabled': 'Une société désactivée reste arrêtée',
  'Refusal.firmDisabled.details':
    'Réactivez d’abord {name}. Son arrêt d’urgence peut être levé en même temps.',
  'Refusal.firmNotEmpty': 'La société ne peut pas encore être supprimée',
  'Refusal.firmNotEmpty.details':
    'Comptes avec des espèces, des titres ou des transactions à régler : {accounts}. Ordres ouverts : {openOrders}. Des paiements d’opérations sur titres peuvent aussi être dus. Désactivez la société entre-temps.',

  'Refusal.unknownOrder': 'Cet ordre n’existe pas',
  'Refusal.unknownOrder.details':
    'Aucun ordre {orderID} n’a été trouvé parmi les ordres que vous pouvez voir.',
  'Refusal.duplicateClOrdID': 'Cet identifiant d’ordre a déjà été utilisé',
  'Refusal.duplicateClOrdID.details':
    'La demande {clOrdID} a déjà été envoyée pour ce compte avec un autre contenu. Rien n’a été fait ; envoyez-la comme une nouvelle demande.',
  'Refusal.orderTypeUnsupported': 'Ce type d’ordre n’est pas proposé',
  'Refusal.orderTypeUnsupported.details': 'Non accepté : {what}.',
  'Refusal.priceMissing': 'Ce type d’ordre demande un cours',
  'Refusal.priceMissing.details': 'Saisissez le cours le moins favorable que vous acceptez.',
  'Refusal.priceNotAllowed': 'Ce type d’ordre n’a pas de cours',
  'Refusal.priceNotAllowed.details': 'Laissez le cours vide. Un cours se donne aux {instead}.',
  'Refusal.quantityInvalid': 'La quantité n’est pas valide',
  'Refusal.quantityInvalid.details': 'Saisissez un nombre entier d’au moins 1 action.',
  'Refusal.expiryInvalid': 'Le dernier jour de l’ordre n’est pas valide',
  'Refusal.expiryInvalid.details':
    'Donnez une date du {first} au {last} pour un ordre valable jusqu’à une date, et aucune pour les autres.',
  'Refusal.displayQtyInvalid': 'La quantité à afficher n’est pas valide',
  'Refusal.displayQtyInvalid.details':
    'Un ordre à cours limité qui reste au carnet peut n’afficher qu’une partie : de {least} à {most} actions, au moins un centième de l’ordre.',
  'Refusal.minQtyInvalid': 'La quantité minimale n’est pas valide',
  'Refusal.minQtyInvalid.details':
    'Les ordres de la négociation continue peuvent avoir un minimum de 1 à {most} actions ; un ordre tout ou rien n’en a pas d’autre.',
  'Refusal.orderIsFinal': 'L’ordre ne peut plus être modifié',
  'Refusal.orderIsFinal.details': 'État de l’ordre {orderID} : {state}.',
  'Refusal.orderChanged': 'L’ordre a changé entre-temps',
  'Refusal.orderChanged.details': 'Voyez l’état actuel de l’ordre et renvoyez votre modification.',
  'Refusal.nothingToReplace': 'Rien ne changerait',
  'Refusal.nothingToReplace.details':
    'Saisissez une autre quantité, un autre cours, une autre durée ou un autre dernier jour.',
  'Refusal.durationNotReplaceable': 'L’ordre ne peut pas recevoir cette durée',
  'Refusal.durationNotReplaceable.details': 'Durées possibles maintenant : {durations}.',
  'Refusal.replaceRejected': 'La bourse n’a pas accepté la modification',
  'Refusal.replaceRejected.details': '{reason}. L’ordre reste inchangé.',
  'Refusal.orderOverdue': 'Le dernier jour de l’ordre est passé',
  'Refusal.orderOverdue.details': 'L’ordre {orderID} ne se négocie plus. Il peut être annulé.',
  'Refusal.quantityBelowFilled': 'La quantité est inférieure à ce qui est déjà exécuté',
  'Refusal.quantityBelowFilled.details': '{cumQty} actions sont exécutées. Pour arrêter l’ordre, annulez-le.',
  'Refusal.outcomeUnknown': 'L’issue de cette demande est inconnue',
  'Refusal.outcomeUnknown.details':
    'Le serveur n’a pas pu confirmer son enregistrement. Renvoyez-la : la même demande n’est pas exécutée deux fois.',
  'Refusal.sideNotPermitted': 'L’autorisation pour ce sens manque',
  'Refusal.sideNotPermitted.details': 'Cet ordre demande la permission « {side} ».',
  'Refusal.crossOutsideQuotes': 'Le cours n’est pas compris entre la meilleure demande et la meilleure offre',
  'Refusal.crossOutsideQuotes.details':
    'Une application sur {securityID} est possible de {low} à {high} maintenant : à la meilleure demande, à la meilleure offre ou entre elles.',
  'Refusal.crossOfOneAccount': 'Une application demande deux comptes',
  'Refusal.crossOfOneAccount.details':
    'Le compte {account} ne peut pas négocier avec lui-même. Choisissez un autre acheteur ou un autre vendeur.',
  'Refusal.crossNotInThisPhase': 'Les applications ne sont pas acceptées maintenant',
  'Refusal.crossNotInThisPhase.details':
    'Phase du marché : {phase}. Les applications ne sont acceptées qu’en négociation continue.',
  'Refusal.stopOrdersNotTaken': 'Votre société n’accepte pas les ordres stop',
  'Refusal.stopOrdersNotTaken.details':
    'Envoyez un ordre à cours limité ou au marché. L’administrateur de la société peut autoriser les ordres stop dans ses paramètres.',
  'Refusal.stopPxMissing': 'Un ordre stop demande un seuil de déclenchement',
  'Refusal.stopPxMissing.details': 'Saisissez le cours auquel il doit devenir un ordre du marché.',
  'Refusal.stopPxNotAllowed': 'Seul un ordre stop a un seuil de déclenchement',
  'Refusal.stopPxNotAllowed.details':
    'Laissez le seuil vide, ou faites-en un ordre stop. Un ordre stop déclenché est devenu un ordre du marché.',
  'Refusal.stopPxNotAbove': 'Le marché est déjà à ce seuil',
  'Refusal.stopPxNotAbove.details':
    'Le seuil d’un achat est supérieur au dernier cours de {securityID}, {last}. Pour acheter maintenant, envoyez un ordre à cours limité ou au marché.',
  'Refusal.stopPxNotBelow': 'Le marché est déjà à ce seuil',
  'Refusal.stopPxNotBelow.details':
    'Le seuil d’une vente est inférieur au dernier cours de {securityID}, {last}. Pour vendre maintenant, envoyez un ordre à cours limité ou au marché.',
  'Refusal.duplicateCrossID': 'Cet identifiant d’application a déjà été utilisé',
  'Refusal.duplicateCrossID.details':
    'L’application {crossID} a déjà été envoyée par votre société avec un autre contenu. Rien n’a été fait ; envoyez-la comme une nouvelle application.',

  'Refusal.unknownSecurity': 'Cette valeur n’existe pas',
  'Refusal.unknownSecurity.details': 'Aucune valeur {securityID} n’est cotée.',
  'Refusal.marketClosed': 'Le marché est fermé',
  'Refusal.marketClosed.details': 'Les ordres sont de nouveau acceptés à partir de {opensAt}.',
  'Refusal.priceOffTick': 'Le cours n’est pas un multiple de l’échelon',
  'Refusal.priceOffTick.details': 'Les cours de {securityID} sont des multiples de {tick}.',
  'Refusal.priceNotKobo': 'Le cours n’est pas valide',
  'Refusal.priceNotKobo.details': 'Saisissez un cours supérieur à zéro, avec deux décimales au plus.',
  'Refusal.priceOutsideLimits': 'Le cours est hors des limites du jour',
  'Refusal.priceOutsideLimits.details': '{securityID} se négocie entre {low} et {high} aujourd’hui.',
  'Refusal.securityHalted': 'La négociation de cette valeur est suspendue',
  'Refusal.securityHalted.details':
    'Les ordres sur {securityID} peuvent être annulés, mais ni saisis ni modifiés.',
  'Refusal.auctionEmpty': 'Rien ne serait négocié au fixing maintenant',
  'Refusal.auctionEmpty.details':
    'Il n’y a pas de cours théorique de {securityID} : ses demandes et ses offres ne se rencontrent pas.',
  'Refusal.imbalanceOnThisSide': 'Il n’y a pas de déséquilibre de l’autre côté',
  'Refusal.imbalanceOnThisSide.details':
    'Jusqu’au fixing, seuls les ordres qui compensent le déséquilibre de {securityID} sont acceptés ou améliorés.',
  'Refusal.beyondTheoreticalPrice': 'Le cours dépasse le cours théorique',
  'Refusal.beyondTheoreticalPrice.details': 'Le cours théorique de {securityID} est {price}.',
  'Refusal.notInThisPhase': 'Ce n’est pas accepté maintenant',
  'Refusal.notInThisPhase.details': 'Phase du marché : {phase}. Accepté maintenant : {taken}.',

  'Refusal.unknownAccount': 'Ce compte n’existe pas',
  'Refusal.unknownAccount.details':
    'Aucun compte {account} n’a été trouvé parmi ceux que vous pouvez utiliser.',
  'Refusal.tooLongToPrint': 'Le relevé est trop long à imprimer',
  'Refusal.tooLongToPrint.details':
    'Un document a au plus {most} lignes, ces jours en ont {lines}. Choisissez moins de jours, ou enregistrez-le en CSV ou en Excel.',
  'Refusal.balanceNotShown': 'Le solde ne vous est pas affiché',
  'Refusal.balanceNotShown.details':
    'La société n’affiche le solde du compte {account} qu’à son titulaire et aux administrateurs.',
  'Refusal.insufficientFunds': 'Solde insuffisant',
  'Refusal.insufficientFunds.details':
    'Cet ordre demande {required} naira, frais compris. Disponible, en naira : {available}.',
  'Refusal.insufficientShares': 'Actions insuffisantes',
  'Refusal.insufficientShares.details':
    '{required} {securityID} sont demandées ; {available} peuvent être vendues ou transférées.',
  'Refusal.feesNotCovered': 'La vente ne couvre pas ses frais',
  'Refusal.feesNotCovered.details':
    'Les frais dépassent le produit de {required} naira. Disponible, en naira : {available}.',
  'Refusal.tooManyStops': 'Trop d’ordres stop sont en attente',
  'Refusal.tooManyStops.details':
    'Au plus {most} ordres stop par valeur attendent pour un compte, et {mostOfFirm} pour toute une société. Annulez-en un, ou envoyez celui-ci plus tard.',
  'Refusal.amountTooLarge': 'C’est plus qu’un compte ne peut contenir',
  'Refusal.amountTooLarge.details':
    'Les espèces et le prix de revient d’une position sont d’au plus ₦{naira}, une position d’au plus {shares} actions. Vérifiez les chiffres et renvoyez.',
  'Refusal.moreThanOutstanding': 'La société n’a pas émis autant d’actions',
  'Refusal.moreThanOutstanding.details':
    'Avec ce transfert, le compte détiendrait {owned} {securityID} ; {outstanding} sont en circulation. Vérifiez la quantité et renvoyez.',
  'Refusal.amountInvalid': 'Le montant n’est pas valide',
  'Refusal.amountInvalid.details': 'Saisissez un montant supérieur à zéro, avec deux décimales au plus.',

  'Refusal.marketControlNotPermitted': 'Seul l’hôte contrôle le marché',
  'Refusal.marketControlNotPermitted.details':
    'Une société ne peut ni suspendre ni reprendre la négociation.',
  'Refusal.notHalted': 'Pas de suspension en cours',
  'Refusal.notHalted.details': '{what} : aucune suspension en cours.',
  'Refusal.alreadyHalted': 'Déjà en suspension',
  'Refusal.alreadyHalted.details':
    '{what} : suspension déjà en cours. Reprenez la négociation avant de suspendre pour un autre motif.',
  'Refusal.corporateActionInvalid': 'Les conditions ne sont pas complètes',
  'Refusal.corporateActionInvalid.details':
    'Un dividende a un montant en naira par action, avec quatre décimales au plus. Une attribution gratuite ou une division a un ratio comme 1:10, tant d’actions pour tant de détenues ; celui d’une division n’est pas 1:1. Toutes, sauf la division, ont une date de paiement.',
  'Refusal.corporateActionDates': 'Ces dates ne vont pas ensemble',
  'Refusal.corporateActionDates.details':
    'La date d’enregistrement, {registerDate}, et la date de paiement, {payDate}, sont des jours ouvrés à moins d’un an, la date de paiement après la date d’enregistrement.',
  'Refusal.corporateActionLate': 'Il est trop tard pour cette date d’enregistrement',
  'Refusal.corporateActionLate.details':
    'L’opération prend effet le {exDate}, et ce jour de bourse a commencé.',
  'Refusal.corporateActionAnnounced': 'L’opération est annoncée à d’autres conditions',
  'Refusal.corporateActionAnnounced.details':
    'Le numéro {id} a le même type, la même valeur et la même date d’enregistrement. Révoquez-le avant d’annoncer d’autres conditions.',
  'Refusal.unknownCorporateAction': 'Cette opération sur titres n’existe pas',
  'Refusal.unknownCorporateAction.details': 'Aucune opération sur titres ne porte le numéro {id}.',
  'Refusal.corporateActionRate': 'Le dividende dépasse la valeur de l’action',
  'Refusal.corporateActionRate.details':
    'Le dividende d’une action est d’au plus son cours, ₦{price} aujourd’hui. Vérifiez le montant et renvoyez.',
  'Refusal.corporateActionRatio': 'Le ratio est trop grand',
  'Refusal.corporateActionRatio.details':
    'Avec ce qui est déjà annoncé, une action peut devenir au plus {most} actions, et {most} actions pas moins d’une ; le cours peut devenir au plus ₦{price}. Vérifiez le ratio et renvoyez.',
  'Refusal.corporateActionBegun': 'L’opération a pris effet',
  'Refusal.corporateActionBegun.details':
    'Son jour de détachement, {exDate}, a commencé ; elle ne peut plus être révoquée.',
  'Refusal.haltReasonInvalid': 'Le motif n’est pas valide',
  'Refusal.haltReasonInvalid.details': 'Donnez un motif de 1 à {most} caractères.',
  'Refusal.noPriceList': 'Il n’y a pas de liste des cours pour ce jour',
  'Refusal.noPriceList.details': 'La première liste des cours est du {from}.',
  'Refusal.unknownWatchlist': 'Cette liste n’existe pas',
  'Refusal.unknownWatchlist.details': 'La liste a peut-être été supprimée entre-temps.',
  'Refusal.watchlistNameTaken': 'Une liste porte déjà ce nom',
  'Refusal.watchlistNameTaken.details': 'Donnez à la liste un autre nom que {name}.',
  'Refusal.tooManyWatchlists': 'Le nombre maximal de listes est atteint',
  'Refusal.tooManyWatchlists.details':
    'Vous avez {most} listes. Supprimez-en une avant d’en ajouter une autre.',
  'Refusal.What.market': 'Le marché',
  'Refusal.What.firm': 'La société {tenantId}',
  'Refusal.What.account': 'Le compte {account}',
  'Refusal.What.cscsAccount': 'Le compte CSCS {cscsAccount}',
  'Refusal.alreadyOpen': 'Déjà ouvert',
  'Refusal.alreadyOpen.details': '{what} : ouverture déjà faite.',
  'Refusal.cscsAccountInvalid': 'Le numéro de compte CSCS n’est pas valide',
  'Refusal.cscsAccountInvalid.details':
    'Un numéro de compte CSCS a dix chiffres, ce que {cscsAccount} n’a pas.',
  'Refusal.unknownFirm': 'La société ne peut pas négocier',
  'Refusal.unknownFirm.details': 'Elle doit être ouverte à la négociation avant ses comptes.',
  'Refusal.customerNameDiffers': 'Le client a un autre nom',
  'Refusal.customerNameDiffers.details':
    'Le client {customerId} est connu sous le nom de {customerName}. Changez le nom avant l’ouverture d’un autre compte.',
  'Refusal.termsInvalid': 'Ces conditions ne peuvent pas être enregistrées',
  'Refusal.termsInvalid.details':
    'Un numéro de compte a de 1 à {account} caractères, un nom de 1 à {customerName} ; le numéro d’un client est supérieur à zéro.',

  'Refusal.chargesInvalid': 'Ces frais ne sont pas valides',
  'Refusal.chargesInvalid.details':
    'Un taux est de 0 à {rate} %, sa TVA de 0 à {vat} %, un minimum de ₦0 à ₦{minimum}, et chacun est donné une seule fois pour une date.',
  'Refusal.periodInvalid': 'Ces jours ne sont pas dans l’ordre',
  'Refusal.periodInvalid.details': 'Le premier jour, {from}, est après le dernier, {to}.',
  'Refusal.unknownContractNote': 'Cet avis d’opéré n’existe pas',
  'Refusal.unknownContractNote.details':
    'Aucun avis d’opéré {number} n’a été trouvé parmi ceux des comptes que vous pouvez utiliser.',
  'Refusal.noContractNotes': 'Il n’y a pas d’avis d’opéré sur cette période',
  'Refusal.noContractNotes.details': 'Choisissez d’autres jours, ou l’autre sens.',
  'Refusal.dateNotReached': 'Ce jour n’est pas encore arrivé',
  'Refusal.dateNotReached.details':
    'Le {date} est après le jour de bourse, le {today}. Choisissez ce jour ou un jour antérieur.',
  'Refusal.chargesTooEarly': 'Les frais ne peuvent pas changer un jour de bourse déjà commencé',
  'Refusal.chargesTooEarly.details':
    'Les avis d’opéré du {marketDate} gardent leurs frais. Faites commencer les nouveaux un jour ultérieur.',
  'Refusal.chargesTooMany': 'Trop de changements de frais sont à venir',
  'Refusal.chargesTooMany.details':
    'Au plus {most} dates peuvent être à venir pour un sens et un poste, ou pour un client. Supprimez-en d’abord une qui n’a pas commencé.',
  'Refusal.chargesTooLate': 'Les frais ne peuvent pas être saisis si longtemps à l’avance',
  'Refusal.chargesTooLate.details':
    'Ils commencent le {last} au plus tard. Saisissez-les plus tard, ou choisissez un jour plus proche.',
  'Refusal.unknownCharge': 'Ces frais n’existent pas',
  'Refusal.unknownCharge.details': 'Ils ont peut-être déjà été supprimés. Rien n’a été supprimé maintenant.',
  'Refusal.chargeInForce': 'Des frais en vigueur ne peuvent pas être supprimés',
  'Refusal.chargeInForce.details':
    'Ils sont appliqués aux avis d’opéré depuis le {dateFrom}. Saisissez une autre ligne, à partir d’un jour ultérieur.',
  'Refusal.noBankAccount': 'Aucun compte bancaire n’est enregistré',
  'Refusal.noBankAccount.details':
    'Le produit des ventes du compte {account} ne peut pas être versé directement tant que le compte bancaire du client n’est pas saisi.',
  'Refusal.unknownBank': 'Cette banque n’est pas connue',
  'Refusal.unknownBank.details': 'Aucune banque n’a le code {bankCode}. Choisissez-en une dans la liste.',
  'Refusal.bankAccountInvalid': 'Ce n’est pas un numéro de compte de la banque',
  'Refusal.bankAccountInvalid.details':
    '{number} n’est pas un compte de {bank} : un numéro a dix chiffres, dont le dernier contrôle les autres. Comparez-le avec celui du client.',
  'Refusal.noMemberCode': 'La société n’a pas de code de membre',
  'Refusal.noMemberCode.details':
    'Les numéros des nouveaux comptes commencent par ce code. Saisissez-le dans les paramètres, puis ouvrez le compte de nouveau.',
  'Refusal.memberCodeTaken': 'Une autre société a le code de membre {memberCode}',
  'Refusal.memberCodeTaken.details':
    'Les numéros de compte commencent par ce code ; chaque société a donc le sien. Saisissez le code que la bourse a donné à cette société.',
  'Refusal.documentsWaiting': 'Trop de documents sont en cours de vérification',
  'Refusal.documentsWaiting.details': 'Rien n’a été conservé. Envoyez de nouveau dans un instant.',
  'Refusal.crossSideRefused': 'L’autre côté de l’application a été refusé',
  'Refusal.crossSideRefused.details':
    'Dans l’application {crossID}, les deux ordres sont exécutés ou aucun. Son courtier sait pourquoi l’autre a été refusé.',
  'Refusal.termsInForce': 'Ceci est déjà en vigueur',
  'Refusal.termsInForce.details': 'Rien ne changerait à la destination des espèces du compte {account}.',
  'Refusal.termsPending': 'Une autre modification attend une approbation',
  'Refusal.termsPending.details':
    'Une modification de la destination des espèces du compte {account} est en attente. Faites-la d’abord approuver ou rejeter.',
  'Refusal.unknownCustomer': 'Ce client n’existe pas',
  'Refusal.unknownCustomer.details': 'Aucun client {customerId} n’a de compte dans la société.',

  'Refusal.notWithdrawable': 'Solde insuffisant pour ce retrait',
  'Refusal.notWithdrawable.details':
    'Retrait possible maintenant, en naira : {withdrawable}. Ce qui est bloqué pour des ordres ouverts et ce qui n’est pas encore réglé reste sur le compte.',
  'Refusal.withdrawalsPending': 'D’autres retraits de ce compte attendent une approbation',
  'Refusal.withdrawalsPending.details':
    'Ils prennent {pending} naira. Retrait possible en plus, en naira : {withdrawable}.',
  'Refusal.transfersOutPending': 'D’autres transferts sortants de ce compte attendent une approbation',
  'Refusal.transfersOutPending.details':
    'Ils prennent {pending} {securityID}. {available} peuvent être transférées en plus.',
  'Refusal.postedBefore': 'Cette référence a déjà été comptabilisée',
  'Refusal.postedBefore.details':
    '{posting} sous la référence {reference} : comptabilisé pour ce compte le {date} par {maker}, sous le numéro {id}. Ne recommencez que si le mouvement a eu lieu deux fois.',
  'Refusal.unknownPayment': 'Demande introuvable',
  'Refusal.unknownPayment.details': 'La demande {id} est introuvable.',
  'Refusal.paymentDecided': 'Cette demande n’est plus en attente',
  'Refusal.paymentDecided.details': 'La demande {id} a été comptabilisée, refusée ou annulée.',
  'Refusal.paymentBeingPosted': 'Cette demande est en cours de comptabilisation',
  'Refusal.paymentBeingPosted.details':
    'Quelqu’un comptabilise la demande {id} en ce moment. Réessayez dans un instant.',
  'Refusal.paidTooLongAgo': 'Ce jour est trop ancien',
  'Refusal.paidTooLongAgo.details':
    'Entrez le jour de votre paiement : le {date} au plus tôt. Pour un paiement plus ancien, demandez à votre société.',
  'Refusal.paymentsWaiting': 'Trop de demandes en attente',
  'Refusal.paymentsWaiting.details':
    'Au plus {most} demandes d’un compte attendent à la fois. Annulez-en une ou attendez une décision.',
  'Refusal.paidInFuture': 'Ce jour n’est pas encore venu',
  'Refusal.paidInFuture.details': 'Entrez le jour de votre paiement : le {date} au plus tard.',
  'Refusal.payeeMissing': 'Aucun compte bancaire enregistré',
  'Refusal.payeeMissing.details':
    'Les retraits du compte {account} vont uniquement au compte bancaire du client. Demandez à votre société de l’enregistrer.',
  'Refusal.payeeChanged': 'Le compte bancaire enregistré a changé',
  'Refusal.payeeChanged.details':
    'La demande {id} désigne l’ancien compte. Refusez-la et demandez au client de la refaire.',
  'Refusal.postingIDUsed': 'Cette écriture a déjà été envoyée avec un autre contenu',
  'Refusal.postingIDUsed.details':
    'L’écriture {postingID} n’a pas été modifiée. Envoyez la vôtre comme une nouvelle écriture.',
  'Refusal.approverNotIndependent': 'Vous et la personne qui demande ne comptez pas pour deux',
  'Refusal.approverNotIndependent.details':
    'Dans les {days} jours avant la demande, ou depuis, {by} a créé {user} ou changé sa connexion ou ses droits. Une autre personne doit approuver.',
  'Refusal.approverUnconfirmed': 'Votre droit d’approuver n’est pas encore confirmé',
  'Refusal.approverUnconfirmed.details': '{by} vous l’a donné. Un autre administrateur doit le confirmer.',
  'Refusal.makerUnconfirmed': 'Le droit d’enregistrer de {user} n’est pas encore confirmé',
  'Refusal.makerUnconfirmed.details':
    '{by} l’a donné. Quand un autre administrateur l’aura confirmé, ceci pourra être approuvé.',
  'Refusal.postingUnconfirmed': 'Votre droit d’enregistrer n’est pas encore confirmé',
  'Refusal.postingUnconfirmed.details':
    '{by} vous l’a donné. Tant qu’un autre administrateur ne l’a pas confirmé, vous ne pouvez pas enregistrer ce qu’une autre personne doit approuver.',
  'Refusal.confirmedByOther': 'Un autre administrateur doit confirmer ces droits',
  'Refusal.confirmedByOther.details':
    '{by} les a donnés. Une autre personne, indépendante de {by}, les confirme.',
  'Refusal.transferOwn': 'Vous ne pouvez pas décider de votre propre écriture',
  'Refusal.transferOwn.details': 'Une autre personne doit l’approuver ou la rejeter.',
  'Refusal.transferDecided': 'Cette écriture est déjà décidée',
  'Refusal.transferDecided.details': 'L’écriture {id} n’attend plus d’approbation.',
  'Refusal.unknownTransfer': 'Cette écriture n’existe pas',
  'Refusal.unknownTransfer.details': 'Aucune écriture {id} n’a été trouvée parmi celles de la société.',

  'Refusal.busy': 'Vos envois sont trop rapides',
  'Refusal.busy.details': 'Cette demande n’a pas été prise en compte. Attendez un instant et renvoyez-la.',
  'Refusal.unavailable': 'Le marché est inaccessible',
  'Refusal.unavailable.details':
    'Cette demande n’a pas été prise en compte. Le serveur rétablit le marché ; renvoyez-la dans quelques secondes.',
  'Refusal.tradingPaused': 'La négociation est en pause',
  'Refusal.tradingPaused.details':
    'L’horloge du serveur a fait un saut. Cette demande n’a pas été prise en compte ; la négociation reprend dès que l’heure est certaine, en une minute environ. Les ordres peuvent toujours être annulés.',
  'Refusal.tooManyRequests': 'Trop de demandes',
  'Refusal.tooManyRequests.details': 'Attendez {seconds} secondes et réessayez.',
  'Refusal.idempotencyKeyUsed': 'Cette Idempotency-Key appartient à une autre demande',
  'Refusal.idempotencyKeyUsed.details':
    'Rien n’a été fait. Envoyez une nouvelle demande avec sa propre clé ; seule la même demande peut être renvoyée avec sa clé.',
  'Refusal.keyOutcomeUnknown': 'On ne sait pas si cette demande a été exécutée',
  'Refusal.keyOutcomeUnknown.details':
    'Le serveur n’a pas pu le confirmer : il a échoué ou s’est arrêté en cours. Vérifiez si ce qui était demandé est fait ; sinon, renvoyez-la avec une autre Idempotency-Key.',
  'Refusal.unknownNotification': 'La notification n’existe plus',
  'Refusal.unknownNotification.details': 'Elle a peut-être été supprimée, ou remplacée par de plus récentes.',
  'Refusal.unrecordable': 'Cette demande ne peut pas être enregistrée',
  'Refusal.unrecordable.details':
    'La base de données a refusé son contenu et n’en a rien gardé. Renvoyée sans changement, elle sera de nouveau refusée.',

  'Refusal.registrationTokenInvalid': 'Votre inscription n’est plus ouverte ici',
  'Refusal.registrationTokenInvalid.details':
    'Connectez-vous avec votre nom d’utilisateur et votre mot de passe pour la poursuivre.',
  'Refusal.registrationClosed': 'Cette société n’accepte pas d’inscriptions',
  'Refusal.registrationClosed.details': 'Demandez à la société comment elle ouvre des comptes.',
  'Refusal.verificationCodeOver': 'Aucun code n’est valable en ce moment',
  'Refusal.verificationCodeOver.details':
    'Il date de plus de 30 minutes, ou a été mal saisi cinq fois. Faites-vous en envoyer un autre.',
  'Refusal.emailNotVerified': 'Votre adresse e-mail n’est pas encore vérifiée',
  'Refusal.emailNotVerified.details': 'Saisissez le code qui vous a été envoyé par e-mail, puis continuez.',
  'Refusal.unknownAccountRequest': 'Cette demande de compte n’existe pas',
  'Refusal.unknownAccountRequest.details':
    'Votre société n’en a aucune sous ce numéro, ou vous ne pouvez pas la voir.',
  'Refusal.accountRequestChanged': 'Cette demande a été décidée entre-temps',
  'Refusal.accountRequestChanged.details': 'État actuel : {status}. Relisez-la.',
  'Refusal.accountRequestNotEditable': 'Cette demande ne peut pas être modifiée maintenant',
  'Refusal.accountRequestNotEditable.details': 'État actuel : {status}.',
  'Refusal.accountRequestIncomplete': 'La demande n’est pas complète',
  'Refusal.accountRequestIncomplete.details': 'Encore manquant ou incorrect : {fields}.',
  'Refusal.accountRequestOwn': 'Personne n’examine sa propre demande',
  'Refusal.accountRequestOwn.details': 'Adressez-vous à un autre administrateur de votre société.',
  'Refusal.accountRequestEdited': 'Vous avez modifié cette demande',
  'Refusal.accountRequestEdited.details':
    'Une autre personne approuve ce que vous avez modifié. Adressez-vous à un autre administrateur de votre société.',
  'Refusal.accountRequestRevised': 'Cette demande a été modifiée depuis que vous l’avez lue',
  'Refusal.accountRequestRevised.details': 'Rien n’a été décidé. Relisez-la, puis décidez.',
  'Refusal.accountRequestDoubtful': 'D’autres ont donné des réponses de cette demande',
  'Refusal.accountRequestDoubtful.details':
    'Indiquez pourquoi vous l’approuvez malgré tout. Le motif est conservé dans son historique.',
  'Refusal.accountRequestOfNobody': 'L’utilisateur de cette demande est désactivé ou supprimé',
  'Refusal.accountRequestOfNobody.details':
    'Personne ne pourrait se connecter au compte. Activez l’utilisateur ou rejetez la demande.',
  'Refusal.depositoryNumbersMissing': 'Les numéros du dépositaire manquent',
  'Refusal.depositoryNumbersMissing.details':
    'Aucun dépositaire n’est connecté : saisissez le compte CSCS et le numéro à la chambre de compensation que le CSCS a donnés au demandeur.',
  'Refusal.cscsAccountHeld': 'Ce compte CSCS est déjà pris',
  'Refusal.cscsAccountHeld.details': '{cscsAccount} appartient à un autre compte de la société.',
  'Refusal.chnHeld': 'Ce numéro à la chambre de compensation est déjà pris',
  'Refusal.chnHeld.details': '{chn} appartient à un autre client de la société.',
  'Refusal.documentInvalid': 'Ce document ne peut pas être utilisé : {document}',
  'Refusal.documentInvalid.details':
    'Envoyez une image JPEG ou PNG entière d’au plus 40 mégapixels, ou un fichier PDF sans scripts ni mot de passe.',
  'Refusal.documentsTooLarge': 'Les documents sont trop volumineux',
  'Refusal.documentsTooLarge.details': 'Tous les documents d’une demande tiennent dans {megabytes} Mo.',
  'Refusal.unknownDocument': 'Ce document n’existe pas',
  'Refusal.unknownDocument.details': 'Il n’a pas été envoyé avec cette demande, ou a été retiré.',
} as const
