import { type CustomerCallName, isRefusal, type Refusal, refuse } from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf, refusalIn } from '../../desk/inputs.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { auditOnly } from '../../platform/audited-write.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { approvalRulesOf, approversOf, recordInfluences } from '../../platform/influences.ts'
import type { InvitationParts } from '../../platform/invitations.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import type { Store, Tx } from '../../store/store.ts'
import {
  approvable,
  type ChangeRow,
  type CustomerRow,
  changeLocked,
  changeRows,
  changeShown,
  correctionOf,
  customerLocked,
  customerRow,
  deskCorrectionOf,
  followSignIn,
  keepFormerName,
  keptOf,
  make,
  needsSecond,
  refusalOfCorrection,
  refusalOfDecided,
  refusalOfNumbers,
  refusalOfOwnCustomer,
  takenBackOf,
  whyNot,
} from './changes.ts'
import {
  addDocument,
  type DocumentParts,
  documentChange,
  documentOfChange,
  readDocument,
} from './documents.ts'
import { type CustomerFileParts, customerFile } from './file.ts'
import { inviteCustomer } from './invitation.ts'
import { recordOf } from './record.ts'

export interface CustomersParts extends CustomerFileParts, DocumentParts, Pick<InvitationParts, 'publicUrl'> {
  readonly store: Store
  readonly clock: Pick<Clock, 'now'>
  readonly desk: Pick<DeskPort, 'submit'>
  readonly outbox: Pick<MailOutbox, 'add' | 'announce'>
}

