import { shownCount } from '../rules/money.ts'
import type { ContractNoteRow } from './schemas/portfolio.ts'

type Words = (key: 'Note.OrdersAndMore', values: { named: string; more: string }) => string

/** The orders of a contract note, as page and document name them: all, or the earliest and how many more there are. */
export function shownOrders(
  { orders, orderIDs }: Pick<ContractNoteRow, 'orders' | 'orderIDs'>,
  t: Words,
): string {
  const named = orderIDs.join(', ')
  const more = orders - orderIDs.length
  return more > 0 ? t('Note.OrdersAndMore', { named, more: shownCount(more) }) : named
}
