import { call } from '../../api/client.ts'
import { leave } from '../../leave.ts'
import { session } from '../../session.ts'

/** End the session here and, as far as the server can be reached, there; then begin anew at the site root. */
export async function signOut(): Promise<never> {
  if (session().user) await call('Account/LogOut', {}, { silent: true }).catch(() => undefined)
  return leave('/')
}
