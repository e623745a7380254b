import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { useOrders } from '../../live/use-live.ts'
import { useMayMake } from '../../session.ts'
import { useFreshList } from '../../ui/data-table/server-list.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { GuardedDrawer } from '../../ui/guarded-drawer.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { BulkOrderDetails } from './bulk-order-details.tsx'
import { bulkOrderText } from './bulk-order-text.ts'
import { bulkOrdersView } from './bulk-orders-view.ts'
import { SendBulkOrder } from './send-bulk-order.tsx'
import { unconfirmedOrders } from './unconfirmed-order.ts'

const NEW = 'new'

/** One order for many accounts: sent, looked at and allocated here. */
const BulkOrdersScreen = () => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<string>()
  // A bulk order buys or sells, which needs a permission of its own.
  const [mayTrade, maySend] = [useMayMake('Order/SendNewOrder'), useMayMake('Order/SendBulkOrder')]
  return (
    <Page title={t('Bulk.Title')} about={t('Bulk.About')} isWide>
      <Section>
        {opened === undefined &&
          unconfirmedOrders().map(({ input }) => (
            <Alert
              key={input.clOrdID}
              type="warning"
              role="alert"
              title={t('Bulk.Unconfirmed', { order: bulkOrderText(input, t) })}
              action={
                <Button size="small" onClick={() => setOpened(NEW)}>
                  {t('Bulk.Unconfirmed.open')}
                </Button>
              }
            />
          ))}
        <ServerTable
          call="Order/GetBulkOrders"
          list={bulkOrdersView}
          onOpen={({ orderID }) => setOpened(orderID)}
          tools={
            mayTrade &&
            maySend && (
              <Button size="small" type="primary" onClick={() => setOpened(NEW)}>
                {t('Bulk.Send')}
              </Button>
            )
          }
        />
      </Section>
      <GuardedDrawer
        open={opened !== undefined}
        destroyOnHidden
        size={640}
        title={opened === NEW ? t('Bulk.Send') : t('Bulk.Of', { id: opened ?? '' })}
        onClose={() => setOpened(undefined)}
      >
        {opened === NEW && <SendBulkOrder onDone={setOpened} />}
        {opened !== undefined && opened !== NEW && <Opened key={opened} orderID={opened} />}
      </GuardedDrawer>
    </Page>
  )
}

export default BulkOrdersScreen

function Opened({ orderID }: { readonly orderID: string }) {
  // Fills and allocations are seen as they happen.
  const changes = useOrders().reduce(
    (sum, order) => sum + (order.bulkOrderID === orderID ? order.version : 0),
    0,
  )
  useFreshList('Order/GetBulkOrder', changes)
  useFreshList('Order/GetBulkOrders', changes)
  const answer = useCall('Order/GetBulkOrder', { orderID }, { gcTime: 0 })
  return <Loaded answer={answer}>{(bulkOrder) => <BulkOrderDetails bulkOrder={bulkOrder} />}</Loaded>
}
