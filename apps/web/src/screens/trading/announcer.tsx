import { isFinal, OrdStatus, type StockOrder } from '@tradebook/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOrders } from '../../live/use-live.ts'
import style from './announcer.module.css'
import { orderSaid, statusWords } from './orders/order-words.ts'

/** News of orders is gathered this long, so that a burst is one sentence. */
const GATHER_MS = 700
/** More results than this at once are counted, not read out. */
const MOST_READ = 2

/** Says aloud, politely, what became of the person's orders. */
export function Announcer() {
  const { t } = useTranslation()
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
          ? t('Trading.Aloud.Many', { number: worthSaying.length })
          : worthSaying
              .map((order) => `${t(statusWords[order.ordStatus])}: ${orderSaid(order, t)}.`)
              .join(' '),
      )
    }, GATHER_MS)
    return () => clearTimeout(timer)
  }, [orders, t])
  return (
    <output className={style.aloud} aria-live="polite">
      {sentence}
    </output>
  )
}

const standing = ({ ordStatus, cumQty }: StockOrder): string => `${ordStatus} ${cumQty}`

const isResult = (status: OrdStatus): boolean => isFinal(status) || status === OrdStatus.partiallyFilled
