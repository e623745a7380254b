import {
  isFinal,
  isStop,
  nairaToPrice,
  namesLastDay,
  type OrderPreview,
  Side,
  type StockOrder,
  toNaira,
} from '@tradebook/contract'
import { Input, type InputProps } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { useSend } from '../../../api/use-send.ts'
import { useLatestExpireDate, useMarketDate } from '../../../live/use-live.ts'
import { isDay } from '../../../ui/days.ts'
import { date, dateWithDay, naira, quantity, price as written } from '../../../ui/format.ts'
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import { Choice } from '../choice.tsx'
import { LastDayPicker } from '../last-day-picker.tsx'
import { useSecurityPhase } from '../phase/use-security-phase.ts'
import { useAuction, useLastPrice, usePriceRules } from '../security-facts.ts'
import { stepPrice, ticksOf } from '../ticket/figures.ts'
import { sanityOf } from '../ticket/sanity.ts'
import { useMarketSnapshot } from '../ticket/use-draft-check.ts'
import { type Previewed, usePreview } from '../ticket/use-preview.ts'
import { failureText, orderText, outcomeOf } from './order-texts.ts'
import style from './orders.module.css'
import {
  durationsOffered,
  effectOf,
  isSameTerms,
  type ReplaceConditions,
  readReplacement,
  replacementOf,
  type Terms,
  termsOf,
} from './replacement.ts'
import { RequestFailureNote, RequestPanel } from './request-panel.tsx'
import { type Replacement, replaceOrder } from './requests.ts'
import { useRequestConditions, whyNotNow } from './why-not.ts'

