import { isFinal, OrdStatus, type StockOrder } from '@tradebook/contract'
import { useEffect, useState } from 'react'
import { liveMarket } from '../../live/live-market.ts'
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
  const [sentence, setSentence] = useState('')
  useEffect(() => {
    const { items } = liveMarket.store.orders
    const told = new Map(items.get().map((order) => [order.id, standing(order)]))
    const tell = () => {
      const changed = items.get().filter((order) => told.get(order.id) !== standing(order))
      for (const order of changed) told.set(order.id, standing(order))
      const worthSaying = changed.filter(
        ({ ordStatus }) => ordStatus === OrdStatus.new || isResult(ordStatus),
      )
      if (worthSaying.length === 0) return
      setSentence(
        worthSaying.length > MOST_READ
          ? say('Trading.Aloud.Many', { number: worthSaying.length })
          : worthSaying.map((order) => aloud(outcomeOf(order, say))).join(' '),
      )
    }
    // Counted from the first change: where orders change without a pause, each still has its turn.
    let gathering: ReturnType<typeof setTimeout> | undefined
    const stop = items.subscribe(() => {
      gathering ??= setTimeout(() => {
        gathering = undefined
        tell()
      }, GATHER_MS)
    })
    return () => {
      stop()
      clearTimeout(gathering)
    }
  }, [say])
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
