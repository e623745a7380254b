import { basisInWords, type FeeRate, shownNaira, sides, type TextKey } from '@tradebook/contract'
import { type RawBuilder, sql } from 'kysely'
import type { CustomerCharges } from '../../desk/decisions/accounts.ts'
import { type ChargesChange, customersOf } from '../../desk/decisions/transfer-request.ts'
import { agreementOf, feeRateOf } from '../../desk/record/fee-rows.ts'
import { requestedOf } from '../../desk/record/transfer-request-row.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Tx } from '../../store/store.ts'

/** A change of charges as the person reads it who decides it: what is to apply, and what it applies instead of. */

type Translate = CallContext['translate']

/** What a firm charges by its record, the earliest first. */
export interface ChargesOnRecord {
  readonly rates: readonly FeeRate[]
  readonly agreements: readonly CustomerCharges[]
}

/** Reads the rates of a firm, and what was agreed with those customers whose charges a waiting request changes. */
export async function chargesOnRecord(tx: Tx): Promise<ChargesOnRecord> {
  const waiting = await tx
    .selectFrom('transfer_requests')
    .selectAll()
    .where('type', '=', 'charges')
    .where('state', '=', 'pending')
    .execute()
  const customers = waiting.flatMap((row) => customersOf(requestedOf(row)))
  const rates = await tx.selectFrom('fee_rates').selectAll().orderBy('date_from').execute()
  const agreements =
    customers.length === 0
      ? []
      : await tx
          .selectFrom('customer_charges')
          .selectAll()
          .where('customer_id', 'in', customers)
          .orderBy('date_from')
          .execute()
  return { rates: rates.map(feeRateOf), agreements: agreements.map(agreementOf) }
}

/** The names of the customers whose charges a row of `transfer_requests` changes, by their numbers. */
export const namesOfAgreed: RawBuilder<Readonly<Record<string, string>> | null> = sql`
  CASE WHEN transfer_requests.type = 'charges' THEN (
    SELECT json_object_agg(agreed.id, agreed.name) FROM customers AS agreed
    WHERE agreed.tenant_id = transfer_requests.tenant_id AND agreed.id IN (
      SELECT (agreement ->> 'customerId')::int
      FROM json_array_elements(transfer_requests.details -> 'change' -> 'agreements') AS agreement))
  END`

/**
 * The lines of a change of charges: `Buy Brokerage commission 1.25% … (2026-03-02; until then 1.35% …)`.
 *
 * @param record of a change that waits; none of one that was decided, which the record may include.
 * @param names of the customers, by their numbers.
 */
export function chargesInWords(
  change: ChargesChange['change'],
  translate: Translate,
  record: ChargesOnRecord | undefined,
  names: Readonly<Record<string, string>>,
): string {
  const removes = change.kind === 'removeCharges'
  /** When a charge begins and what it follows: charges change on days to come, so what applies until then is known. */
  const dated = <Charge extends { readonly dateFrom: string }>(
    { dateFrom }: { readonly dateFrom: string },
    kept: readonly Charge[] | undefined,
    worded: (charge: Charge | undefined) => string,
  ): string => {
    if (!kept) return `(${dateFrom})`
    const same = removes ? undefined : kept.find((charge) => charge.dateFrom === dateFrom)
    const before = kept.findLast((charge) => charge.dateFrom < dateFrom)
    const text: TextKey = removes ? 'Fees.Instead' : same ? 'Fees.Replaces' : 'Fees.Until'
    return `(${dateFrom}; ${translate(text, { charge: worded(same ?? before) })})`
  }
  const rates = change.rates.map((rate) => {
    const { side, item, dateFrom } = rate
    const kept = record?.rates.filter((other) => other.side === side && other.item === item)
    const charge = 'ratePpm' in rate ? rate : kept?.find((other) => other.dateFrom === dateFrom)
    const subject = `${translate(sides[side])} ${translate(`Fee.${item}`)}`
    const worded = (other: FeeRate | undefined) => rateInWords(other, translate)
    return [subject, ...(charge ? [worded(charge)] : []), dated(rate, kept, worded)].join(' ')
  })
  const agreements = change.agreements.map((agreed) => {
    const { customerId, dateFrom } = agreed
    const kept = record?.agreements.filter((other) => other.customerId === customerId)
    const terms = 'commissionPpm' in agreed ? agreed : kept?.find((other) => other.dateFrom === dateFrom)
    const number = `${translate('Audit.Field.customerId')} ${customerId}`
    const name = names[customerId]
    const subject = name === undefined ? number : `${name} (${number})`
    const worded = (other: CustomerCharges | undefined) => agreementInWords(other, translate)
    const line = terms ? `${subject}: ${worded(terms)}` : subject
    return `${line} ${dated(agreed, kept, worded)}`
  })
  return (removes ? `${translate('Fees.Delete')}: ` : '') + [...rates, ...agreements].join('; ')
}

const percent = (ppm: number) => `${ppm / 10_000}%`

/** A charge that the firm does not have is nil. */
function rateInWords(rate: FeeRate | undefined, translate: Translate): string {
  if (!rate) return percent(0)
  return [
    basisInWords(rate, translate) || percent(0),
    ...(rate.minimum > 0n ? [`≥ ₦${shownNaira(rate.minimum)}`] : []),
    ...(rate.maximum === undefined ? [] : [`≤ ₦${shownNaira(rate.maximum)}`]),
    `${translate('Fees.VatShort')} ${percent(rate.vatPpm)}`,
  ].join(', ')
}

/** Of a customer with whom nothing was agreed: the firm's charges. */
function agreementInWords(agreed: CustomerCharges | undefined, translate: Translate): string {
  if (!agreed) return translate('Fees.Agreed.Firm')
  const { commissionPpm, stampDutyExempt, alertsOff } = agreed
  return translate('Fees.Agreed.Terms', {
    commission: commissionPpm === null ? translate('Fees.Commission.firm') : percent(commissionPpm),
    stampDuty: translate(stampDutyExempt ? 'Fees.StampDuty.exempt' : 'Fees.StampDuty.due'),
    alerts: translate(alertsOff ? 'Fees.Alerts.off' : 'Fees.Alerts.on'),
  })
}
