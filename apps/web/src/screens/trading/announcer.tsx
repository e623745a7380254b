import { isFinal, OrdStatus, type StockOrder } from '@tradebook/contract'
import { useEffect, useRef, useState } from 'react'
import { useOrders } from '../../live/use-live.ts'
import { useSay } from '../../words.ts'
import style from './announcer.module.css'
import { type Outcome, outcomeOf } from './orders/order-words.ts'
import { useUnkeptRefusal } from './ticket/send.tsx'

/** News of orders is gathered this long, so that a burst is one sentence. */
const GATHER_MS = 700
/** More results than this at once are counted, not read out. */
const MOST_READ = 2

/** Says aloud, politely, what became of the person's orders. */
export function Announcer() {
  const say = useSay()
  const refusal = useUnkeptRefusal()
  const orders = useOrders()
  const told = useRef<Map<string, string>>(undefined)
  const [sentence, setSentence] = useState('')
  useEffect(() => {
    const isFirst = told.current === undefined
    told.current ??= new Map()
    const before = told.current
    if (isFirst) {
      for (const order of orders) before.set(order.id, standing(order))
      return
    }
    const timer = setTimeout(() => {
      const changed = orders.filter((order) => before.get(order.id) !== standing(order))
      for (const order of changed) before.set(order.id, standing(order))
      const worthSaying = changed.filter(
        ({ ordStatus }) => ordStatus === OrdStatus.new || isResult(ordStatus),
      )
      if (worthSaying.length === 0) return
      setSentence(
        worthSaying.length > MOST_READ
          ? say('Trading.Aloud.Many', { number: worthSaying.length })
          : worthSaying.map((order) => aloud(outcomeOf(order, say))).join(' '),
      )
    }, GATHER_MS)
    return () => clearTimeout(timer)
  }, [orders, say])
  // A refusal whose order is kept comes with the orders.
  const { title, why } = refusal ?? {}
  useEffect(() => {
    if (title === undefined || why === undefined) return
    const timer = setTimeout(() => setSentence(aloud({ title, why })), GATHER_MS)
    return () => clearTimeout(timer)
  }, [title, why])
  return (
    <output className={style.aloud} aria-live="polite">
      {sentence}
    </output>
  )
}

const aloud = ({ title, why }: Pick<Outcome, 'title' | 'why'>): string =>
  why === '' ? `${title}.` : `${title}. ${why}`

const standing = ({ ordStatus, cumQty }: StockOrder): string => `${ordStatus} ${cumQty}`

const isResult = (status: OrdStatus): boolean => isFinal(status) || status === OrdStatus.partiallyFilled
