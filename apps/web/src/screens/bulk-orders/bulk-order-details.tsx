import { allocationWords, type BulkOrderParts, isFinal, sides, statusText } from '@tradebook/contract'
import { allocationForm } from '@tradebook/contract/schemas/order'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../../api/use-send.ts'
import { useMayMake } from '../../session.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { localList } from '../../ui/data-table/local-list.ts'
import { Facts } from '../../ui/facts.tsx'
import { price, quantity } from '../../ui/format.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './bulk-order-details.module.css'
import { CHANGED_BY_BULK_ORDER } from './bulk-orders-view.ts'
import { partsView } from './parts-view.ts'
import { linesOf } from './typed-lines.ts'

/** One bulk order: what it has traded, what each account has of it, and what can be done next. */
export function BulkOrderDetails({ bulkOrder }: { readonly bulkOrder: BulkOrderParts }) {
  const { t } = useTranslation()
  const { orderID, ordStatus, cumQty, allocatedQty, allocation, parts } = bulkOrder
  const allocate = useSend('Order/AllocateBulkOrder', { makesStale: CHANGED_BY_BULK_ORDER })
  const cancel = useSend('Order/sendCancelOrderRequest', { makesStale: CHANGED_BY_BULK_ORDER })
  const mayCancel = useMayMake('Order/sendCancelOrderRequest')
  const waiting = cumQty - allocatedQty
  return (
    <div className={styles.parts}>
      <BulkOrderFacts bulkOrder={bulkOrder} />
      <div className={styles.actions}>
        {waiting > 0 && (
          <Button
            type={allocation === 'list' ? 'default' : 'primary'}
            loading={isPending(allocate.state)}
            onClick={() => void allocate.send({ orderID })}
          >
            {t('Bulk.AllocateProRata', { quantity: quantity(waiting) })}
          </Button>
        )}
        {mayCancel && !isFinal(ordStatus) && (
          <Button
            danger
            loading={isPending(cancel.state)}
            onClick={() => void cancel.send({ orderID, clOrdID: crypto.randomUUID() })}
          >
            {t('Bulk.CancelRest')}
          </Button>
        )}
      </div>
      <SendFailure state={allocate.state} />
      <SendFailure state={cancel.state} />
      {waiting > 0 && allocation === 'list' && isFinal(ordStatus) && (
        <section aria-label={t('Bulk.ByList')}>
          <h3>{t('Bulk.ByList')}</h3>
          <p>{t('Bulk.ByList.help', { quantity: quantity(waiting) })}</p>
          <SchemaForm<'Order/AllocateBulkOrder', { readonly lines: string }>
            label={t('Bulk.ByList')}
            change="Order/AllocateBulkOrder"
            schema={allocationForm}
            fields={[{ name: 'lines', label: 'Bulk.Lines', help: 'Bulk.Lines.help', shownAs: 'lines' }]}
            initial={{}}
            toInput={({ lines }) => ({ orderID, lines: linesOf(lines) })}
            action={t('Bulk.Allocate')}
            makesStale={CHANGED_BY_BULK_ORDER}
            onDone={() => undefined}
          />
        </section>
      )}
      <section aria-label={t('Bulk.Parts')}>
        <h3>{t('Bulk.Parts')}</h3>
        <Parts parts={parts} />
      </section>
    </div>
  )
}

function Parts({ parts }: Pick<BulkOrderParts, 'parts'>) {
  const [state, change] = useListState(partsView)
  return (
    <DataTable list={partsView} source={localList(partsView, parts, state)} state={state} onChange={change} />
  )
}

function BulkOrderFacts({ bulkOrder }: { readonly bulkOrder: BulkOrderParts }) {
  const { t } = useTranslation()
  const { side, orderQty, securityID, cumQty, avgPx, allocatedQty, allocation, userName } = bulkOrder
  const facts = [
    [t('Trading.Column.side'), `${t(sides[side])} ${quantity(orderQty)} ${securityID}`],
    [t('Trading.Column.price'), price(bulkOrder.price)],
    [t('Trading.Column.status'), t(statusText(bulkOrder))],
    [t('Trading.Column.cumQty'), quantity(cumQty)],
    [t('Trading.Column.avgPx'), price(cumQty === 0 ? null : avgPx)],
    [t('Bulk.Allocated'), quantity(allocatedQty)],
    [t('Bulk.Allocation'), t(allocationWords[allocation ?? 'proRata'])],
    [t('List.Column.userName'), userName],
  ] as const
  return <Facts facts={facts} />
}
