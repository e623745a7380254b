import { isFinal, isPart, OrdStatus, type StockOrder } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveMarket } from '../../live/live-market.ts'
import { isFresh } from '../../live/market-store.ts'
import { useAnnouncement } from './announcement.ts'
import style from './announcer.module.css'
import { type Outcome, orderText, outcomeOf } from './orders/order-texts.ts'
import { useUnkeptRefusal } from './ticket/send.tsx'

/** News of orders is gathered this long, so that a burst is one sentence. */
const GATHER_MS = 700
/** More results than this at once are counted, not read out. */
const MOST_READ = 2

/** Announces, politely, what became of the person's orders. */
export function Announcer() {
  const { t } = useTranslation()
  const refusal = useUnkeptRefusal()
  const [shown, setShown] = useState({ sentence: '', number: 0 })
  const setSentence = useCallback(
    (sentence: string) => setShown(({ number }) => ({ sentence, number: number + 1 })),
    [],
  )
  useEffect(() => {
    const { orders, link } = liveMarket.store
    const { items } = orders
    const announced = new Map<string, StockOrder>()
    const takeAsAnnounced = () => {
      for (const order of items.get()) announced.set(order.id, order)
    }
    takeAsAnnounced()
    /** The orders as they were at sign-in are known: what differs from here on is news. */
    let isBegun = isFresh(link.get())
    const announceNews = () => {
      if (!isBegun) return
      const now = items.get()
      const known = new Set(now.map(({ orderID }) => orderID))
      const news = now.flatMap((order) => {
        const before = announced.get(order.id)
        announced.set(order.id, order)
        // A bulk order is announced once, not for each account; a customer has only the part.
        if (isPart(order) && known.has(order.bulkOrderID ?? '')) return []
        return newsOf(order, before, t) ?? []
      })
      if (news.length === 0) return
      setSentence(news.length > MOST_READ ? t('Trading.Aloud.Many', { number: news.length }) : news.join(' '))
    }
    const stopLink = link.subscribe(() => {
      if (link.get().state === 'connecting') {
        // Somebody signs in: their orders are not news, nor are those of anyone who was here before.
        announced.clear()
        isBegun = false
      } else if (!isBegun && isFresh(link.get())) {
        takeAsAnnounced()
        isBegun = true
      }
    })
    // Counted from the first change: where orders change without a pause, each still has its turn.
    let gathering: ReturnType<typeof setTimeout> | undefined
    const stop = items.subscribe(() => {
      gathering ??= setTimeout(() => {
        gathering = undefined
        announceNews()
      }, GATHER_MS)
    })
    return () => {
      stop()
      stopLink()
      clearTimeout(gathering)
    }
  }, [t, setSentence])
  useEffect(() => useAnnouncement.subscribe(({ sentence }) => setSentence(sentence)), [setSentence])
  // A refusal whose order is kept comes with the orders.
  const { title, why } = refusal ?? {}
  useEffect(() => {
    if (title === undefined || why === undefined) return
    const timer = setTimeout(() => setSentence(sentenceOf({ title, why })), GATHER_MS)
    return () => clearTimeout(timer)
  }, [title, why, setSentence])
  return (
    <output className={style.announced} aria-live="polite">
      {/* The same sentence announced again is read again. */}
      <span key={shown.number}>{shown.sentence}</span>
    </output>
  )
}

const sentenceOf = ({ title, why }: Pick<Outcome, 'title' | 'why'>): string =>
  why === '' ? `${title}.` : `${title}. ${why}`

/** What is new of an order since it was last announced, if that is worth announcing. */
function newsOf(order: StockOrder, before: StockOrder | undefined, t: TFunction): string | undefined {
  const { ordStatus, cumQty } = order
  const hasMoved = before?.ordStatus !== ordStatus || before.cumQty !== cumQty
  const hasOtherTerms = before && (before.orderQty !== order.orderQty || before.price !== order.price)
  if (hasOtherTerms && before.cumQty === cumQty && !isFinal(ordStatus)) {
    return t('Trading.Aloud.Replaced', { order: orderText(order, t) })
  }
  const isWorthSaying = hasMoved && (ordStatus === OrdStatus.new || isResult(ordStatus))
  return isWorthSaying ? sentenceOf(outcomeOf(order, t)) : undefined
}

const isResult = (status: OrdStatus): boolean => isFinal(status) || status === OrdStatus.partiallyFilled
