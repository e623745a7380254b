import { isFinal, OrdStatus, type StockOrder } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../../../api/use-send.ts'
import { useOrders } from '../../../live/use-live.ts'
import { failureText, orderText, outcomeOf } from './order-texts.ts'
import style from './orders.module.css'
import { RequestFailureNote, RequestPanel } from './request-panel.tsx'
import { type CancelResult, cancelOrders, failureStanding, useFailedRequests } from './requests.ts'
import { useRequestConditions, whyNotNow } from './why-not.ts'

/** The list of what will be cancelled has room for about so many before it is scrolled. */
const ORDERS_IN_SIGHT = 4

interface CancelOrdersProps {
  readonly orders: readonly StockOrder[]
  readonly onClose: () => void
}

/** What exactly will be cancelled, before it is; afterwards what was not, and why. */
export function CancelOrders({ orders, onClose }: CancelOrdersProps) {
  const { t } = useTranslation()
  const { state: sending, send } = useSend(cancelOrders)
  const [results, setResults] = useState<readonly CancelResult[]>()
  const now = useNow(orders)
  const left = useStillLeft(results)
  const box = useRef<HTMLDivElement>(null)
  const isOne = orders.length === 1
  // The question takes the focus: Escape leaves it, and Enter answers it where it is about one order.
  useEffect(() => {
    const answer = isOne ? 'button' : 'button:not([type=submit])'
    box.current?.closest('form')?.querySelector<HTMLElement>(answer)?.focus()
  }, [isOne])

  const again = left?.filter(({ order, failed }) => failed && !isFinal(order.ordStatus)) ?? []
  const toCancel = left ? again.map(({ order }) => order) : now.filter(({ ordStatus }) => !isFinal(ordStatus))
  const cancel = async () => {
    const outcome = await send(toCancel)
    if (outcome?.status !== 'done') return
    const others = left?.filter((result) => !again.includes(result)) ?? []
    setResults([...others, ...outcome.output])
  }
  const isDone = left?.length === 0
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])

  const whyNoCancel = whyNotNow('cancel', useRequestConditions(), t)
  const [first] = now
  const isOver = !left && !isPending(sending) && toCancel.length === 0
  const done = t('Trading.Cancel.Done', {
    done: orders.length - (left?.length ?? 0),
    number: orders.length,
  })
  const asked = isOver
    ? t('Trading.Cancel.Over')
    : isOne
      ? t('Trading.Cancel.One')
      : t('Trading.Cancel.Many', { number: toCancel.length })
  const action = left
    ? t('Trading.Cancel.Again', { number: toCancel.length })
    : isOne
      ? t('Trading.Cancel.Confirm')
      : t('Trading.Cancel.ConfirmMany', { number: toCancel.length })
  return (
    <RequestPanel
      title={left ? done : asked}
      action={toCancel.length > 0 ? action : undefined}
      isDanger
      sending={sending}
      isDisabled={whyNoCancel !== undefined}
      leave={t(left || isOver ? 'Trading.Request.Close' : 'Trading.Request.Keep')}
      onAct={() => void cancel()}
      onClose={onClose}
    >
      <div ref={box} className={style.list}>
        {left ? (
          <RequestFailureNote>
            {notCancelledTexts(left, t).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </RequestFailureNote>
        ) : isOver ? (
          <ul>
            {now.map((order) => (
              <li key={order.id}>
                {t('Trading.Cancel.Left', {
                  order: orderText(order, t),
                  reason: outcomeOf(order, t).what,
                })}
              </li>
            ))}
          </ul>
        ) : isOne && first ? (
          <p>{t('Trading.Cancel.Text', { order: orderText(first, t), customer: first.customerName })}</p>
        ) : (
          <ul>
            {toCancel.map((order) => (
              <li key={order.id}>
                {orderText(order, t)} · {order.customerName}
              </li>
            ))}
          </ul>
        )}
      </div>
      {whyNoCancel !== undefined && toCancel.length > 0 && (
        <RequestFailureNote>{whyNoCancel}</RequestFailureNote>
      )}
      {!left && toCancel.length > ORDERS_IN_SIGHT && (
        <p>{t('Trading.Cancel.Listed', { number: toCancel.length })}</p>
      )}
    </RequestPanel>
  )
}

/** The orders as they are now: one may end while the question stands. */
function useNow(asked: readonly StockOrder[]): readonly StockOrder[] {
  const orders = useOrders()
  return useMemo(() => {
    const now = new Map(orders.map((order) => [order.id, order]))
    return asked.map((order) => now.get(order.id) ?? order)
  }, [asked, orders])
}

/** What is not cancelled as of now, and why as far as is known now: an answer that was lost may show itself later. */
function useStillLeft(results: readonly CancelResult[] | undefined): readonly CancelResult[] | undefined {
  const orders = useOrders()
  const failures = useFailedRequests()
  return useMemo(() => {
    const now = new Map(orders.map((order) => [order.id, order]))
    return results?.flatMap((result) => {
      const order = now.get(result.order.id) ?? result.order
      if (result.isCancelled || order.ordStatus === OrdStatus.canceled) return []
      return { ...result, order, failed: result.failed && failureStanding(order, failures[order.id]) }
    })
  }, [results, orders, failures])
}

/** Why orders are not cancelled, each reason once: what failed, or how they ended before. */
function notCancelledTexts(results: readonly CancelResult[], t: TFunction): readonly string[] {
  const byReason = new Map<string, string[]>()
  for (const { order, failed } of results) {
    const reason = failed ? failureText(failed, t) : outcomeOf(order, t).what
    byReason.set(reason, [...(byReason.get(reason) ?? []), orderText(order, t)])
  }
  return [...byReason].map(([reason, orders]) =>
    t('Trading.Cancel.Left', { order: orders.join('; '), reason }),
  )
}
