import {
  type FeeRate,
  type FeeRateKey,
  feeNames,
  feeRateLimits,
  type Refusal,
  rateKey,
  refuse,
  toNaira,
} from '@tradebook/contract'
import { type AgreementKey, agreementKey, type CustomerCharges } from './accounts.ts'
import type { Firm } from './firm.ts'

/**
 * Why charges can not be changed so. They change with a market day: a note keeps the charges of its trade
 * date, so that no line of a note shrinks and every hold stays sufficient until the day is over.
 */
export function refusalOfCharges(
  {
    rates,
    agreements,
  }: { readonly rates: readonly FeeRate[]; readonly agreements: readonly CustomerCharges[] },
  { accounts }: Firm,
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
  const customers = new Set([...accounts.values()].map(({ customerId }) => customerId))
  const unknown = agreements.find(({ customerId }) => !customers.has(customerId))
  if (unknown) return refuse('unknownCustomer', { customerId: unknown.customerId })
  return [...rates, ...agreements].some(({ dateFrom }) => dateFrom <= marketDate)
    ? refuse('chargesTooEarly', { marketDate })
    : undefined
}

/** Why charges can not be removed: those that are in force are what notes are printed by. */
export function refusalOfRemoval(
  {
    rates,
    agreements,
  }: { readonly rates: readonly FeeRateKey[]; readonly agreements: readonly AgreementKey[] },
  { ledger, agreed }: Firm,
  marketDate: string,
): Refusal | undefined {
  const table = new Set(ledger.fees.map(rateKey))
  const isKnown = ({ customerId, dateFrom }: AgreementKey) =>
    agreed.get(customerId)?.some((known) => known.dateFrom === dateFrom) === true
  if (rates.length + agreements.length === 0) return refuse('unknownCharge')
  if (rates.some((rate) => !table.has(rateKey(rate))) || !agreements.every(isKnown))
    return refuse('unknownCharge')
  const begun = [...rates, ...agreements].find(({ dateFrom }) => dateFrom <= marketDate)
  return begun && refuse('chargeInForce', { dateFrom: begun.dateFrom })
}

const isValidRate = ({ item, ratePpm, vatPpm, minimum }: FeeRate): boolean =>
  feeNames.includes(item) &&
  isUpTo(ratePpm, feeRateLimits.ratePpm) &&
  isUpTo(vatPpm, feeRateLimits.vatPpm) &&
  minimum >= 0n &&
  minimum <= feeRateLimits.minimum

const isUpTo = (ppm: number, most: number): boolean => Number.isInteger(ppm) && ppm >= 0 && ppm <= most

const LIMITS = {
  rate: feeRateLimits.ratePpm,
  vat: feeRateLimits.vatPpm,
  minimum: toNaira(feeRateLimits.minimum),
}
