import { reasonInWords, statusText } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { money, quantity } from '../../ui/format.ts'
import { inWordsOf, type LineOutcome } from './basket-lines.ts'

/** What became of a line when its basket was sent, with the reason where it was refused or not sent. */
export function outcomeText({ outcome, order, refusal }: LineOutcome, t: TFunction): string {
  if (order) {
    const status = t(statusText(order))
    if (order.cumQty > 0)
      return t('Basket.Filled', { status, filled: quantity(order.cumQty), price: money(order.avgPx) })
    const why = order.reason && reasonInWords(order.reason, (key, values) => t(key, { ...values }))
    return why ? inWordsOf(status, why) : status
  }
  const reason = refusal ? inWordsOf(refusal.message, refusal.details) : ''
  if (outcome === 'refused') return reason || t('Basket.Outcome.refused')
  if (outcome === 'notSent') return inWordsOf(t('Basket.Outcome.notSent'), reason)
  return t('Basket.Outcome.unknown')
}
