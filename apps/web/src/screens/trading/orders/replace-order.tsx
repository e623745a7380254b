import {
  isFinal,
  nairaToPrice,
  type PriceKobo,
  type Quantity,
  Side,
  type StockOrder,
  toNaira,
} from '@tradebook/contract'
import { Input } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { useSend } from '../../../api/use-send.ts'
import { money, quantity, price as written } from '../../../ui/format.ts'
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import { usePriceRules } from '../security-facts.ts'
import { estimateOf, priceObjections } from '../ticket/draft.ts'
import { type PriceRules, readPrice, readQuantity, stepPrice, ticksOf } from '../ticket/figures.ts'
import { type Objection, sanityOf } from '../ticket/sanity.ts'
import { useSight } from '../ticket/use-draft-check.ts'
import { failureText, orderText, outcomeOf } from './order-texts.ts'
import style from './orders.module.css'
import { RequestFailureNote, RequestPanel } from './request-panel.tsx'
import { type Replacement, replaceOrder } from './requests.ts'

/** Another quantity or price for a live order: what it costs, and what is lost by it. */
export function ReplaceOrder({ order, onClose }: { order: StockOrder; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const rules = usePriceRules(order.securityID)
  const sight = useSight(order.securityID, order.side)
  const typed = useTypedTerms((orders) => orders[order.id])
  const { quantityText, priceText } = { ...termsOf(order), ...typed }
  const type = (text: Partial<Terms>) => keepTyped(order, { quantityText, priceText, ...text })
  const close = () => {
    keepTyped(order, undefined)
    onClose()
  }
  const { state: sending, send } = useSend((replacement: Replacement) => replaceOrder(order, replacement))
  // A request that failed stays with its order: the failure is what the change yields.
  const failed = sending.status === 'done' ? sending.output : undefined

  const { orderQty, price, objection } = readReplacement(order, quantityText, priceText, rules)
  const effect = orderQty === undefined || objection ? undefined : effectOf(order, orderQty, price)
  const warnings =
    effect === undefined
      ? []
      : sanityOf({ side: order.side, ordType: order.ordType, orderQty: effect.open, price }, sight)

  const replace = async () => {
    if (orderQty === undefined) return
    const outcome = await send({ orderQty, ...(price !== undefined && { price: toNaira(price) }) })
    if (outcome?.status === 'done' && !outcome.output) close()
  }
  const step = (ticks: number) => {
    const start = price ?? (order.price === null ? undefined : nairaToPrice(order.price))
    if (start === undefined || !rules) return
    type({ priceText: toNaira(stepPrice(start, ticks, rules)).toFixed(2) })
  }
  const naira = (amount: number) => `₦${money(amount)}`
  const advice = (
    <>
      <output className={style.effects}>
        {objection && t(objection.text, { symbol: order.securityID, ...objection.values })}
        {effect && (
          <>
            <span data-loses={effect.losesPriority || undefined}>
              {t(effect.losesPriority ? 'Trading.Replace.LosesPriority' : 'Trading.Replace.KeepsPriority')}
            </span>
            <span>
              {t(order.side === Side.buy ? 'Trading.Replace.Cost' : 'Trading.Replace.Proceeds', {
                after: naira(effect.after),
                before: naira(effect.before),
              })}
            </span>
            {warnings.map(({ text, values }) => (
              <span key={text} data-loses>
                {t(text, { ...values })}
              </span>
            ))}
          </>
        )}
      </output>
      {isFinal(order.ordStatus) ? (
        <RequestFailureNote>{outcomeOf(order, t).title}</RequestFailureNote>
      ) : (
        failed && <RequestFailureNote>{failureText(failed, t)}</RequestFailureNote>
      )}
    </>
  )
  const hasTyped = () => {
    const now = termsOf(order)
    return !isFinal(order.ordStatus) && (quantityText !== now.quantityText || priceText !== now.priceText)
  }

  return (
    <RequestPanel
      title={t('Trading.Replace.Title', { order: orderText(order, t), customer: order.customerName })}
      action={
        effect && orderQty !== undefined
          ? t('Trading.Replace.Confirm', {
              quantity: quantity(orderQty),
              price: price === undefined ? t('Trading.Orders.Market') : written(toNaira(price)),
            })
          : t('Trading.Orders.Replace')
      }
      sending={sending}
      isDisabled={effect === undefined}
      leave={t('Trading.Replace.Keep')}
      onAct={() => void replace()}
      onClose={close}
      advice={advice}
    >
      <label htmlFor={`${id}-quantity`}>
        {t('Trading.Ticket.Quantity')}
        <Input
          id={`${id}-quantity`}
          autoFocus
          size="small"
          inputMode="decimal"
          autoComplete="off"
          className={style.figure}
          value={quantityText}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type({ quantityText: target.value })}
        />
      </label>
      {order.price !== null && (
        <label htmlFor={`${id}-price`}>
          {t('Trading.Ticket.Price')}
          <Input
            id={`${id}-price`}
            size="small"
            inputMode="decimal"
            autoComplete="off"
            className={style.figure}
            value={priceText}
            onChange={({ target }) => type({ priceText: target.value })}
            onKeyDown={(event) => {
              const ticks = ticksOf(event)
              if (ticks === undefined) return
              event.preventDefault()
              step(ticks)
            }}
          />
        </label>
      )}
      <UnsavedGuard hasUnsaved={hasTyped} />
    </RequestPanel>
  )
}

