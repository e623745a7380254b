import { call, clearCredentials } from '../../api/client.ts'
import { leaveSession, session } from '../../session.ts'

/**
 * End the session here and, as far as the server can be reached, there; then load the site root
 * afresh, so that nothing of the last person stays in memory.
 */
export async function signOut(): Promise<never> {
  if (session().user) await call('Account/LogOut', {}, { silent: true }).catch(() => undefined)
  clearCredentials()
  leaveSession()
  location.replace('/')
  return new Promise<never>(() => undefined)
}
