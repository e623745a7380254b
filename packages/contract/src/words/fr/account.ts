/** Words of the settings that a person makes for the own user. */
export const account = {
  'AccountSettings.Title': 'Paramètres du compte',
  'AccountSettings.About': 'Votre utilisateur, votre mot de passe et vos sessions ouvertes.',
  'AccountSettings.Profile': 'Profil',
  'AccountSettings.Name': 'Prénom',
  'AccountSettings.Surname': 'Nom',
  'AccountSettings.PhoneNumber': 'Numéro de téléphone',
  'AccountSettings.PhoneNumber.help': 'Avec l’indicatif du pays, par exemple +234 803 000 0000.',
  'AccountSettings.User':
    'Vous vous connectez sous le nom {userName}. Les e-mails sont envoyés à {emailAddress}.',
  'AccountSettings.Email': 'Adresse e-mail',
  'AccountSettings.Email.new': 'Nouvelle adresse e-mail',
  'AccountSettings.Email.send': 'Envoyer un code',
  'AccountSettings.Email.sent':
    'Un code a été envoyé à {emailAddress}, sauf si cette adresse est celle de quelqu’un d’autre. Il sert pendant une demi-heure.',
  'AccountSettings.Email.code': 'Code reçu par e-mail',
  'AccountSettings.Email.confirm': 'Changer l’adresse',
  'AccountSettings.Email.done': 'Les e-mails sont désormais envoyés à {emailAddress}.',
  'AccountSettings.Save': 'Enregistrer les modifications',
  'AccountSettings.Saved': 'Votre profil est enregistré.',
  'AccountSettings.Password': 'Mot de passe',
  'AccountSettings.Password.current': 'Mot de passe actuel',
  'AccountSettings.Password.change': 'Changer le mot de passe',
  'AccountSettings.Password.changed': 'Votre mot de passe est changé et vos autres sessions sont fermées.',
  'AccountSettings.TwoFactor': 'Connexion à deux facteurs',
  'AccountSettings.TwoFactor.off':
    'Désactivée. Une fois activée, votre mot de passe seul ne suffit plus pour se connecter à votre place : un code d’une application de votre téléphone est aussi demandé.',
  'AccountSettings.TwoFactor.on':
    'Activée. La connexion demande un code de votre application d’authentification.',
  'AccountSettings.TwoFactor.begin': 'La configurer',
  'AccountSettings.TwoFactor.scan':
    'Scannez cette image avec une application d’authentification, ou saisissez-y la clé secrète à la main.',
  'AccountSettings.TwoFactor.picture': 'La clé secrète sous forme de code QR',
  'AccountSettings.TwoFactor.secret': 'Clé secrète',
  'AccountSettings.TwoFactor.recovery':
    'Gardez ces codes de secours là où vous les trouverez sans votre téléphone. Chacun permet une seule connexion ; ils ne seront plus affichés.',
  'AccountSettings.TwoFactor.code': 'Code de l’application',
  'AccountSettings.TwoFactor.enable': 'L’activer',
  'AccountSettings.TwoFactor.codeOrRecovery': 'Code de l’application ou code de secours',
  'AccountSettings.TwoFactor.disable': 'La désactiver',
  'AccountSettings.TwoFactor.enabled': 'La connexion à deux facteurs est activée.',
  'AccountSettings.TwoFactor.disabled': 'La connexion à deux facteurs est désactivée.',
  'AccountSettings.Sessions': 'Vos sessions ouvertes',
  'AccountSettings.Sessions.current': 'Cette session',
  'AccountSettings.Sessions.unknownBrowser': 'Navigateur inconnu',
  'AccountSettings.Sessions.facts':
    'Connexion le {signedInAt}, dernière activité le {lastSeenAt}, depuis {ipAddress}',
  'AccountSettings.Sessions.end': 'Fermer cette session',
  'AccountSettings.Sessions.endOthers': 'Fermer toutes les autres sessions',
  'AccountSettings.Sessions.ended': 'La session est fermée.',
  'AccountSettings.Sessions.othersEnded': 'Vos autres sessions sont fermées.',
  'AccountSettings.Failed': 'Vos paramètres n’ont pas pu être lus',
} as const
