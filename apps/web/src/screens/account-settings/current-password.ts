/** The field of the password that a person has, asked for again before what a stolen session must not do. */
export const currentPassword = {
  label: 'AccountSettings.Password.current',
  shownAs: 'password',
  autoComplete: 'current-password',
} as const
