import { type CallRequest, type Refusal, refuse } from '@tradebook/contract'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { languageChosenBy } from '../../platform/localisation.ts'
import {
  findPasswordOwner,
  type PasswordChangeParts,
  passwordOwnerOf,
  recipientOf,
} from '../../platform/password-change.ts'
import { refusalOfProof } from '../../platform/proof.ts'
import { findTenant } from '../../platform/tenants.ts'
import type { Tx } from '../../store/store.ts'

/** That a user's mail is to go to another address. */
export interface AddressChange {
  /** Why it may not. */
  readonly refusal: Refusal | undefined
  /** Informs anyone who reads the address before, in the transaction of the change. */
  inform(tx: Tx): Promise<void>
}

/**
 * Whether an update leads a user's mail to another address, which is a way into the user: it takes the password of who
 * makes the change. `undefined` where the address stays.
 */
export async function addressChange(
  parts: PasswordChangeParts,
  { id: userId, emailAddress, adminPassword }: CallRequest<'User/Update'>,
  { caller, culture }: CallContext<Caller>,
): Promise<AddressChange | undefined> {
  const { store, outbox } = parts
  const { tenantId } = caller
  const tenant = await findTenant(store, { id: tenantId })
  if (!tenant) throw new Error('the firm of a session no longer exists')
  const { owner, language } = await store.forTenant(tenantId).read(async (tx) => ({
    owner: await findPasswordOwner(tx, tenant, { userId, anyState: true }),
    language: (await languageChosenBy(tx, userId)) ?? culture,
  }))
  if (!owner || owner.names.emailAddress === emailAddress) return undefined
  const proving = async (password: string) =>
    refusalOfProof(parts, caller, (await passwordOwnerOf(store, caller)).passwordHash, password)
  return {
    refusal: adminPassword ? await proving(adminPassword) : refuse('ownPasswordNeeded'),
    inform: (tx) => {
      const { name, userName, firm } = owner.names
      return outbox.add(tx, recipientOf(owner, language), 'emailAddressChanged', { name, userName, firm })
    },
  }
}