/** What staff keep of customers after their accounts are open. */
export function customersFeature(parts: CustomersParts): Handlers<CustomerCallName> {
  const { store, clock, desk, outbox, marketDate } = parts

  /** What decides who approves whose corrections in a firm. */
  const approversIn = async (tenantId: number) => {
    const rules = await approvalRulesOf(store, tenantId, marketDate())
    return (tx: Tx) => (since: number) => approversOf(tx, rules, since)
  }

  /** Has the desk change the name and the depository account of a customer. */
  const atDesk = async (
    { id: customerId }: CustomerRow,
    corrected: ReturnType<typeof deskCorrectionOf>,
    context: CallContext<Caller>,
  ): Promise<Refusal | undefined> => {
    if (!corrected) return undefined
    const input = { kind: 'correctCustomer', customerId, ...corrected } as const
    return refusalIn(await desk.submit({ ...input, origin: originOf(context) }))
  }

  return {
    'Customer/GetCustomerRecord': async ({ id }, { caller, translate }) => {
      const approvers = await approversIn(caller.tenantId)
      return store.forTenant(caller.tenantId).read(async (tx) => {
        const row = await customerRow(tx, id).executeTakeFirst()
        if (!row) return refuse('unknownCustomer', { customerId: id })
        return recordOf(tx, row, caller, (rows) => whyNot(tx, rows, caller, approvers(tx), translate))
      })
    },

    'Customer/UpdateCustomer': ({ id, reason, ...sent }, { caller, write }) =>
      write(async (tx, changed) => {
        const row = await customerLocked(tx, id)
        if (!row) return refuse('unknownCustomer', { customerId: id })
        const correction = correctionOf(row, sent)
        const refusal =
          (await refusalOfOwnCustomer(tx, caller, id)) ??
          (await refusalOfCorrection(tx, row, correction, marketDate()))
        if (refusal) return refusal
        const state = needsSecond(correction) ? ('waiting' as const) : ('made' as const)
        const { tenantId: tenant_id, userId: makerId, userName } = caller
        const at = clock.now()
        const { id: changeId } = await tx
          .insertInto('customer_changes')
          .values({
            ...{ tenant_id, customer_id: id, reason, state, maker_id: makerId, maker_name: userName },
            ...{ before: JSON.stringify(correction.before), after: JSON.stringify(correction.after) },
            ...{ former_name: row.name, made_at: new Date(at) },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (state === 'made') await make(tx, row, correction, changed)
        return { changeId, state }
      }),

    'Customer/AddDocument': (asked, context) => addDocument(parts, asked, context),

    'Customer/GetCustomerDocument': async (asked, { caller, write }) => {
      const file = await readDocument(store, asked, caller)
      if (!isRefusal(file)) await write(auditOnly)
      return file
    },

    'Customer/GetCustomerChanges': async (_, { caller, translate }) => {
      const approvers = await approversIn(caller.tenantId)
      return store.forTenant(caller.tenantId).read(async (tx) => {
        const rows = await changeRows(tx)
          .where('customer_changes.state', '=', 'waiting')
          .orderBy('customer_changes.id')
          .execute()
        const why = await whyNot(tx, rows, caller, approvers(tx), translate)
        return {
          items: rows.map((row) => changeShown(row, { userId: caller.userId, notByReader: why(row) })),
        }
      })
    },

    'Customer/ApproveCustomerChange': async ({ id }, context) => {
      const { caller, write } = context
      const approvers = await approversIn(caller.tenantId)
      const answer = await write<Refusal | Record<string, never>>(async (tx, changed) => {
        const found = await approvable(tx, id, caller, approvers(tx))
        if (isRefusal(found)) return found
        const { change, customer } = found
        const correction = keptOf(change)
        const at = clock.now()
        const document = await documentOfChange(tx, id)
        if (document) {
          changed(documentChange(change, document))
          await decide(tx, change, { state: 'made', caller, at, decision: null })
          return {}
        }
        const held = await refusalOfNumbers(tx, customer, correction.after)
        if (held) return held
        const moves = { makerId: change.maker_id, at, outbox, changed }
        const taken = await followSignIn(tx, customer, correction, moves)
        if (taken) return taken
        // Nothing refuses the correction from here on. The desk first: approved again, a name that it has already is not
        // a change. It writes the customer's row, so that the row is locked after it.
        const refusal = await atDesk(customer, deskCorrectionOf(customer, correction.after), context)
        if (refusal) return refusal
        await make(tx, (await customerLocked(tx, customer.id)) ?? customer, correction, changed)
        await decide(tx, change, { state: 'made', caller, at, decision: null })
        await keepFormerName(tx, customer.id)
        return {}
      })
      outbox.announce(caller.tenantId)
      return answer
    },

    'Customer/RejectCustomerChange': ({ id, reason }, context) =>
      context.write(async (tx) => {
        const { caller } = context
        const change = await changeLocked(tx, id)
        if (!change) return refuse('unknownCustomerChange')
        const decided = refusalOfDecided(change, caller)
        const own = decided ?? (await refusalOfOwnCustomer(tx, caller, change.customer_id))
        if (own) return own
        const customer = await customerRow(tx, change.customer_id).executeTakeFirst()
        const refusal = customer && (await atDesk(customer, takenBackOf(customer, change), context))
        if (refusal) return refusal
        await decide(tx, change, { state: 'rejected', caller, at: clock.now(), decision: reason })
        await keepFormerName(tx, change.customer_id)
        return {}
      }),

    'Customer/GetUnprovedPeople': (_, { caller }) =>
      store.forTenant(caller.tenantId).read(async (tx) => {
        const rows = await tx
          .selectFrom('users')
          .select(['id', 'user_name', 'name', 'surname', 'email_address', 'creation_time'])
          .where('is_email_confirmed', '=', false)
          .where('is_active', '=', true)
          .where('deletion_time', 'is', null)
          .orderBy('id', 'desc')
          .limit(MOST_UNPROVED)
          .execute()
        return {
          items: rows.map((row) => ({
            ...{ userId: row.id, userName: row.user_name, emailAddress: row.email_address },
            ...{ name: `${row.name} ${row.surname}`.trim(), creationTime: row.creation_time.toISOString() },
          })),
        }
      }),

    'Customer/ConfirmAddress': async ({ userId }, { caller, write }) => {
      const { tenantId, userId: byId } = caller
      return write(async (tx, changed) => {
        const user = await tx
          .selectFrom('users')
          .select(['is_email_confirmed', 'email_address'])
          .where('id', '=', userId)
          .where('deletion_time', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (!user) return refuse('unknownUser', { userName: String(userId) })
        if (user.is_email_confirmed) return refuse('addressIsConfirmed')
        await tx.updateTable('users').set({ is_email_confirmed: true }).where('id', '=', userId).execute()
        await recordInfluences(tx, [{ tenantId, userId, byId, kind: 'address', at: clock.now() }])
        const of = (isEmailConfirmed: boolean) => ({ emailAddress: user.email_address, isEmailConfirmed })
        changed({ entity: 'User', id: String(userId), before: of(false), after: of(true) })
        return {}
      })
    },

    'Customer/InviteCustomer': async (asked, context) => {
      const answer = await inviteCustomer(parts, asked, context)
      outbox.announce(context.caller.tenantId)
      return answer
    },

    'Customer/DownloadCustomerFile': (asked, context) => customerFile(parts, asked, context),
  }
}

/** So many who wait are shown, newest first. */
const MOST_UNPROVED = 200

/** Keeps who decided a correction that waits, and how. */
const decide = (
  tx: Tx,
  { id }: ChangeRow,
  {
    state,
    caller,
    at,
    decision,
  }: {
    readonly state: 'made' | 'rejected'
    readonly caller: { readonly userId: number; readonly userName: string }
    readonly at: number
    readonly decision: string | null
  },
) =>
  tx
    .updateTable('customer_changes')
    .set({ state, decision, decided_at: new Date(at) })
    .set({ decider_id: caller.userId, decider_name: caller.userName })
    .where('id', '=', id)
    .execute()
