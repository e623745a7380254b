import {
  type CallOutput,
  type FeeRate,
  kobo,
  nairaToKobo,
  type Refusal,
  refuse,
  type Side,
  toNaira,
} from '@tradebook/contract'
import type { Desk } from '../../desk/desk.ts'
import { originOf } from '../../desk/inputs.ts'
import { type ChargesChange, OF_FIRM } from '../../desk/transfer-request.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { postingRulesOf } from '../../platform/influences.ts'
import type { Store } from '../../store/store.ts'

export interface FeesDependencies {
  readonly store: Store
  readonly desk: Pick<Desk, 'submit'>
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
  /** People of the firm are to be notified of what waits. */
  readonly onTransfer: (tenantId: number) => void
}

/** What a firm charges. One person asks for a change and another one approves it; the desk decides by charges, so the desk changes them. */
export const feesFeature = ({
  store,
  desk,
  marketDate,
  onTransfer,
}: FeesDependencies): Handlers<`Fees/${string}`> => {
  const ask = async (
    context: CallContext<Caller>,
    postingID: string = crypto.randomUUID(),
    change: ChargesChange['change'],
  ): Promise<CallOutput<'Fees/Update'> | Refusal> => {
    const { caller } = context
    const transfer = { type: 'charges', account: OF_FIRM, change } as const
    const answer = await desk.submit({
      ...{ kind: 'requestTransfer', origin: originOf(context), postingID, transfer },
      ...(await postingRulesOf(store, caller, marketDate())),
    })
    if (answer.kind === 'refused') return answer.refusal
    if (answer.kind !== 'transfer') throw new Error(`the desk answered ${answer.kind}`)
    onTransfer(caller.tenantId)
    return { id: answer.id, status: 'awaitingApproval' }
  }
  return {
    'Fees/Get': (_, { caller }) =>
      store.forTenant(caller.tenantId).read(async (tx) => {
        const rates = await tx
          .selectFrom('fee_rates')
          .selectAll()
          .orderBy('side')
          .orderBy('item')
          .orderBy('date_from')
          .execute()
        const customers = await tx
          .selectFrom('customer_charges')
          .selectAll()
          .orderBy('customer_id')
          .orderBy('date_from')
          .execute()
        return {
          rates: rates.map((row) => ({
            side: row.side as Side,
            item: row.item as FeeRate['item'],
            dateFrom: row.date_from,
            ratePpm: row.rate_ppm,
            minimum: toNaira(kobo(row.minimum)),
            vatPpm: row.vat_ppm,
          })),
          customers: customers.map((row) => ({
            customerId: row.customer_id,
            dateFrom: row.date_from,
            commissionPpm: row.commission_ppm,
            stampDutyExempt: row.stamp_duty_exempt,
            ...(row.alerts_off && { alertsOff: true }),
          })),
        }
      }),

    'Fees/Update': async ({ postingID, rates: asked, customers }, context) => {
      const rates: FeeRate[] = []
      for (const { minimum, ...rate } of asked) {
        const amount = nairaToKobo(minimum)
        if (amount === undefined) return refuse('amountInvalid')
        rates.push({ ...rate, minimum: amount })
      }
      return ask(context, postingID, { kind: 'changeCharges', rates, agreements: customers })
    },

    'Fees/DeleteRate': ({ postingID, ...rate }, context) =>
      ask(context, postingID, { kind: 'removeCharges', rates: [rate], agreements: [] }),

    'Fees/DeleteAgreement': ({ postingID, ...agreement }, context) =>
      ask(context, postingID, { kind: 'removeCharges', rates: [], agreements: [agreement] }),
  }
}
