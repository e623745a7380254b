import {
  consideration,
  kobo,
  type OrderPreview,
  refusalInWords,
  refusals,
  Side,
  toNaira,
  totalOf,
} from '@tradebook/contract'
import type { OrderPreview as DeskPreview } from '../../desk/previews.ts'
import type { CallContext } from '../../http/handlers.ts'

/** What an order would come to, as clients see it: refusals in the caller's words. */
export function previewOf(
  { side, orderQty, worstPx, available, ledger, refusals: found }: DeskPreview,
  { translate }: Pick<CallContext, 'translate'>,
): OrderPreview {
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
    availableBalance: toNaira(available),
    availableAfter: toNaira(kobo(available - hold)),
    availableShares: Number(ledger?.sellable ?? 0n),
    warnings: found.map((refusal) => ({
      code: refusals[refusal.refusal].code,
      ...refusalInWords(refusal, translate),
    })),
  }
}
