import {
  type BasketPreview,
  type CallRequest,
  consideration,
  isRefusal,
  kobo,
  type Refusal,
  refusalInWords,
  refusals,
  Side,
  toNaira,
  totalOf,
} from '@tradebook/contract'
import type { OrderPreview } from '../../desk/decisions/previews.ts'
import type { DeskPort } from '../../desk/desk-port.ts'
import type { CallContext } from '../../http/handlers.ts'
import { shownBalances } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'
import { basketInputs } from './basket-orders.ts'
import { previewOf } from './preview.ts'

type AccountTotals = BasketPreview['accounts'][number]

/** What orders would come to if they were sent one after the other, line by line and account by account. */
export async function previewBasket(
  asked: CallRequest<'Basket/Preview'>['orders'],
  context: CallContext<Caller>,
  { desk, store }: { readonly desk: Pick<DeskPort, 'preview'>; readonly store: Store },
): Promise<BasketPreview | Refusal> {
  const inputs = await basketInputs(asked, () => '', context, store)
  const isShown = await shownBalances(store, context.caller)
  const previews = await desk.preview({ kind: 'basket', orders: inputs })
  if (isRefusal(previews)) return previews
  const accepted = previews.flatMap((preview) =>
    isRefusal(preview) || preview.refusals.length > 0 ? [] : [preview],
  )
  const byAccount = Map.groupBy(accepted, ({ account }) => account)
  return {
    lines: previews.map((preview) => lineOf(preview, context, isShown)),
    accounts: [...byAccount].map(([account, some]) => totalsOf(account, some, isShown(account))),
  }
}

/** A line as its reader may see it. */
export function lineOf(
  preview: OrderPreview | Refusal,
  { translate }: Pick<CallContext, 'translate'>,
  isShown: (account: string) => boolean,
): BasketPreview['lines'][number] {
  if (isRefusal(preview)) return { preview: null, warnings: [warningOf(preview, { translate })] }
  const { warnings, ...figures } = previewOf(preview, { translate }, isShown)
  return { preview: figures, warnings }
}

/** A refusal as a warning, in words. */
export const warningOf = (refusal: Refusal, { translate }: Pick<CallContext, 'translate'>) => ({
  code: refusals[refusal.refusal].code,
  ...refusalInWords(refusal, translate),
})

/** The sums over the orders of an account, exact: added up in kobo. */
function totalsOf(account: string, previews: readonly OrderPreview[], isShown: boolean): AccountTotals {
  const [first] = previews
  const sum = (figure: (preview: OrderPreview) => bigint) =>
    kobo(previews.reduce((total, preview) => total + figure(preview), 0n))
  const worth = ({ orderQty, worstPx }: OrderPreview) => consideration(orderQty, worstPx ?? (0 as never))
  const valueOn = (side: Side) => sum((preview) => (preview.side === side ? worth(preview) : 0n))
  const hold = sum(({ ledger }) => ledger?.hold ?? 0n)
  const available = first?.available ?? kobo(0)
  return {
    account,
    orders: previews.length,
    buys: toNaira(valueOn(Side.buy)),
    sells: toNaira(valueOn(Side.sell)),
    fees: toNaira(sum(({ ledger }) => totalOf(ledger?.charges ?? []))),
    holdAmount: toNaira(hold),
    availableBalance: isShown ? toNaira(available) : null,
    availableAfter: isShown ? toNaira(kobo(available - hold)) : null,
  }
}
