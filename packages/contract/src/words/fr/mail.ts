/** Texts of mails, as `mails.ts` names them and their values. */
export const mail = {
  'Mail.userInvited.subject': 'Votre utilisateur Tradebook',
  'Mail.userInvited.text': `Bonjour {name},

{firm} a créé pour vous l’utilisateur {userName}. Suivez ce lien pour choisir votre mot de passe :

{link}

Le lien sert une seule fois, pendant {hours} heures. Ensuite, demandez un nouveau mot de passe sur la page de connexion.

Cordialement,
{firm}`,
  'Mail.passwordReset.subject': 'Définissez un nouveau mot de passe pour Tradebook',
  'Mail.passwordReset.text': `Bonjour {name},

une demande de nouveau mot de passe a été faite pour l’utilisateur {userName} de {firm}. Suivez ce lien pour en définir un :

{link}

Le lien sert une seule fois, pendant {minutes} minutes. Si la demande ne vient pas de vous, ne faites rien : votre mot de passe reste inchangé.

Cordialement,
{firm}`,
  'Mail.firmOpened.subject': 'Votre société {firm} peut utiliser Tradebook',
  'Mail.firmOpened.text': `Bonjour {name},

{firm} a été ouverte sur Tradebook, et l’utilisateur {userName} l’administre. Suivez ce lien pour définir son mot de passe :

{link}

Le lien sert une seule fois, pendant {hours} heures. Ensuite, demandez-en un nouveau avec « Mot de passe oublié ? » sur la page de connexion.`,
  'Mail.emailAddressCode.subject': 'Votre nouvelle adresse e-mail pour {firm}',
  'Mail.emailAddressCode.text': `Bonjour {name},

saisissez ce code pour que les e-mails de l’utilisateur {userName} de {firm} soient envoyés à cette adresse :

{code}

Il sert une seule fois, pendant {minutes} minutes. Personne chez {firm} ne vous le demande. Si vous n’avez rien demandé, ne faites rien.

Cordialement,
{firm}`,
  'Mail.emailAddressChanged.subject': 'Votre adresse e-mail pour Tradebook a été changée',
  'Mail.emailAddressChanged.text': `Bonjour {name},

l’adresse e-mail de l’utilisateur {userName} de {firm} a été changée. Plus aucun e-mail n’est envoyé à cette adresse.

Si ce n’est pas vous, prévenez immédiatement l’administrateur de votre société.

Cordialement,
{firm}`,
  'Mail.passwordChanged.subject': 'Votre mot de passe Tradebook a été changé',
  'Mail.passwordChanged.text': `Bonjour {name},

le mot de passe de l’utilisateur {userName} de {firm} a été changé. Toutes les sessions ouvertes avec l’ancien mot de passe ont été fermées.

Si ce n’est pas vous, demandez immédiatement un nouveau mot de passe sur la page de connexion et prévenez l’administrateur de votre société.

Cordialement,
{firm}`,
  'Mail.twoFactorOn.subject': 'La connexion à deux facteurs à Tradebook a été activée',
  'Mail.twoFactorOn.text': `Bonjour {name},

l’utilisateur {userName} de {firm} se connecte désormais aussi avec un code d’une application d’authentification.

Si ce n’est pas vous, prévenez immédiatement l’administrateur de votre société.

Cordialement,
{firm}`,
  'Mail.cashTermsChanged.subject': 'La destination des espèces de votre compte {account} a été modifiée',
  'Mail.cashTermsChanged.text': `Bonjour {name},

{firm} a modifié le compte bancaire de votre compte de négociation {account}, ou le mode de règlement de ses espèces. La modification s’applique dès le prochain règlement.

Si vous ne l’avez pas demandée, appelez immédiatement votre courtier, à un numéro que vous connaissez déjà.

Cordialement,
{firm}`,
  'Mail.twoFactorOff.subject': 'La connexion à deux facteurs à Tradebook a été désactivée',
  'Mail.twoFactorOff.text': `Bonjour {name},

l’utilisateur {userName} de {firm} se connecte désormais avec le seul mot de passe.

Si ce n’est pas vous, changez immédiatement votre mot de passe et prévenez l’administrateur de votre société.

Cordialement,
{firm}`,
  'Mail.secondFactorGuessed.subject': 'Quelqu’un essaie de se connecter à Tradebook avec votre mot de passe',
  'Mail.secondFactorGuessed.text': `Bonjour {name},

quelqu’un a saisi le bon mot de passe de l’utilisateur {userName} de {firm} et {wrong} codes erronés du second facteur. Après {most}, seul un code de secours permet de se connecter.

Si ce n’est pas vous, changez immédiatement votre mot de passe et prévenez l’administrateur de votre société.

Cordialement,
{firm}`,
  'Mail.verificationCode.subject': 'Votre code pour {firm} : {code}',
  'Mail.verificationCode.text': `Bonjour {name},

saisissez ce code pour vérifier votre adresse e-mail auprès de {firm} :

{code}

Il sert une seule fois, pendant {minutes} minutes. Personne de {firm} ne vous le demandera. Si ce n’est pas vous qui vous êtes inscrit, ne faites rien.

Cordialement,
{firm}`,
  'Mail.alreadyRegistered.subject': 'Vous êtes déjà inscrit auprès de {firm}',
  'Mail.alreadyRegistered.text': `Bonjour {name},

quelqu’un s’est inscrit auprès de {firm} avec votre adresse e-mail. Vous y avez déjà un utilisateur : {userName}. Connectez-vous avec lui, ou demandez un nouveau mot de passe sur la page de connexion.

Si ce n’est pas vous, ne faites rien : personne n’a obtenu d’accès.

Cordialement,
{firm}`,
  'Mail.requestReceived.subject': '{firm} a reçu votre demande de compte de négociation',
  'Mail.requestReceived.text': `Bonjour {name},

votre demande de compte de négociation auprès de {firm} est arrivée et est en cours d’examen. Vous serez informé du résultat par e-mail. Connectez-vous à tout moment pour voir où elle en est.

Cordialement,
{firm}`,
  'Mail.requestReturned.subject': 'Votre demande de compte de négociation est à corriger',
  'Mail.requestReturned.text': `Bonjour {name},

{firm} ne peut pas encore ouvrir votre compte de négociation :

{reason}

Connectez-vous, corrigez la demande et soumettez-la de nouveau. Ce que vous avez saisi est conservé.

Cordialement,
{firm}`,
  'Mail.requestRejected.subject': 'Votre demande de compte de négociation a été rejetée',
  'Mail.requestRejected.text': `Bonjour {name},

{firm} n’a pas accepté votre demande de compte de négociation :

{reason}

Vous pouvez vous connecter, la corriger et la soumettre à nouveau.

Cordialement,
{firm}`,
  'Mail.requestFailed.subject': 'Votre compte de négociation n’a pas encore pu être ouvert',
  'Mail.requestFailed.text': `Bonjour {name},

votre compte de négociation auprès de {firm} n’a pas encore pu être ouvert : vos réponses ne concordent pas avec les registres du dépositaire. {firm} l’examine avec vous. Connectez-vous pour en lire le motif.

Cordialement,
{firm}`,
  'Mail.requestEdited.subject': '{firm} a modifié votre demande de compte de négociation',
  'Mail.requestEdited.text': `Bonjour {name},

{firm} a modifié ceci dans votre demande de compte de négociation :

{parts}

Connectez-vous pour voir ce qui y figure maintenant. Si ce n’est pas ce que vous aviez convenu, prévenez aussitôt votre courtier.

Cordialement,
{firm}`,
  'Mail.requestApproved.subject': 'Votre compte de négociation auprès de {firm} est ouvert',
  'Mail.requestApproved.text': `Bonjour {name},

votre compte de négociation auprès de {firm} est ouvert :

Compte : {account}
Compte CSCS : {cscsAccount}
Numéro à la chambre de compensation : {chn}

Pour négocier, connectez-vous avec votre nom d’utilisateur et le mot de passe que vous avez choisi :

{link}{payIn}

Cordialement,
{firm}`,
} as const
