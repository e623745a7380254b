import { kobo, nairaToKobo, refuse, shares } from '@tradebook/contract'
import type { Desk } from '../../desk/desk.ts'
import { originOf } from '../../desk/inputs.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findAccount } from '../../platform/account-access.ts'
import type { Store } from '../../store/store.ts'

export interface SecurityEntryDependencies {
  readonly store: Pick<Store, 'forTenant'>
  readonly desk: Pick<Desk, 'submit'>
  readonly isListed: (securityID: string) => boolean
}

/** Shares posted by hand: the desk posts them, keeps the request and its audit row in one transaction. */
export const securityEntryHandlers = ({
  store,
  desk,
  isListed,
}: SecurityEntryDependencies): Handlers<'BackOffice/PostSecurityEntry'> => ({
  'BackOffice/PostSecurityEntry': async ({ cscsAcct, postingID, ...asked }, context) => {
    const { caller } = context
    const { type, securityID, reference, narration } = asked
    const unitCost = nairaToKobo(asked.unitCost)
    if (unitCost === undefined) return refuse('amountInvalid')
    const quantity = shares(asked.quantity)
    const found = await store.forTenant(caller.tenantId).read(async (tx) => ({
      account: await findAccount(tx, caller, cscsAcct),
      // The desk knows the requests of the day; older ones are on record.
      earlier: await tx
        .selectFrom('transfer_requests')
        .selectAll()
        .where('maker_id', '=', caller.userId)
        .where('posting_id', '=', postingID)
        .executeTakeFirst(),
    }))
    const { account, earlier } = found
    if (!account) return refuse('unknownAccount', { account: cscsAcct })
    if (!isListed(securityID)) return refuse('unknownSecurity', { securityID })
    // Shares that leave take their part of the cost with them, whatever is sent.
    const transfer = {
      type,
      account,
      securityID,
      quantity,
      reference,
      narration,
      unitCost: type === 'transferIn' ? unitCost : kobo(0),
    }
    if (earlier) {
      const isSame =
        earlier.account === account &&
        earlier.security_id === securityID &&
        earlier.quantity === quantity &&
        earlier.unit_cost === transfer.unitCost &&
        (['type', 'reference', 'narration'] as const).every((field) => earlier[field] === asked[field])
      return isSame
        ? { id: Number(earlier.id), status: 'posted' as const }
        : refuse('postingIDUsed', { postingID })
    }
    const origin = originOf(context)
    const answer = await desk.submit({
      kind: 'requestTransfer',
      origin,
      postingID,
      transfer,
      approvalAbove: null,
    })
    if (answer.kind === 'refused') return answer.refusal
    if (answer.kind !== 'transfer') throw new Error(`the desk answered ${answer.kind}`)
    return { id: answer.id, status: 'posted' as const }
  },
})
