import {
  type AgreedCharges,
  addDays,
  type FeeRate,
  type FeeRateKey,
  feeNames,
  feeRateLimits,
  hasOneBasis,
  type Kobo,
  mostChargesAhead,
  type Refusal,
  rateKey,
  ratesFor,
  refuse,
  toNaira,
} from '@tradebook/contract'
import { type AgreementKey, agreementKey, type CustomerCharges } from './accounts.ts'
import type { Firm } from './firm.ts'

/**
 * Why charges cannot be changed so. They change with a market day: a note keeps the charges of its trade
 * date, so that no line of a note shrinks and every hold stays sufficient until the day is over.
 */
export function refusalOfCharges(
  {
    rates,
    agreements,
  }: { readonly rates: readonly FeeRate[]; readonly agreements: readonly CustomerCharges[] },
  firm: Firm,
  marketDate: string,
): Refusal | undefined {
  const keys = [...rates.map(rateKey), ...agreements.map(agreementKey)]
  const isValid =
    keys.length > 0 &&
    new Set(keys).size === keys.length &&
    rates.every(isValidRate) &&
    agreements.every(
      ({ commissionPpm }) => commissionPpm === null || isUpTo(commissionPpm, feeRateLimits.ratePpm),
    )
  if (!isValid) return refuse('chargesInvalid', LIMITS)
  const unknown = agreements.find(({ customerId }) => firm.accounts.ofCustomer(customerId).size === 0)
  if (unknown) return refuse('unknownCustomer', { customerId: unknown.customerId })
  const dates = [...rates, ...agreements].map(({ dateFrom }) => dateFrom)
  if (dates.some((date) => date <= marketDate)) return refuse('chargesTooEarly', { marketDate })
  const { dates: most, days } = mostChargesAhead
  const last = addDays(marketDate, days)
  if (dates.some((date) => date > last)) return refuse('chargesTooLate', { last })
  const isRoom = datesAhead(rates, agreements, firm, marketDate).every((ahead) => ahead <= most)
  return isRoom ? undefined : refuse('chargesTooMany', { most })
}

/** How many dates would be ahead of each row of the fee table and of each customer that a change is about. */
function datesAhead(
  rates: readonly FeeRate[],
  agreements: readonly CustomerCharges[],
  firm: Firm,
  marketDate: string,
): number[] {
  const rows = [...Map.groupBy(rates, ({ side, item }) => side + item).values()].map((asked) => [
    ...asked,
    ...ratesFor(firm.ledger.fees, asked[0] as FeeRate),
  ])
  const customers = [...Map.groupBy(agreements, ({ customerId }) => customerId)].map(
    ([customerId, asked]) => [...asked, ...firm.agreedBy(customerId)],
  )
  return [...rows, ...customers].map(
    (dated) => new Set(dated.map(({ dateFrom }) => dateFrom).filter((date) => date > marketDate)).size,
  )
}

/** The row of a firm's fee table with a key. */
export const rateOf = ({ ledger }: Firm, key: FeeRateKey): FeeRate | undefined =>
  ratesFor(ledger.fees, key).find(({ dateFrom }) => dateFrom === key.dateFrom)

/** What a customer agreed from a date on. */
export const agreementOf = (firm: Firm, { customerId, dateFrom }: AgreementKey): AgreedCharges | undefined =>
  firm.agreedBy(customerId).find((agreed) => agreed.dateFrom === dateFrom)

/** Why charges cannot be removed: those that are in force are what notes are printed by. */
export function refusalOfRemoval(
  {
    rates,
    agreements,
  }: { readonly rates: readonly FeeRateKey[]; readonly agreements: readonly AgreementKey[] },
  firm: Firm,
  marketDate: string,
): Refusal | undefined {
  if (rates.length + agreements.length === 0) return refuse('unknownCharge')
  const areKnown =
    rates.every((key) => rateOf(firm, key)) && agreements.every((key) => agreementOf(firm, key))
  if (!areKnown) return refuse('unknownCharge')
  const begun = [...rates, ...agreements].find(({ dateFrom }) => dateFrom <= marketDate)
  return begun && refuse('chargeInForce', { dateFrom: begun.dateFrom })
}

function isValidRate(rate: FeeRate): boolean {
  const { item, ratePpm, vatPpm, minimum, perShare, perTrade, maximum } = rate
  return (
    feeNames.includes(item) &&
    isUpTo(ratePpm, feeRateLimits.ratePpm) &&
    isUpTo(vatPpm, feeRateLimits.vatPpm) &&
    minimum >= 0n &&
    minimum <= feeRateLimits.minimum &&
    isAmount(perShare, feeRateLimits.perShare) &&
    isAmount(perTrade, feeRateLimits.minimum) &&
    isAmount(maximum, feeRateLimits.minimum) &&
    hasOneBasis(rate)
  )
}

/** Of what is not charged there is no amount, rather than one of nil. */
const isAmount = (amount: Kobo | undefined, most: Kobo): boolean =>
  amount === undefined || (amount > 0n && amount <= most)

const isUpTo = (ppm: number, most: number): boolean => Number.isInteger(ppm) && ppm >= 0 && ppm <= most

const LIMITS = {
  rate: feeRateLimits.ratePpm,
  vat: feeRateLimits.vatPpm,
  minimum: toNaira(feeRateLimits.minimum),
  perShare: toNaira(feeRateLimits.perShare),
}
