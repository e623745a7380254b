/** The screens of one account: statement, money in and out. */
export const portal = {
  'Account.placeholder': 'Name, account or phone',
  'Account.Searching': 'Searching…',
  'Account.None': 'No such customer',

  'Portal.Account': 'Account',
  'Portal.Choose': 'No account is chosen',
  'Portal.Choose.details': 'Search above for a customer by name, account, CSCS account or phone.',
  'Portal.NoAccount': 'You have no trading account yet',
  'Portal.NoAccount.details': 'Ask your broker to open one.',
  'Portal.Unknown': 'There is no account {account}',
  'Portal.Unknown.details': 'Choose one of the accounts that you may see.',
  'Portal.Failed': 'The account could not be read',
  'Portal.From': 'First day',
  'Portal.To': 'Last day',
  'Portal.Screens': 'Screens of the account',

  'Statement.Title': 'Account Statement',
  'Statement.About':
    'What moved the cash of the account, one line for each contract note and each entry of cash.',
  'Statement.Opening': 'Opening balance',
  'Statement.Closing': 'Closing balance',
  'Statement.OpeningOn': 'Opening balance on {date}',
  'Statement.ClosingOn': 'Closing balance on {date}',
  'Statement.Note': 'Contract note {number}',
  'Statement.Trades': 'Trades of contract note {number}',
  'Statement.Trades.None': 'No trades',
  'Statement.Trades.None.details': 'The contract note has no trade that is on record.',
  'Statement.Empty': 'Nothing moved the cash in these days',
  'Statement.Empty.details': 'Choose other days above.',
} as const
