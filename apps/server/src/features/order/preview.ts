import {
  consideration,
  kobo,
  type OrderPreview,
  refusalInWords,
  refusals,
  Side,
  toNaira,
  totalOf,
  withoutBalance,
} from '@tradebook/contract'
import type { OrderPreview as DeskPreview } from '../../desk/decisions/previews.ts'
import type { CallContext } from '../../http/handlers.ts'

/**
 * What an order would come to, as clients see it: refusals in the caller's words.
 *
 * @param isShown of which accounts the caller is shown the balances.
 */
export function previewOf(
  { account, side, orderQty, worstPx, available, ledger, refusals: found }: DeskPreview,
  { translate }: Pick<CallContext, 'translate'>,
  isShown: (account: string) => boolean,
): OrderPreview {
  const balance = (amount: bigint) => (isShown(account) ? toNaira(kobo(amount)) : null)
  const charges = ledger?.charges ?? []
  const value = ledger && worstPx !== null ? consideration(orderQty, worstPx) : kobo(0)
  const fees = totalOf(charges)
  const hold = ledger?.hold ?? kobo(0)
  return {
    consideration: toNaira(value),
    fees: charges.map(({ line, amount }) => ({ name: line, amount: toNaira(amount) })),
    totalFees: toNaira(fees),
    total: toNaira(kobo(side === Side.buy ? value + fees : value - fees)),
    holdAmount: toNaira(hold),
    availableBalance: balance(available),
    availableAfter: balance(available - hold),
    availableShares: Number(ledger?.sellable ?? 0n),
    warnings: found.map((refusal) => ({
      code: refusals[refusal.refusal].code,
      ...refusalInWords(isShown(account) ? refusal : withoutBalance(refusal), translate),
    })),
  }
}
