import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { GuardedDrawer } from '../../ui/guarded-drawer.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { BulkOrderDetails } from './bulk-order-details.tsx'
import { bulkOrdersView } from './bulk-orders-view.ts'
import { SendBulkOrder } from './send-bulk-order.tsx'

const NEW = 'new'

/** One order for many accounts: sent, looked at and allocated here. */
const BulkOrdersScreen = () => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<string>()
  return (
    <Page title={t('Bulk.Title')} about={t('Bulk.About')} isWide>
      <Section>
        <ServerTable
          call="Order/GetBulkOrders"
          list={bulkOrdersView}
          onOpen={({ orderID }) => setOpened(orderID)}
          tools={
            <Button size="small" type="primary" onClick={() => setOpened(NEW)}>
              {t('Bulk.Send')}
            </Button>
          }
        />
      </Section>
      <GuardedDrawer
        open={opened !== undefined}
        destroyOnHidden
        size={560}
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
  const answer = useCall('Order/GetBulkOrder', { orderID }, { gcTime: 0 })
  return <Loaded answer={answer}>{(bulkOrder) => <BulkOrderDetails bulkOrder={bulkOrder} />}</Loaded>
}
