/** Words of the public pages. */
export const login = {
  'Login.Title': 'Sign in',
} as const