interface Terms {
  readonly quantityText: string
  readonly priceText: string
}

const termsOf = ({ orderQty, price }: StockOrder): Terms => ({
  quantityText: String(orderQty),
  priceText: price?.toFixed(2) ?? '',
})

/** What was typed for an order and not sent, by the order's id: it outlives a look at another tab or another row. */
export const useTypedTerms = create<Readonly<Record<string, Terms>>>(() => ({}))

const keepTyped = ({ id }: StockOrder, terms: Terms | undefined): void =>
  useTypedTerms.setState(({ [id]: _, ...others }) => (terms ? { ...others, [id]: terms } : others), true)

interface ReadReplacement {
  readonly orderQty: Quantity | undefined
  readonly price: PriceKobo | undefined
  readonly objection?: Pick<Objection, 'text' | 'values'> | undefined
}

/** What was typed, and what stands against it. */
function readReplacement(
  order: StockOrder,
  quantityText: string,
  priceText: string,
  rules: PriceRules | undefined,
): ReadReplacement {
  const typedQuantity = readQuantity(quantityText)
  const typedPrice = order.price === null ? undefined : readPrice(priceText)
  const orderQty = typedQuantity.value
  const price = typedPrice?.value
  const read = { orderQty, price }
  if (isFinal(order.ordStatus)) return { ...read, objection: { text: 'Trading.Replace.Ended' } }
  if (typedQuantity.why) return { ...read, objection: { text: typedQuantity.why } }
  if (typedQuantity.value <= order.cumQty) {
    return {
      ...read,
      objection: { text: 'Trading.Replace.BelowFilled', values: { filled: quantity(order.cumQty) } },
    }
  }
  const [priceObjection] = typedPrice ? priceObjections(typedPrice, rules) : []
  if (priceObjection) return { ...read, objection: priceObjection }
  const isSame = orderQty === order.orderQty && (price === undefined || toNaira(price) === order.price)
  return isSame ? { ...read, objection: { text: 'Trading.Replace.Same' } } : read
}

/** What a replacement does: what is open costs or brings, in naira, before and after; and its place. */
function effectOf(order: StockOrder, orderQty: Quantity, price: PriceKobo | undefined) {
  const open = (orderQty - order.cumQty) as Quantity
  const former = order.price === null ? undefined : nairaToPrice(order.price)
  const total = (count: Quantity, at: PriceKobo | undefined) =>
    at === undefined ? 0 : toNaira(estimateOf(order.side, count, at).total)
  return {
    open,
    before: total(order.leavesQty as Quantity, former),
    after: total(open, price ?? former),
    // Less quantity keeps the place in the book; more, or another price, goes to the back of its price.
    losesPriority: orderQty > order.orderQty || (price !== undefined && price !== former),
  }
}
