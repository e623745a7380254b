import { kobo, nairaToKobo, refuse, shares } from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf } from '../../desk/inputs.ts'
import { answerAgain, postingAnswer, recordOf } from '../../desk/record/recorded-requests.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findAccount } from '../../platform/account-access.ts'
import { postingRulesOf } from '../../platform/influences.ts'
import type { Store } from '../../store/store.ts'

export interface SecurityEntryDependencies {
  readonly store: Pick<Store, 'forTenant'>
  readonly desk: Pick<DeskPort, 'submit'>
  readonly isListed: (securityID: string) => boolean
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}

/** Shares posted manually: the desk posts them or, above the firm's threshold, lets them wait for another person. */
export const securityEntryHandlers = ({
  store,
  desk,
  isListed,
  marketDate,
}: SecurityEntryDependencies): Handlers<'BackOffice/PostSecurityEntry'> => ({
  'BackOffice/PostSecurityEntry': async ({ cscsAcct, postingID, repeats, ...asked }, context) => {
    const { caller } = context
    const unitCost = nairaToKobo(asked.unitCost)
    if (unitCost === undefined) return refuse('amountInvalid')
    const moved = {
      ...asked,
      quantity: shares(asked.quantity),
      // Shares that leave take their part of the cost with them, whatever is sent.
      unitCost: asked.type === 'transferIn' ? unitCost : kobo(0),
    }
    const found = await store.forTenant(caller.tenantId).read(async (tx) => {
      const account = await findAccount(tx, caller, cscsAcct)
      if (!account) return undefined
      const transfer = { ...moved, account }
      return { transfer, ...(await recordOf(tx, { makerId: caller.userId, postingID, transfer })) }
    })
    if (!found) return refuse('unknownAccount', { account: cscsAcct })
    const { transfer, earlier, recorded } = found
    if (earlier) return answerAgain(earlier, transfer)
    // Asked last, for a posting that is repeated is answered although its security is delisted meanwhile.
    const { securityID } = transfer
    if (!isListed(securityID)) return refuse('unknownSecurity', { securityID })
    const answer = await desk.submit({
      kind: 'requestTransfer',
      origin: originOf(context),
      postingID,
      transfer,
      ...(await postingRulesOf(store, caller, marketDate())),
      recorded,
      repeats,
    })
    return postingAnswer(answer, true)
  },
})
