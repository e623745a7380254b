import { isOpenInMarket } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useOrders } from '../../../live/use-live.ts'
import type { Tab } from '../tabs.tsx'
import { ExecutionsTable } from './executions-table.tsx'
import { HoldingsTable } from './holdings-table.tsx'
import { OrdersTable } from './orders-table.tsx'

interface OrderTabsProps {
  readonly selected: string | undefined
  readonly onSelect: (securityID: string) => void
}

/** The day's own business: orders, what was done of them, and what the account holds. */
export function useOrderTabs({ selected, onSelect }: OrderTabsProps): Tab[] {
  const { t } = useTranslation()
  const open = useOrders().filter(isOpenInMarket).length
  return [
    {
      key: 'orders',
      title: open > 0 ? t('Trading.Orders.Open', { number: open }) : t('Trading.Orders'),
      content: () => <OrdersTable selected={selected} onSelect={onSelect} />,
    },
    {
      key: 'executions',
      title: t('Trading.Executions'),
      content: () => <ExecutionsTable onSelect={onSelect} />,
    },
    { key: 'holdings', title: t('Trading.Holdings'), content: () => <HoldingsTable onSelect={onSelect} /> },
  ]
}