/** Another quantity, price or duration for a live order: what it costs, and what is lost by it. */
export function ReplaceOrder({ order, onClose }: { order: StockOrder; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const typed = useTypedTerms((orders) => orders[order.id])
  const terms = { ...termsOf(order), ...typed }
  const { quantityText, priceText, stopText, timeInForce, expireDate } = terms
  const type = (changed: Partial<Terms>) => keepTyped(order, { ...terms, ...changed })
  const close = () => {
    keepTyped(order, undefined)
    onClose()
  }
  const { state: sending, send } = useSend((replacement: Replacement) => replaceOrder(order, replacement))
  // A request that failed stays with its order: the failure is what the change yields.
  const failed = sending.status === 'done' ? sending.output : undefined

  const conditions = useReplaceConditions(order)
  const { phase, rules, latestExpireDate } = conditions
  const whyNone = whyNotNow('replace', useRequestConditions(order.securityID), t)
  const durations = durationsOffered(order, phase)
  const read = readReplacement(order, terms, conditions)
  const { orderQty, price, objection } = read
  const snapshot = useMarketSnapshot(order.securityID, order.side, price)
  const effect =
    orderQty === undefined || objection || whyNone !== undefined
      ? undefined
      : effectOf(order, orderQty, price)
  const warnings =
    effect === undefined || effect.ends
      ? []
      : sanityOf({ ...order, minQty: undefined, execInst: null, orderQty: effect.open, price }, snapshot)

  const { orderID } = order
  const before = usePreview('Order/PreviewOrderReplace', effect && { orderID })
  const replacement = effect && replacementOf(order, read, terms)
  const after = usePreview('Order/PreviewOrderReplace', replacement && { orderID, ...replacement })

  const replace = async () => {
    if (!replacement) return
    const outcome = await send(replacement)
    if (outcome?.status === 'done' && !outcome.output) close()
  }
  const step = (ticks: number) => {
    const start = price ?? (order.price === null ? undefined : nairaToPrice(order.price))
    if (start === undefined || !rules) return
    type({ priceText: toNaira(stepPrice(start, ticks, rules)).toFixed(2) })
  }
  const advice = (
    <>
      <output className={style.effects}>
        {whyNone ?? (objection && t(objection.text, { symbol: order.securityID, ...objection.values }))}
        {effect && (
          <>
            <span data-loses={effect.losesPriority || undefined}>
              {effect.ends
                ? t('Trading.Replace.Ends', { filled: quantity(order.cumQty) })
                : order.isHalted
                  ? t('Trading.Status.halted')
                  : isStop(order.ordType)
                    ? t('Trading.Status.waitsFor', { price: written(read.stopPx && toNaira(read.stopPx)) })
                    : t(
                        effect.losesPriority
                          ? 'Trading.Replace.LosesPriority'
                          : 'Trading.Replace.KeepsPriority',
                      )}
            </span>
            <span>
              {t(order.side === Side.buy ? 'Trading.Replace.Cost' : 'Trading.Replace.Proceeds', {
                after: totalOf(after),
                before: totalOf(before),
              })}
            </span>
            {after.status === 'failed' && <span>{t('Trading.Ticket.PreviewFailed')}</span>}
            {after.status === 'known' &&
              after.preview.warnings
                // What it failed by is said below.
                .filter(({ code }) => code !== failed?.code)
                .map(({ code, details }) => (
                  <span key={code} data-loses>
                    {details}
                  </span>
                ))}
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
  const replaced = effect?.ends
    ? t('Trading.Replace.Ends.Confirm', { filled: quantity(order.cumQty) })
    : orderQty !== undefined &&
      t('Trading.Replace.Confirm', {
        quantity: quantity(orderQty),
        price: price === undefined ? t('Trading.Orders.Market') : written(toNaira(price)),
      })
  const hasTyped = () => !isFinal(order.ordStatus) && !isSameTerms(terms, termsOf(order))

  return (
    <RequestPanel
      title={t('Trading.Replace.Title', { order: orderText(order, t), customer: order.customerName })}
      action={
        effect && replaced
          ? read.stopPx === undefined
            ? replaced
            : t(`Trading.Ticket.OnceAt.${order.side === Side.buy ? Side.buy : Side.sell}`, {
                order: replaced,
                stop: written(toNaira(read.stopPx)),
              })
          : t('Trading.Orders.Replace')
      }
      sending={sending}
      // What it comes to is known first, as far as the server says it.
      isDisabled={effect === undefined || after.status === 'pending'}
      leave={t('Trading.Replace.Keep')}
      onAct={() => void replace()}
      onClose={close}
      advice={advice}
    >
      <Figure
        label={t('Trading.Ticket.Quantity')}
        autoFocus
        value={quantityText}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => type({ quantityText: target.value })}
      />
      {order.price !== null && (
        <Figure
          label={t('Trading.Ticket.Price')}
          value={priceText}
          onChange={({ target }) => type({ priceText: target.value })}
          onKeyDown={(event) => {
            const ticks = ticksOf(event)
            if (ticks === undefined) return
            event.preventDefault()
            step(ticks)
          }}
        />
      )}
      {isStop(order.ordType) && (
        <Figure
          label={t('Trading.Ticket.StopPx')}
          value={stopText}
          onChange={({ target }) => type({ stopText: target.value })}
        />
      )}
      {durations.length > 0 && (
        <Choice
          label={t('Trading.Ticket.TimeInForce')}
          value={timeInForce}
          onChange={(value) => type({ timeInForce: value })}
          options={durations.map((value) => ({
            value,
            label: t(`Trading.TimeInForce.${value}`),
            title: t(`Trading.TimeInForce.${value}.details`, { date: date(latestExpireDate) }),
          }))}
        />
      )}
      {durations.length > 0 && namesLastDay(timeInForce) && (
        <label htmlFor={`${id}-expire`}>
          {t('Trading.Ticket.ExpireDate')}
          <LastDayPicker
            id={`${id}-expire`}
            // The label's text would have the day for a part of the name.
            aria-label={t('Trading.Ticket.ExpireDate')}
            aria-describedby={`${id}-expire-day`}
            keepsMistyped
            size="small"
            className={style.day}
            value={expireDate}
            onChange={(day) => type({ expireDate: day })}
          />
          {isDay(expireDate) && <span id={`${id}-expire-day`}>{dateWithDay(expireDate)}</span>}
        </label>
      )}
      <UnsavedGuard hasUnsaved={hasTyped} />
    </RequestPanel>
  )
}

const totalOf = (previewed: Previewed<OrderPreview>): string =>
  previewed.status === 'known' ? naira(previewed.preview.total) : '…'

/** What was typed for an order and not sent, by the order's id: it outlives a look at another tab or another row. */
export const useTypedTerms = create<Readonly<Record<string, Terms>>>(() => ({}))

const keepTyped = ({ id }: StockOrder, terms: Terms | undefined): void =>
  useTypedTerms.setState(({ [id]: _, ...others }) => (terms ? { ...others, [id]: terms } : others), true)

/** What a change of the order is checked against, as it is now. */
function useReplaceConditions({ securityID }: StockOrder): ReplaceConditions {
  return {
    rules: usePriceRules(securityID),
    phase: useSecurityPhase(securityID),
    auction: useAuction(securityID),
    marketDate: useMarketDate(),
    latestExpireDate: useLatestExpireDate(),
    lastPx: useLastPrice(securityID),
  }
}

/** A figure of the order, as it is typed. */
const Figure = ({ label, ...input }: InputProps & { readonly label: string }) => {
  const id = useId()
  return (
    <label htmlFor={id}>
      {label}
      <Input
        {...input}
        id={id}
        size="small"
        inputMode="decimal"
        autoComplete="off"
        className={style.figure}
      />
    </label>
  )
}
