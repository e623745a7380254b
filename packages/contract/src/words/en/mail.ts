/** Texts of mails, as `mails.ts` names them and their values. */
export const mail = {
  'Mail.passwordReset.subject': 'Set a new password for Tradebook',
  'Mail.passwordReset.text': `Dear {name},

somebody asked for a new password for the user {userName} of {firm}. Follow this link to set one:

{link}

The link serves once, and for {minutes} minutes. If it was not you who asked, do nothing: your password stays as it is.`,
  'Mail.passwordChanged.subject': 'Your password for Tradebook was changed',
  'Mail.passwordChanged.text': `Dear {name},

the password of the user {userName} of {firm} was changed. Everybody who was signed in with the old one has been signed out.

If it was not you, ask for a new password on the sign-in page at once, and report it to the administrator of your firm.`,
  'Mail.twoFactorOn.subject': 'Two-factor sign-in to Tradebook was turned on',
  'Mail.twoFactorOn.text': `Dear {name},

the user {userName} of {firm} now signs in with a code of an authenticator app, too.

If it was not you, report it to the administrator of your firm at once.`,
  'Mail.cashTermsChanged.subject': 'Where the cash of your account {account} goes was changed',
  'Mail.cashTermsChanged.text': `Dear {name},

{firm} changed the bank account of your trading account {account}, or how its cash is settled. It is in force from the next settlement on.

If you did not ask for it, call your broker at once, by a number that you know already.`,
  'Mail.twoFactorOff.subject': 'Two-factor sign-in to Tradebook was turned off',
  'Mail.twoFactorOff.text': `Dear {name},

the user {userName} of {firm} now signs in by password alone.

If it was not you, change your password at once, and report it to the administrator of your firm.`,
} as const
