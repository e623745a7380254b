/** The host's screen of the firms. */
export const tenants = {
  'Menu.Tenants': 'Sociétés',
  'Tenants.Title': 'Sociétés',
  'Tenants.About':
    'Les sociétés qui négocient sur cette installation. Une société est créée avec l’utilisateur admin, qui reçoit un lien pour définir le mot de passe.',
  'Tenants.List': 'Sociétés',
  'Tenants.Id': 'Numéro',
  'Tenants.Name': 'Nom',
  'Tenants.TenancyName': 'Nom court',
  'Tenants.TenancyName.help':
    'Les personnes s’en servent pour se connecter à la société : une lettre, puis des lettres, chiffres, tirets ou traits de soulignement.',
  'Tenants.IsActive': 'État',
  'Tenants.Active': 'Active',
  'Tenants.Inactive': 'Désactivée',
  'Tenants.IsActive.Create': 'Ses utilisateurs peuvent se connecter immédiatement',
  'Tenants.CreationTime': 'Depuis',
  'Tenants.AdminEmailAddress': 'Adresse e-mail de l’administrateur',
  'Tenants.AdminEmailAddress.help':
    'Si un serveur de messagerie est configuré, l’utilisateur admin y reçoit le lien pour définir le mot de passe.',
  'Tenants.Feature.SignalR':
    'Cours et ordres en direct (SignalR) ; sinon la page demande toutes les cinq secondes',
  'Tenants.Search': 'Chercher des sociétés',
  'Tenants.All': 'Toutes',
  'Tenants.New': 'Nouvelle société',
  'Tenants.Create': 'Créer la société',
  'Tenants.Edit.of': 'Modifier {name}',
  'Tenants.Save': 'Enregistrer la société',
  'Tenants.Saved': '{name} : société enregistrée.',
  'Tenants.Created': '{name} : société créée',
  'Tenants.Created.details':
    'Un lien pour définir le mot de passe de l’utilisateur {userName} a été envoyé à {emailAddress}. Il sert une seule fois, jusqu’au {expires}. Il est affiché ici cette seule fois, au cas où aucun e-mail n’arriverait :',
  'Tenants.Created.unmailed':
    'Aucun serveur de messagerie n’est configuré : transmettez ce lien à {userName} ({emailAddress}). Il définit le mot de passe une seule fois, jusqu’au {expires}, et n’est affiché que maintenant :',
  'Tenants.Created.Link': 'Lien pour définir le mot de passe',
  'Tenants.Created.Copy': 'Copier le lien',
  'Tenants.Created.Copied': 'Le lien est copié.',
  'Tenants.Created.NotCopied': 'Le navigateur ne l’a pas copié. Sélectionnez le lien et copiez-le à la main.',
  'Tenants.Created.Close': 'Fermer',
  'Tenants.FirstLink': 'Première connexion de l’administrateur',
  'Tenants.FirstLink.details':
    'Personne ne s’est encore connecté en tant qu’admin. Un nouveau lien annule le précédent ; il est affiché une seule fois.',
  'Tenants.FirstLink.Mail': 'Créer un nouveau lien',
  'Tenants.FirstLink.Mailed': '{name} : nouveau lien',
  'Tenants.Disable.of': 'Désactiver {name}',
  'Tenants.Disable.Confirm': 'Désactiver {name} ?',
  'Tenants.Disable.details':
    'Son arrêt d’urgence est activé, tous ses utilisateurs sont déconnectés immédiatement et aucun ne peut se connecter. Vous choisissez ce que deviennent ses ordres ouverts.',
  'Tenants.Disable.Reason': 'Motif',
  'Tenants.Disable.Reason.help':
    'Les personnes de la société le lisent tant que l’arrêt d’urgence est actif.',
  'Tenants.Disable.Reason.default': 'La société a été désactivée par l’opérateur du marché',
  'Tenants.Orders': 'Ordres ouverts',
  'Tenants.Orders.cancel': 'Les annuler',
  'Tenants.Orders.halt': 'Les suspendre',
  'Tenants.Orders.help':
    'Les ordres suspendus quittent le marché et gardent ce qu’ils bloquent. Ils reviennent, derrière les autres à leur prix, quand l’arrêt d’urgence est levé. Les ordres pour un seul fixing, au marché ou de déséquilibre sont annulés dans tous les cas.',
  'Tenants.Orders.Open': 'Ses ordres ouverts : {count}',
  'Tenants.Orders.Confirm.cancel': 'Ordres ouverts annulés : {count}.',
  'Tenants.Orders.Confirm.halt':
    'Ordres ouverts qui quittent le marché jusqu’à la levée de l’arrêt d’urgence : {halted}. Ordres annulés : {cancelled}.',
  'Tenants.Orders.None': 'Elle n’a pas d’ordre ouvert.',
  'Tenants.Orders.Halted':
    'Ses ordres ouverts sont hors du marché : {count}. Ils reviennent quand l’arrêt d’urgence est levé.',
  'Tenants.Orders.Working': 'Ses ordres ouverts sont encore sur le marché : {count}.',
  'Tenants.Orders.Change': 'Changer ses ordres ouverts',
  'Tenants.Orders.Changed': 'Ses ordres ouverts sont changés.',
  'Tenants.Orders.cancelled': 'Ordres annulés',
  'Tenants.Orders.halted': 'Ordres hors du marché',
  'Tenants.Disabled': '{name} : société désactivée.',
  'Tenants.Enable.of': 'Réactiver {name}',
  'Tenants.Enable.details':
    'Ses utilisateurs peuvent de nouveau se connecter. Son arrêt d’urgence reste actif, sauf si vous le levez.',
  'Tenants.Enable.Release': 'Lever son arrêt d’urgence, pour qu’elle négocie immédiatement',
  'Tenants.Enable.Reason': 'La société a été réactivée',
  'Tenants.Enabled': '{name} : société réactivée.',
  'Tenants.Delete': 'Supprimer',
  'Tenants.Delete.of': 'Supprimer {name}',
  'Tenants.Delete.details':
    'La société {name} ({tenancyName}) disparaît des listes, ses utilisateurs ne peuvent plus se connecter et son nom court redevient libre. Ce qui la mentionne reste. Une société qui a des soldes ou des ordres ouverts n’est pas supprimée.',
  'Tenants.Delete.Back': 'La conserver',
  'Tenants.Deleted': '{name} : société supprimée.',
  'Tenants.KillSwitchOn':
    'L’arrêt d’urgence de l’hôte pour cette société est actif : il se lève sur l’écran des limites.',
  'Tenants.None': 'Aucune société',
  'Tenants.None.details': 'Créez la première.',
  'Tenants.NoMatch': 'Aucune société correspondante',
  'Tenants.NoMatch.details': 'Retirez un filtre pour voir les autres.',
} as const
