/** Texts of mails, as `mails.ts` names them and their values. */
export const mail = {
  'Mail.userInvited.subject': 'Your sign-in for Tradebook',
  'Mail.userInvited.text': `Dear {name},

{firm} has created your sign-in {userName}. Follow this link to choose your password:

{link}

The link can be used once, within {hours} hours. After that, ask for a new password on the sign-in page.

Kind regards,
{firm}`,
  'Mail.passwordReset.subject': 'Set a new password for Tradebook',
  'Mail.passwordReset.text': `Dear {name},

Somebody asked for a new password for the user {userName} of {firm}. Follow this link to set one:

{link}

The link can be used once, within {minutes} minutes. If you did not ask for this, do nothing: your password stays as it is.

Kind regards,
{firm}`,
  'Mail.firmOpened.subject': 'Your firm {firm} can use Tradebook',
  'Mail.firmOpened.text': `Dear {name},

{firm} has been set up on Tradebook. The user {userName} is its administrator. Follow this link to set the password:

{link}

The link can be used once, within {hours} hours. After that, ask for a new one with “Forgot your password?” on the sign-in page.`,
  'Mail.emailAddressCode.subject': 'Your new e-mail address for {firm}',
  'Mail.emailAddressCode.text': `Dear {name},

Enter this code to receive the mail of the user {userName} of {firm} at this address:

{code}

The code can be used once, within {minutes} minutes. {firm} will never ask you for this code. If you did not ask for this, do nothing.

Kind regards,
{firm}`,
  'Mail.emailAddressChanged.subject': 'Your e-mail address for Tradebook was changed',
  'Mail.emailAddressChanged.text': `Dear {name},

The e-mail address of the user {userName} of {firm} was changed. We no longer send mail to this address.

If this was not you, tell the administrator of your firm at once.

Kind regards,
{firm}`,
  'Mail.passwordChanged.subject': 'Your password for Tradebook was changed',
  'Mail.passwordChanged.text': `Dear {name},

The password of the user {userName} of {firm} was changed. All sessions signed in with the old password have ended.

If this was not you, ask for a new password on the sign-in page at once, and tell the administrator of your firm.

Kind regards,
{firm}`,
  'Mail.twoFactorOn.subject': 'Two-factor sign-in to Tradebook was turned on',
  'Mail.twoFactorOn.text': `Dear {name},

The user {userName} of {firm} now also needs a code from an authenticator app to sign in.

If this was not you, tell the administrator of your firm at once.

Kind regards,
{firm}`,
  'Mail.cashTermsChanged.subject': 'The payout details of your account {account} were changed',
  'Mail.cashTermsChanged.text': `Dear {name},

{firm} changed the bank account of your trading account {account}, or how its cash is settled. The change applies from the next settlement.

If you did not ask for this, call your broker at once on a number you already know.

Kind regards,
{firm}`,
  'Mail.twoFactorOff.subject': 'Two-factor sign-in to Tradebook was turned off',
  'Mail.twoFactorOff.text': `Dear {name},

The user {userName} of {firm} now signs in with a password only.

If this was not you, change your password at once, and tell the administrator of your firm.

Kind regards,
{firm}`,
  'Mail.secondFactorGuessed.subject': 'Somebody tried to sign in to Tradebook with your password',
  'Mail.secondFactorGuessed.text': `Dear {name},

Somebody entered the correct password of the user {userName} of {firm}, then {wrong} wrong authenticator codes. After {most} wrong codes, only a recovery code works.

If this was not you, change your password at once, and tell the administrator of your firm.

Kind regards,
{firm}`,
  'Mail.verificationCode.subject': 'Your code for {firm}: {code}',
  'Mail.verificationCode.text': `Dear {name},

Enter this code to verify your e-mail address for {firm}:

{code}

The code can be used once, within {minutes} minutes. {firm} will never ask you for this code. If you did not register, do nothing.

Kind regards,
{firm}`,
  'Mail.alreadyRegistered.subject': 'You are already registered with {firm}',
  'Mail.alreadyRegistered.text': `Dear {name},

Somebody registered with {firm} using your e-mail address. You already have a sign-in there: {userName}. Sign in with it, or ask for a new password on the sign-in page.

If this was not you, do nothing: nobody was let in.

Kind regards,
{firm}`,
  'Mail.requestReceived.subject': '{firm} has received your request for a trading account',
  'Mail.requestReceived.text': `Dear {name},

We have received your application for a trading account with {firm} and are reviewing it. We will e-mail you the result. Sign in at any time to see its status.

Kind regards,
{firm}`,
  'Mail.requestReturned.subject': 'Your request for a trading account needs a correction',
  'Mail.requestReturned.text': `Dear {name},

{firm} cannot open your trading account yet:

{reason}

Sign in, correct it and submit it again. What you entered is kept.

Kind regards,
{firm}`,
  'Mail.requestRejected.subject': 'Your request for a trading account was rejected',
  'Mail.requestRejected.text': `Dear {name},

{firm} did not accept your request for a trading account:

{reason}

You can sign in, correct it and submit it again.

Kind regards,
{firm}`,
  'Mail.requestFailed.subject': 'Your trading account could not be opened yet',
  'Mail.requestFailed.text': `Dear {name},

Your trading account with {firm} could not be opened yet: what you entered does not match the depository’s registers. {firm} will help you correct it. Sign in to read why.

Kind regards,
{firm}`,
  'Mail.requestEdited.subject': '{firm} changed your request for a trading account',
  'Mail.requestEdited.text': `Dear {name},

{firm} changed these parts of your request for a trading account:

{parts}

Sign in to see the changes. If you did not agree to them, tell your broker at once.

Kind regards,
{firm}`,
  'Mail.requestApproved.subject': 'Your trading account with {firm} is open',
  'Mail.requestApproved.text': `Dear {name},

Your trading account with {firm} is open:

Account: {account}
CSCS account: {cscsAccount}
Clearing house number: {chn}

To trade, sign in with your e-mail address and the password you chose:

{link}{payIn}

Kind regards,
{firm}`,
} as const
