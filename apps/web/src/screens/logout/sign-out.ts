import { call, clearCredentials } from '../../api/client.ts'
import { signedOut, useSession } from '../../session.ts'

/**
 * End the session here and, as far as the server can be reached, there; then load the site root
 * afresh, so that nothing of the last person stays in memory.
 */
export async function signOut(): Promise<never> {
  if (useSession.getState().user) await call('Account/LogOut', {}, { silent: true }).catch(() => undefined)
  clearCredentials()
  useSession.setState(signedOut, true)
  location.replace('/')
  return new Promise<never>(() => undefined)
}
