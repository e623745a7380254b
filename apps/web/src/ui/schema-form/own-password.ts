/** The password of the person who makes a change. */
export const OWN_PASSWORD = {
  name: 'adminPassword',
  label: 'Users.OwnPassword',
  shownAs: 'password',
  autoComplete: 'current-password',
} as const
