/** Limits of orders and kill switches: their screen, and what they refuse. */
export const limits = {
  'Menu.Limits': 'Limites',
  'Limits.Title': 'Limites et arrêts d’urgence',
  'Limits.About':
    'Ce que peuvent atteindre les ordres de la société, de ses utilisateurs et de ses comptes ; de plusieurs limites, la plus stricte compte. Un arrêt d’urgence bloque immédiatement tout ce qui apporte un nouveau risque. Les ordres ouverts restent ouverts et peuvent être annulés.',
  'Limits.About.Host':
    'Les arrêts d’urgence du marché et de ses sociétés. Un arrêt d’urgence bloque immédiatement tout ce qui apporte un nouveau risque. Les ordres ouverts restent ouverts et peuvent être annulés.',
  'Limits.Of.firm': 'votre société',
  'Limits.Of.user': 'vous',
  'Limits.Of.account': 'le compte {account}',
  'Limits.Stops.market': 'le marché',
  'Limits.Stops.tenant': 'votre société',
  'Limits.Stops.user': 'votre utilisateur',
  'Limits.Stops.account': 'le compte {account}',
  'Limits.Level': 'De',
  'Limits.Level.user': 'Un utilisateur',
  'Limits.Level.account': 'Un compte',
  'Limits.Scope': 'Arrête',
  'Limits.Scope.market': 'Marché',
  'Limits.Scope.tenant': 'Société',
  'Limits.Scope.user': 'Utilisateur',
  'Limits.Scope.account': 'Compte',
  'Limits.Who': 'Qui',
  'Limits.Who.help': 'Le nom d’utilisateur ou le numéro de compte.',
  'Limits.Name': 'Nom',
  'Limits.Column.orderValue': 'Valeur d’ordre (₦)',
  'Limits.Column.orderQty': 'Actions par ordre',
  'Limits.Column.volumePercent': 'Volume %',
  'Limits.Column.collarPercent': 'Écart %',
  'Limits.Column.ordersPerSecond': 'Ordres/s',
  'Limits.Column.duplicateSeconds': 'Doublons (s)',
  'Limits.Column.dailyTurnover': 'Total du jour (₦)',
  'Limits.OrderValue': 'Valeur d’un ordre (₦)',
  'Limits.OrderValue.help':
    'Actions multipliées par le cours ; un ordre au marché à la limite du jour qui lui est défavorable. Par exemple 5m pour cinq millions.',
  'Limits.OrderQty': 'Actions d’un ordre',
  'Limits.OrderQty.help': 'Par exemple 50,000 ou 50k.',
  'Limits.VolumePercent': 'Part du volume du jour (%)',
  'Limits.VolumePercent.help': 'De ce qui a été négocié aujourd’hui ou, si c’est plus, un jour moyen.',
  'Limits.CollarPercent': 'Écart de cours (%)',
  'Limits.CollarPercent.help':
    'La distance permise entre le cours d’un ordre et le cours publié. Avec 10 et un cours publié de 50.00 : de 45.00 à 55.00.',
  'Limits.OrdersPerSecond': 'Ordres par seconde',
  'Limits.OrdersPerSecond.help':
    'Un utilisateur qui en tente dix fois plus est arrêté par l’arrêt d’urgence, qui s’active alors de lui-même.',
  'Limits.DuplicateSeconds': 'Pas de doublon avant (secondes)',
  'Limits.DuplicateSeconds.help': 'Un ordre de même compte, valeur, sens, type, quantité et cours.',
  'Limits.DailyTurnover': 'Montant négocié par jour (₦)',
  'Limits.DailyTurnover.help': 'Ce qui a été négocié, et ce que les ordres ouverts peuvent encore négocier.',
  'Limits.List': 'Limites',
  'Limits.Named.user': 'l’utilisateur {id}',
  'Limits.Named.account': 'le compte {id}',
  'Limits.Set': 'Fixer des limites',
  'Limits.SetOf': 'Limites : {who}',
  'Limits.SetOther': 'Limites d’un autre utilisateur ou compte',
  'Limits.Other.help': 'Les limites laissées vides restent inchangées.',
  'Limits.Empty.help': 'Un champ vide signifie sans limite.',
  'Limits.Save': 'Enregistrer les limites',
  'Limits.Saved': 'Limites en vigueur : {who}.',
  'Limits.None': 'Aucune limite',
  'Limits.None.details': 'Personne n’a de limite, et personne n’est arrêté.',
  'Limits.NoMatch': 'Aucune limite ne correspond',
  'Limits.NoMatch.details': 'Retirez un filtre pour voir les autres.',
  'Limits.Market': 'le marché',
  'Limits.Switch': 'Arrêt d’urgence',
  'Limits.Switch.Of': 'Arrêt d’urgence : {who}',
  'Limits.Switch.on': 'OUI',
  'Limits.Switch.off': 'non',
  'Limits.Switch.Why': 'Arrêté',
  'Limits.Switch.Cause': '{reason} ({by}, {since})',
  'Limits.Switch.Stop': 'Arrêter',
  'Limits.Switch.Stop.of': 'Arrêter {who}',
  'Limits.Switch.Stop.details':
    'Dès maintenant, aucun nouvel ordre, aucune application et aucune modification qui augmente le risque d’un ordre n’est accepté. Les ordres ouverts restent ouverts et peuvent être annulés. Les ordres stop continuent d’attendre : une transaction à leur seuil pendant l’arrêt ne les déclenche pas ; ils ne protègent donc personne jusqu’à la fin de l’arrêt.',
  'Limits.Switch.StopOther': 'Arrêter un utilisateur ou un compte',
  'Limits.Switch.Release.of': 'Lever l’arrêt : {who}',
  'Limits.Switch.Release.details': 'Dès maintenant, les ordres sont de nouveau acceptés.',
  'Limits.Switch.Who.help': 'Le nom d’utilisateur ou le numéro de compte.',
  'Limits.Switch.Reason': 'Motif',
  'Limits.Switch.Reason.help': 'Les personnes arrêtées le lisent.',
  'Limits.Switch.ByItself': 'automatiquement',
  'Limits.Switch.ByHost': 'par l’opérateur du marché',
  'Limits.Switch.Rate': 'Dix fois le nombre permis d’ordres par seconde a été tenté',
  'Limits.Stopped': 'À l’arrêt : {who}.',
  'Limits.Released': 'Arrêt levé : {who}.',

  'KillSwitch.market':
    'La négociation est arrêtée sur le marché : {reason}. Les ordres ouverts peuvent être annulés.',
  'KillSwitch.tenant':
    'La négociation de votre société est arrêtée : {reason}. Les ordres ouverts peuvent être annulés.',
  'KillSwitch.user': 'Votre négociation est arrêtée : {reason}. Les ordres ouverts peuvent être annulés.',
  'KillSwitch.account':
    'La négociation du compte {account} est arrêtée : {reason}. Les ordres ouverts peuvent être annulés.',

  'Refusal.orderValueAboveLimit': 'La valeur de l’ordre est trop élevée',
  'Refusal.orderValueAboveLimit.details': 'Cet ordre vaut ₦{value} ; maximum par ordre pour {who} : ₦{most}.',
  'Refusal.orderQtyAboveLimit': 'L’ordre porte sur trop d’actions',
  'Refusal.orderQtyAboveLimit.details':
    'Cet ordre porte sur {quantity} actions ; maximum par ordre pour {who} : {most}.',
  'Refusal.volumeShareAboveLimit': 'L’ordre est une part trop grande du volume du jour',
  'Refusal.volumeShareAboveLimit.details':
    'Cet ordre est {percent} % de {volume} {securityID}, le volume du jour ou, si c’est plus, d’un jour moyen ; maximum pour {who} : {most} %.',
  'Refusal.priceOutsideCollar': 'Le cours est trop loin du cours publié',
  'Refusal.priceOutsideCollar.details':
    'Le cours {price} est à {percent} % du cours publié {published} de {securityID} ; écart maximum pour {who} : {most} %.',
  'Refusal.tooManyOrders': 'Trop d’ordres en une seconde',
  'Refusal.tooManyOrders.details':
    'Ce serait l’ordre numéro {count} en une seconde ; maximum pour {who} : {most}.',
  'Refusal.tooManyOrders.noFigures':
    'Avec cet ordre, le nombre d’ordres en une seconde dépasserait la limite fixée pour {who}.',
  'Refusal.orderEnteredTwice': 'Le même ordre vient d’être saisi',
  'Refusal.orderEnteredTwice.details':
    'Il a été saisi il y a {ago} secondes ; délai avant le même ordre pour {who} : {seconds} secondes.',
  'Refusal.turnoverAboveLimit': 'Le montant négocié du jour serait trop élevé',
  'Refusal.turnoverAboveLimit.details':
    'Avec cet ordre, le montant négocié du jour serait ₦{value} ; maximum par jour pour {who} : ₦{most}.',
  'Refusal.turnoverAboveLimit.noFigures':
    'Avec cet ordre, le montant négocié du jour dépasserait la limite fixée pour {who}.',
  'Refusal.killSwitchOn': 'La négociation est arrêtée',
  'Refusal.killSwitchOn.details':
    'L’arrêt d’urgence est actif pour {what} : {reason}. Les ordres ouverts peuvent être annulés.',
  'Refusal.killSwitchOn.noReason':
    'L’arrêt d’urgence est actif pour {what}. Les ordres ouverts peuvent être annulés.',
  'Refusal.unknownTenancyName': 'Cette société n’existe pas',
  'Refusal.unknownTenancyName.details': 'Aucune société ne porte le nom court « {tenancyName} ».',
  'Refusal.killSwitchNotPermitted': 'Cet arrêt d’urgence n’est pas le vôtre',
  'Refusal.killSwitchNotPermitted.details':
    'Une société s’arrête elle-même, ainsi que ses utilisateurs et ses comptes. L’opérateur du marché arrête les sociétés et le marché.',
  'Refusal.unknownUser': 'Cet utilisateur n’existe pas',
  'Refusal.unknownUser.details':
    'Votre société n’a pas d’utilisateur « {userName} ». Saisissez un nom d’utilisateur tel qu’il figure dans la liste des utilisateurs.',
} as const
