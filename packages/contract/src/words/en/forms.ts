/** Texts of forms: what is wrong with a field, what became of the change, what leaving would lose. */
export const forms = {
  'Form.Missing': 'Enter a value.',
  'Form.TooShort': 'Enter at least {least} characters.',
  'Form.TooLong': 'Enter at most {most} characters.',
  'Form.TooSmall': 'Enter at least {least}.',
  'Form.NotMoreThan': 'Enter more than {least}.',
  'Form.TooLarge': 'Enter at most {most}.',
  'Form.NotLessThan': 'Enter less than {most}.',
  'Form.NotWhole': 'Enter a whole number.',
  'Form.NotMultiple': 'Enter a multiple of {step}.',
  'Form.NotFigure': 'Enter a number, such as 250,000.50 or 5m.',
  'Form.Separator': 'Use commas for thousands (25,000) and a point for decimals (2.5k).',
  'Form.TwoMeanings': '{typed} can mean {less} or {more}. Enter the one you mean.',
  'Form.NotEmail': 'Enter an e-mail address, such as name@example.com.',
  'Form.NotOffered': 'Choose one of the values offered.',
  'Form.Invalid': 'This value is not valid.',
  'Form.NotDay': 'Enter a date, such as 25 Nov 2026.',
  'Form.Unseen': 'This contains invisible characters. Delete them, or type the text instead of pasting it.',

  'Form.Failed.unknown.details':
    'We couldn’t confirm that the change was saved. Check before you send it again.',
  'Form.Failed.retryAfter': 'Try again in {seconds} seconds.',

  'Form.Leave': 'Leave without saving?',
  'Form.Leave.details': 'Your changes will be lost.',
  'Form.Leave.stay': 'Keep editing',
  'Form.Leave.go': 'Leave without saving',
} as const
