import { call } from '../../api/client.ts'
import { leave } from '../../leave.ts'
import { session } from '../../session.ts'

/**
 * Ends the session here and, as far as the server can be reached, there; the site root is the next
 * document. A route's loader calls it: it has no form and shows no failure, so `useSend` has no place.
 */
export async function signOut(): Promise<never> {
  if (session().user) await call('Account/LogOut', {}, { failure: 'silent' }).catch(() => undefined)
  return leave('/')
}
