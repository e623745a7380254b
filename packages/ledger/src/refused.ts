import { GREATEST_AMOUNT, type Refusal, refuse, shownCount, shownNaira } from '@tradebook/contract'

/** The ledger's refusals, their values as people read them. Amounts in kobo, counts in shares. */

export const insufficientFunds = (required: bigint, available: bigint): Refusal =>
  refuse('insufficientFunds', { required: shownNaira(required), available: shownNaira(available) })

/** @param withdrawable what may be paid out, in kobo. */
interface Withdrawable {
  readonly withdrawable: bigint
  readonly underLien: bigint
}

/** @param withdrawable in kobo, as is `underLien`: what reversals that wait keep, which is named where there is any. */
export const notWithdrawable = ({ withdrawable, underLien }: Withdrawable): Refusal =>
  underLien > 0n
    ? refuse('withdrawalHeld', { withdrawable: shownNaira(withdrawable), held: shownNaira(underLien) })
    : refuse('notWithdrawable', { withdrawable: shownNaira(withdrawable) })

/** Whether an account's cash, holding or cost would be beyond what is recorded. */
export const isTooLarge = (...amounts: readonly bigint[]): boolean =>
  amounts.some((amount) => amount > GREATEST_AMOUNT)

export const amountTooLarge = (): Refusal =>
  refuse('amountTooLarge', { naira: shownNaira(GREATEST_AMOUNT), shares: shownCount(GREATEST_AMOUNT) })

export const feesNotCovered = (required: bigint, available: bigint): Refusal =>
  refuse('feesNotCovered', { required: shownNaira(required), available: shownNaira(available) })

export const insufficientShares = (
  required: bigint | number,
  securityID: string,
  available: bigint,
): Refusal =>
  refuse('insufficientShares', {
    required: shownCount(required),
    securityID,
    available: shownCount(available),
  })
