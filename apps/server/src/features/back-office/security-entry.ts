import { kobo, nairaToKobo, refuse, shares } from '@tradebook/contract'
import type { Desk } from '../../desk/desk.ts'
import { originOf } from '../../desk/inputs.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findAccount } from '../../platform/account-access.ts'
import { approvalAbove } from '../../platform/settings.ts'
import type { Store } from '../../store/store.ts'
import { answerAgain, postingAnswer, recordedRequest } from './posting-answers.ts'

export interface SecurityEntryDependencies {
  readonly store: Pick<Store, 'forTenant'>
  readonly desk: Pick<Desk, 'submit'>
  readonly isListed: (securityID: string) => boolean
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}

/** Shares posted by hand: the desk posts them or, above the firm's threshold, lets them wait for another person. */
export const securityEntryHandlers = ({
  store,
  desk,
  isListed,
  marketDate,
}: SecurityEntryDependencies): Handlers<'BackOffice/PostSecurityEntry'> => ({
  'BackOffice/PostSecurityEntry': async ({ cscsAcct, postingID, ...asked }, context) => {
    const { caller } = context
    const { type, securityID, reference, narration } = asked
    const unitCost = nairaToKobo(asked.unitCost)
    if (unitCost === undefined) return refuse('amountInvalid')
    const quantity = shares(asked.quantity)
    const found = await store.forTenant(caller.tenantId).read(async (tx) => ({
      account: await findAccount(tx, caller, cscsAcct),
      // The desk knows the requests of the day and those that wait; older ones are on record.
      earlier: await recordedRequest(tx, caller.userId, postingID),
    }))
    const { account, earlier } = found
    if (!account) return refuse('unknownAccount', { account: cscsAcct })
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
      return answerAgain(earlier, isSame)
    }
    // Asked last, for a posting that is repeated is answered although its security is delisted meanwhile.
    if (!isListed(securityID)) return refuse('unknownSecurity', { securityID })
    const answer = await desk.submit({
      kind: 'requestTransfer',
      origin: originOf(context),
      postingID,
      transfer,
      approvalAbove: await approvalAbove(store, caller.tenantId, marketDate()),
    })
    return postingAnswer(answer, true)
  },
})
