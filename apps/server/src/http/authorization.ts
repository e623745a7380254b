import type { Needs, Permission } from '@tradebook/contract'
import type { Translate } from '../platform/localisation.ts'
import { isMember } from '../platform/member.ts'
import type { Failure } from './envelope.ts'
import type { Caller } from './handlers.ts'

/** Why a caller may not make a call, with its HTTP status; `undefined` when it may. */
export function denial(
  needs: Needs,
  caller: Caller | null,
  translate: Translate,
): ({ status: 401 | 403 } & Failure) | undefined {
  if (needs === 'anyone') return undefined
  if (!caller) {
    return {
      status: 401,
      message: translate('Denied.notSignedIn'),
      unAuthorizedRequest: true,
    }
  }
  if (needs === 'signedIn') return undefined
  if (needs === 'member') {
    if (isMember(caller)) return undefined
    return { status: 403, message: translate('Denied.notMember'), unAuthorizedRequest: true }
  }
  const has = (permission: Permission) => caller.permissions.has(permission)
  if ('all' in needs ? needs.all.every(has) : needs.any.some(has)) return undefined
  const [rule, names] =
    'all' in needs ? (['Denied.all', needs.all] as const) : (['Denied.any', needs.any] as const)
  const permissions = names.map((name) => translate(`Permission.${name}`)).join(', ')
  return {
    status: 403,
    message: translate(rule, { permissions }),
    unAuthorizedRequest: true,
  }
}
