/**
 * The mails that the product sends, each with the values that its texts mention. The texts are under
 * `Mail.<name>.subject` and `Mail.<name>.text` in the localisation source.
 */
export const mails = {
  /** How a new user chooses the first password. */
  userInvited: ['name', 'userName', 'firm', 'link', 'hours'],
  /** How a forgotten password is replaced. */
  passwordReset: ['name', 'userName', 'firm', 'link', 'minutes'],
  /** How the administrator of a new firm chooses a password. */
  firmOpened: ['name', 'userName', 'firm', 'link', 'hours'],
  /** That a password was replaced, for an owner who did not do it. */
  passwordChanged: ['name', 'userName', 'firm'],
  /** The code by which a person proves another address. */
  emailAddressCode: ['name', 'userName', 'firm', 'code', 'minutes'],
  /** That mail goes elsewhere now, to the address before. */
  emailAddressChanged: ['name', 'userName', 'firm'],
  /** That the second factor was turned on or off, for the same owner. */
  twoFactorOn: ['name', 'userName', 'firm'],
  twoFactorOff: ['name', 'userName', 'firm'],
  /** That a passkey was added or removed, for the same owner; or all of them by an administrator. */
  passkeyAdded: ['name', 'userName', 'firm', 'passkey'],
  passkeyRemoved: ['name', 'userName', 'firm', 'passkey'],
  passkeysRemoved: ['name', 'userName', 'firm'],
  /** That somebody has the password and tries codes, for its owner. */
  secondFactorGuessed: ['name', 'userName', 'firm', 'wrong', 'most'],
  /** That the firm changed where the cash of an account goes, for its owner. */
  cashTermsChanged: ['name', 'account', 'firm'],
  /** The code by which a person who registers proves the address. */
  verificationCode: ['name', 'firm', 'code', 'minutes'],
  /** For the owner of an address with which somebody registers again. */
  alreadyRegistered: ['name', 'userName', 'firm'],
  /** How a request for a trading account goes on, for the person who made it. */
  requestReceived: ['name', 'firm'],
  requestReturned: ['name', 'firm', 'reason'],
  requestRejected: ['name', 'firm', 'reason'],
  requestFailed: ['name', 'firm'],
  /** That staff changed answers or documents, by their names. */
  requestEdited: ['name', 'firm', 'parts'],
  /** Documents of an account, attached. */
  contractNote: ['name', 'firm', 'account', 'number', 'securityID', 'date'],
  statement: ['name', 'firm', 'account', 'month'],
  /** That an account has traded, for its owner, who is charged for it. */
  tradeAlert: ['name', 'firm', 'account', 'side', 'quantity', 'securityID', 'price', 'date'],
  /** That an alert of the person has fired. */
  alertFired: ['name', 'firm', 'what'],
  requestApproved: ['name', 'firm', 'account', 'cscsAccount', 'chn', 'link', 'payIn'],
} as const

export type MailName = keyof typeof mails

/** The values of a mail's texts, all of them. */
export type MailValues<Name extends MailName> = Readonly<
  Record<(typeof mails)[Name][number], string | number>
>
