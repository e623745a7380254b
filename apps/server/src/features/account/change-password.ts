import { type CallRequest, type Refusal, refuse } from '@tradebook/contract'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import {
  changePassword,
  findPasswordOwner,
  type PasswordChangeParts,
} from '../../platform/password-change.ts'
import { hashPassword, refusalOfPassword } from '../../platform/passwords.ts'
import { refusalOfProof } from '../../platform/proof.ts'
import { findTenant } from '../../platform/tenants.ts'

/** Replaces their own password by a person who knows it; the person's other sessions end. */
export async function changeOwnPassword(
  parts: PasswordChangeParts,
  { currentPassword, newPassword }: CallRequest<'Account/ChangePassword'>,
  { caller, culture, write }: CallContext<Caller>,
): Promise<true | Refusal> {
  const { tenantId, userId, sessionId } = caller
  const tenant = await findTenant(parts.store, { id: tenantId })
  const owner =
    tenant && (await parts.store.forTenant(tenantId).read((tx) => findPasswordOwner(tx, tenant, { userId })))
  // A user who is gone or was disabled has no session by the next request.
  if (!owner) return refuse('passwordWrong')
  const refusal =
    (await refusalOfProof(parts, caller, owner.passwordHash, currentPassword)) ??
    (newPassword === currentPassword ? refuse('passwordUnchanged') : undefined) ??
    refusalOfPassword(newPassword, owner.names)
  if (refusal) return refusal
  const passwordHash = await hashPassword(newPassword)
  await changePassword(parts, { owner, passwordHash, language: culture, exceptSessionId: sessionId }, write)
  return true
}
