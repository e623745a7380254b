import {
  type Call,
  dueSteps,
  mayRead,
  type Needs,
  type Permission,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import type { Caller } from '../platform/caller.ts'
import type { Translate } from '../platform/localisation.ts'
import { isMember } from '../platform/member.ts'
import type { Failure } from './envelope.ts'

/**
 * Why a caller may not make a call, with its HTTP status; `undefined` when it may.
 *
 * @param reads whether the call changes nothing.
 */
export function denial(
  needs: Needs,
  caller: Caller | null,
  translate: Translate,
  reads = false,
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
  const has = (permission: Permission) =>
    reads ? mayRead(caller.permissions, permission) : caller.permissions.has(permission)
  if ('all' in needs ? needs.all.every(has) : needs.any.some(has)) return undefined
  const names = 'all' in needs ? needs.all : needs.any
  // Of one permission ABP says what it says of any.
  const rule = 'all' in needs && names.length > 1 ? 'Denied.all' : 'Denied.any'
  const permissions = names.map((name) => translate(`Permission.${name}`)).join(', ')
  return {
    status: 403,
    message: translate(rule, { permissions }),
    unAuthorizedRequest: true,
  }
}

/** Why a call is not answered before the person has done what is due; every call that does not name the step waits. */
export function refusalWhileDue(
  { needs, whileDue = [] }: Pick<Call, 'needs' | 'whileDue'>,
  caller: Caller | null,
): Refusal | undefined {
  if (!caller?.due || needs === 'anyone' || whileDue.includes(caller.due)) return undefined
  return refuse(dueSteps[caller.due])
}
