import { type Needs, type Permission, permissions } from '@tradebook/contract'
import type { Failure } from './envelope.ts'
import type { Caller } from './handlers.ts'

/** Why a caller may not make a call, with its HTTP status; `undefined` when it may. */
export function denial(needs: Needs, caller: Caller | null): ({ status: 401 | 403 } & Failure) | undefined {
  if (needs === 'anyone') return undefined
  if (!caller) {
    return {
      status: 401,
      message: 'Current user did not login to the application!',
      unAuthorizedRequest: true,
    }
  }
  if (needs === 'signedIn') return undefined
  const has = (permission: Permission) => caller.permissions.has(permission)
  if ('all' in needs ? needs.all.every(has) : needs.any.some(has)) return undefined
  const [rule, names] =
    'all' in needs
      ? ['All of these permissions must be granted', needs.all]
      : ['At least one of these permissions must be granted', needs.any]
  const wanted = names.map((name) => permissions[name].displayName).join(', ')
  return {
    status: 403,
    message: `Required permissions are not granted. ${rule}: ${wanted}`,
    unAuthorizedRequest: true,
  }
}
