/** Texts of mails, as `mails.ts` names them and their values. */
export const mail = {
  'Mail.userInvited.subject': 'Your user for Tradebook',
  'Mail.userInvited.text': `Dear {name},

{firm} has made the user {userName} for you. Follow this link to choose your password:

{link}

The link serves once, and for {hours} hours. After that ask for a new password on the sign-in page.`,
  'Mail.passwordReset.subject': 'Set a new password for Tradebook',
  'Mail.passwordReset.text': `Dear {name},

somebody asked for a new password for the user {userName} of {firm}. Follow this link to set one:

{link}

The link serves once, and for {minutes} minutes. If it was not you who asked, do nothing: your password stays as it is.`,
  'Mail.firmOpened.subject': 'Your firm {firm} can use Tradebook',
  'Mail.firmOpened.text': `Dear {name},

{firm} was opened on Tradebook, and the user {userName} administers it. Follow this link to set its password:

{link}

The link serves once, and for {hours} hours. Afterwards ask for a new one with “Forgot your password?” on the sign-in page.`,
  'Mail.emailAddressCode.subject': 'Your new e-mail address for {firm}',
  'Mail.emailAddressCode.text': `Dear {name},

enter this code to have the mail of the user {userName} of {firm} sent to this address:

{code}

It serves once, and for {minutes} minutes. Nobody of {firm} asks you for it. If it was not you who asked, do nothing.`,
  'Mail.emailAddressChanged.subject': 'Your e-mail address for Tradebook was changed',
  'Mail.emailAddressChanged.text': `Dear {name},

the e-mail address of the user {userName} of {firm} was changed. Mail no longer goes to this address.

If it was not you, report it to the administrator of your firm at once.`,
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
  'Mail.secondFactorGuessed.subject': 'Somebody tries to sign in to Tradebook with your password',
  'Mail.secondFactorGuessed.text': `Dear {name},

somebody has entered the right password of the user {userName} of {firm} and {wrong} wrong codes of the second factor. After {most} of them only a recovery code lets you in.

If it was not you, change your password at once, and report it to the administrator of your firm.`,
  'Mail.verificationCode.subject': 'Your code for {firm}: {code}',
  'Mail.verificationCode.text': `Dear {name},

enter this code to verify your e-mail address for {firm}:

{code}

It serves once, and for {minutes} minutes. Nobody of {firm} asks you for it. If it was not you who registered, do nothing.`,
  'Mail.alreadyRegistered.subject': 'You are registered with {firm} already',
  'Mail.alreadyRegistered.text': `Dear {name},

somebody registered with {firm} by your e-mail address. You have a user there already: {userName}. Sign in with it, or ask for a new password on the sign-in page.

If it was not you, do nothing: nobody was let in.`,
  'Mail.requestReceived.subject': '{firm} has your request for a trading account',
  'Mail.requestReceived.text': `Dear {name},

your request for a trading account with {firm} has arrived and is reviewed now. You are informed by mail of what comes of it. Sign in at any time to see how it stands.`,
  'Mail.requestReturned.subject': 'Your request for a trading account needs a correction',
  'Mail.requestReturned.text': `Dear {name},

{firm} can not open your trading account yet:

{reason}

Sign in, correct it, and hand it in again. What you entered is kept.`,
  'Mail.requestRejected.subject': 'Your request for a trading account was rejected',
  'Mail.requestRejected.text': `Dear {name},

{firm} did not accept your request for a trading account:

{reason}

You may sign in, correct it, and hand it in again.`,
  'Mail.requestFailed.subject': 'Your trading account could not be opened yet',
  'Mail.requestFailed.text': `Dear {name},

your trading account with {firm} could not be opened yet: what you entered does not agree with the registers of the depository. {firm} looks at it with you. Sign in to read why.`,
  'Mail.requestEdited.subject': '{firm} changed your request for a trading account',
  'Mail.requestEdited.text': `Dear {name},

{firm} changed this in your request for a trading account:

{parts}

Sign in to see how it reads now. If it is not what you agreed, tell your broker at once.`,
  'Mail.requestApproved.subject': 'Your trading account with {firm} is open',
  'Mail.requestApproved.text': `Dear {name},

your trading account with {firm} is open:

Account: {account}
CSCS account: {cscsAccount}
Clearing house number: {chn}

Sign in with your user name and the password that you chose to trade:

{link}{payIn}`,
} as const
