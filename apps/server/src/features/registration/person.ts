import { mayRead, type Refusal, refuse, reviewPermission } from '@tradebook/contract'
import type { CallContext } from '../../http/handlers.ts'
import type { AuditedWork, AuditedWrite } from '../../platform/audited-write.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Registrations } from '../../platform/registrations.ts'
import type { Tx } from '../../store/store.ts'

/** Who asks for an account or looks after requests: signed in, or by a registration token. */
export interface Person {
  readonly tenantId: number
  readonly userId: number
  readonly userName: string
  /** Whether the person reviews the requests of others. */
  readonly isReviewer: boolean
  /** Whether the person enters requests from a paper form. */
  readonly maintains: boolean
  /** Whether the person reads the requests of others. */
  readonly seesAll: boolean
  /** Runs work in a transaction of the person's firm, with the audit row of the call inside it. */
  readonly write: <T>(work: AuditedWork<T>) => Promise<T>
}

export const isReviewer = ({ permissions }: Pick<Caller, 'permissions'>): boolean =>
  permissions.has(reviewPermission)

/** Who reads customers reads what they asked for. */
const readers = ['VIEW_CUSTOMERS', 'MAINTAIN_CUSTOMERS'] as const

export const personSignedIn = ({ caller, write }: CallContext<Caller>): Person => ({
  tenantId: caller.tenantId,
  userId: caller.userId,
  userName: caller.userName,
  isReviewer: isReviewer(caller),
  maintains: caller.permissions.has('MAINTAIN_CUSTOMERS'),
  seesAll:
    mayRead(caller.permissions, reviewPermission) ||
    readers.some((permission) => caller.permissions.has(permission)),
  write,
})

/** The person of a call that is made with a registration token, too. Who is signed in needs none. */
export async function personOf(
  { registrations, auditedWrite }: { registrations: Registrations; auditedWrite: AuditedWrite },
  {
    name,
    accessToken,
    parameters,
  }: { name: string; accessToken: string | null | undefined; parameters: object },
  context: CallContext,
): Promise<Person | Refusal> {
  const { caller, clientIpAddress, browserInfo } = context
  if (caller) return personSignedIn({ ...context, caller, write: context.write })
  const registration = accessToken ? await registrations.find(accessToken) : undefined
  if (!registration) return refuse('registrationTokenInvalid')
  const { tenantId, person } = registration
  context.madeFor(tenantId, person)
  // Of one with an address that is taken nothing comes: its code is never right.
  if (!person?.isEmailVerified) return refuse('emailNotVerified')
  return {
    ...{ tenantId, userId: person.userId, userName: person.userName },
    ...{ isReviewer: false, maintains: false, seesAll: false },
    write: (work) =>
      auditedWrite({ tenantId, caller: person, name, parameters, clientIpAddress, browserInfo }, work),
  }
}

/** Whether its user could sign in to what a request opens. One without a user, which has no address, can be opened. */
export async function ownerOf(
  tx: Tx,
  { user_id }: { readonly user_id: number | null },
): Promise<'active' | 'inactive' | 'deleted'> {
  if (user_id === null) return 'active'
  const { is_active, deletion_time } = await tx
    .selectFrom('users')
    .select(['is_active', 'deletion_time'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (deletion_time !== null) return 'deleted'
  return is_active ? 'active' : 'inactive'
}
