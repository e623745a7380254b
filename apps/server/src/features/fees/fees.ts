import { type FeeRate, kobo, nairaToKobo, refuse, type Side, toNaira } from '@tradebook/contract'
import type { Desk } from '../../desk/desk.ts'
import { originOf, refusalIn } from '../../desk/inputs.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Store } from '../../store/store.ts'

export interface FeesDependencies {
  readonly store: Store
  readonly desk: Pick<Desk, 'submit'>
}

/** What a firm charges. The desk decides by it, so the desk writes its rows and their audit row. */
export const feesFeature = ({ store, desk }: FeesDependencies): Handlers<`Fees/${string}`> => ({
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

  'Fees/Update': async ({ rates: asked, customers }, context) => {
    const rates: FeeRate[] = []
    for (const { minimum, ...rate } of asked) {
      const amount = nairaToKobo(minimum)
      if (amount === undefined) return refuse('amountInvalid')
      rates.push({ ...rate, minimum: amount })
    }
    const answer = await desk.submit({
      kind: 'changeCharges',
      origin: originOf(context),
      rates,
      agreements: customers,
    })
    return refusalIn(answer) ?? {}
  },

  'Fees/DeleteRate': async (rate, context) =>
    refusalIn(
      await desk.submit({
        kind: 'removeCharges',
        origin: originOf(context),
        rates: [rate],
        agreements: [],
      }),
    ) ?? {},

  'Fees/DeleteAgreement': async (agreement, context) =>
    refusalIn(
      await desk.submit({
        kind: 'removeCharges',
        origin: originOf(context),
        rates: [],
        agreements: [agreement],
      }),
    ) ?? {},
})
