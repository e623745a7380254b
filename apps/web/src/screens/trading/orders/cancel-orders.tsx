import { isFinal, OrdStatus, type StockOrder } from '@tradebook/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useOrders } from '../../../live/use-live.ts'
import { useSay } from '../../../words.ts'
import { failureSaid, orderSaid, outcomeOf } from './order-words.ts'
import { RequestFailureNote, RequestPanel } from './request-panel.tsx'
import { type CancelResult, cancelOrders } from './requests.ts'
import style from './table.module.css'

interface CancelOrdersProps {
  readonly orders: readonly StockOrder[]
  readonly onClose: () => void
}

/** What exactly will be cancelled, before it is; afterwards what was not, and why. */
export function CancelOrders({ orders, onClose }: CancelOrdersProps) {
  const say = useSay()
  const [isBusy, setBusy] = useState(false)
  const [results, setResults] = useState<readonly CancelResult[]>()
  const left = useStillLeft(results)
  const box = useRef<HTMLDivElement>(null)
  // The question takes the focus, so that Enter answers it and Escape leaves it.
  useEffect(() => box.current?.closest('form')?.querySelector('button')?.focus(), [])

  const again = left?.filter(({ order, failed }) => failed && !isFinal(order.ordStatus)) ?? []
  const toCancel = left ? again.map(({ order }) => order) : orders
  const cancel = async () => {
    setBusy(true)
    const tried = await cancelOrders(toCancel)
    const others = left?.filter((result) => !again.includes(result)) ?? []
    setBusy(false)
    setResults([...others, ...tried])
  }
  const isDone = left?.length === 0
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])

  const [first] = orders
  const isOne = orders.length === 1
  const done = say('Trading.Cancel.Done', {
    done: orders.length - (left?.length ?? 0),
    number: orders.length,
  })
  const asked = isOne ? say('Trading.Cancel.One') : say('Trading.Cancel.Many', { number: orders.length })
  const action = left
    ? say('Trading.Cancel.Again', { number: toCancel.length })
    : isOne
      ? say('Trading.Cancel.Confirm')
      : say('Trading.Cancel.ConfirmMany', { number: orders.length })
  return (
    <RequestPanel
      title={left ? done : asked}
      action={toCancel.length > 0 ? action : undefined}
      isDanger
      isBusy={isBusy}
      leave={say(left ? 'Trading.Request.Close' : 'Trading.Request.Keep')}
      onAct={() => void cancel()}
      onClose={onClose}
    >
      <div ref={box} className={style.list}>
        {left ? (
          <RequestFailureNote>
            {left.map((result) => (
              <span key={result.order.id}>{notCancelledSaid(result, say)}</span>
            ))}
          </RequestFailureNote>
        ) : isOne && first ? (
          <p>{say('Trading.Cancel.Text', { order: orderSaid(first, say), customer: first.customerName })}</p>
        ) : (
          <ul>
            {orders.map((order) => (
              <li key={order.id}>
                {orderSaid(order, say)} · {order.customerName}
              </li>
            ))}
          </ul>
        )}
      </div>
    </RequestPanel>
  )
}

/** What is not cancelled as of now: a cancel without an answer may show itself later. */
function useStillLeft(results: readonly CancelResult[] | undefined): readonly CancelResult[] | undefined {
  const orders = useOrders()
  return useMemo(() => {
    const gone = new Set(
      orders.filter(({ ordStatus }) => ordStatus === OrdStatus.canceled).map(({ id }) => id),
    )
    return results?.filter(({ order, isCancelled }) => !isCancelled && !gone.has(order.id))
  }, [results, orders])
}

/** Why an order is not cancelled: what failed, or how it ended before. */
const notCancelledSaid = ({ order, failed }: CancelResult, say: ReturnType<typeof useSay>): string =>
  say('Trading.Cancel.Left', {
    order: orderSaid(order, say),
    reason: failed ? failureSaid(failed, say) : outcomeOf(order, say).what,
  })
